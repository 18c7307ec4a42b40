/** Small contracts of items, and their implementations: each operation has a handler that a test can replace. */
import { createServer, type IncomingMessage } from 'node:http';
import { isValidText } from '../../contracts/conformance/request/parameters/serialize-parameters.ts';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { matchPath } from '../../spec/resources/path-templates.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

export const idSchema = { type: 'integer', minimum: 1, maximum: 2_000_000_000 };

export const newItem = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    stock: { type: 'integer', minimum: 0, maximum: 1_000 },
  },
};

export const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: idSchema, ...newItem.properties },
};

export function sends(schema: JsonObject): JsonObject {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

/** Responses with their schemas; undefined for one without a body. */
export function responds(bodies: Readonly<Record<number, JsonObject | undefined>>): JsonObject {
  const responses = Object.entries(bodies).map(([status, schema]) => [
    status,
    { description: status, ...(schema && { content: { 'application/json': { schema } } }) },
  ]);
  return { responses: Object.fromEntries(responses) };
}

const error = { type: 'object', properties: { message: { type: 'string' } } };

export const rejections = { 400: error, 404: error, 415: error };

/** The usual operations on items, as `METHOD path`. */
export const itemOperations = {
  'POST /items': { operationId: 'create', ...sends(newItem), ...responds({ 201: item, ...rejections }) },
  'GET /items': { operationId: 'list', ...responds({ 200: { type: 'array', items: item } }) },
  'GET /items/{id}': { operationId: 'read', ...responds({ 200: item, ...rejections }) },
  'PUT /items/{id}': { operationId: 'replace', ...sends(newItem), ...responds({ 200: item, ...rejections }) },
  'PATCH /items/{id}': {
    operationId: 'change',
    ...sends({ type: 'object', additionalProperties: false, properties: newItem.properties }),
    ...responds({ 200: item, ...rejections }),
  },
  'DELETE /items/{id}': { operationId: 'remove', ...responds({ 204: undefined, ...rejections }) },
} satisfies Readonly<Record<string, JsonObject>>;

export type ItemOperation = keyof typeof itemOperations;

/** The contract with these operations; path parameters are numbers, with `pathExample` as their example. */
export async function itemContract(operations: Readonly<Record<string, JsonObject>>): Promise<Contract> {
  return parseContract('file:///items.json', stringifyJson(itemDocument(operations)));
}

/** The document of that contract. */
export function itemDocument(operations: Readonly<Record<string, JsonObject>>): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, { pathExample, ...operation }] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const own = operation['parameters'];
    const schema = pathExample === undefined ? idSchema : { ...idSchema, example: pathExample };
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema }));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { ...operation, parameters: [...parameters, ...(Array.isArray(own) ? own : [])] },
    };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Items', version: '1.0.0' },
    servers: [{ url: 'http://localhost' }],
    paths,
  };
}

/** The usual operations with these names. */
export function pick(...names: readonly ItemOperation[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(names.map((name) => [name, itemOperations[name]]));
}

export interface ItemRequest {
  /** The path values. */
  readonly values: readonly string[];
  /** A valid body. */
  readonly sent: JsonObject;
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
}

export interface ItemReply {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

export type ItemHandlers = Readonly<Record<string, (request: ItemRequest) => ItemReply>>;

export const missing: ItemReply = { status: 404, body: { message: 'no such item' } };

/** A correct implementation of the usual operations. */
export function itemHandlers(items: Map<string, JsonObject> = new Map()): ItemHandlers {
  let nextId = 100;
  const about = (id: string | undefined, found: (one: JsonObject, id: string) => ItemReply): ItemReply => {
    const one = id === undefined ? undefined : items.get(id);
    return one === undefined || id === undefined ? missing : found(one, id);
  };
  const store = (id: string, one: JsonObject): ItemReply => {
    items.set(id, one);
    return { status: 200, body: one };
  };
  return {
    'POST /items': ({ sent }) => {
      const id = nextId++;
      return { ...store(String(id), { id, ...sent }), status: 201 };
    },
    'GET /items': () => ({ status: 200, body: [...items.values()] }),
    'GET /items/{id}': ({ values: [id] }) => about(id, (one) => ({ status: 200, body: one })),
    'PUT /items/{id}': ({ values: [id], sent }) =>
      about(id, (one, name) => store(name, { id: one['id'] ?? 0, ...sent })),
    'PATCH /items/{id}': ({ values: [id], sent }) => about(id, (one, name) => store(name, { ...one, ...sent })),
    'DELETE /items/{id}': ({ values: [id] }) =>
      about(id, (_one, name) => {
        items.delete(name);
        return { status: 204 };
      }),
  };
}

/** Rejects what is invalid, and leaves the rest to the handlers; returns the base URL. */
export async function startItemStore(onEnd: OnTestEnd, contract: Contract, handlers: ItemHandlers): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, headers, ...reply } = respond(request, await readBody(request));
    const body = reply.body ?? ([400, 404, 415].includes(status) ? { message: 'rejected' } : undefined);
    response.writeHead(status, { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers });
    response.end(body === undefined ? undefined : stringifyJson(body));
  });
  return startTestServer(server, onEnd);

  function respond({ method, url = '/', headers }: IncomingMessage, bytes: Buffer): ItemReply {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const here = contract.operations.filter(({ path }) => matchPath(path, pathname) !== undefined);
    const operation = here.find((one) => one.method === method);
    if (operation === undefined) return here.length === 0 ? missing : rejectMethod(here);
    const values = matchPath(operation.path, pathname) ?? [];
    if (!hasValidParameters(operation, values, headers)) return { status: 400 };
    const schema = operation.requestBody?.content[0]?.schema;
    if (schema !== undefined && !/^application\/json\b/i.test(headers['content-type'] ?? '')) return { status: 415 };
    const parsed = parseJsonBytes(bytes);
    const sent = parsed.ok ? parsed.value : undefined;
    if (schema !== undefined && (sent === undefined || !isValid(schema, sent, 'request'))) return { status: 400 };
    const handler = handlers[`${method} ${operation.path}`];
    const body = sent !== undefined && isJsonObject(sent) ? sent : {};
    return handler?.({ values, sent: body, headers, query: searchParams }) ?? { status: 500 };
  }
}

function rejectMethod(operations: readonly Operation[]): ItemReply {
  return { status: 405, headers: { Allow: operations.map(({ method }) => method).join(', ') } };
}

function hasValidParameters(
  { parameters }: Operation,
  values: readonly string[],
  headers: IncomingMessage['headers'],
): boolean {
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const inHeader = parameters.filter(({ in: place }) => place === 'header');
  return (
    inPath.every(({ schema }, index) => schema === undefined || isValidText(schema, values[index] ?? '')) &&
    inHeader.every(({ name, required, schema }) => {
      const text = headers[name.toLowerCase()];
      if (text === undefined) return !required;
      return schema === undefined || isValidText(schema, String(text));
    })
  );
}
