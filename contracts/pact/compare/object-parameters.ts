/** Parses the serialized objects of a pact by the style that the contract declares. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { parseHeader } from '../../http/headers.ts';
import type { QueryParameter } from './compared-interaction.ts';
import { collectParts } from './schema-parts.ts';

interface SerializedObject {
  readonly schema: Schema;
  /** `R=100,G=200` instead of `R,100,G,200`. */
  readonly explode: boolean;
  /** In the style simple, still encoded. */
  readonly text: string;
  readonly decode: (text: string) => string;
}

/** Whether every value of the schema is an object, so that its style decides how it is read. */
export function isAlwaysObject(schema: Schema): boolean {
  const { types } = collectParts(schema);
  return types.size === 1 && types.has('object');
}

/** Returns the decoded text itself, which is no object, if it has another form than the declared one. */
export function parseSerializedObject({ schema, explode, text, decode }: SerializedObject): Json {
  const { properties } = collectParts(schema);
  const members = text.split(',').map((member) => member.trim());
  const pairs = explode ? explodedPairs(members) : alternatingPairs(members, properties);
  if (pairs === undefined) return decode(text);
  const entries = pairs.map(([encodedName, encodedValue]): readonly [string, Json] => {
    const [name, value] = [decode(encodedName), decode(encodedValue)];
    const property = properties.get(name);
    return [name, property === undefined ? value : parseHeader(property, value)];
  });
  return Object.fromEntries(entries);
}

type Pair = readonly [name: string, value: string];

function explodedPairs(members: readonly string[]): readonly Pair[] | undefined {
  if (members.some((member) => !member.includes('='))) return undefined;
  return members.map((member) => {
    const [name = '', ...value] = member.split('=');
    return [name, value.join('=')];
  });
}

/** A name such as `R=100` is possible, but not if it is a declared one with its value. */
function alternatingPairs(
  members: readonly string[],
  properties: ReadonlyMap<string, Schema>,
): readonly Pair[] | undefined {
  const isExploded = explodedPairs(members)?.every(([name]) => properties.has(name)) === true;
  if (isExploded || members.length % 2 !== 0) return undefined;
  return members.flatMap((name, index): readonly Pair[] => (index % 2 === 0 ? [[name, members[index + 1] ?? '']] : []));
}

/** The fields of an object in the style deepObject, named after its members: `filter[size]` is `size`. */
export function deepObjectFields(name: string, query: readonly QueryParameter[]): readonly QueryParameter[] {
  return query
    .filter((field) => field.name.startsWith(`${name}[`) && field.name.endsWith(']'))
    .map((field) => ({ ...field, name: field.name.slice(name.length + 1, -1) }));
}

/**
 * The members whose serialization OpenAPI does not define, because their values are no single values: nested fields
 * such as `filter[range][from]`, and members that the contract declares as objects.
 */
export function openMembers(
  fields: readonly QueryParameter[],
  properties: ReadonlyMap<string, Schema>,
): ReadonlySet<string> {
  const nested = fields.filter(({ name }) => name.includes('][')).map(({ name }) => memberName(name));
  const objects = [...properties].filter(([, schema]) => collectParts(schema).types.has('object'));
  return new Set([...nested, ...objects.map(([name]) => name)]);
}

/** `range][from` is a part of `range`. */
export function memberName(name: string): string {
  return name.split('][')[0] ?? name;
}
