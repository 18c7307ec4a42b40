/** Servers that close connections without announcing it. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { SentRequest } from '../../contracts/conformance/model/exchange.ts';
import { createSender } from '../../contracts/conformance/transport/sender.ts';
import { describeErrors, failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';
import { createTicketStore, tickets } from './ticket-store.ts';

/** Passes requests on to a ticket store; `isClosing` decides whether a connection ends after so many responses. */
async function startProxy(isClosing: (responses: number, request: string) => 'before' | 'after' | 'no') {
  const store = createTicketStore('reads what is stored');
  const target = new URL(await startTestServer(store.server, onTestFinished));
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((socket) => {
    sockets.add(socket);
    let [responses, pending, isEnding] = [0, '', false];
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      // It reads nothing more from a connection that it is about to close.
      if (isEnding) return;
      pending += chunk.toString('latin1');
      const [head = ''] = pending.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (!pending.includes('\r\n\r\n') || pending.length < head.length + 4 + length) return;
      const request = pending;
      pending = '';
      if (isClosing(responses, request) === 'before') return void socket.destroy();
      void forward(request).then((response) => {
        socket.write(response, 'latin1');
        responses++;
        isEnding = isClosing(responses, request) === 'after';
        // The client has the whole response before it learns of the end, so it may already use the connection again.
        if (isEnding) setTimeout(() => socket.end(), 1);
      });
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return `http://127.0.0.1:${address.port}`;

  async function forward(request: string): Promise<string> {
    const [head = ''] = request.split('\r\n\r\n');
    const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
    const type = /^content-type: (.*)$/im.exec(head)?.[1]?.trim();
    const body = Buffer.from(request.slice(head.length + 4), 'latin1');
    const hasBody = body.byteLength > 0 && method !== 'GET' && method !== 'HEAD';
    const response = await fetch(new URL(path, target), {
      method,
      headers: type === undefined ? {} : { 'Content-Type': type },
      ...(hasBody && { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
    const contentType = response.headers.get('content-type');
    const lines = [
      `HTTP/1.1 ${response.status} `,
      ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
      `Content-Length: ${bytes.length}`,
    ];
    return `${lines.join('\r\n')}\r\n\r\n${bytes}`;
  }
}

const categories = ['valid-bodies', 'request-isolation', 'lifecycles'];

test('reports no error for a server that closes every connection after a response without announcing it', async () => {
  const baseUrl = await startProxy(() => 'after');
  const result = await verify({ baseUrl, contract: tickets, categories });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

test('reports a server that closes each connection at its second request', async () => {
  const baseUrl = await startProxy((responses) => (responses === 1 ? 'before' : 'no'));
  const result = await verify({ baseUrl, contract: tickets, categories: ['valid-bodies'] });
  expect(failingChecks(result)).toEqual(['response-arrives']);
});

test('reports a server that closes the connection at certain requests', async () => {
  const baseUrl = await startProxy((_responses, request) => (/^PUT .*"priority"/s.test(request) ? 'before' : 'no'));
  const result = await verify({ baseUrl, contract: tickets, categories: ['valid-bodies'] });
  expect(failingChecks(result)).toEqual(['response-arrives']);
});

test('a failure says whether a reused connection was closed without a response', async () => {
  let requests = 0;
  const baseUrl = await startProxy(() => (++requests === 3 ? 'before' : 'no'));
  const sender = createSender({ origin: baseUrl, connections: 1, timeoutMs: 60_000 });
  onTestFinished(() => sender.close());
  const request = { method: 'GET', url: `${baseUrl}/tickets/1`, headers: [], body: undefined } as const;
  const sent: SentRequest = { ...request, delivery: 'whole' };
  expect((await sender.send(sent)).outcome).toMatchObject({ kind: 'response' });
  expect((await sender.send(sent)).outcome).toMatchObject({ failure: { kind: 'broken' } });
});

/** What a GET and a HEAD get from a server that sends this and closes the connection, when they are read slowly. */
async function readSlowly(response: string): Promise<readonly string[]> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(`HTTP/1.1 ${response}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const sender = createSender({ origin, connections: 1, timeoutMs: 60_000 });
  onTestFinished(() => sender.close());
  const send = (method: string) =>
    sender.send({ method, url: `${origin}/`, headers: [], body: undefined, delivery: 'read slowly' });
  return [(await send('GET')).outcome.kind, (await send('HEAD')).outcome.kind];
}

test.each(['204 No Content', '304 Not Modified', '200 OK\r\nContent-Length: 0', '200 OK\r\nContent-Length: 2'])(
  'a response that is read slowly is complete when the server closes the connection after it: %j',
  async (head) => {
    const body = head.endsWith('2') ? '{}' : '';
    expect(await readSlowly(`${head}\r\n\r\n${body}`)).toEqual(['response', 'response']);
  },
);

test('a response that is read slowly is a failure when the server closes the connection within its body', async () => {
  expect(await readSlowly('200 OK\r\nContent-Length: 9\r\n\r\n{}')).toEqual(['failure', 'response']);
});
