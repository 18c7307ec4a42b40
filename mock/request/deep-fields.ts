/** Form fields whose names tell a place within an object or a list: `address[city]=Oslo`, `lines[0][count]=2`, `tags[]=red`. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, partsOf, propertiesOf, typesOf } from '../../spec/model/schema-view.ts';
import { coerce } from './coerce.ts';

export type FormField = readonly [name: string, text: string];

export interface FormParts {
  /** Whose names are meant as they are. */
  readonly plain: readonly FormField[];
  readonly deep: readonly (readonly [name: string, value: Json])[];
}

interface Leaf {
  readonly keys: readonly string[];
  readonly text: string;
}

/** Deeper ones come from a hostile client only. */
const DEEPEST = 20;

/** By the schema: only what it declares as an object or a list has places within, unless the name itself is declared. */
export function partFields(fields: readonly FormField[], schema: Schema | undefined): FormParts {
  const properties = schema === undefined ? new Map<string, Schema>() : propertiesOf(schema);
  const sent = new Set(fields.map(([name]) => name));
  const rootOf = (name: string): string | undefined => {
    const root = placeIn(name)?.[0];
    const declared = root === undefined || properties.has(name) ? undefined : properties.get(root);
    return declared === undefined || sent.has(root ?? '') || !isComposite(declared) ? undefined : root;
  };
  const groups = Map.groupBy(fields, ([name]) => rootOf(name));
  const deep = [...groups].flatMap(([root, group]): (readonly [string, Json])[] => {
    if (root === undefined) return [];
    const leaves = group.map(([name, text]) => ({ keys: placeIn(name)?.slice(1) ?? [], text }));
    return [[root, readingOf(leaves, properties.get(root))]];
  });
  return { plain: groups.get(undefined) ?? [], deep };
}

/** One value out of the fields below a name, `at[x]=1&at[y][]=2`; undefined where there are none. */
export function deepValue(
  name: string,
  fields: readonly FormField[],
  schema: Schema | undefined,
): Json | undefined {
  const leaves = fields.flatMap(([field, text]): Leaf[] => {
    const [root, ...keys] = placeIn(field) ?? [];
    return root === name ? [{ keys, text }] : [];
  });
  return leaves.length === 0 ? undefined : readingOf(leaves, schema);
}

/** `a[b][c]`: a, b, c; undefined for any other name. */
function placeIn(name: string): readonly string[] | undefined {
  const [, root, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  if (root === undefined) return undefined;
  const keys = rest.slice(1, -1).split('][');
  return keys.length > DEEPEST ? undefined : [root, ...keys];
}

function isComposite(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.has('object') || types.has('array');
}

/** What is sent both as a text and as an object is a list of them: no schema means that. */
function readingOf(leaves: readonly Leaf[], schema: Schema | undefined): Json {
  const texts = leaves.flatMap(({ keys, text }) => (keys.length === 0 ? [coerce(text, schema)] : []));
  const within = leaves.filter(({ keys }) => keys.length > 0);
  const [only = null] = texts;
  if (within.length === 0) return texts.length > 1 ? texts : only;
  const isList = schema !== undefined && typesOf(schema).has('array') && within.every(isInList);
  const value = isList ? listOf(within, schema) : objectOf(within, schema);
  return texts.length > 0 ? [...texts, value] : value;
}

function isInList({ keys: [key = ''] }: Leaf): boolean {
  return /^\d{0,9}$/.test(key);
}

/** By their numbers, in this order; what has none comes behind, each an item. */
function listOf(leaves: readonly Leaf[], schema: Schema): Json {
  const groups = Map.groupBy(leaves, (leaf) => leaf.keys[0] || leaf);
  const numbered = [...groups].filter(([key]) => typeof key === 'string');
  const others = [...groups].filter(([key]) => typeof key !== 'string');
  const sorted = [...numbered.toSorted(([a], [b]) => Number(a) - Number(b)), ...others];
  return sorted.map(([, group]) => readingOf(group.map(inner), itemsOf(schema)));
}

function objectOf(leaves: readonly Leaf[], schema: Schema | undefined): Json {
  const properties = schema === undefined ? new Map<string, Schema>() : propertiesOf(schema);
  const parts = schema === undefined ? [] : partsOf(schema);
  const other = parts.find(({ additionalProperties }) => additionalProperties !== undefined);
  const groups = Map.groupBy(leaves, ({ keys: [key = ''] }) => key);
  return Object.fromEntries(
    [...groups].map(([key, group]) => [
      key,
      readingOf(group.map(inner), properties.get(key) ?? other?.additionalProperties),
    ]),
  );
}

function inner({ keys, text }: Leaf): Leaf {
  return { keys: keys.slice(1), text };
}
