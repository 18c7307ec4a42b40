/** Contracts and implementations of items whose key the client chooses. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import {
  isEqualJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract, Parameter } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { temporaryFolder } from '../pact/support.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

/** The contract of `POST /items` and `GET`, `PUT` and `DELETE /items/{sku}`, with this schema of the key. */
export async function keyedContract(
  key: JsonObject,
  example?: Json,
  headers: readonly JsonObject[] = [],
): Promise<Contract> {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['sku', 'title'],
    properties: {
      sku: key,
      title: { type: 'string', minLength: 1, maxLength: 80 },
      amount: { type: 'integer', format: 'int32' },
    },
    ...(example === undefined ? {} : { example: { sku: example, title: 'A chair', amount: 3 } }),
  };
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } };
  const shown = { description: 'The item', content: json };
  const empty = (description: string) => ({ description });
  const parameters = [
    { name: 'sku', in: 'path', required: true, schema: key, ...(example === undefined ? {} : { example }) },
  ];
  const document = {
    openapi: '3.0.3',
    info: { title: 'Items', version: '1.0.0' },
    servers: [{ url: 'http://localhost' }],
    paths: {
      '/items': {
        post: {
          operationId: 'addItem',
          parameters: headers,
          requestBody: { required: true, content: json },
          responses: { 200: shown, 201: shown, 400: empty('Invalid'), 409: empty('Exists') },
        },
      },
      '/items/{sku}': {
        parameters,
        get: { operationId: 'getItem', responses: { 200: shown, 400: empty('Invalid'), 404: empty('Unknown') } },
        put: {
          operationId: 'replaceItem',
          requestBody: { required: true, content: json },
          responses: { 200: shown, 400: empty('Invalid'), 404: empty('Unknown') },
        },
        delete: {
          operationId: 'deleteItem',
          responses: { 204: empty('Deleted'), 400: empty('Invalid'), 404: empty('Unknown') },
        },
      },
    },
    components: { schemas: { Item: schema } },
  };
  const file = path.join(temporaryFolder(), 'items.json');
  writeFileSync(file, JSON.stringify(document));
  return loadContract(file);
}

export interface KeyedStoreOptions {
  /** Correct without. */
  readonly defects?: readonly ('deletes nothing' | 'stores nothing on PUT')[];
  /** What a second creation with the same key does. */
  readonly repeatedKey: 'rejected' | 'replaces' | 'only the same item';
  /** Another property that must be unique. */
  readonly unique?: 'amount' | 'title';
  /** A header whose value may be sent only with one body. */
  readonly onceOnlyHeader?: string;
  /** A rule about keys that the contract does not state. */
  isAllowedKey?(key: Json): boolean;
}

/** Returns its base URL; it stops with the test. */
export async function startKeyedStore(
  onEnd: OnTestEnd,
  contract: Contract,
  { defects = [], repeatedKey, unique, onceOnlyHeader, isAllowedKey = () => true }: KeyedStoreOptions,
): Promise<string> {
  const items = new Map<string, JsonObject>();
  const bodies = new Map<string, string>();
  const schema = contract.operations.find(({ id }) => id === 'addItem')?.requestBody?.content[0]?.schema;
  const keySchema = contract.operations.find(({ id }) => id === 'getItem')?.parameters[0]?.schema;
  if (schema === undefined || keySchema === undefined) throw new Error('the contract has no schema of items');
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const send = (status: number, body?: Json) =>
      response
        .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : stringifyJson(body));
    const { method, url = '' } = request;
    const [, key] = /^\/items\/([^/?]+)/.exec(url) ?? [];
    const readItem = (): JsonObject | undefined => {
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
      const parsed = parseJsonBytes(bytes);
      const isItem = parsed.ok && isValid(schema, parsed.value, 'request') && isJsonObject(parsed.value);
      return isItem ? parsed.value : undefined;
    };
    if (key === undefined) {
      if (method !== 'POST') return send(404);
      const item = readItem();
      if (item === undefined || !isAllowedKey(item.sku ?? null)) return send(400);
      const headers = contract.operations.find(({ id }) => id === 'addItem')?.parameters ?? [];
      const isAcceptedHeader = ({ name, required, schema: declared }: Parameter) => {
        const given = request.headers[name.toLowerCase()];
        return given === undefined ? !required : declared === undefined || isValid(declared, String(given), 'request');
      };
      if (!headers.every(isAcceptedHeader)) return send(400);
      const token = request.headers[onceOnlyHeader ?? ''];
      const isReused = typeof token === 'string' && (bodies.get(token) ?? bytes.toString()) !== bytes.toString();
      if (typeof token === 'string' && !isReused) bodies.set(token, bytes.toString());
      if (isReused) return send(400);
      const name = String(item.sku);
      const same = items.get(name);
      if (same !== undefined && repeatedKey === 'rejected') return send(409);
      if (same !== undefined && repeatedKey === 'only the same item')
        return stringifyJson(same) === stringifyJson(item) ? send(200, same) : send(400);
      const isTaken = (other: JsonObject) =>
        unique !== undefined && item[unique] !== undefined && isEqualJson(other[unique] ?? null, item[unique] ?? null);
      if ([...items].some(([other, stored]) => other !== name && isTaken(stored))) return send(400);
      const status = items.has(name) ? 200 : 201;
      items.set(name, item);
      return send(status, item);
    }
    const name = decodeKey(key);
    if (name === undefined) return send(400);
    const stored = items.get(name);
    if (method === 'GET') return stored === undefined ? send(404) : send(200, stored);
    if (method === 'DELETE') {
      if (stored === undefined) return send(404);
      if (!defects.includes('deletes nothing')) items.delete(name);
      return send(204);
    }
    if (method !== 'PUT') return send(404);
    const item = readItem();
    if (item === undefined) return send(400);
    if (stored === undefined) return send(404);
    const replaced = { ...item, sku: stored.sku ?? null };
    if (!defects.includes('stores nothing on PUT')) items.set(name, replaced);
    return send(200, replaced);
  });
  return startTestServer(server, onEnd);
}

function decodeKey(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
