/** A document with records, and mocks of it with handlers. */

import { onTestFinished } from 'vitest';
import { type Mock, type MockOptions, startMock } from '../../../mock/index.ts';
import { send, type TestResponse } from '../support.ts';

const order = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1 },
    count: { type: 'integer' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  },
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const problem = {
  description: 'Wrong',
  ...json({ type: 'object', required: ['error'], properties: { error: { type: 'string' } } }),
};
const one = { $ref: '#/components/schemas/Order' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

export const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'All', ...json({ type: 'array', items: one }) } },
      },
      post: {
        operationId: 'createOrder',
        security: [{ token: [] }],
        requestBody: { required: true, ...json(one) },
        responses: {
          201: {
            description: 'Created',
            headers: { 'X-Left': { required: true, schema: { type: 'integer' } } },
            ...json(one),
          },
          409: problem,
          422: problem,
        },
      },
    },
    '/orders/{id}': {
      parameters: [id],
      get: { operationId: 'readOrder', responses: { 200: { description: 'One', ...json(one) }, 404: problem } },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'Deleted' }, 404: problem } },
    },
    '/orders/{id}/cancel': {
      parameters: [id],
      post: {
        operationId: 'cancelOrder',
        responses: { 200: { description: 'Cancelled', ...json(one) }, 404: problem },
      },
    },
    '/events': {
      get: {
        operationId: 'watch',
        responses: {
          200: {
            description: 'Events',
            content: { 'text/event-stream': { schema: { type: 'string' }, example: 'data: declared\n\n' } },
          },
        },
      },
    },
    '/tip': {
      get: {
        responses: { 200: { description: 'A tip', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: {
    schemas: { Order: order },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
};

export interface ShopMock extends Mock {
  readonly lines: readonly string[];
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>;
}

export async function startShop(options: MockOptions = {}): Promise<ShopMock> {
  const lines: string[] = [];
  const mock = await startMock({ spec: shop, log: (line) => lines.push(line), ...options });
  onTestFinished(() => mock.close());
  return {
    ...mock,
    lines,
    send: (method, path, body, headers = {}) =>
      send(`${mock.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${mock.token}`, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
