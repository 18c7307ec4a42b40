/**
 * Projects a record onto a response schema: declared properties only, nothing that is writeOnly, valid against the
 * schema. Also removes read-only properties from sent values.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { memoize, memoizeLast } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, itemsSchema, requiredNames } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';

/** Always valid if `sample` is; properties that the record lacks are filled from it. */
export function projectRecord(record: JsonObject, schema: Schema, sample: Json | undefined): Json | undefined {
  const { value: projection, isValid: isComplete } = cachedProjection(schema)(record);
  if (isComplete) return projection;
  if (!isJsonObject(projection) || !isJsonObject(sample)) return sample;
  const filled = { ...missingRequired(projection, schema, sample), ...projection };
  if (isValid(schema, filled, 'response')) return projectValue(schema, filled);
  return overlaySample(projection, schema, sample);
}

/** Whether the record's projection is valid against the schema. */
export function hasValidProjection(record: JsonObject, schema: Schema): boolean {
  return cachedProjection(schema)(record).isValid;
}

/**
 * A new record is validated and then shown, so only the last result is cached: more would keep records in memory that
 * are no longer used.
 */
const cachedProjection = memoize((schema: Schema) =>
  memoizeLast((record: JsonObject) => {
    const value = projectValue(schema, record);
    return { value, isValid: isValid(schema, value, 'response') };
  }),
);

/**
 * Overlays the record on the sample, property by property, where the schema allows it; other sample properties stay
 * only if required.
 */
function overlaySample(projection: JsonObject, schema: Schema, sample: JsonObject): JsonObject {
  const required = requiredNames(schema);
  const needed = Object.entries(sample).filter(([name]) => required.has(name) || Object.hasOwn(projection, name));
  const requiredOnly = Object.fromEntries(needed);
  let valid: JsonObject = isValid(schema, requiredOnly, 'response') ? requiredOnly : sample;
  for (const [name, value] of Object.entries(projection)) {
    const next = [value, completeProperty(schema, name, value, sample[name])]
      .map((one) => ({ ...valid, [name]: one }))
      .find((one) => isValid(schema, one, 'response'));
    if (next !== undefined) valid = next;
  }
  return valid;
}

/**
 * Completes a nested object that lacks required properties of the response, such as the URL of a link whose name was
 * sent.
 */
function completeProperty(schema: Schema, name: string, value: Json, sample: Json | undefined): Json {
  const part = declaredProperties(schema).get(name);
  return part !== undefined && isJsonObject(value) ? (projectRecord(value, part, sample) ?? value) : value;
}

function missingRequired(projection: JsonObject, schema: Schema, sample: JsonObject): JsonObject {
  const required = requiredNames(schema);
  return Object.fromEntries(
    Object.entries(sample).filter(([name]) => required.has(name) && !Object.hasOwn(projection, name)),
  );
}

/** In the order of the schema. Undeclared properties stay if they are required or allowed. */
export function projectValue(schema: Schema, value: Json): Json {
  if (isJsonArray(value)) {
    const items = itemsSchema(schema);
    return items === undefined ? value : value.map((item) => projectValue(items, item));
  }
  if (!isJsonObject(value)) return value;
  const { declared, allowsUndeclared, required, order } = schemaOutline(schema);
  if (isFlatProjection(value, order)) return value;
  const kept: [string, Json][] = [];
  for (const [name, part] of declared) {
    if (part.isReadable && Object.hasOwn(value, name)) kept.push([name, projectProperty(part, value[name] ?? null)]);
  }
  for (const name of Object.keys(value)) {
    if (!declared.has(name) && (allowsUndeclared || required.has(name))) kept.push([name, value[name] ?? null]);
  }
  return Object.fromEntries(kept);
}

/** Whether it has nothing but shown properties in the order of the schema, and nothing in them to project. */
function isFlatProjection(value: JsonObject, order: ReadonlyMap<string, number>): boolean {
  let last = -1;
  for (const name of Object.keys(value)) {
    const position = order.get(name) ?? -1;
    if (position <= last || typeof value[name] === 'object') return false;
    last = position;
  }
  return true;
}

interface PropertyOutline {
  /** Undefined if several parts of the schema describe the property, because none of them is complete. */
  readonly schema: Schema | undefined;
  /** False if one of them is writeOnly. */
  readonly isReadable: boolean;
}

interface SchemaOutline {
  readonly declared: ReadonlyMap<string, PropertyOutline>;
  readonly allowsUndeclared: boolean;
  readonly required: ReadonlySet<string>;
  /** The positions of the readable properties. */
  readonly order: ReadonlyMap<string, number>;
}

const schemaOutline = memoize((schema: Schema): SchemaOutline => {
  const parts = composedSchemas(schema);
  const byName = Map.groupBy(
    parts.flatMap((part) => [...part.properties]),
    ([name]) => name,
  );
  const declared = new Map(
    [...byName].map(([name, all]): [string, PropertyOutline] => {
      const [only] = all.length === 1 ? all : [];
      return [name, { schema: only?.[1], isReadable: !all.some(([, { writeOnly }]) => writeOnly) }];
    }),
  );
  return {
    declared,
    allowsUndeclared: declared.size === 0 || parts.some(allowsUndeclaredProperties),
    required: requiredNames(schema),
    order: new Map(
      [...declared].flatMap(([name, { isReadable }], index) => (isReadable ? [[name, index] as const] : [])),
    ),
  };
});

function projectProperty({ schema }: PropertyOutline, value: Json): Json {
  return schema === undefined ? value : projectValue(schema, value);
}

function allowsUndeclaredProperties({ additionalProperties, patternProperties }: Schema): boolean {
  return additionalProperties?.isSatisfiable === true || patternProperties.length > 0;
}

/** The sent value without read-only properties at any depth; unchanged without a schema. */
export function withoutReadOnly(value: Json, schema: Schema | undefined): Json {
  if (schema === undefined) return value;
  if (isJsonArray(value)) return value.map((item) => withoutReadOnly(item, itemsSchema(schema)));
  if (!isJsonObject(value)) return value;
  const declared = declaredProperties(schema);
  const kept = Object.entries(value).filter(([name]) => declared.get(name)?.readOnly !== true);
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutReadOnly(part, declared.get(name))]));
}

/** The value without write-only properties at any depth; unchanged without a schema. */
export function withoutWriteOnly(value: Json, schema: Schema | undefined): Json {
  if (schema === undefined) return value;
  if (isJsonArray(value)) return value.map((item) => withoutWriteOnly(item, itemsSchema(schema)));
  if (!isJsonObject(value)) return value;
  const { declared } = schemaOutline(schema);
  const kept = Object.entries(value).filter(([name]) => declared.get(name)?.isReadable !== false);
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutWriteOnly(part, declared.get(name)?.schema)]));
}
