/** Converts parameters in paths, queries and headers: their schema stands in the parameter itself. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { innerSpot, type Origins, type Spot } from '../source/origins.ts';
import { convertRef, convertSchema, extensions, pick } from './convert-schema.ts';

/** A body or a field of a form, which becomes part of a request body. */
export function isPayloadParameter(parameter: Json): boolean {
  return isJsonObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');
}

export function convertParameter(parameter: Json, spot: Spot, origins: Origins): Json {
  origins.add(spot);
  if (!isJsonObject(parameter)) return parameter;
  const { $ref } = parameter;
  if (typeof $ref === 'string') return { $ref: convertRef($ref) };
  origins.add(innerSpot(spot, 'schema'));
  const { 'x-example': example } = parameter;
  return {
    ...pick(parameter, ['name', 'in', 'description', 'required', 'allowEmptyValue', 'deprecated']),
    ...extensions(parameter),
    ...serializationOf(parameter),
    ...(example !== undefined && { example }),
    schema: schemaOfPart(parameter),
  };
}

/** Headers of responses have no name and place of their own. */
export function convertHeader(header: Json, spot: Spot, origins: Origins): Json {
  origins.add(spot);
  if (!isJsonObject(header)) return header;
  origins.add(innerSpot(spot, 'schema'));
  return { ...pick(header, ['description']), ...extensions(header), schema: schemaOfPart(header) };
}

const schemaKeys = [
  ...['type', 'format', 'items', 'default', 'enum', 'multipleOf', 'pattern', 'example'],
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['maxItems', 'minItems', 'uniqueItems', 'x-nullable'],
];

/** The schema of a parameter, a header or a field of a form. */
export function schemaOfPart(part: JsonObject): Json {
  // A vendor's parameter may have a schema as in OpenAPI 3.
  if (isJsonObject(part['schema'])) return convertSchema(part['schema']);
  return isListAsText(part) ? { type: 'string' } : convertSchema(withoutSerialization(pick(part, schemaKeys)));
}

function withoutSerialization(schema: JsonObject): JsonObject {
  const { collectionFormat: _collectionFormat, items, ...rest } = schema;
  return { ...rest, ...(items !== undefined && { items: isJsonObject(items) ? withoutSerialization(items) : items }) };
}

/** OpenAPI 3 cannot say that items are separated by tabs, or in a header or path by anything but commas. */
function isListAsText({ type, in: location, collectionFormat = 'csv', items }: JsonObject): boolean {
  if (type !== 'array') return false;
  const isNested = isJsonObject(items) && items['type'] === 'array';
  if (isNested || collectionFormat === 'tsv') return true;
  return location !== 'query' && location !== 'formData' && collectionFormat !== 'csv';
}

const styles: ReadonlyMap<Json, JsonObject> = new Map([
  ['csv', { style: 'form', explode: false }],
  ['multi', { style: 'form', explode: true }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
]);

/** `style` and `explode`: without a format, items are separated by commas (Swagger 2.0), unlike in OpenAPI 3. */
export function serializationOf(parameter: JsonObject): JsonObject {
  const { type, in: location, collectionFormat = 'csv' } = parameter;
  const isInForm = location === 'query' || location === 'formData';
  return isInForm && type === 'array' && !isListAsText(parameter) ? (styles.get(collectionFormat) ?? {}) : {};
}
