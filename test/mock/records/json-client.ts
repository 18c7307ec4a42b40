/** Calls a mock like an app: JSON in, status and JSON out. */
import type { RunningMock } from '../../../mock/serve/mock-server.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { send, type TestResponse } from '../support.ts';

export const todos = 'test/fixtures/mock/todos.yaml';
export const pets = 'test/fixtures/mock/pets.yaml';
export const books = 'test/fixtures/mock/books.yaml';
export const gallery = 'test/fixtures/mock/gallery.yaml';
export const shop = 'test/fixtures/mock/shop.yaml';

export interface JsonClient {
  get(path: string): Promise<TestResponse>;
  post(path: string, body: Json): Promise<TestResponse>;
  put(path: string, body: Json): Promise<TestResponse>;
  patch(path: string, body: Json, type?: string): Promise<TestResponse>;
  remove(path: string): Promise<TestResponse>;
}

export function createClient({ url }: Pick<RunningMock, 'url'>): JsonClient {
  const call = (method: string) => (path: string, body: Json, type?: string) =>
    send(`${url}${path}`, {
      method,
      headers: { 'Content-Type': type ?? 'application/json' },
      body: stringifyJson(body),
    });
  return {
    get: (path) => send(`${url}${path}`),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    remove: (path) => send(`${url}${path}`, { method: 'DELETE' }),
  };
}

export const mergePatch = 'application/merge-patch+json';
export const jsonPatch = 'application/json-patch+json';

/** The `content` of a body or response in JSON. */
export function contentOf(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}
