/**
 * Echoes sent values: properties that the response declares with the same name as the JSON request body, and list items
 * if both are lists. Shared optional properties that the request omits are also omitted in the response (except for
 * PATCH, which sends changes only). Values that would violate the response schema are not used.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { memoizePair } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties, itemsSchema, requiredNames } from '../../spec/model/schema-view.ts';
import { isEnvelopeName } from '../../spec/resources/record-envelopes.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { withoutReadOnly, withoutWriteOnly } from '../records/projection.ts';

export interface EchoRequest {
  readonly operation: Operation;
  readonly requestSchema: Schema;
  readonly responseSchema: Schema;
  readonly sent: Json | undefined;
}

/** `body` must be valid against `responseSchema`; the result is valid too. */
export function echoSentValues(
  body: Json | undefined,
  { operation, requestSchema, responseSchema, sent }: EchoRequest,
): Json | undefined {
  if (isJsonArray(body) && isJsonArray(sent))
    return echoItems(body, { operation, requestSchema, responseSchema, sent }) ?? body;
  if (!isJsonObject(body) || !isJsonObject(sent)) return body;
  const { names, required, envelope } = sharedProperties(requestSchema, responseSchema);
  const echoed = { operation, requestSchema, responseSchema, sent };
  const flat = names.length === 0 ? body : echoOutside(body, { ...echoed, names, required });
  return envelope === undefined ? flat : echoInEnvelope(flat, envelope, echoed);
}

interface FlatEcho extends EchoRequest, Pick<SharedProperties, 'names' | 'required'> {
  readonly sent: JsonObject;
}

/** The properties of the body itself. */
function echoOutside(body: JsonObject, flat: FlatEcho): JsonObject {
  const { operation, responseSchema, sent, names, required } = flat;
  const isPartial = operation.method === 'PATCH';
  const changes: Change[] = [];
  for (const name of names) {
    if (Object.hasOwn(sent, name)) changes.push({ name, value: sentValue(sent[name], name, flat) });
    else if (!isPartial && !required.has(name)) changes.push({ name, value: undefined });
  }
  const whole = applyChanges(body, changes);
  if (isValid(responseSchema, whole, 'response')) return whole;
  return changes.reduce((valid, one) => {
    const next = applyChange(valid, one);
    if (isValid(responseSchema, next, 'response')) return next;
    const deeper = applyChange(valid, echoInProperty(valid, one, flat));
    return isValid(responseSchema, deeper, 'response') ? deeper : valid;
  }, body);
}

function sentValue(
  value: Json | undefined,
  name: string,
  { requestSchema, responseSchema }: EchoRequest,
): Json | undefined {
  if (typeof value !== 'object') return value;
  const writable = withoutReadOnly(value, declaredProperties(requestSchema).get(name));
  return withoutWriteOnly(writable, declaredProperties(responseSchema).get(name));
}

/** In one step if no property is removed. */
function applyChanges(body: JsonObject, changes: readonly Change[]): JsonObject {
  const removesNothing = changes.every(({ name, value }) => value !== undefined || !Object.hasOwn(body, name));
  if (!removesNothing) return changes.reduce(applyChange, body);
  const assigned: [string, Json][] = [];
  for (const { name, value } of changes) if (value !== undefined) assigned.push([name, value]);
  return { ...body, ...Object.fromEntries(assigned) };
}

interface SharedProperties {
  readonly names: readonly string[];
  /** Required properties of the response. */
  readonly required: ReadonlySet<string>;
  readonly envelope: readonly [name: string, schema: Schema] | undefined;
}

const sharedProperties = memoizePair((requestSchema: Schema, responseSchema: Schema): SharedProperties => {
  const names = sharedNames(requestSchema, responseSchema);
  return {
    names,
    required: requiredNames(responseSchema),
    envelope: sharedEnvelope(requestSchema, responseSchema),
  };
});

/**
 * The only object property, if only the response wraps the record: `{ "data": { ... } }`. Next to it there may be a few
 * of the sent properties, such as a `status`, if the object alone has an identifier or the usual name of an envelope.
 */
function sharedEnvelope(
  requestSchema: Schema,
  responseSchema: Schema,
): readonly [name: string, schema: Schema] | undefined {
  const outside = sharedNames(requestSchema, responseSchema).length;
  const sent = declaredProperties(requestSchema);
  const isRecord = (name: string, schema: Schema) =>
    outside === 0 ||
    (!sent.has(name) && (isEnvelopeName(name) || (hasIdentifier(schema) && !hasIdentifier(responseSchema))));
  const [first, ...others] = [...declaredProperties(responseSchema)].filter(
    ([name, schema]) => declaredProperties(schema).size > 0 && isRecord(name, schema),
  );
  if (others.length > 0 || first === undefined) return undefined;
  const inside = sharedNames(requestSchema, first[1]).length;
  return inside > outside || (inside === outside && isEnvelopeName(first[0])) ? first : undefined;
}

function hasIdentifier(schema: Schema): boolean {
  return [...declaredProperties(schema).keys()].some((name) => /^_?(?:id|uuid)$/i.test(name));
}

function echoInEnvelope(body: JsonObject, [name, schema]: readonly [string, Schema], echoed: EchoRequest): Json {
  const value = echoSentValues(body[name], { ...echoed, responseSchema: schema });
  const whole = value === undefined ? body : { ...body, [name]: value };
  return isValid(echoed.responseSchema, whole, 'response') ? whole : body;
}

/** An object sent in `{ "data": { ... } }`, or an item of a list, lacks what only the response has, such as the id. */
function echoInProperty(
  body: JsonObject,
  { name, value }: Change,
  { operation, requestSchema, responseSchema }: EchoRequest,
): Change {
  const [requestPart, responsePart] = [
    declaredProperties(requestSchema).get(name),
    declaredProperties(responseSchema).get(name),
  ];
  if (requestPart === undefined || responsePart === undefined || typeof value !== 'object' || value === null)
    return { name, value: body[name] };
  return {
    name,
    value: echoSentValues(body[name], {
      operation,
      requestSchema: requestPart,
      responseSchema: responsePart,
      sent: value,
    }),
  };
}

/**
 * Responds to a list of records with a list, each item with its sent values; undefined if the schemas share no
 * properties.
 */
function echoItems(
  body: readonly Json[],
  { operation, requestSchema, responseSchema, sent }: EchoRequest & { readonly sent: readonly Json[] },
): Json | undefined {
  const [requestPart, responsePart] = [itemsSchema(requestSchema), itemsSchema(responseSchema)];
  if (requestPart === undefined || responsePart === undefined || sharedNames(requestPart, responsePart).length === 0)
    return undefined;
  const template = body[0] ?? sampleValue(responsePart, 'response');
  const items = sent.map((item) =>
    echoSentValues(template, {
      operation,
      requestSchema: requestPart,
      responseSchema: responsePart,
      sent: item,
    }),
  );
  const whole = items.filter((item) => item !== undefined);
  return isValid(responseSchema, whole, 'response') ? whole : undefined;
}

interface Change {
  readonly name: string;
  /** `undefined` removes the property. */
  readonly value: Json | undefined;
}

function applyChange(object: JsonObject, { name, value }: Change): JsonObject {
  const { [name]: _old, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}

/** Read-only and write-only properties are not echoed. */
function sharedNames(requestSchema: Schema, responseSchema: Schema): readonly string[] {
  const sent = declaredProperties(requestSchema);
  return [...declaredProperties(responseSchema)].flatMap(([name, schema]) => {
    const other = sent.get(name);
    const isOneDirectional = [schema, other].some((one) => one?.readOnly === true || one?.writeOnly === true);
    return other === undefined || isOneDirectional ? [] : [name];
  });
}
