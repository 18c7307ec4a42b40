import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { plantStoreSpec, send, sendRaw } from '../support.ts';
import { plantRequest, readText, respondWithPlant, startProxyTo, startUpstream } from './test-proxy.ts';

/** These values differ between runs or belong to the connection. */
function withoutConnection(reply: string): string {
  return reply.replace(/^(?:Connection|Keep-Alive|Date): .*\r\n/gim, '');
}

/** Sends the same bytes to both, and returns both responses. */
async function bothWays(listener: RequestListener, request: string) {
  const upstream = await startUpstream(listener);
  const mock = await startProxyTo(upstream);
  const direct = await sendRaw({ ...mock, url: upstream }, request);
  return { direct: withoutConnection(direct), proxied: withoutConnection(await sendRaw(mock, request)) };
}

/** Prevents content of the upstream from acting as a page of the mock. */
const ADDED = 'X-Content-Type-Options: nosniff\r\nContent-Security-Policy: sandbox\r\n';

const get = 'GET /plants HTTP/1.1\r\nHost: localhost\r\n\r\n';

test.each<{ title: string; request: string; listener: RequestListener }>([
  {
    title: 'repeated and unusual headers, cookies and non-ASCII bytes',
    request: get,
    listener: (_request, response) => {
      response.writeHead(200, 'Very Fine', [
        ...['X-Odd-CASE', 'a', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'x-odd-case', 'caf\u00e9'],
        ...['Content-Length', '3'],
      ]);
      response.end(Buffer.from([0, 255, 128]));
    },
  },
  {
    title: 'only the CORS headers of the upstream',
    request: 'GET /plants HTTP/1.1\r\nHost: localhost\r\nOrigin: http://page\r\n\r\n',
    listener: (_request, response) => {
      response.writeHead(200, { 'Access-Control-Allow-Origin': 'http://other', 'Content-Length': '0' });
      response.end();
    },
  },
  {
    title: 'a response to HEAD with the length of GET',
    request: 'HEAD /plants HTTP/1.1\r\nHost: localhost\r\n\r\n',
    listener: (_request, response) => response.writeHead(200, { 'Content-Length': '500' }).end(),
  },
  { title: '204', request: get, listener: (_request, response) => response.writeHead(204).end() },
  {
    title: 'a redirect',
    request: get,
    listener: (_request, response) => response.writeHead(307, { Location: '/elsewhere', 'Content-Length': '0' }).end(),
  },
])('forwards back $title', async ({ request, listener }) => {
  const { direct, proxied } = await bothWays(listener, request);
  expect(direct).toMatch(/^HTTP\/1\.1 \d{3}/);
  expect(proxied).toBe(direct.replace('\r\n\r\n', `\r\n${ADDED}\r\n`));
});

test('forwards method, path, query, headers and body unchanged, except connection headers', async () => {
  const received: { line: string; headers: readonly string[]; body: string }[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    received.push({ line, headers: request.rawHeaders, body: await readText(request) });
    response.end();
  });
  const mock = await startProxyTo(`${upstream}/base/`);
  const body = '{ "name" : "F\\u00e9rn" ,"id":9007199254740993}';
  await sendRaw(
    mock,
    `PURGE /a%2Fb//./c?x=%zz&&y=a+b HTTP/1.1\r\nHost: localhost\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\nX-TWICE: 1\r\nx-twice: 2\r\nAuthorization: Bearer some-token\r\nPrefer: code=400\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  const expected = ['X-TWICE', '1', 'x-twice', '2', 'Authorization', 'Bearer some-token', 'Prefer', 'code=400'];
  expect(received).toEqual([
    {
      line: 'PURGE /base/a%2Fb//./c?x=%zz&&y=a+b',
      headers: expect.arrayContaining(expected),
      body,
    },
  ]);
  const names = received[0]?.headers.filter((_one, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(names?.toSorted()).toEqual(
    ['authorization', 'connection', 'content-length', 'host', 'prefer', 'x-twice', 'x-twice'].toSorted(),
  );
  expect(received[0]?.headers[(received[0].headers.findIndex((name) => /^host$/i.test(name)) ?? 0) + 1]).toBe(
    new URL(upstream).host,
  );
});

test('responds to an Expect itself, and forwards the body', async () => {
  const mock = await startProxyTo(
    await startUpstream(async (request, response) => response.end(await readText(request))),
  );
  const reply = await sendRaw(
    mock,
    'POST /plants HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nplant',
  );
  expect(reply).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK[\s\S]*plant$/);
});

test('forwards events immediately, unchecked', async () => {
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: one\n\n');
  });
  const mock = await startProxyTo(upstream);
  const response = await fetch(`${mock.url}/plants`, plantRequest);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe('data: one\n\n');
  await reader?.cancel();
});

test('forwards preflights, and excludes them from the journal', async () => {
  const mock = await startProxyTo(
    await startUpstream((_request, response) =>
      response.writeHead(204, { 'Access-Control-Allow-Methods': 'BREW' }).end(),
    ),
  );
  const preflight = { Origin: 'http://page', 'Access-Control-Request-Method': 'POST' };
  const reply = await send(`${mock.url}/plants`, { method: 'OPTIONS', headers: preflight });
  expect(reply.headers.get('access-control-allow-methods')).toBe('BREW');
  expect(await mock.entries()).toEqual([]);
});

test('finds no violations in a mock of the same contract, and returns its responses', async () => {
  const store = await serveMock(await loadContract(plantStoreSpec));
  onTestFinished(() => store.close());
  const mock = await startProxyTo(store.url);
  const requests = Array.from({ length: 300 }, (_one, index) => ({
    name: `Fern ${index}`,
    prefer: ['code=200', 'code=400', 'dynamic=true, seed=7', 'example=tagged', `seed=${index}`][index % 5] ?? '',
  }));
  const request = ({ name, prefer }: { name: string; prefer: string }) => ({
    method: 'POST',
    headers: {
      Authorization: `Bearer ${store.token}`,
      'Content-Type': 'application/json',
      Prefer: prefer,
    },
    body: JSON.stringify({ id: 9223372036854770000n.toString().length, name, tag: 'fern' }),
  });
  for (const one of requests) {
    const proxied = await send(`${mock.url}/plants`, request(one));
    expect([200, 400]).toContain(proxied.status);
  }
  expect(await mock.violations()).toEqual([]);
  expect(mock.proxy.summary()).toMatchObject({ requests: 300, checked: 300, violations: 0 });
});

test('records no credential of a client, even if the upstream repeats it', async () => {
  const secret = 'client-token-0123456789';
  const upstream = await startUpstream((request, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'X-Echo': String(request.headers.authorization),
    });
    response.end(JSON.stringify({ name: 7, tag: `you sent ${secret}`, [secret]: 1 }));
  });
  const mock = await startProxyTo(upstream);
  const headers = { ...plantRequest.headers, Authorization: `Bearer ${secret}` };
  const reply = await send(`${mock.url}/plants?again=${secret}`, { ...plantRequest, headers });
  expect(reply.text).toContain(secret);
  const stored = JSON.stringify([await mock.entries(), mock.lines, mock.proxy.summary()]);
  expect(stored).toContain('you sent');
  expect(stored).not.toContain(secret);
});

test('records no credential of one client that the upstream sends to the next', async () => {
  const authorizations: string[] = [];
  const upstream = await startUpstream((request, response) => {
    authorizations.push(String(request.headers.authorization));
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ name: 7, tag: `heard ${authorizations.join(' ')}` }));
  });
  const mock = await startProxyTo(upstream);
  for (const secret of ['client-one-0123456789', 'client-two-0123456789', 'client-one-0123456789']) {
    const headers = { ...plantRequest.headers, Authorization: `Bearer ${secret}` };
    await send(`${mock.url}/plants`, { ...plantRequest, headers });
  }
  const stored = JSON.stringify([await mock.entries(), mock.lines, mock.proxy.summary()]);
  expect(stored).toContain('heard Bearer ***');
  expect(stored).not.toMatch(/client-(?:one|two)/);
});

test('forwards a token of many kilobytes', async () => {
  const mock = await startProxyTo(await startUpstream(respondWithPlant), {
    serve: { limits: { headerBytes: 32_768 } },
  });
  const token = Array.from({ length: 10_000 }, (_one, index) => 'abcdefgh0123'[(index * 7) % 12]).join('');
  const headers = { ...plantRequest.headers, Authorization: `Bearer ${token}` };
  expect((await send(`${mock.url}/plants`, { ...plantRequest, headers })).status).toBe(200);
});

test('applies scenario rules that replace or delay the response of the upstream, or break the connection', async () => {
  const received: (string | undefined)[] = [];
  const mock = await startProxyTo(
    await startUpstream((request, response) => {
      received.push(request.url);
      respondWithPlant(request, response);
    }),
  );
  await mock.scenario.add({ times: 1, then: { status: 503 } });
  expect((await send(`${mock.url}/plants?stood-in`, plantRequest)).status).toBe(503);
  await mock.scenario.add({ times: 1, then: { fault: 'empty' } });
  await expect(send(`${mock.url}/plants?broken`, plantRequest)).rejects.toThrow();
  await mock.scenario.add({ times: 1, then: { delay: 30 } });
  expect((await send(`${mock.url}/plants?late`, plantRequest)).status).toBe(200);
  expect(received).toEqual(['/plants?late']);
  expect((await mock.entries()).map(({ rule }) => rule === null)).toEqual([false, false, false]);
});

test('ends a stream of the upstream when the client disconnects', async () => {
  const ended = Promise.withResolvers<void>();
  const upstream = await startUpstream((_request, response) => {
    response.on('close', () => ended.resolve());
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: one\n\n');
  });
  const mock = await startProxyTo(upstream);
  const gone = new AbortController();
  const response = await fetch(`${mock.url}/plants`, { ...plantRequest, signal: gone.signal });
  await response.body?.getReader().read();
  gone.abort();
  await expect(ended.promise).resolves.toBeUndefined();
});

test('breaks the connection if a stream of the upstream breaks', async () => {
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: one\n\n', () => response.destroy());
  });
  const mock = await startProxyTo(upstream);
  const response = await fetch(`${mock.url}/plants`, plantRequest);
  await expect(response.text()).rejects.toThrow();
});

test('handles a hundred concurrent requests separately', async () => {
  const upstream = await startUpstream(async (request, response) => {
    const { name } = JSON.parse(await readText(request));
    setTimeout(() => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ name }));
    }, Number(name) % 7);
  });
  const mock = await startProxyTo(upstream);
  const names = Array.from({ length: 100 }, (_one, index) => String(index));
  const responses = await Promise.all(
    names.map((name) => send(`${mock.url}/plants`, { ...plantRequest, body: JSON.stringify({ id: 1, name }) })),
  );
  expect(responses.map(({ text }) => text)).toEqual(names.map((name) => JSON.stringify({ name })));
  expect(await mock.violations()).toEqual([]);
});
