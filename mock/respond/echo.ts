/**
 * What the client sent comes back: a property that the response declares by the same name as the JSON request body, also
 * item by item where a list is answered with a list.
 * Where the request left one out that both declare and the response does not require, the answer leaves it out too
 * (not for PATCH, which sends only what changes). Whatever would break the response's schema is not taken over.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, propertiesOf, requiredOf } from '../../spec/model/schema-view.ts';
import { rememberedBoth } from '../../spec/remembered.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { withoutReadOnly } from '../records/project.ts';

export interface EchoRequest {
  readonly operation: Operation;
  readonly request: Schema;
  readonly response: Schema;
  readonly sent: Json | undefined;
}

/** `answer` is valid by `response`, and so is what is returned. */
export function echo(
  answer: Json | undefined,
  { operation, request, response, sent }: EchoRequest,
): Json | undefined {
  if (isJsonArray(answer) && isJsonArray(sent))
    return echoItems(answer, { operation, request, response, sent }) ?? answer;
  if (!isJsonObject(answer) || !isJsonObject(sent)) return answer;
  const { names, required, envelope } = sharedBy(request, response);
  if (envelope !== undefined) return within(answer, envelope, { operation, request, response, sent });
  const isPartial = operation.method === 'PATCH';
  const changes = names.flatMap((name): Change[] => {
    if (Object.hasOwn(sent, name)) return [{ name, value: sentPart(sent[name], request, name) }];
    return isPartial || required.has(name) ? [] : [{ name, value: undefined }];
  });
  const whole = withAll(answer, changes);
  if (isValid(response, whole, 'response')) return whole;
  return changes.reduce((valid, one) => {
    const next = change(valid, one);
    if (isValid(response, next, 'response')) return next;
    const deeper = change(valid, inside(valid, one, { operation, request, response, sent }));
    return isValid(response, deeper, 'response') ? deeper : valid;
  }, answer);
}

function sentPart(value: Json | undefined, request: Schema, name: string): Json | undefined {
  return typeof value === 'object' ? withoutReadOnly(value, propertiesOf(request).get(name)) : value;
}

/** In one step where nothing is taken out. */
function withAll(answer: JsonObject, changes: readonly Change[]): JsonObject {
  const isFuller = changes.every(({ name, value }) => value !== undefined || !Object.hasOwn(answer, name));
  if (!isFuller) return changes.reduce(change, answer);
  const given = changes.flatMap(({ name, value }): [string, Json][] =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...answer, ...Object.fromEntries(given) };
}

interface Shared {
  readonly names: readonly string[];
  /** Of the response. */
  readonly required: ReadonlySet<string>;
  readonly envelope: readonly [name: string, schema: Schema] | undefined;
}

const sharedBy = rememberedBoth((request: Schema, response: Schema): Shared => {
  const names = sharedNames(request, response);
  return { names, required: requiredOf(response), envelope: envelopeIn(request, response) };
});

/** The one part that is an object, where the answer alone has the record in it: `{ "data": { ... } }`. */
function envelopeIn(request: Schema, response: Schema): readonly [name: string, schema: Schema] | undefined {
  if (sharedNames(request, response).length > 0) return undefined;
  const [first, ...others] = [...propertiesOf(response)].filter(
    ([, schema]) => propertiesOf(schema).size > 0,
  );
  return others.length > 0 || first === undefined || sharedNames(request, first[1]).length === 0
    ? undefined
    : first;
}

function within(answer: JsonObject, [name, schema]: readonly [string, Schema], echoed: EchoRequest): Json {
  const value = echo(answer[name], { ...echoed, response: schema });
  const whole = value === undefined ? answer : { ...answer, [name]: value };
  return isValid(echoed.response, whole, 'response') ? whole : answer;
}

/** What is sent in `{ "data": { ... } }` lacks what only the answer has, such as the identifier. */
function inside(
  answer: JsonObject,
  { name, value }: Change,
  { operation, request, response }: EchoRequest,
): Change {
  const [asked, shown] = [propertiesOf(request).get(name), propertiesOf(response).get(name)];
  if (asked === undefined || shown === undefined || !isJsonObject(value))
    return { name, value: answer[name] };
  return { name, value: echo(answer[name], { operation, request: asked, response: shown, sent: value }) };
}

/** A list of records for a list of them, each with what was sent in its place; undefined where they have nothing in common. */
function echoItems(
  answer: readonly Json[],
  { operation, request, response, sent }: EchoRequest & { readonly sent: readonly Json[] },
): Json | undefined {
  const [asked, shown] = [itemsOf(request), itemsOf(response)];
  if (asked === undefined || shown === undefined || sharedNames(asked, shown).length === 0) return undefined;
  const like = answer[0] ?? sampleOf(shown, 'response');
  const items = sent.map((item) => echo(like, { operation, request: asked, response: shown, sent: item }));
  const whole = items.filter((item) => item !== undefined);
  return isValid(response, whole, 'response') ? whole : undefined;
}

interface Change {
  readonly name: string;
  /** `undefined` takes the property out. */
  readonly value: Json | undefined;
}

function change(object: JsonObject, { name, value }: Change): JsonObject {
  const { [name]: _old, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}

/** A property that is for one direction only does not come back. */
function sharedNames(request: Schema, response: Schema): readonly string[] {
  const sent = propertiesOf(request);
  return [...propertiesOf(response)].flatMap(([name, schema]) => {
    const other = sent.get(name);
    const isOneWay = [schema, other].some((one) => one?.readOnly === true || one?.writeOnly === true);
    return other === undefined || isOneWay ? [] : [name];
  });
}
