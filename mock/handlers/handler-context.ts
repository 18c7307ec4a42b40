/** The parts of a request for a handler: copies, since handlers may change what they get. */
import { deepCopyJson } from '../../spec/json/convert-json.ts';
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import { isJsonType } from '../../spec/model/contract.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import type { Faker } from '../made-up/faker.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import type { HandlerContext, HandlerResponse, HandlerStore } from './config-types.ts';

export interface ContextParts {
  readonly request: IncomingRequest;
  readonly valid: ValidRequest;
  readonly store: HandlerStore;
  readonly user: HandlerContext['user'];
  /** Loads Faker when a handler asks for it. */
  readonly faker: () => Faker;
  /** The regular response; called at most once. */
  readonly respond: () => Promise<GeneratedResponse>;
}

export function createHandlerContext({ request, valid, store, user, faker, respond }: ContextParts): HandlerContext {
  const { method, target, headers } = request;
  let response: Promise<GeneratedResponse> | undefined;
  return {
    request: {
      method,
      url: target,
      path: target.replace(/[?#].*$/s, ''),
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, [value].flat().join(', ')]],
        ),
      ),
    },
    params: parametersIn('path', valid),
    query: parametersIn('query', valid),
    body: valid.body === undefined ? undefined : deepCopyJson(valid.body),
    store,
    user,
    get faker() {
      return faker();
    },
    next: async () => {
      response ??= respond();
      return readResponse(await response);
    },
  };
}

function parametersIn(place: 'path' | 'query', { parameters }: ValidRequest): Readonly<Record<string, Json>> {
  const prefix = `${place}.`;
  return Object.fromEntries(
    [...parameters].flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), deepCopyJson(value)] as const] : [],
    ),
  );
}

function readResponse({ status, headers, body }: GeneratedResponse): HandlerResponse {
  return { status, headers: { ...headers }, body: readBody(headers, body) };
}

/** JSON as a value, any other text as it is, binary content as bytes. */
function readBody(
  headers: GeneratedResponse['headers'],
  body: GeneratedResponse['body'],
): Json | Uint8Array | undefined {
  if (typeof body !== 'string') return new Uint8Array(body);
  if (body === '') return undefined;
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const parsed = type !== undefined && isJsonType(type) ? parseJson(body) : undefined;
  return parsed?.ok === true ? parsed.value : body;
}
