import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import { Interruption, jsonReply, Refusal, type Reply } from './exchange.ts';
import { isObject, type Json, JsonNumber, type JsonObject, parseJson, wholeNumber } from './json.ts';

export interface Plant {
  readonly id: bigint;
  /** A string in the right store; faulty ones let other values in. */
  readonly name: Json;
  readonly tag: Json | undefined;
}

/** The stages of an exchange, in the order they run; a variant replaces some of them. */
export interface Behaviour {
  readonly host: string;
  readonly basePath: string;
  readonly serverOptions: ServerOptions;
  /** Answers `Expect: 100-continue`; what it returns is the answer in place of the exchange. */
  confirm(response: ServerResponse): Reply | undefined;
  /** Wraps the whole exchange: delays, memories, failures that do not depend on what was asked. */
  around(request: IncomingMessage, answer: () => Promise<Reply>): Promise<Reply>;
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
  show(plant: Plant): Json;
  answerCreated(shown: Json): Reply;
  describeRefusal(refusal: Refusal): JsonObject;
  answerRefused(refusal: Refusal, described: JsonObject): Reply;
}

/** The store as interface.md describes it, with the common choice wherever that document is silent. */
export const rightStore: Behaviour = {
  host: '127.0.0.1',
  basePath: '',
  serverOptions: {},
  confirm: (response) => void response.writeContinue(),
  around: (_request, answer) => answer(),
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
  show: ({ name, tag }) => (tag === undefined ? { name } : { name, tag }),
  answerCreated: (shown) => jsonReply(200, shown),
  describeRefusal: (refusal) => ({ error: new JsonNumber(400), message: refusal.message }),
  answerRefused,
};

/** Takes one request through all stages; every failure becomes an answer. */
export async function exchange(store: Behaviour, request: IncomingMessage, token: string): Promise<Reply> {
  try {
    return await createPlant(store, request, token);
  } catch (error) {
    if (error instanceof Interruption) return error.reply;
    const refusal = error instanceof Refusal ? error : new Refusal('unexpected', String(error));
    return store.answerRefused(refusal, store.describeRefusal(refusal));
  }
}

async function createPlant(store: Behaviour, request: IncomingMessage, token: string): Promise<Reply> {
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
  return store.answerCreated(store.show(plant));
}

/** The request target without its query and, where it came in absolute form, without scheme and host. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
}

function checkRoute(request: IncomingMessage, basePath: string): void {
  if (pathOf(request) !== `${basePath}/plants`)
    throw new Refusal('path', 'There is nothing at this address.');
  if (request.method !== 'POST') throw new Refusal('method', 'Plants are created with POST.');
}

/** The two parts of the Authorization header; an absent one has both empty. */
export function credentialsOf(request: IncomingMessage): { readonly scheme: string; readonly token: string } {
  const [, scheme = '', token = ''] = /^(\S+)(?: +(.*))?$/.exec(request.headers.authorization ?? '') ?? [];
  return { scheme: scheme.toLowerCase(), token };
}

function checkCredentials(request: IncomingMessage, token: string): void {
  const given = credentialsOf(request);
  if (given.scheme !== 'bearer') throw new Refusal('credentials', 'A bearer token is required.');
  if (given.token !== token) throw new Refusal('credentials', 'The bearer token is not valid.');
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
  if (size === 0) throw new Refusal('no-body', 'The body is required.');
  if (size > largestBody) throw new Refusal('too-large', 'The body is larger than 8 MiB.');
  return Buffer.concat(chunks);
}

function checkMediaType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') {
    throw new Refusal('media-type', 'The body has to be sent as application/json.');
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((p) => p.startsWith('charset='));
  if (charset !== undefined && !/^charset="?(utf-?8|us-ascii)"?$/.test(charset)) {
    throw new Refusal('media-type', 'JSON is sent as UTF-8.');
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Refusal('encoding', 'The body is not UTF-8.');
  }
}

function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new Refusal('syntax', 'The body is not JSON, or nested too deeply.');
  }
}

function readFields(value: Json): JsonObject {
  if (!isObject(value)) throw new Refusal('not-an-object', 'The body has to be an object.');
  return value;
}

function readId(value: Json | undefined): bigint {
  if (value === undefined) throw new Refusal('id', 'id is required.');
  const id = value instanceof JsonNumber ? wholeNumber(value) : undefined;
  if (id === undefined) throw new Refusal('id', 'id has to be an integer.');
  if (BigInt.asIntN(64, id) !== id) throw new Refusal('id', 'id has to fit into 64 bits.');
  return id;
}

function readName(value: Json | undefined): string {
  if (value === undefined) throw new Refusal('name', 'name is required.');
  if (typeof value !== 'string') throw new Refusal('name', 'name has to be a string.');
  return value;
}

function readTag(value: Json | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new Refusal('tag', 'tag has to be a string.');
}

function answerRefused(refusal: Refusal, described: JsonObject): Reply {
  switch (refusal.reason) {
    case 'path':
      return jsonReply(404, described);
    case 'method':
      return withHeader(jsonReply(405, described), 'allow', 'POST');
    case 'credentials':
      return withHeader(jsonReply(401, described), 'www-authenticate', 'Bearer');
    default:
      return jsonReply(400, described);
  }
}

export function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}
