/** The record in a request: without its envelope and read-only properties, with defaults. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize, memoizePair } from '../../../spec/memoize.ts';
import { findMediaType, type Operation } from '../../../spec/model/contract.ts';
import { normalizeName } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import { requestMedia } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type RecordContext, recordEnvelope, unwrapSentRecord } from '../collection.ts';
import { withoutReadOnly } from '../projection.ts';

export interface SentRecord {
  readonly record: JsonObject;
  /** The schema of the record in the request. */
  readonly schema: Schema | undefined;
}

/** `undefined` if the body is not an object. */
export function readSentRecord(context: RecordContext): SentRecord | undefined {
  const { resource, request } = context;
  const requestSchema = bodySchema(request);
  const sent = unwrapSentRecord(context, requestSchema);
  if (sent === undefined) return undefined;
  const schema = recordEnvelope(resource, requestSchema)?.schema ?? requestSchema;
  const record = toStoredFields(sent, recordFields(resource, schema));
  const part = schema === undefined || request.sent === undefined ? undefined : shownPart(resource, schema);
  if (part !== undefined) return { record: withParentIds(context, { [part]: record }), schema: undefined };
  return {
    record: withParentIds(context, record),
    schema: request.sent === undefined ? undefined : schema,
  };
}

/**
 * The property of the record that shows all that the request sends: `{ "properties": { "certificate": "..." } }` for
 * `{ "certificate": "..." }`.
 */
const shownPart = memoizePair(({ responseSchemas }: Resource, schema: Schema): string | undefined => {
  const shown = mergedProperties(responseSchemas);
  const sentNames = [...declaredProperties(schema).keys()];
  if (sentNames.some((name) => shown.has(name))) return undefined;
  const [part, ...more] = [...shown].filter(([, one]) => declaredProperties(one).size > 0);
  const isPart = part !== undefined && sentNames.some((name) => declaredProperties(part[1]).has(name));
  return isPart && more.length === 0 ? part[0] : undefined;
});

interface RecordField {
  readonly name: string;
  /** The name under which it is stored; undefined if it is not stored. */
  readonly storedName: string | undefined;
  readonly schema: Schema | undefined;
}

/** All declared properties; others are stored unchanged. */
const recordFields = memoizePair((resource: Resource, schema: Schema | undefined) => {
  const requestProperties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const responseNames = responsePropertyNames(resource, schema);
  const names = new Set([...requestProperties.keys(), ...mergedProperties(resource.responseSchemas).keys()]);
  const fields = [...names].map((name): [string, RecordField] => {
    const isStored = !isReadOnly(resource, name, schema) && !isUnreadableUpload(resource, name, schema);
    const storedName = isStored ? (responseNames.get(name) ?? name) : undefined;
    return [name, { name, storedName, schema: requestProperties.get(name) }];
  });
  return new Map(fields);
});

function toStoredFields(sent: JsonObject, fields: ReadonlyMap<string, RecordField>): JsonObject {
  const names = Object.keys(sent);
  if (names.every((name) => isStoredUnchanged(sent[name], name, fields.get(name)))) return sent;
  const entries = names.flatMap((name): [string, Json][] => {
    const { storedName, schema }: Pick<RecordField, 'storedName' | 'schema'> =
      fields.get(name) ?? undeclaredField(name);
    return storedName === undefined ? [] : [[storedName, withoutReadOnly(sent[name] ?? null, schema)]];
  });
  return Object.fromEntries(entries);
}

function undeclaredField(name: string): RecordField {
  return { name, storedName: name, schema: undefined };
}

function isStoredUnchanged(value: Json | undefined, name: string, field: RecordField | undefined): boolean {
  return field === undefined || (field.storedName === name && typeof value !== 'object');
}

/** Property names that responses spell differently: `FriendlyName` is stored as `friendly_name`. */
function responsePropertyNames({ responseSchemas }: Resource, schema: Schema | undefined): ReadonlyMap<string, string> {
  if (schema === undefined) return new Map();
  const requestProperties = declaredProperties(schema);
  const others = [...mergedProperties(responseSchemas).keys()].filter((name) => !requestProperties.has(name));
  if (others.length === 0) return new Map();
  const bySpelling = Map.groupBy(others, normalizeName);
  return new Map(
    [...requestProperties.keys()].flatMap((name) => {
      const [known, ...more] = bySpelling.get(normalizeName(name)) ?? [];
      const isInResponse = responseSchemas.some((one) => declaredProperties(one).has(name));
      return known === undefined || more.length > 0 || isInResponse ? [] : [[name, known] as const];
    }),
  );
}

function bodySchema({ operation, sentType }: RecordContext['request']): Schema | undefined {
  const cached = bodySchemas(operation);
  if (!cached.has(sentType)) cached.set(sentType, findBodySchema(operation, sentType));
  return cached.get(sentType);
}

/** By the declared media type of the body. */
const bodySchemas = memoize((_operation: Operation) => new Map<string | undefined, Schema | undefined>());

function findBodySchema(operation: Operation, sentType: string | undefined): Schema | undefined {
  const content = operation.requestBody?.content ?? [];
  const media = sentType === undefined ? undefined : findMediaType(content, sentType);
  return (media ?? requestMedia(operation))?.schema;
}

/** The bytes of an upload that no response contains, so they can never be read. */
function isUnreadableUpload({ responseSchemas }: Resource, name: string, schema: Schema | undefined): boolean {
  const isBinary = schema !== undefined && declaredProperties(schema).get(name)?.format === 'binary';
  return isBinary && !mergedProperties(responseSchemas).has(name);
}

/** `readOnly` in the request schema, or in the response schema if the request does not declare the property. */
export function isReadOnly({ responseSchemas }: Resource, name: string, schema: Schema | undefined): boolean {
  const requestProperty = schema === undefined ? undefined : declaredProperties(schema).get(name);
  return (requestProperty ?? mergedProperties(responseSchemas).get(name))?.readOnly === true;
}

/** An order that is created under `/users/7/orders` gets `userId: 7` if it declares that property. */
export function withParentIds(
  { resource, parents }: Pick<RecordContext, 'resource' | 'parents'>,
  record: JsonObject,
): JsonObject {
  const values = parentProperties(resource).flatMap(({ name, schema, index }): [string, Json][] => {
    const parent = parents[index];
    if (parent === undefined || Object.hasOwn(record, name)) return [];
    // The parent in the name of a collection, such as `/users/7/orders`, is a text.
    const number = typeof parent === 'string' && /^\d{1,15}$/.test(parent) ? [Number(parent)] : [];
    const value = [parent, ...number].find((one) => isValid(schema, one, 'request'));
    return value === undefined ? [] : [[name, value]];
  });
  return values.length === 0 ? record : { ...Object.fromEntries(values), ...record };
}

const parentProperties = memoize((resource: Resource) => {
  const declared = mergedProperties([...resource.responseSchemas, ...resource.requestSchemas]);
  return parameterNames(resource.collection).flatMap((name, index) => {
    const schema = declared.get(name);
    return schema === undefined || name === resource.idName ? [] : [{ name, schema, index }];
  });
});

/** Adds the schema's defaults for absent properties, unless that makes the record invalid. */
export function withDefaults({ record, schema }: SentRecord): JsonObject {
  if (schema === undefined) return record;
  const absent = schemaDefaults(schema).filter(([name]) => !Object.hasOwn(record, name));
  if (absent.length === 0) return record;
  const filled = { ...record, ...Object.fromEntries(absent) };
  return !isValid(schema, record, 'request') || isValid(schema, filled, 'request') ? filled : record;
}

const schemaDefaults = memoize((schema: Schema) =>
  [...declaredProperties(schema)].flatMap(([name, part]): [string, Json][] =>
    part.default === undefined || part.readOnly ? [] : [[name, part.default.value]],
  ),
);
