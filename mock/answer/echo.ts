/**
 * What the client sent comes back: a property that the response declares by the same name as the JSON request body.
 * Where the request left one out that both declare and the response does not require, the answer leaves it out too
 * (not for PATCH, which sends only what changes). Whatever would break the response's schema is not taken over.
 */
import type { Operation } from '../../spec/contract.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';
import { isValid } from '../../spec/validate.ts';
import { propertiesOf, requiredOf } from '../schema-view.ts';

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
  if (!isJsonObject(answer) || !isJsonObject(sent)) return answer;
  const required = requiredOf(response);
  const changes = sharedNames(request, response).flatMap((name): Change[] => {
    if (Object.hasOwn(sent, name)) return [{ name, value: sent[name] }];
    return operation.method === 'PATCH' || required.has(name) ? [] : [{ name, value: undefined }];
  });
  const whole = changes.reduce(change, answer);
  if (isValid(response, whole, 'response')) return whole;
  return changes.reduce((valid, one) => {
    const next = change(valid, one);
    return isValid(response, next, 'response') ? next : valid;
  }, answer);
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
