/** Items whose key the client chooses, in the body of a POST or in the path of a PUT, with rules that no schema states. */
import { createServer } from 'node:http';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { loadSpecSource } from '../../spec/loading/spec-source.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

/** Which operation creates an item. */
export type CreatedBy = 'POST' | 'PUT';

export interface KeyContract {
  readonly createdBy: CreatedBy;
  readonly key: JsonObject;
  /** Of whole items: of the media type for a POST, of the path parameter for a PUT. */
  readonly examples?: readonly Json[];
  /** The body of a PUT has no key. */
  readonly isKeyOnlyInPath?: boolean;
}

export async function loadKeyContract({
  createdBy,
  key,
  examples = [],
  isKeyOnlyInPath = false,
}: KeyContract): Promise<Contract> {
  const title = { type: 'string', minLength: 1, maxLength: 80 };
  const item = {
    type: 'object',
    additionalProperties: false,
    required: isKeyOnlyInPath ? ['title'] : ['sku', 'title'],
    properties: { ...(isKeyOnlyInPath ? {} : { sku: key }), title },
  };
  const named = (values: readonly Json[]): JsonObject =>
    values.length === 0 ? {} : { examples: Object.fromEntries(values.map((value, index) => [`e${index}`, { value }])) };
  const json = (schema: JsonObject, values: readonly Json[] = []) => ({
    'application/json': { schema, ...named(values) },
  });
  const shown = { description: 'The item', content: json(item) };
  const errors = { 400: { description: 'Invalid' }, 404: { description: 'Unknown' }, 409: { description: 'Taken' } };
  const items = examples.map((sku, index) => ({ sku, title: `A chair ${index}` }));
  const isPut = createdBy === 'PUT';
  return loadSpecSource({
    openapi: '3.0.3',
    info: { title: 'Items', version: '1' },
    servers: [{ url: '/' }],
    paths: {
      ...(!isPut && {
        '/items': {
          post: {
            operationId: 'addItem',
            requestBody: { required: true, content: json(item, items) },
            responses: { 201: shown, 400: errors[400], 409: errors[409] },
          },
        },
      }),
      '/items/{sku}': {
        parameters: [{ name: 'sku', in: 'path', required: true, schema: key, ...(isPut && named(examples)) }],
        get: { operationId: 'getItem', responses: { 200: shown, 400: errors[400], 404: errors[404] } },
        put: {
          operationId: 'putItem',
          requestBody: { required: true, content: json(item) },
          responses: isPut ? { 200: shown, 201: shown, 400: errors[400] } : { 200: shown, ...errors },
        },
        delete: {
          operationId: 'deleteItem',
          responses: { 204: { description: 'Deleted' }, 400: errors[400], 404: errors[404] },
        },
      },
    },
  });
}

export function keySchemaOf({ operations }: Contract): Schema {
  const schema = operations.find(({ id }) => id === 'getItem')?.parameters[0]?.schema;
  if (schema === undefined) throw new Error('the contract has no key');
  return schema;
}

export interface KeyStoreOptions {
  readonly deletesNothing?: boolean;
  /** A rule about keys that the contract does not state. */
  isAllowed?(key: string): boolean;
}

export interface KeyStore {
  readonly baseUrl: string;
  /** The keys that creations had. */
  readonly keys: ReadonlySet<string>;
  /** Requests whose body had another key than their path. */
  readonly mismatches: readonly string[];
}

/** It stops with the test. A PUT with another key in its body than in its path is rejected. */
export async function startKeyStore(
  onEnd: OnTestEnd,
  contract: Contract,
  { deletesNothing = false, isAllowed = () => true }: KeyStoreOptions = {},
): Promise<KeyStore> {
  const items = new Map<string, JsonObject>();
  const keys = new Set<string>();
  const mismatches: string[] = [];
  const put = contract.operations.find(({ id }) => id === 'putItem');
  const createdByPut = contract.operations.every(({ method }) => method !== 'POST');
  const [schema, keySchema] = [put?.requestBody?.content[0]?.schema, keySchemaOf(contract)];
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const send = (status: number, body?: Json) =>
      response
        .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : stringifyJson(body));
    const { method = '', url = '' } = request;
    const name = /^\/items\/([^/?]+)/.exec(url)?.[1];
    const key = name === undefined ? undefined : decoded(name);
    const stored = key === undefined ? undefined : items.get(key);
    const isWrite = method === 'PUT' || (method === 'POST' && name === undefined);
    if (!isWrite) {
      if (name === undefined || (method !== 'GET' && method !== 'DELETE')) return send(404);
      if (key === undefined || !isKey(key)) return send(400);
      if (stored === undefined) return send(404);
      if (method === 'GET') return send(200, stored);
      if (!deletesNothing) items.delete(key);
      return send(204);
    }
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return send(415);
    const parsed = parseJsonBytes(bytes);
    if (!parsed.ok || schema === undefined || !isJsonObject(parsed.value)) return send(400);
    if (!isValid(schema, parsed.value, 'request')) return send(400);
    const item = parsed.value;
    const chosen = key ?? String(item.sku);
    const isMismatch = item.sku !== undefined && String(item.sku) !== chosen;
    if (isMismatch) mismatches.push(`${method} ${chosen} ${String(item.sku)}`);
    if (method === 'POST' || createdByPut) keys.add(chosen);
    if (isMismatch || !isKey(chosen) || !isAllowed(chosen)) return send(400);
    if (method === 'POST' && items.has(chosen)) return send(409);
    if (method === 'PUT' && stored === undefined && !createdByPut) return send(404);
    items.set(chosen, item);
    return send(stored === undefined ? 201 : 200, item);
  });
  return { baseUrl: await startTestServer(server, onEnd), keys, mismatches };

  function isKey(key: string): boolean {
    const number = /^(?:0|[1-9]\d{0,14})$/.test(key) ? [Number(key)] : [];
    return [key, ...number].some((one) => isValid(keySchema, one, 'request'));
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
