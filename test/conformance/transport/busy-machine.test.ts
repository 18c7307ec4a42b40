/** Data that arrives while the machine is too busy to read it immediately. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange, SentRequest } from '../../../contracts/conformance/model/exchange.ts';
import { createSender, type Sender } from '../../../contracts/conformance/transport/sender.ts';
import { forwardRequest } from '../../../contracts/pact/provider/local-server.ts';

/** Signals that a request arrived, waits until it may respond, and signals that it responded. */
const server = `const { parentPort, workerData } = require('node:worker_threads');
  const { createServer } = require('node:http');
  const steps = new Int32Array(workerData);
  const reach = (step) => { Atomics.store(steps, step, 1); Atomics.notify(steps, step); };
  const server = createServer((_request, response) => {
    reach(0);
    Atomics.wait(steps, 1, 0);
    response.once('finish', () => reach(2)).end('here');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

const TIMEOUT_MS = 4_000;

const ways: readonly (readonly [string, (origin: string) => Promise<Exchange['outcome']>])[] = [
  ['a request', (origin) => sent(origin, 'whole')],
  ['a request that expects 100 Continue', (origin) => sent(origin, 'expecting 100')],
  [
    'a pact interaction',
    (origin) => forwardRequest({ baseUrl: new URL(origin), timeoutMs: TIMEOUT_MS, ca: undefined }, call),
  ],
];

test.each(ways)('accepts a response to %s that arrived in time but is read later', async (_what, send) => {
  const steps = new Int32Array(new SharedArrayBuffer(16));
  const serverThread = new Worker(server, { eval: true, workerData: steps.buffer });
  onTestFinished(async () => void (await serverThread.terminate()));
  const [port] = await once(serverThread, 'message');
  const outcome = send(`http://127.0.0.1:${port}`);
  while (Atomics.load(steps, 0) === 0) await turn();
  // This thread reads nothing from here until the time is over.
  Atomics.store(steps, 1, 1);
  Atomics.notify(steps, 1);
  Atomics.wait(steps, 2, 0);
  Atomics.wait(steps, 3, 0, TIMEOUT_MS);
  expect(await outcome).toMatchObject({ kind: 'response' });
});

const call = {
  ...{ method: 'GET', path: '/', body: Buffer.alloc(0) },
  headers: [['host', '127.0.0.1']],
} as const;

async function sent(origin: string, delivery: SentRequest['delivery']): Promise<Exchange['outcome']> {
  return (await senderTo(origin).send(requestTo(origin, delivery))).outcome;
}

function senderTo(origin: string): Sender {
  const sender = createSender({ origin, connections: 1, timeoutMs: TIMEOUT_MS });
  onTestFinished(() => sender.close());
  return sender;
}

function requestTo(origin: string, delivery: SentRequest['delivery']): SentRequest {
  return { method: 'GET', url: `${origin}/`, headers: [], body: undefined, delivery };
}

test('detects data that arrived after a response but is read later', async () => {
  const connected = Promise.withResolvers<Socket>();
  const upstream = createServer((socket) => {
    connected.resolve(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  onTestFinished(() => void upstream.close());
  const address = upstream.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const line = senderTo(origin).openConnection();
  onTestFinished(() => line.close());
  const watched = line.watchAfter(await line.send(requestTo(origin, 'whole')));
  (await connected.promise).write('more');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect((await watched).outcome).toHaveProperty('response.trailingBytes', Buffer.from('more'));
});
