import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import {
  contractFromJson,
  createPlant,
  parseStatus,
  plantStoreSpec,
  send,
  sendRaw,
  startMockOf,
  startMockWithPaths,
} from '../support.ts';
import { callControl, expectProblem, sendBare } from './control-client.ts';

const documentOf = (paths: JsonObject) => ({
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths,
});
const rebound = { Host: 'shop.example' };

describe('on a loopback host without a control token, the control API', () => {
  it('is open to programs on this machine', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect(mock.controlToken).toBeUndefined();
    expect((await callControl(mock, '/journal')).status).toBe(200);
  });

  it.each(['localhost', 'localhost:80', '127.0.0.1', '127.8.9.1:4010', '[::1]:4010', 'app.localhost'])(
    'accepts the Host %s',
    async (host) => {
      const mock = await startMockOf(plantStoreSpec);
      expect((await sendBare(mock, '/__store/info', { headers: { Host: host } })).status).toBe(200);
    },
  );

  it.each([
    'shop.example',
    'localhost.shop.example',
    '127.0.0.1.shop.example',
    '127.0.0.1@shop.example',
    'shop.example:4010',
    '10.0.0.1',
  ])('rejects the Host %s, which DNS rebinding could use', async (host) => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await sendBare(mock, '/__store/info', { headers: { Host: host } });
    expect(response.status).toBe(403);
    expect(response.text).toContain('Host that names this machine');
    expect(response.text).toContain('--control-token');
  });

  it('also rejects a foreign name in an absolute target', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const got = await sendRaw(mock, 'GET http://shop.example/__store/info HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(parseStatus(got)).toBe(403);
  });

  it('accepts pages on any port of this machine, and lets them read the responses', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const headers = { Origin: 'http://localhost:5173' };
    const response = await sendBare(mock, '/__store/journal', { headers });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    expect(response.headers['vary']).toBe('Origin');
    const requested = await sendBare(mock, '/__store/rules', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect([requested.status, requested.headers['access-control-allow-headers']]).toEqual([204, 'content-type']);
    expect(requested.headers['access-control-allow-methods']).toContain('POST');
  });

  it.each(['https://shop.example', 'null', 'http://localhost.shop.example', 'http://127.0.0.1:80@shop.example'])(
    'rejects pages of the origin %s, and their preflights',
    async (origin) => {
      const mock = await startMockOf(plantStoreSpec);
      const response = await sendBare(mock, '/__store/reset', { method: 'POST', headers: { Origin: origin } });
      expect(response.status).toBe(403);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
      const requested = await sendBare(mock, '/__store/reset', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      expect([requested.status, requested.headers['access-control-allow-methods']]).toEqual([403, undefined]);
    },
  );

  it('rejects requests of another site without an Origin, except links', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    const statusOf = async (method: string, headers: Record<string, string>) =>
      (await sendBare(mock, '/__store/journal', { method, headers })).status;
    expect(await statusOf('DELETE', foreign)).toBe(403);
    expect(await statusOf('GET', { ...foreign, 'Sec-Fetch-Mode': 'no-cors' })).toBe(403);
    expect(await statusOf('GET', { ...foreign, 'Sec-Fetch-Mode': 'navigate' })).toBe(200);
    expect(await statusOf('DELETE', { 'Sec-Fetch-Site': 'same-origin' })).toBe(204);
  });
});

describe.each([
  ['on a host that others can reach', { host: '0.0.0.0' }],
  ['with its own control token', { controlToken: 'green-thumb' }],
])('%s, the control API', (_where, options) => {
  it.each(['/journal', '/info', '/rules', '/records', '/openapi.json', '/contracts/0', '/nowhere'])(
    'requires the control token at %s',
    async (path) => {
      const mock = await startMockOf(plantStoreSpec, options);
      const response = await callControl(mock, path);
      expectProblem(response, 401, 'expected the control token of this mock server, got no Authorization header');
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="mock server control"');
    },
  );

  it('accepts the token under any host name and from any page', async () => {
    const mock = await startMockOf(plantStoreSpec, options);
    const headers = { Authorization: `Bearer ${mock.controlToken}` };
    expect((await callControl(mock, '/journal', { headers })).status).toBe(200);
    const rebind = await sendBare(mock, '/__store/info', {
      headers: { ...headers, ...rebound, Origin: 'http://dev.example:5173' },
    });
    expect(rebind.status).toBe(200);
    expect(rebind.headers['access-control-allow-origin']).toBe('http://dev.example:5173');
  });

  it('rejects the token of the contract, and a truncated or extended control token', async () => {
    const mock = await startMockOf(plantStoreSpec, options);
    const wrong = [
      `Bearer ${mock.token}`,
      `Bearer ${mock.controlToken?.slice(1)}`,
      `Bearer ${mock.controlToken}x`,
      `Basic ${mock.controlToken}`,
      'Bearer',
    ];
    for (const Authorization of wrong)
      expect((await callControl(mock, '/reset', { method: 'POST', headers: { Authorization } })).status).toBe(401);
  });

  it('shows only health and readiness without the token', async () => {
    const mock = await startMockOf(plantStoreSpec, options);
    for (const path of ['/__store/health', '/__store/ready'])
      expect(await sendBare(mock, path, { headers: rebound })).toMatchObject({
        status: 200,
        text: '{"status":"ok"}',
      });
  });

  it('serves the console without the token, but the requests of the console need it', async () => {
    const mock = await startMockOf(plantStoreSpec, options);
    expect((await callControl(mock, '/')).status).toBe(200);
    expect((await callControl(mock, '/info')).status).toBe(401);
  });
});

describe('if the contract declares a content security policy, so that scripts may run, the control API', () => {
  const policy = { schema: { type: 'string' } };
  const responses = { '200': { description: 'x', headers: { 'content-security-policy': policy } } };
  const declaring = { '/page': { get: { responses } } };
  const marks = [
    { Origin: 'http://localhost:5173' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' },
  ];
  const bearer = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });

  it('is open to programs', async () => {
    const mock = await startMockWithPaths(declaring);
    expect(mock.controlToken).toBeUndefined();
    expect((await sendBare(mock, '/__store/journal')).status).toBe(200);
    // Node marks its requests with Sec-Fetch-Mode.
    expect((await callControl(mock, '/journal')).status).toBe(200);
  });

  it.each(marks)('requires the token from a page: %o', async (headers) => {
    const mock = await startMockWithPaths(declaring);
    const response = await sendBare(mock, '/__store/rules', { headers });
    expect(response.status).toBe(401);
    expect(response.text).toContain('expected the control token');
    const given = { ...headers, ...bearer(mock.pageToken()) };
    expect((await sendBare(mock, '/__store/rules', { headers: given })).status).toBe(200);
    const wrong = { ...headers, ...bearer(`${mock.pageToken()}x`) };
    expect((await sendBare(mock, '/__store/rules', { headers: wrong })).status).toBe(401);
  });

  it('requires it from all clients under names without Fetch metadata, and rejects foreign pages that have it', async () => {
    const mock = await startMockWithPaths(declaring, {}, { allowHosts: ['shop.test'] });
    const named = { Host: 'shop.test' };
    expect((await sendBare(mock, '/__store/rules', { headers: named })).status).toBe(401);
    const given = { ...named, ...bearer(mock.pageToken()) };
    expect((await sendBare(mock, '/__store/rules', { headers: given })).status).toBe(200);
    const foreign = { ...bearer(mock.pageToken()), Origin: 'null' };
    expect((await sendBare(mock, '/__store/rules', { headers: foreign })).status).toBe(403);
  });

  it('does not reveal the token in the open health and console routes', async () => {
    const mock = await startMockWithPaths(declaring);
    for (const path of ['/__store/health', '/__store/ready', '/__store/', '/__store/console/main.js']) {
      const response = await sendBare(mock, path, { headers: { 'Sec-Fetch-Site': 'same-origin' } });
      expect(response.status).toBe(200);
      expect(response.text).not.toContain(mock.pageToken());
    }
  });

  it('follows the served contract after a reload', async () => {
    const mock = await startMockWithPaths({
      '/page': { get: { responses: { '200': { description: 'x' } } } },
    });
    expect(mock.pageToken()).toBeUndefined();
    await mock.replaceContracts([{ prefix: '/a', contract: await contractFromJson(documentOf(declaring)) }]);
    expect(mock.pageToken()).toMatch(/^[\w-]{32}$/);
    const [headers = {}] = marks;
    expect((await sendBare(mock, '/__store/rules', { headers })).status).toBe(401);
  });

  it('requires exactly the configured control token from all clients', async () => {
    const mock = await startMockWithPaths(declaring, {}, { controlToken: 'green-thumb' });
    expect(mock.pageToken()).toBeUndefined();
    expect((await sendBare(mock, '/__store/rules')).status).toBe(401);
  });

  it('masks its token in the journal', async () => {
    const mock = await startMockWithPaths(declaring);
    await fetch(`${mock.url}/page?x=${mock.pageToken()}`);
    expect(JSON.stringify([await mock.journal.list(), mock.lines])).not.toContain(mock.pageToken());
  });
});

describe('a name given with allowHosts', () => {
  it('opens the control API to its Host and its pages', async () => {
    const mock = await startMockOf(plantStoreSpec, { allowHosts: ['shop.example'] });
    const headers = { ...rebound, Origin: 'http://shop.example:5173' };
    const response = await sendBare(mock, '/__store/reset', { method: 'POST', headers });
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([204, headers.Origin]);
    const other = { ...headers, Origin: 'http://other.example' };
    expect((await sendBare(mock, '/__store/reset', { method: 'POST', headers: other })).status).toBe(403);
  });
});

it('generates another control token at each start', async () => {
  const [one, two] = [
    await startMockOf(plantStoreSpec, { host: '0.0.0.0' }),
    await startMockOf(plantStoreSpec, { host: '0.0.0.0' }),
  ];
  expect(one.controlToken).toMatch(/^[\w-]{32}$/);
  expect(one.controlToken).not.toBe(two.controlToken);
});

it('rejects a control token that is no valid header value', async () => {
  await expect(startMockOf(plantStoreSpec, { controlToken: 'two words' })).rejects.toThrow(
    'control token: expected at least one visible',
  );
  await expect(startMockOf(plantStoreSpec, { controlToken: '' })).rejects.toThrow(
    'control token: expected at least one visible',
  );
});

it('never accepts the control token for the contract', async () => {
  const mock = await startMockOf(plantStoreSpec, { controlToken: 'green-thumb' });
  const response = await createPlant(mock, '{"id":1,"name":"a"}', { Authorization: 'Bearer green-thumb' });
  expect(response.status).toBe(401);
});

it.each(['/__storefront', '/__stor', '/_store/journal', '//__store/journal', '/x/__store/journal'])(
  'leaves the path %s to the contract',
  async (path) => {
    const mock = await startMockOf(plantStoreSpec, { controlToken: 'green-thumb' });
    expect((await send(`${mock.url}${path}`)).status).toBe(404);
    expect((await mock.journal.list()).map(({ request }) => request.target)).toEqual([path]);
  },
);
