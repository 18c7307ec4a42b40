/**
 * Finds the identifier property of a record: by the path parameter, else `id`, else by the end of the parameter's name.
 */

import { memoizeList, memoizeString } from '../memoize.ts';
import type { Schema, TypeName } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';

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
  const findProperty = (wantedName: string) =>
    [...properties.keys()].find((name) => normalizeName(name) === normalizeName(wantedName));
  const toIdentifier = (name: string | undefined, reason: string) =>
    name === undefined ? undefined : { name, reason };
  const id = findProperty('id');
  if (parameter === undefined)
    return (
      toIdentifier(id, 'the property is named id') ??
      toIdentifier(findOnlyCandidate(properties, schemas), ONLY_CANDIDATE)
    );
  const { name, schema } = parameter;
  const isId = id !== undefined && (/id$/i.test(name) || haveSameType(properties.get(id), schema));
  const suffixMatch = nameSuffixes(name)
    .map(findProperty)
    .find((found) => found !== undefined);
  return (
    toIdentifier(findProperty(name), `it has the name of the path parameter {${name}}`) ??
    toIdentifier(isId ? id : undefined, `the property is named id, and {${name}} ends in "id" or has the same type`) ??
    toIdentifier(suffixMatch, `the name of the path parameter {${name}} ends in it`) ??
    toIdentifier(findOnlyCandidate(properties, schemas, schema), ONLY_CANDIDATE)
  );
}

const ONLY_CANDIDATE = 'it is the only required property that is a UUID or that the implementation assigns';

/** The first declaration of a name wins. */
export const mergedProperties = memoizeList(
  (schemas: readonly Schema[]): ReadonlyMap<string, Schema> =>
    new Map(schemas.toReversed().flatMap((schema) => [...declaredProperties(schema)])),
);

/** `petId`, `pet_id` and `pet-id` are equal. */
export const normalizeName = memoizeString((name) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());

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
