import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import { isObject, type Json, JsonNumber, type JsonObject, parseJson, wholeNumber } from './json.ts';
import { EarlyResponse, jsonResponse, RequestError, type StoreResponse } from './response.ts';

export interface Plant {
  readonly id: bigint;
  /** A string in the right store; faulty ones let other values in. */
  readonly name: Json;
  readonly tag: Json | undefined;
}

/** The stages of an exchange, in the order they run; a variant replaces some of them. */
export interface PlantStoreBehavior {
  readonly host: string;
  readonly basePath: string;
  readonly serverOptions: ServerOptions;
  /** Answers `Expect: 100-continue`; what it returns is the answer in place of the exchange. */
  respondToExpectContinue(response: ServerResponse): StoreResponse | undefined;
  /** Wraps the whole exchange: delays, memories, failures that do not depend on what was asked. */
  wrapExchange(request: IncomingMessage, respond: () => Promise<StoreResponse>): Promise<StoreResponse>;
  checkRoute(request: IncomingMessage, basePath: string): void;
  checkCredentials(request: IncomingMessage, token: string): void;
  readBody(request: IncomingMessage): Promise<Buffer>;
  checkMediaType(request: IncomingMessage): void;
  decode(body: Buffer): string;
  parse(text: string): Json;
  readFields(value: Json): JsonObject;
  readId(value: Json | undefined): bigint;
  readName(value: Json | undefined): Json;
  readTag(value: Json | undefined): Json | undefined;
  create(plant: Plant): Plant | Promise<Plant>;
  serializePlant(plant: Plant): Json;
  respondToCreate(serializedPlant: Json): StoreResponse;
  errorBody(requestError: RequestError): JsonObject;
  respondToError(requestError: RequestError, errorBody: JsonObject): StoreResponse;
}

/** The store as interface.md describes it, with the common choice wherever that document is silent. */
export const rightStore: PlantStoreBehavior = {
  host: '127.0.0.1',
  basePath: '',
  serverOptions: {},
  respondToExpectContinue: (response) => void response.writeContinue(),
  wrapExchange: (_request, respond) => respond(),
  checkRoute,
  checkCredentials,
  readBody,
  checkMediaType,
  decode,
  parse,
  readFields,
  readId,
  readName,
  readTag,
  create: (plant) => plant,
  serializePlant: ({ name, tag }) => (tag === undefined ? { name } : { name, tag }),
  respondToCreate: (serializedPlant) => jsonResponse(200, serializedPlant),
  errorBody: (requestError) => ({ error: new JsonNumber(400), message: requestError.message }),
  respondToError,
};

/** Takes one request through all stages; every failure becomes an answer. */
export async function createExchange(
  store: PlantStoreBehavior,
  request: IncomingMessage,
  token: string,
): Promise<StoreResponse> {
  try {
    return await createPlant(store, request, token);
  } catch (error) {
    if (error instanceof EarlyResponse) return error.response;
    const requestError = error instanceof RequestError ? error : new RequestError('unexpected', String(error));
    return store.respondToError(requestError, store.errorBody(requestError));
  }
}

async function createPlant(store: PlantStoreBehavior, request: IncomingMessage, token: string): Promise<StoreResponse> {
  store.checkRoute(request, store.basePath);
  store.checkCredentials(request, token);
  // The body first: one that is missing has no media type either.
  const body = await store.readBody(request);
  store.checkMediaType(request);
  const text = store.decode(body);
  const fields = store.readFields(store.parse(text));
  const plant = await store.create({
    id: store.readId(fields.id),
    name: store.readName(fields.name),
    tag: store.readTag(fields.tag),
  });
  return store.respondToCreate(store.serializePlant(plant));
}

/** The request target without its query and, where it came in absolute form, without scheme and host. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
}

function checkRoute(request: IncomingMessage, basePath: string): void {
  if (pathOf(request) !== `${basePath}/plants`) throw new RequestError('path', 'There is nothing at this address.');
  if (request.method !== 'POST') throw new RequestError('method', 'Plants are created with POST.');
}

/** The two parts of the Authorization header; an absent one has both empty. */
export function credentialsOf(request: IncomingMessage): { readonly scheme: string; readonly token: string } {
  const [, scheme = '', token = ''] = /^(\S+)(?: +(.*))?$/.exec(request.headers.authorization ?? '') ?? [];
  return { scheme: scheme.toLowerCase(), token };
}

function checkCredentials(request: IncomingMessage, token: string): void {
  const presentedToken = credentialsOf(request);
  if (presentedToken.scheme !== 'bearer') throw new RequestError('credentials', 'A bearer token is required.');
  if (presentedToken.token !== token) throw new RequestError('credentials', 'The bearer token is not valid.');
}

const largestBody = 8 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // What is too much is still read, so that the client gets to see the answer.
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size === 0) throw new RequestError('no-body', 'The body is required.');
  if (size > largestBody) throw new RequestError('too-large', 'The body is larger than 8 MiB.');
  return Buffer.concat(chunks);
}

function checkMediaType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') {
    throw new RequestError('media-type', 'The body has to be sent as application/json.');
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((p) => p.startsWith('charset='));
  if (charset !== undefined && !/^charset="?(utf-?8|us-ascii)"?$/.test(charset)) {
    throw new RequestError('media-type', 'JSON is sent as UTF-8.');
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new RequestError('encoding', 'The body is not UTF-8.');
  }
}

function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new RequestError('syntax', 'The body is not JSON, or nested too deeply.');
  }
}

function readFields(value: Json): JsonObject {
  if (!isObject(value)) throw new RequestError('not-an-object', 'The body has to be an object.');
  return value;
}

function readId(value: Json | undefined): bigint {
  if (value === undefined) throw new RequestError('id', 'id is required.');
  const id = value instanceof JsonNumber ? wholeNumber(value) : undefined;
  if (id === undefined) throw new RequestError('id', 'id has to be an integer.');
  if (BigInt.asIntN(64, id) !== id) throw new RequestError('id', 'id has to fit into 64 bits.');
  return id;
}

function readName(value: Json | undefined): string {
  if (value === undefined) throw new RequestError('name', 'name is required.');
  if (typeof value !== 'string') throw new RequestError('name', 'name has to be a string.');
  return value;
}

function readTag(value: Json | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new RequestError('tag', 'tag has to be a string.');
}

function respondToError(requestError: RequestError, errorBody: JsonObject): StoreResponse {
  switch (requestError.reason) {
    case 'path':
      return jsonResponse(404, errorBody);
    case 'method':
      return withHeader(jsonResponse(405, errorBody), 'allow', 'POST');
    case 'credentials':
      return withHeader(jsonResponse(401, errorBody), 'www-authenticate', 'Bearer');
    default:
      return jsonResponse(400, errorBody);
  }
}

export function withHeader(storeResponse: StoreResponse, name: string, value: string): StoreResponse {
  return { ...storeResponse, headers: { ...storeResponse.headers, [name]: value } };
}
