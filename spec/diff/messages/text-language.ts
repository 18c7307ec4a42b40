/**
 * Compares the types of values that are text on the wire by the texts that they stand for: `5` is both an integer and a
 * string, so a type is redundant beside a string that accepts all of its texts.
 */
import { createSchemaBuilder } from '../../compiling/build-schema.ts';
import { isNumeric, type Json, jsonTypeOf, numberFromSource, stringifyJson } from '../../json/exact-json.ts';
import type { Schema, TypeName } from '../../model/schema.ts';
import type { Place } from '../../source/source-file.ts';
import { isValid } from '../../validation/validate.ts';
import { compareSchemas } from '../schema/schema-changes.ts';

/** A placeholder for an absent schema, at `place`: it accepts everything. */
export function anySchema(place: Place): Schema {
  return { ...emptySchema, place };
}

const emptyFile = {
  url: '',
  name: '',
  text: '',
  value: {},
  lines: new Map<string, number>(),
  lineAt: () => 1,
};

function buildSchema(value: Json): Schema {
  return createSchemaBuilder(new Map(), '3.1').build({ file: emptyFile, pointer: '', value });
}

const emptySchema = buildSchema({});

/** The types of values that a schema may allow; integers are numbers. */
export function allowedTypes(schema: Schema, depth = 0): ReadonlySet<TypeName> {
  if (!schema.isSatisfiable) return new Set();
  if (depth > MAX_DEPTH) return allTypes;
  const { types = allTypes, allOf, anyOf, oneOf } = schema;
  const union = (parts: readonly Schema[]) => new Set(parts.flatMap((part) => [...allowedTypes(part, depth + 1)]));
  const sets = [
    new Set([...types].map(toValueType)),
    ...(listedValues(schema) === undefined ? [] : [new Set(listedValues(schema)?.map(jsonTypeOf).map(toValueType))]),
    ...allOf.map((part) => allowedTypes(part, depth + 1)),
    ...[anyOf, oneOf].filter((parts) => parts.length > 0).map(union),
  ];
  return sets.reduce((all, one) => all.intersection(one), allTypes);
}

const MAX_DEPTH = 8;

const allTypes: ReadonlySet<TypeName> = new Set(['null', 'boolean', 'number', 'string', 'array', 'object']);

function toValueType(type: TypeName): TypeName {
  return type === 'integer' ? 'number' : type;
}

function listedValues({ enum: values, const: only }: Schema): readonly Json[] | undefined {
  return only === undefined ? values : [only.value];
}

interface Texts {
  /** The schema of the sender, which allows single values only. */
  readonly written: Schema;
  /** The schema of the receiver. */
  readonly read: Schema;
}

/**
 * Returns both schemas without the types whose texts the receiver accepts as strings; undefined if it accepts every text
 * of the sender because of its types.
 */
export function withoutRedundantTypes({ written, read }: Texts): Texts | undefined {
  const [sent, accepted] = [allowedTypes(written), allowedTypes(read)];
  if (sent.size === 1 && sent.symmetricDifference(accepted).size === 0) return { written, read };
  const remaining = [...sent].filter((type) => !acceptsTexts(type, written, read));
  if (remaining.length === 0 && sent.size > 0) return undefined;
  const needed = [...accepted].filter((type) => remaining.includes(type) || !acceptsTexts(type, read, read));
  return { written: limitTypes(written, sent, remaining), read: limitTypes(read, accepted, needed) };
}

/** Pairs that were already replaced: schemas can refer to themselves. */
type ReplacedPairs = WeakMap<Schema, WeakSet<Schema>>;

/**
 * The same for arrays and objects, whose items and members are texts in every style: replaces those that both sides
 * declare. A member that accepts every text of the sender allows both types.
 */
export function withTextMembers(texts: Texts): Texts {
  return replaceMembers(texts, pairTexts);
}

/** The same at every depth, for XML, where all values are texts. */
export function withNestedTexts(texts: Texts, replaced: ReplacedPairs = new WeakMap()): Texts {
  const { written, read } = texts;
  const others = replaced.get(written) ?? new WeakSet();
  if (others.has(read)) return texts;
  replaced.set(written, others.add(read));
  return replaceMembers(texts, (own, other) => {
    if (own === undefined || other === undefined || isScalar(own)) return pairTexts(own, other);
    const nested = withNestedTexts({ written: own, read: other }, replaced);
    return nested.written === own && nested.read === other ? undefined : nested;
  });
}

function replaceMembers({ written, read }: Texts, pair: typeof pairTexts): Texts {
  const items = pair(written.items, read.items);
  const members = [...written.properties].flatMap(([name, schema]) => {
    const texts = pair(schema, read.properties.get(name));
    return texts === undefined ? [] : [[name, texts] as const];
  });
  if (items === undefined && members.length === 0) return { written, read };
  const replace = (schema: Schema, side: keyof Texts): Schema => ({
    ...schema,
    ...(items !== undefined && { items: items[side] }),
    properties: new Map([...schema.properties, ...members.map(([name, texts]) => [name, texts[side]] as const)]),
  });
  return { written: replace(written, 'written'), read: replace(read, 'read') };
}

/** Undefined if they can be compared as they are. */
function pairTexts(written: Schema | undefined, read: Schema | undefined): Texts | undefined {
  if (written === undefined || read === undefined || !isScalar(written)) return undefined;
  const texts = withoutRedundantTypes({ written, read });
  if (texts === undefined) return { written, read: { ...anySchema(read.place), anyOf: [written, read] } };
  return texts.written === written && texts.read === read ? undefined : texts;
}

/** Serialized as a single text: neither an array nor an object. */
export function isScalar(schema: Schema): boolean {
  const types = allowedTypes(schema);
  return !types.has('array') && !types.has('object');
}

/** Whether the receiver accepts every text that stands for a value of this type of the sender as another type. */
function acceptsTexts(type: TypeName, written: Schema, read: Schema): boolean {
  const hasString = allowedTypes(read).has('string');
  if (type === 'array' || type === 'object' || hasString === (type === 'string')) return false;
  const texts = listedTexts(type, written);
  if (texts !== undefined) return texts.every((text) => acceptsText(text, read));
  if (type !== 'number') return false;
  const strings = limitTypes(read, allowedTypes(read), ['string']);
  const changes = compareSchemas({ before: numberTexts(written), after: strings, direction: 'request', at: 'query' });
  return [...changes].every(({ rule }) => rule.impact === 'harmless');
}

function listedTexts(type: TypeName, schema: Schema): readonly string[] | undefined {
  // OpenAPI does not define the text of null: receivers read an empty text or the word.
  if (type === 'null') return ['', 'null'];
  const values = listedValues(schema) ?? (type === 'boolean' ? [true, false] : undefined);
  return values
    ?.filter((value) => toValueType(jsonTypeOf(value)) === type)
    .map((value) => (typeof value === 'string' ? value : stringifyJson(value)));
}

function acceptsText(text: string, schema: Schema): boolean {
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  const others: readonly Json[] = [
    ...(isNumber ? [numberFromSource(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
  return [text, ...others].some((value) => isValid(schema, value, 'request'));
}

/** A string schema for the texts of its numbers, and perhaps more. */
function numberTexts({ types, minimum }: Schema): Schema {
  const isInteger = types?.has('integer') === true && !types.has('number');
  const sign = isNumeric(minimum) && minimum >= 0 ? '' : '-?';
  const fraction = isInteger ? '' : '(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?';
  return buildSchema({ type: 'string', pattern: `^${sign}(?:0|[1-9][0-9]*)${fraction}$` });
}

function limitTypes(schema: Schema, allowed: ReadonlySet<TypeName>, types: readonly TypeName[]): Schema {
  if (allowed.size === types.length) return schema;
  const { place, keywordLines } = schema;
  return { ...emptySchema, place, keywordLines, types: new Set(types), allOf: [schema] };
}
