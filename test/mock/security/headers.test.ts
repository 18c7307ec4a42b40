/** Every kind of response has `nosniff` and `sandbox`, so it is no page of the mock, also for malformed requests. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { startProxyTo, startUpstream } from '../proxy/test-proxy.ts';
import { plantStoreSpec, sendRaw, startMockOf, startMockWithPaths } from '../support.ts';

const text = { 'text/html': { schema: { type: 'string' } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

const paths: JsonObject = {
  '/pages/{id}': {
    parameters,
    put: {
      requestBody: { required: true, content: text },
      responses: { '200': { description: 'x', content: text } },
    },
    get: {
      responses: {
        '200': { description: 'x', content: text },
        '404': { description: 'x', content: { 'text/html': { schema: { type: 'string' } } } },
      },
    },
    delete: { responses: { '204': { description: 'x' } } },
  },
};

const request = (line: string, fields = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${fields}\r\n${body}`;
const length = (body: string) => `Content-Type: text/html\r\nContent-Length: ${body.length}\r\n`;
const put = (fields = '') => request('PUT /pages/1', `${length('<p>')}${fields}`, '<p>');

/** The headers of the last response by lower-case name; repeated ones are combined as browsers do. */
function headersIn(received: string): Readonly<Record<string, string>> {
  const head =
    received
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .at(-1)
      ?.split('\r\n\r\n')[0] ?? '';
  const found = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const known = found.get(name.toLowerCase());
    found.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(found);
}

const isolated = { 'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox' };

describe('a response has both headers:', () => {
  it.each([
    ['stored content', 200, put()],
    ['a sample', 200, request('GET /pages/1', 'Prefer: dynamic=true\r\n')],
    ['a record that does not exist', 404, request('GET /pages/none')],
    ['a response without content', 204, request('DELETE /pages/1')],
    ['a response to HEAD', 200, request('HEAD /pages/1')],
    ['a status that the contract does not declare', 418, request('GET /pages/1', 'Prefer: code=418\r\n')],
    ['an unknown path', 404, request('GET /<script>')],
    ['an unknown method', 405, request('POST /pages/1')],
    ['OPTIONS', 204, request('OPTIONS /pages/1')],
    [
      'a preflight',
      204,
      request('OPTIONS /pages/1', 'Origin: http://localhost:1\r\nAccess-Control-Request-Method: PUT\r\n'),
    ],
    ['a rejected preflight', 403, request('OPTIONS /x', 'Origin: null\r\nAccess-Control-Request-Method: PUT\r\n')],
    ['a request to another origin', 200, put('Origin: http://localhost:1\r\n')],
    [
      'a body that does not match',
      415,
      request('PUT /pages/1', 'Content-Type: text/css\r\nContent-Length: 1\r\n', 'x'),
    ],
    ['a body that is too large', 413, request('PUT /pages/1', 'Content-Length: 99999999\r\n')],
    ['another host', 421, request('GET /pages/1').replace('localhost', 'shop.test')],
    ['a service worker', 403, request('GET /pages/1', 'Service-Worker: script\r\n')],
    ['an unsupported expectation', 417, request('GET /pages/1', 'Expect: tea\r\n')],
    ['a malformed target', 400, request('GET /%zz')],
    ['no HTTP', 400, '<script>alert(1)</script>\r\n\r\n'],
    ['another version', 505, 'GET / HTTP/3.0\r\n\r\n'],
    ['CONNECT', 501, request('CONNECT localhost:1')],
    ['headers over the limit', 431, request('GET /', `X: ${'x'.repeat(20_000)}\r\n`)],
    ['no Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a slow response (drip)', 200, put('Prefer: fault=drip\r\n')],
    ['a truncated response (cut)', 200, put('Prefer: fault=cut\r\n')],
    ['the health of the mock', 200, request('GET /__store/health')],
    ['the journal', 200, request('GET /__store/journal')],
    ['the document of the control API', 200, request('GET /__store/openapi.json')],
    ['a served contract', 200, request('GET /__store/contracts/0')],
    ['a stream', 200, request('HEAD /__store/journal/stream')],
    ['a rejection of the control API', 403, request('GET /__store/journal', 'Origin: null\r\n')],
    ['an unknown path of the control API', 404, request('GET /__store/nothing')],
    [
      'a preflight to the control API',
      403,
      request('OPTIONS /__store/rules', 'Origin: null\r\nAccess-Control-Request-Method: POST\r\n'),
    ],
    ['an unknown file of the console', 404, request('GET /__store/console/nothing.html')],
    ['an undeclared method of the console', 405, request('PUT /__store/')],
  ])('%s, %i', async (_kind, status, bytes) => {
    const mock = await startMockWithPaths(paths);
    await sendRaw(mock, put(), { quietMs: 50 });
    const received = await sendRaw(mock, bytes, { firstMs: 20_000, quietMs: 4_000 });
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(headersIn(received)).toMatchObject(isolated);
  });

  it('the events of a stream', async () => {
    const mock = await startMockWithPaths(paths);
    const { headers, body } = await fetch(`${mock.url}/__store/journal/stream`);
    expect(Object.fromEntries(headers)).toMatchObject(isolated);
    await body?.cancel();
  });

  it('a request timeout, 408', async () => {
    const mock = await startMockWithPaths(paths, {}, { limits: { headersTimeout: 200, requestTimeout: 400 } });
    const { hostname, port } = new URL(mock.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET / HTTP/1.1\r\n');
    let received = '';
    for await (const piece of socket) received += piece;
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(headersIn(received)).toMatchObject(isolated);
  });

  it('responses of an upstream, and errors of the proxy', async () => {
    const upstream = await startUpstream((upstreamRequest, response) => {
      if (upstreamRequest.url === '/broken') return response.destroy();
      if (upstreamRequest.url === '/stream') response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      return response.end('<p>');
    });
    const mock = await startProxyTo(upstream);
    for (const [path, status] of [
      ['/page', 200],
      ['/stream', 200],
      ['/broken', 502],
    ] as const) {
      const { headers, status: got } = await fetch(`${mock.url}${path}`);
      expect([path, got, Object.fromEntries(headers)]).toMatchObject([path, status, isolated]);
    }
  });
});

describe('a policy', () => {
  const own = "default-src 'none'";
  const declared = (required: boolean): JsonObject => ({
    '/page': {
      get: {
        responses: {
          '200': {
            description: 'x',
            headers: { 'Content-Security-Policy': { required, schema: { type: 'string', const: own } } },
            content: text,
          },
          '404': { description: 'x', content: text },
        },
      },
    },
  });
  const page = async (url: string, init: RequestInit = {}) =>
    (await fetch(`${url}/page`, init)).headers.get('content-security-policy');

  it('that the contract declares for the response replaces ours', async () => {
    expect(await page((await startMockWithPaths(declared(true))).url)).toBe(own);
  });

  it('that a rule sets instead of the declared one does too', async () => {
    const mock = await startMockWithPaths(declared(true));
    await mock.scenario.add({ then: { headers: { 'content-security-policy': 'img-src *' } } });
    expect(await page(mock.url)).toBe('img-src *');
  });

  it('that the contract declares for another response does not apply to this one', async () => {
    const mock = await startMockWithPaths(declared(true));
    await mock.scenario.add({ then: { status: 404, headers: { 'content-security-policy': own } } });
    expect(await page(mock.url)).toBe(`${own}, sandbox`);
  });

  it('of a rule that is not declared is sent together with ours', async () => {
    const mock = await startMockWithPaths(paths);
    await mock.scenario.add({ then: { status: 200, headers: { 'Content-Security-Policy': own } } });
    expect(await page(mock.url)).toBe(`${own}, sandbox`);
  });

  it('of an upstream is forwarded with ours and all its others', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.setHeader('content-security-policy', [own, 'img-src *']);
      response.setHeader('X-CONTENT-TYPE-OPTIONS', 'none');
      response.end();
    });
    const mock = await startProxyTo(upstream);
    const { headers } = await fetch(`${mock.url}/page`);
    expect(headers.get('content-security-policy')).toBe(`${own}, img-src *, sandbox`);
    expect(headers.get('x-content-type-options')).toBe('none');
    expect((await mock.entries())[0]?.response?.headers).toMatchObject({
      'content-security-policy': `${own}, img-src *, sandbox`,
    });
  });

  it('of an upstream that already is a sandbox is sufficient', async () => {
    const policies = ['SANDBOX', `${own}, sandbox`, 'sandbox allow-scripts', 'sandbox allow-scripts; sandbox'];
    for (const policy of policies) {
      const upstream = await startUpstream((_request, response) =>
        response.writeHead(200, { 'Content-Security-Policy': policy }).end(),
      );
      const isEnough = !policy.includes('allow');
      expect(await page((await startProxyTo(upstream)).url)).toBe(isEnough ? policy : `${policy}, sandbox`);
    }
  });

  it('of the console is specific to it', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const policy = (await fetch(`${mock.url}/__store/`)).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('sandbox');
  });
});
