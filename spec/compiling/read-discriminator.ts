/** What a `discriminator` says: which value of the property leads to which of the alternatives beside it. */
import { KitError } from '../../errors.ts';
import { splitPointer } from '../pointer.ts';
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
import type { Discriminator, Schema } from '../schema.ts';

export interface Reading {
  readonly files: Files;
  build(node: Node): Schema;
}

/** Judges nothing, so that one which cannot be read, or leads nowhere, stops nothing either. */
export function readDiscriminator(node: Node, { files, build }: Reading): Discriminator | undefined {
  const own = step(node, 'discriminator');
  const propertyName = textAt(own, 'propertyName');
  if (propertyName === undefined) return undefined;
  const options = ['oneOf', 'anyOf']
    .flatMap((keyword) => items(step(node, keyword)))
    .flatMap((part) => referredBy(part, files));
  const mapping = entries(step(own, 'mapping')).flatMap(([value, { value: text }]) =>
    typeof text === 'string' ? [{ value, text, key: keyNamed(own, text, files) }] : [],
  );
  const named = mapping.flatMap(({ value, key }) =>
    options.filter((option) => option.key === key).map((option) => [value, option] as const),
  );
  // What the mapping names has its value from there, and its own name no more.
  const mapped = new Set(named.map(([, { key }]) => key));
  const unnamed = options.filter(({ key, name }) => name !== undefined && !mapped.has(key));
  const all = [...unnamed.map((option) => [option.name ?? '', option] as const), ...named];
  const astray = mapping.filter(({ text, key }) => key === undefined && isOwn(text));
  return {
    propertyName,
    values: new Map(all.map(([value, option]) => [value, build(option.node)])),
    ...(astray.length > 0 && { astray: new Map(astray.map(({ value, text }) => [value, text])) }),
  };
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
function keyNamed(own: Node, text: string, files: Files): string | undefined {
  const root: Node = { ...own, pointer: '', value: own.file.value };
  const component = step(step(step(root, 'components'), 'schemas'), text);
  try {
    return keyOf(component.value === undefined ? target(files, own, text) : component, files);
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

function keyOf(node: Node, files: Files): string {
  const { file, pointer } = follow(files, node);
  return `${file.url}#${pointer}`;
}
