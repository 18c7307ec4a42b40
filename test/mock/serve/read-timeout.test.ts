/** Clients that read their response slowly, or not at all. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Limits } from '../../../mock/serve/server-context.ts';
import { startMockWithPaths } from '../support.ts';

/** More than the buffers between two sockets. */
const SIZE = 16_000_000;

async function requestLargeResponse(limits: Partial<Limits>): Promise<Socket> {
  const schema = { type: 'string' };
  const content = { 'text/plain': { schema, example: 'x'.repeat(SIZE) } };
  const get = { operationId: 'much', responses: { 200: { description: 'Much.', content } } };
  const mock = await startMockWithPaths({ '/much': { get } }, {}, { limits });
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET /much HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  // The request has arrived; from now on, only the response takes time.
  await mock.journal.waitFor({ timeout: 60_000 });
  return socket;
}

/** The complete response, read with a pause after each chunk of bytes. */
async function readAll(socket: Socket, rest: { readonly bytes: number; readonly ms: number }) {
  let read = 0;
  let sinceRest = 0;
  const closed = once(socket, 'close');
  socket.on('data', (piece) => {
    read += piece.length;
    sinceRest += piece.length;
    if (sinceRest < rest.bytes) return;
    sinceRest = 0;
    socket.pause();
    setTimeout(() => socket.resume(), rest.ms);
  });
  socket.resume();
  await closed;
  return read;
}

it('sends the complete response to a client that reads slowly and steadily', async () => {
  const socket = await requestLargeResponse({ requestTimeout: 1_000 });
  expect(await readAll(socket, { bytes: 400_000, ms: 80 })).toBeGreaterThan(SIZE);
});

it('disconnects a client that reads nothing, in the time that a slow one would need', async () => {
  const socket = await requestLargeResponse({ requestTimeout: 1_000, readRate: SIZE * 10 });
  await sleep(2_000);
  expect(await readAll(socket, { bytes: SIZE, ms: 0 })).toBeLessThan(SIZE);
});
