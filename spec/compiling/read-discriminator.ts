/**
 * What a `discriminator` says: which value of the property leads to which of the alternatives beside it, or to which of the
 * schemas that extend its own.
 */
import { KitError } from '../../errors.ts';
import { splitPointer } from '../json/pointer.ts';
import type { Discriminator, Schema } from '../model/schema.ts';
import {
  entries,
  type Files,
  follow,
  fragmentOf,
  items,
  type Node,
  refOf,
  step,
  target,
  textAt,
} from '../refs/nodes.ts';

interface DiscriminatorReading {
  readonly files: Files;
  build(node: Node): Schema;
}

/** Judges nothing, so that one which cannot be read, or leads nowhere, stops nothing either. */
export function readDiscriminator(
  node: Node,
  { files, build }: DiscriminatorReading,
): Discriminator | undefined {
  const own = step(node, 'discriminator');
  const propertyName = textAt(own, 'propertyName');
  if (propertyName === undefined) return undefined;
  const alternatives = ['oneOf', 'anyOf'].flatMap((keyword) => items(step(node, keyword)));
  const options = alternatives.flatMap((part) => referredBy(part, files));
  const mapping = readMapping(own, files);
  const schemasOf = (found: readonly Option[]) =>
    new Map([...valuesOf(found, mapping)].map(([value, option]) => [value, build(option.node)]));
  const astray = mapping.filter(({ text, option }) => option === undefined && isOwn(text));
  let heirs: Discriminator['heirs'];
  return {
    propertyName,
    values: schemasOf(options),
    get heirs() {
      if (alternatives.length > 0) return undefined;
      heirs ??= schemasOf([...heirsOf(node, files), ...mapping.flatMap(({ option }) => option ?? [])]);
      return heirs;
    },
    ...(astray.length > 0 && { astray: new Map(astray.map(({ value, text }) => [value, text])) }),
  };
}

interface Mapped {
  readonly value: string;
  readonly text: string;
  /** Undefined where nothing of the document is meant. */
  readonly option: Option | undefined;
}

function readMapping(own: Node, files: Files): readonly Mapped[] {
  return entries(step(own, 'mapping')).flatMap(([value, { value: text }]) =>
    typeof text === 'string' ? [{ value, text, option: optionNamed(own, text, files) }] : [],
  );
}

function valuesOf(options: readonly Option[], mapping: readonly Mapped[]): ReadonlyMap<string, Option> {
  const named = mapping.flatMap(({ value, option: meant }) =>
    options.filter((option) => option.key === meant?.key).map((option) => [value, option] as const),
  );
  // What the mapping names has its value from there, and its own name no more.
  const mapped = new Set(named.map(([, { key }]) => key));
  const unnamed = options.filter(({ key, name }) => name !== undefined && !mapped.has(key));
  return new Map([...unnamed.map((option) => [option.name ?? '', option] as const), ...named]);
}

/** A place in this document or the name of a component; files that nothing else refers to were not read. */
function isOwn(text: string): boolean {
  return text.startsWith('#') || /^[\w-]+$/.test(text);
}

interface Option {
  /** Of the component, as the reference has it. */
  readonly name: string | undefined;
  /** The same for the same schema, by whatever references it is reached. */
  readonly key: string;
  readonly node: Node;
}

function referredBy(part: Node, files: Files): readonly Option[] {
  const ref = refOf(part);
  if (ref === undefined) return [];
  const node = target(files, part, ref);
  // A schema in a file of its own goes by what a bundler would call it.
  const name =
    splitPointer(fragmentOf(ref)).at(-1) || /([^/]+?)(?:\.[^./]*)?$/.exec(ref.replace(/#.*$/s, ''))?.[1];
  return [{ name, key: keyOf(node, files), node }];
}

/** A mapping names a component, or refers to a schema by URI. */
function optionNamed(own: Node, text: string, files: Files): Option | undefined {
  const component = step(schemasBeside(own), text);
  try {
    const node = component.value === undefined ? target(files, own, text) : component;
    return { name: undefined, key: keyOf(node, files), node };
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

/** The components that extend a schema by `allOf`, or extend one that does. */
function heirsOf(base: Node, files: Files): readonly Option[] {
  const schemas = entries(schemasBeside(base)).map(([name, part]) => {
    const node = follow(files, part);
    const parents = items(step(node, 'allOf')).flatMap((one) => referredBy(one, files));
    return { option: { name, node: part, key: keyOf(part, files) }, parents };
  });
  const family = new Set([keyOf(base, files)]);
  // A set hands out what is added to it on the way.
  for (const key of family)
    for (const { option, parents } of schemas)
      if (parents.some((parent) => parent.key === key)) family.add(option.key);
  return schemas
    .map(({ option }) => option)
    .filter(({ key }) => family.has(key) && key !== keyOf(base, files));
}

function schemasBeside({ file }: Node): Node {
  return step(step({ file, pointer: '', value: file.value }, 'components'), 'schemas');
}

function keyOf(node: Node, files: Files): string {
  const { file, pointer } = follow(files, node);
  return `${file.url}#${pointer}`;
}
