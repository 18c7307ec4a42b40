/**
 * Reads a `discriminator`: which value of the property selects which of the sibling alternatives, or which of the
 * schemas that extend its schema.
 */
import { KitError } from '../../errors.ts';
import { splitPointer } from '../json/pointer.ts';
import type { Discriminator, Schema } from '../model/schema.ts';
import {
  childNode,
  decodeFragment,
  dereference,
  entries,
  type Files,
  getRef,
  items,
  type Node,
  resolveRef,
  stringAt,
} from '../refs/nodes.ts';

interface DiscriminatorContext {
  readonly files: Files;
  build(node: Node): Schema;
}

/** A discriminator validates nothing, so one that cannot be read, or that refers to nothing, is not an error. */
export function readDiscriminator(node: Node, { files, build }: DiscriminatorContext): Discriminator | undefined {
  const discriminator = childNode(node, 'discriminator');
  const propertyName = stringAt(discriminator, 'propertyName');
  if (propertyName === undefined) return undefined;
  const alternatives = ['oneOf', 'anyOf'].flatMap((keyword) => items(childNode(node, keyword)));
  const options = alternatives.flatMap((part) => referencedOptions(part, files));
  const mapping = readMapping(discriminator, files);
  const buildSchemas = (found: readonly DiscriminatorOption[]) =>
    new Map([...optionsByValue(found, mapping)].map(([value, option]) => [value, build(option.node)]));
  const unresolved = mapping.filter(({ text, option }) => option === undefined && isLocalReference(text));
  let subtypes: Discriminator['subtypes'];
  return {
    propertyName,
    values: buildSchemas(options),
    get subtypes() {
      if (alternatives.length > 0) return undefined;
      subtypes ??= buildSchemas([...findSubtypes(node, files), ...mapping.flatMap(({ option }) => option ?? [])]);
      return subtypes;
    },
    ...(unresolved.length > 0 && { unresolved: new Map(unresolved.map(({ value, text }) => [value, text])) }),
  };
}

interface MappingEntry {
  readonly value: string;
  readonly text: string;
  /** Undefined if the target does not exist in the document. */
  readonly option: DiscriminatorOption | undefined;
}

function readMapping(discriminator: Node, files: Files): readonly MappingEntry[] {
  return entries(childNode(discriminator, 'mapping')).flatMap(([value, { value: text }]) =>
    typeof text === 'string' ? [{ value, text, option: resolveMapping(discriminator, text, files) }] : [],
  );
}

function optionsByValue(
  options: readonly DiscriminatorOption[],
  mapping: readonly MappingEntry[],
): ReadonlyMap<string, DiscriminatorOption> {
  const named = mapping.flatMap(({ value, option: target }) =>
    options.filter((option) => option.key === target?.key).map((option) => [value, option] as const),
  );
  // A schema in the mapping uses the mapped value instead of its own name.
  const mapped = new Set(named.map(([, { key }]) => key));
  const unnamed = options.filter(({ key, name }) => name !== undefined && !mapped.has(key));
  return new Map([...unnamed.map((option) => [option.name ?? '', option] as const), ...named]);
}

/**
 * A reference within this document or the name of a component; files without other references to them were not read.
 */
function isLocalReference(text: string): boolean {
  return text.startsWith('#') || /^[\w-]+$/.test(text);
}

interface DiscriminatorOption {
  /** The name of the component in the reference. */
  readonly name: string | undefined;
  /** Identifies the schema, however it is referenced. */
  readonly key: string;
  readonly node: Node;
}

function referencedOptions(part: Node, files: Files): readonly DiscriminatorOption[] {
  const ref = getRef(part);
  if (ref === undefined) return [];
  const node = resolveRef(files, part, ref);
  // A schema in a separate file gets the name that a bundler would use.
  const name = splitPointer(decodeFragment(ref)).at(-1) || /([^/]+?)(?:\.[^./]*)?$/.exec(ref.replace(/#.*$/s, ''))?.[1];
  return [{ name, key: schemaKey(node, files), node }];
}

/** A mapping contains the name of a component, or the URI of a schema. */
function resolveMapping(discriminator: Node, text: string, files: Files): DiscriminatorOption | undefined {
  const component = childNode(componentSchemas(discriminator), text);
  try {
    const node = component.value === undefined ? resolveRef(files, discriminator, text) : component;
    return { name: undefined, key: schemaKey(node, files), node };
  } catch (error) {
    if (error instanceof KitError) return undefined;
    throw error;
  }
}

/** Returns the components that extend a schema by `allOf`, directly or through others. */
function findSubtypes(base: Node, files: Files): readonly DiscriminatorOption[] {
  const schemas = entries(componentSchemas(base)).map(([name, part]) => {
    const node = dereference(files, part);
    const parents = items(childNode(node, 'allOf')).flatMap((one) => referencedOptions(one, files));
    return { option: { name, node: part, key: schemaKey(part, files) }, parents };
  });
  const hierarchy = new Set([schemaKey(base, files)]);
  // Iterating over a Set includes elements added during the loop.
  for (const key of hierarchy)
    for (const { option, parents } of schemas)
      if (parents.some((parent) => parent.key === key)) hierarchy.add(option.key);
  return schemas.map(({ option }) => option).filter(({ key }) => hierarchy.has(key) && key !== schemaKey(base, files));
}

function componentSchemas({ file }: Node): Node {
  return childNode(childNode({ file, pointer: '', value: file.value }, 'components'), 'schemas');
}

function schemaKey(node: Node, files: Files): string {
  const { file, pointer } = dereference(files, node);
  return `${file.url}#${pointer}`;
}
