/**
 * Finds the identifier property of a record: by the path parameter, else `id`, else by the end of the parameter's name.
 */
import type { JsonObject } from '../json/exact-json.ts';
import { memoizeList } from '../memoize.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema, TypeName } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';
import { isValid } from '../validation/validate.ts';

export interface IdentifierInput {
  /** All schemas of the record: from the operations that read, list and create it. */
  readonly schemas: readonly Schema[];
  readonly parameter: { readonly name: string; readonly schema: Schema | undefined } | undefined;
}

/** The identifier property of a record, and why it was chosen. */
export interface Identifier {
  readonly name: string;
  readonly reason: string;
}

/** `undefined` if no property is clearly the identifier. */
export function findIdentifierName(input: IdentifierInput): string | undefined {
  return findIdentifier(input)?.name;
}

export function findIdentifier({ schemas, parameter }: IdentifierInput): Identifier | undefined {
  const properties = mergedProperties(schemas);
  const isLikeParameter = (name: string) => haveSameType(properties.get(name), parameter?.schema);
  const named = matchIdentifierName([...properties.keys()], parameter?.name, isLikeParameter);
  if (named !== undefined) return named;
  const only = findOnlyCandidate(properties, schemas, parameter?.schema);
  return only === undefined ? undefined : { name: only, reason: ONLY_CANDIDATE };
}

/** The identifier of a record whose schemas declare no properties, by its examples. */
export function findIdentifierInExamples(
  records: readonly JsonObject[],
  parameter: IdentifierInput['parameter'],
): Identifier | undefined {
  const scalars = records.flatMap((record) => Object.entries(record)).filter(([, value]) => typeof value !== 'object');
  const values = new Map(scalars);
  const isLikeParameter = (name: string) => {
    const value = values.get(name);
    return value !== undefined && parameter?.schema !== undefined && isValid(parameter.schema, value, 'request');
  };
  const named = matchIdentifierName([...values.keys()], parameter?.name, isLikeParameter);
  return named && { ...named, reason: `an example shows it, and ${named.reason}` };
}

/** `isLikeParameter` compares the type of a property with that of the path parameter. */
function matchIdentifierName(
  names: readonly string[],
  parameter: string | undefined,
  isLikeParameter: (name: string) => boolean,
): Identifier | undefined {
  const find = (wantedName: string) => names.find((name) => normalizeName(name) === normalizeName(wantedName));
  const id = find('id');
  if (parameter === undefined) return id === undefined ? undefined : { name: id, reason: 'the property is named id' };
  const same = find(parameter);
  if (same !== undefined) return { name: same, reason: `it has the name of the path parameter {${parameter}}` };
  if (id !== undefined && (/id$/i.test(parameter) || isLikeParameter(id)))
    return { name: id, reason: `the property is named id, and {${parameter}} ends in "id" or has the same type` };
  const suffix = nameSuffixes(parameter)
    .map(find)
    .find((name) => name !== undefined);
  return suffix === undefined
    ? undefined
    : { name: suffix, reason: `the name of the path parameter {${parameter}} ends in it` };
}

const ONLY_CANDIDATE = 'it is the only required property that is a UUID or that the implementation assigns';

/** The first declaration of a name wins. */
export const mergedProperties = memoizeList(
  (schemas: readonly Schema[]): ReadonlyMap<string, Schema> =>
    new Map(schemas.toReversed().flatMap((schema) => [...declaredProperties(schema)])),
);

/** `orderSerialNumber`: `SerialNumber`, `Number`. */
function nameSuffixes(name: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return words.slice(1).map((_word, index) => words.slice(index + 1).join(''));
}

function haveSameType(a: Schema | undefined, b: Schema | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return firstType(a) === firstType(b) && a.format === b.format;
}

function firstType(schema: Schema): TypeName | undefined {
  const [first] = declaredTypes(schema);
  return first;
}

/** The only required property that the server assigns (readOnly), or that is a UUID. */
function findOnlyCandidate(
  properties: ReadonlyMap<string, Schema>,
  schemas: readonly Schema[],
  like?: Schema,
): string | undefined {
  const found = [...properties].filter(
    ([name, schema]) =>
      schemas.some(({ required }) => required.has(name)) &&
      (schema.format === 'uuid' || (like !== undefined && schema.readOnly)) &&
      (like === undefined || haveSameType(schema, like)),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}
