/** Converts schemas: Swagger 2.0 has its own references, discriminators and files, and no `nullable`. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';

/** Unchanged for what is not a schema. Lines need no notes: all keys keep their places, except the discriminator's name. */
export function convertSchema(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { $ref, discriminator, ...rest } = schema;
  if (typeof $ref === 'string') return { ...rest, $ref: convertRef($ref) };
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, convertKeyword(key, value)]));
  return {
    ...converted,
    ...convertType(schema),
    ...(typeof discriminator === 'string' && { discriminator: { propertyName: discriminator } }),
  };
}

const schemaKeywords = new Set(['items', 'additionalProperties', 'not']);
const schemaListKeywords = new Set(['allOf', 'anyOf', 'oneOf']);

function convertKeyword(key: string, value: Json): Json {
  if (schemaKeywords.has(key)) return convertSchema(value);
  if (schemaListKeywords.has(key) && isJsonArray(value)) return value.map(convertSchema);
  return key === 'properties' && isJsonObject(value) ? mapValues(value, convertSchema) : value;
}

/** `type: [string, 'null']` is no Swagger, but many documents have it; so is the vendor's `x-nullable`. */
function convertType({ type, format, 'x-nullable': isNullable }: JsonObject): JsonObject {
  const types = isJsonArray(type) ? type.filter((one) => one !== 'null') : undefined;
  const [only, ...others] = types ?? [];
  const hasNull = isJsonArray(type) && type.length > (types ?? []).length;
  return {
    ...(type === 'file' && { type: 'string', format: format ?? 'binary' }),
    ...(only !== undefined && others.length === 0 && { type: only }),
    ...((isNullable === true || hasNull) && { nullable: true }),
  };
}

const sections: readonly (readonly [from: string, to: string])[] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
];

export function convertRef(ref: string): string {
  const [from = '', to = ''] = sections.find(([section]) => ref.startsWith(section)) ?? [];
  return to + ref.slice(from.length);
}

/** The reference as it stands in a text of Swagger 2.0. */
export function originalRef(ref: string, text: string): string {
  const [from = '', to = ''] = sections.find(([, section]) => ref.startsWith(section)) ?? [];
  const original = from + ref.slice(to.length);
  // A text may also contain references of OpenAPI 3 by mistake.
  return text.includes(from) ? original : ref;
}

export function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** The members whose names begin with `x-`. */
export function extensions(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key.startsWith('x-')));
}

export function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}
