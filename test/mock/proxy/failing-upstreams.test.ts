import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { errorMessage, member, parseStatus, send, sendRaw } from '../support.ts';
import { plantRequest, respondWithPlant, startProxyTo, startUpstream } from './test-proxy.ts';

/** A server that sends these bytes to every connection; without bytes it closes it. */
async function bytesFrom(bytes: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (bytes === undefined ? socket.resetAndDestroy() : socket.end(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => void (await new Promise((resolve) => server.close(resolve))));
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`;
}

test.each([
  {
    title: 'resets the connection',
    bytes: undefined,
    reason: /got a connection that was (reset|closed) before/,
  },
  { title: 'does not speak HTTP', bytes: 'SSH-2.0-OpenSSH_9.9\r\n', reason: /got bytes that are not HTTP/ },
  { title: 'closes without a response', bytes: '', reason: /got a connection that was closed before/ },
  {
    title: 'ends in the middle of a body',
    bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
    reason: /got a connection that was closed before|got a body whose length differs/,
  },
])('returns 502 with the reason if the upstream $title', async ({ bytes, reason }) => {
  const mock = await startProxyTo(await bytesFrom(bytes));
  const reply = await send(`${mock.url}/plants`, plantRequest);
  expect(reply.status).toBe(502);
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(errorMessage(reply)).toMatch(reason);
  expect((await mock.violations())[0]).toMatch(/^response 1691 upstream: expected a response/);
  expect(mock.lines[0]).toMatch(/502/);
});

test('returns 502 if nothing listens there', async () => {
  const mock = await startProxyTo('http://127.0.0.1:1');
  const reply = await send(`${mock.url}/plants`, plantRequest);
  expect([reply.status, errorMessage(reply)]).toEqual([502, 'upstream: expected a response, got a refused connection']);
});

test('returns 504 if the response does not begin or end in time', async () => {
  const mock = await startProxyTo(
    await startUpstream((request, response) => {
      if (request.url === '/plants?begun') response.writeHead(200).write('{');
    }),
    { timeout: 150 },
  );
  const [silent, begun] = await Promise.all([
    send(`${mock.url}/plants`, plantRequest),
    send(`${mock.url}/plants?begun`, plantRequest),
  ]);
  expect([silent.status, begun.status]).toEqual([504, 504]);
  expect(errorMessage(silent)).toBe('upstream: expected a complete response within 150 ms, got none');
  expect(member(silent.json, 'code')).toBe(1692);
});

test('continues after an upstream was unavailable', async () => {
  const isAway = { value: true };
  const mock = await startProxyTo(
    await startUpstream((request, response) =>
      isAway.value ? request.socket.destroy() : respondWithPlant(request, response),
    ),
  );
  expect((await send(`${mock.url}/plants`, plantRequest)).status).toBe(502);
  isAway.value = false;
  expect((await send(`${mock.url}/plants`, plantRequest)).status).toBe(200);
});

test('rejects WebSockets, and ignores other protocol upgrades', async () => {
  const mock = await startProxyTo(await startUpstream(respondWithPlant));
  const offer = (protocol: string) =>
    sendRaw(
      mock,
      `GET /plants HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n`,
    );
  expect(parseStatus(await offer('websocket'))).toBe(501);
  expect(parseStatus(await offer('h2c'))).toBe(200);
});

test('returns 400 for a target that is not a path', async () => {
  const mock = await startProxyTo(await startUpstream(respondWithPlant));
  expect(parseStatus(await sendRaw(mock, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'))).toBe(400);
});

test('returns 413 for a body over the limit, which never reaches the upstream', async () => {
  const received: string[] = [];
  const upstream = await startUpstream((request, response) => {
    received.push(String(request.url));
    respondWithPlant(request, response);
  });
  const mock = await startProxyTo(upstream, { serve: { limits: { bodyBytes: 1_000 } } });
  const reply = await send(`${mock.url}/plants`, { ...plantRequest, body: 'x'.repeat(2_000) });
  expect([reply.status, received]).toEqual([413, []]);
});

test('closes within a second while the upstream does not respond', async () => {
  const mock = await startProxyTo(await startUpstream(() => undefined));
  const pending = send(`${mock.url}/plants`, plantRequest).then(
    ({ status }) => status,
    () => 'closed',
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
  expect(['closed', 502]).toContain(await pending);
});

test.each([
  { title: 'is a stream', type: 'text/event-stream' },
  { title: 'is longer than the limit', type: 'application/json' },
])('aborts a response that $title if the client disconnects before it begins', async ({ type }) => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const upstream = await startUpstream((_request, response) => arrived.resolve(response));
  const mock = await startProxyTo(upstream, { responseBytes: 1_000 });
  const client = new AbortController();
  const sent = send(`${mock.url}/plants`, { ...plantRequest, signal: client.signal }).catch(() => 'gone');
  const reply = await arrived.promise;
  client.abort();
  await sent;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = once(reply, 'close');
  reply.writeHead(200, { 'Content-Type': type });
  reply.write('x'.repeat(2_000));
  await closed;
  expect(reply.writableFinished).toBe(false);
});

test.each(['not a url', 'ftp://store', 'http://user:secret@store', 'http://store/?a=1'])(
  'rejects the upstream %s by name, without its password',
  async (upstream) => {
    await expect(startProxyTo(upstream)).rejects.toMatchObject({ code: 'target-invalid' });
    await expect(startProxyTo(upstream)).rejects.not.toThrow(/secret/);
  },
);
