/** The callbacks that follow a response, by the expressions of the contract. */
import { type Json, type JsonObject, parseJson, parseJsonBytes } from '../../spec/json/exact-json.ts';
import type { Contract, OutgoingCall } from '../../spec/model/contract.ts';
import {
  type ExpressionMessage,
  type ExpressionSource,
  evaluateExpression,
} from '../../spec/wire/runtime-expressions.ts';
import { HttpError } from '../http/http-error.ts';
import { decodeFormValue } from '../http/request-target.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { OutgoingEvent } from './event-values.ts';
import { outgoingBody } from './outgoing-body.ts';
import { pathIdentifiers } from './path-identifiers.ts';

/** Marks a callback: no callbacks follow it, so that a URL of the mock itself causes no endless loop. */
export const CALLBACK_HEADER = 'plant-store-callback';

export type CallbackPreparer = (
  context: RequestContext,
  response: GeneratedResponse,
) => Promise<readonly OutgoingRequest[]>;

/** A callback whose expression has no value in the exchange, such as an optional URL, is not sent. */
export function createCallbackPreparer(
  contract: Contract,
  { madeUp, time }: Pick<CallbackSetting, 'madeUp' | 'time'>,
): CallbackPreparer {
  const { outgoingCalls = [] } = contract;
  const byOperation = Map.groupBy(outgoingCalls, ({ callbackOf }) => callbackOf);
  return async (context, response) => {
    const calls = byOperation.get(context.operation?.id) ?? [];
    const isSuccess = response.status >= 200 && response.status < 300;
    if (context.operation === undefined || calls.length === 0 || !isSuccess) return [];
    if (context.header(CALLBACK_HEADER) !== undefined) return [];
    const source = expressionSource(context, response);
    const ids = pathIdentifiers(context.operation.path, source);
    const setting = { source, ids, mount: context.mount, origin: context.request.origin, madeUp, contract, time };
    return (await Promise.all(calls.map((call) => prepareCallback(call, setting)))).flat();
  };
}

interface CallbackSetting {
  readonly source: ExpressionSource;
  /** Of the records that the exchange was about. */
  readonly ids: readonly JsonObject[];
  readonly mount: string;
  readonly origin: string | undefined;
  readonly madeUp: MadeUpValues;
  readonly contract: Contract;
  readonly time: OutgoingEvent['time'];
}

async function prepareCallback(
  { name, operation }: OutgoingCall,
  { source, ids, mount, origin, madeUp, contract, time }: CallbackSetting,
): Promise<readonly OutgoingRequest[]> {
  const url = evaluateExpression(operation.path, source);
  if (typeof url !== 'string' || url === '') return [];
  const known = [source.response?.body(), source.request.body(), ...ids].filter((one) => one !== undefined);
  const { text: body, type } = await outgoingBody(operation, {
    known,
    madeUp,
    origin,
    event: { name, contract, time },
  });
  return [
    {
      kind: 'callback',
      name,
      operation,
      mount,
      url,
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    },
  ];
}

function expressionSource(
  { request, route, header, target, body }: RequestContext,
  { status, headers, body: responseBody }: GeneratedResponse,
): ExpressionSource {
  const captures = route instanceof HttpError ? undefined : route.captures;
  return {
    url: `${request.origin ?? ''}${request.target}`,
    method: request.method,
    request: {
      header: (name) => header(name.toLowerCase()),
      body: () => readJson(body()),
      query: (name) => decodeField(target.query.find((field) => field.name === name)?.rawValue),
      pathParameter: (name) => decodeField(captures?.get(name)),
    },
    response: { ...messageOf(headers, responseBody), status },
  };
}

function decodeField(text: string | undefined): string | undefined {
  return text === undefined ? undefined : decodeFormValue(text);
}

function messageOf(headers: GeneratedResponse['headers'], body: GeneratedResponse['body']): ExpressionMessage {
  return {
    header: (name) => Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1],
    body: () => readJson(body),
  };
}

function readJson(body: Uint8Array | string | undefined): Json | undefined {
  if (body === undefined) return undefined;
  const parsed = typeof body === 'string' ? parseJson(body) : parseJsonBytes(body);
  return parsed.ok ? parsed.value : undefined;
}
