/** Requests that a page and Node send to the same mock, and the responses in Node. */
import { mockHandlers } from '../../../mock/integrations/msw.ts';

export const API = 'https://api.shop.test';

export interface PageRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The mock has the token `ann:secret`. */
const headers = { Authorization: `Basic ${btoa('ann:secret')}`, 'Content-Type': 'application/json' };

const form = [
  '--part\r\nContent-Disposition: form-data; name="title"\r\n\r\nHöhe\r\n',
  '--part\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\nhällo\r\n',
  '--part--\r\n',
].join('');

export const requests: readonly PageRequest[] = [
  { method: 'GET', target: '/customers', headers },
  { method: 'POST', target: '/customers', headers, body: '{"name": "Ann", "code": "ABC-1234"}' },
  { method: 'POST', target: '/customers', headers, body: '{"name": "Ann", "code": "ABC"}' },
  { method: 'GET', target: '/customers?name=Ann', headers },
  { method: 'GET', target: '/customers/00000000-0000-4000-8000-000000000000', headers },
  { method: 'GET', target: '/customers/123e4567-e89b-42d3-a456-426614174000', headers },
  { method: 'GET', target: '/customers', headers: { Authorization: 'Basic !' } },
  { method: 'GET', target: '/tours', headers },
  { method: 'GET', target: '/other', headers },
  { method: 'POST', target: '/login', headers, body: '{"username": "ann", "password": "lamp"}' },
  {
    method: 'POST',
    target: '/files',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=part' },
    body: form,
  },
  { method: 'GET', target: '/files', headers },
  { method: 'GET', target: '/sound', headers },
];

/** Their statuses. */
export const statuses = [200, 201, 400, 200, 404, 200, 401, 200, 404, 200, 201, 200, 200];

/** As `send` of test/fixtures/mock/msw-page/main.js returns them. */
export async function responsesInNode(options: Parameters<typeof mockHandlers>[1]): Promise<unknown> {
  type Resolver = (input: { readonly request: Request }) => Promise<Response>;
  const namespace = { all: (_isMocked: unknown, resolve: Resolver) => resolve };
  const mock = await mockHandlers(namespace, { baseUrl: API, ...options });
  const found: unknown[] = [];
  for (const { target, ...init } of requests) {
    const response = await mock.handlers[0]?.({ request: new Request(`${API}${target}`, init) });
    found.push({ status: response?.status, etag: response?.headers.get('etag'), body: await response?.text() });
  }
  await mock.close();
  return found;
}
