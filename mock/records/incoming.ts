/** What a request says of a record: out of its envelope, without what only the store may set, with defaults. */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import { mediaTypeFor, type Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf } from '../../spec/model/schema-view.ts';
import { remembered, rememberedBoth } from '../../spec/remembered.ts';
import { allProperties, plain } from '../../spec/resources/identifiers.ts';
import { parameterNames } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { requestMedia } from '../../spec/resources/views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { withoutReadOnly } from './project.ts';
import { type Asked, envelopeIn, sentRecord } from './shelf.ts';

export interface Incoming {
  readonly record: JsonObject;
  /** Of the record in the request. */
  readonly schema: Schema | undefined;
}

/** `undefined` where no object was sent. */
export function incoming(asked: Asked): Incoming | undefined {
  const { resource, request } = asked;
  const whole = bodySchema(request);
  const sent = sentRecord(asked, whole);
  if (sent === undefined) return undefined;
  const schema = envelopeIn(resource, whole)?.schema ?? whole;
  const record = kept(sent, fieldsOf(resource, schema));
  return {
    record: withParents(asked, record),
    schema: request.sent === undefined ? undefined : schema,
  };
}

interface Field {
  readonly name: string;
  /** As it is kept; undefined where it is not. */
  readonly keptName: string | undefined;
  readonly schema: Schema | undefined;
}

/** All that the contract says something of; any other is kept as it is. */
const fieldsOf = rememberedBoth((resource: Resource, schema: Schema | undefined) => {
  const asked = schema === undefined ? new Map<string, Schema>() : propertiesOf(schema);
  const known = namesOfAnswers(resource, schema);
  const names = new Set([...asked.keys(), ...allProperties(resource.shown).keys()]);
  const fields = [...names].map((name): [string, Field] => {
    const isKept = !isStoreOwned(resource, name, schema) && !isFile(resource, name, schema);
    return [
      name,
      { name, keptName: isKept ? (known.get(name) ?? name) : undefined, schema: asked.get(name) },
    ];
  });
  return new Map(fields);
});

function kept(sent: JsonObject, fields: ReadonlyMap<string, Field>): JsonObject {
  const names = Object.keys(sent);
  if (names.every((name) => isAsSent(sent[name], name, fields.get(name)))) return sent;
  const entries = names.flatMap((name): [string, Json][] => {
    const { keptName, schema }: Pick<Field, 'keptName' | 'schema'> = fields.get(name) ?? unknown(name);
    return keptName === undefined ? [] : [[keptName, withoutReadOnly(sent[name] ?? null, schema)]];
  });
  return Object.fromEntries(entries);
}

function unknown(name: string): Field {
  return { name, keptName: name, schema: undefined };
}

function isAsSent(value: Json | undefined, name: string, field: Field | undefined): boolean {
  return field === undefined || (field.keptName === name && typeof value !== 'object');
}

/** What the answers spell otherwise than the request: `FriendlyName` is kept as `friendly_name`. */
function namesOfAnswers({ shown }: Resource, schema: Schema | undefined): ReadonlyMap<string, string> {
  if (schema === undefined) return new Map();
  const asked = propertiesOf(schema);
  const others = [...allProperties(shown).keys()].filter((name) => !asked.has(name));
  if (others.length === 0) return new Map();
  const bySpelling = Map.groupBy(others, plain);
  return new Map(
    [...asked.keys()].flatMap((name) => {
      const [known, ...more] = bySpelling.get(plain(name)) ?? [];
      const isShownSo = shown.some((one) => propertiesOf(one).has(name));
      return known === undefined || more.length > 0 || isShownSo ? [] : [[name, known] as const];
    }),
  );
}

function bodySchema({ operation, sentType }: Asked['request']): Schema | undefined {
  const known = bodySchemas(operation);
  if (!known.has(sentType)) known.set(sentType, findBodySchema(operation, sentType));
  return known.get(sentType);
}

/** By the media type that governs the body: one of the contract. */
const bodySchemas = remembered((_operation: Operation) => new Map<string | undefined, Schema | undefined>());

function findBodySchema(operation: Operation, sentType: string | undefined): Schema | undefined {
  const content = operation.requestBody?.content ?? [];
  const media = sentType === undefined ? undefined : mediaTypeFor(content, sentType);
  return (media ?? requestMedia(operation))?.schema;
}

/** The bytes of a form that no answer shows: nothing reads them again. */
function isFile({ shown }: Resource, name: string, schema: Schema | undefined): boolean {
  const isBinary = schema !== undefined && propertiesOf(schema).get(name)?.format === 'binary';
  return isBinary && !allProperties(shown).has(name);
}

/** `readOnly` by the request, or by what is read where the request says nothing of it. */
export function isStoreOwned({ shown }: Resource, name: string, schema: Schema | undefined): boolean {
  const asked = schema === undefined ? undefined : propertiesOf(schema).get(name);
  return (asked ?? allProperties(shown).get(name))?.readOnly === true;
}

/** An order that is created under `/users/7/orders` belongs to 7, where it has a `userId`. */
function withParents({ resource, parents }: Asked, record: JsonObject): JsonObject {
  const values = parentNames(resource).flatMap(({ name, schema, index }): [string, Json][] => {
    const value = parents[index];
    if (value === undefined || Object.hasOwn(record, name) || !isValid(schema, value, 'request')) return [];
    return [[name, value]];
  });
  return values.length === 0 ? record : { ...Object.fromEntries(values), ...record };
}

const parentNames = remembered((resource: Resource) => {
  const declared = allProperties([...resource.shown, ...resource.asked]);
  return parameterNames(resource.collection).flatMap((name, index) => {
    const schema = declared.get(name);
    return schema === undefined || name === resource.idName ? [] : [{ name, schema, index }];
  });
});

/** With the schema's defaults for what is absent, unless that breaks it. */
export function withDefaults({ record, schema }: Incoming): JsonObject {
  if (schema === undefined) return record;
  const absent = defaultsIn(schema).filter(([name]) => !Object.hasOwn(record, name));
  if (absent.length === 0) return record;
  const filled = { ...record, ...Object.fromEntries(absent) };
  return !isValid(schema, record, 'request') || isValid(schema, filled, 'request') ? filled : record;
}

const defaultsIn = remembered((schema: Schema) =>
  [...propertiesOf(schema)].flatMap(([name, part]): [string, Json][] =>
    part.default === undefined || part.readOnly ? [] : [[name, part.default.value]],
  ),
);
