/** Which property of a record is its name: by the path parameter, else `id`, else what the parameter's name ends in. */
import type { Schema, TypeName } from '../model/schema.ts';
import { propertiesOf, typesOf } from '../model/schema-view.ts';
import { rememberedList, rememberedText } from '../remembered.ts';

export interface IdentifierFacts {
  /** All that describe a record: what is read, listed, created. */
  readonly schemas: readonly Schema[];
  readonly parameter: { readonly name: string; readonly schema: Schema | undefined } | undefined;
}

/** The property that names a record, and why it is taken for that. */
export interface Identifier {
  readonly name: string;
  readonly reason: string;
}

/** `undefined` where no property is surely it. */
export function identifierOf(facts: IdentifierFacts): string | undefined {
  return identifierWithReason(facts)?.name;
}

export function identifierWithReason({ schemas, parameter }: IdentifierFacts): Identifier | undefined {
  const properties = allProperties(schemas);
  const named = (wanted: string) => [...properties.keys()].find((name) => plain(name) === plain(wanted));
  const as = (name: string | undefined, reason: string) =>
    name === undefined ? undefined : { name, reason };
  const id = named('id');
  if (parameter === undefined)
    return as(id, 'the property is called id') ?? as(onlyIdentifying(properties, schemas), ONLY_ONE);
  const { name, schema } = parameter;
  const isId = id !== undefined && (/id$/i.test(name) || haveSameType(properties.get(id), schema));
  const ending = endingsOf(name)
    .map(named)
    .find((found) => found !== undefined);
  return (
    as(named(name), `it has the name of the path parameter {${name}}`) ??
    as(isId ? id : undefined, `the property is called id, and {${name}} names one or has its type`) ??
    as(ending, `the name of the path parameter {${name}} ends in it`) ??
    as(onlyIdentifying(properties, schemas, schema), ONLY_ONE)
  );
}

const ONLY_ONE = 'it is the only required property that the store gives out or that is a UUID';

/** The first declaration of a name counts. */
export const allProperties = rememberedList(
  (schemas: readonly Schema[]): ReadonlyMap<string, Schema> =>
    new Map(schemas.toReversed().flatMap((schema) => [...propertiesOf(schema)])),
);

/** `petId`, `pet_id` and `pet-id` are the same name. */
export const plain = rememberedText((name) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());

/** `orderSerialNumber`: `SerialNumber`, `Number`. */
function endingsOf(name: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return words.slice(1).map((_word, index) => words.slice(index + 1).join(''));
}

function haveSameType(a: Schema | undefined, b: Schema | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return firstType(a) === firstType(b) && a.format === b.format;
}

function firstType(schema: Schema): TypeName | undefined {
  const [first] = typesOf(schema);
  return first;
}

/** The one required property that the store gives out (readOnly), or that is a UUID. */
function onlyIdentifying(
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
