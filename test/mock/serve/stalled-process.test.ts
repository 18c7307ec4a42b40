/** A process that stood still, as on a busy machine, first reads what arrived meanwhile. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { parseStatus, startMockWithPaths } from '../support.ts';

const LIMIT_MS = 200;
const get = { responses: { 200: { description: 'All', content: { 'text/plain': { schema: { type: 'string' } } } } } };

/** A connection that the mock server has accepted. */
async function connected(): Promise<Socket> {
  const limits = { headersTimeout: LIMIT_MS, requestTimeout: LIMIT_MS };
  const { url } = await startMockWithPaths({ '/all': { get } }, {}, { limits });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  // The server of this process accepts in a turn of the event loop.
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
  return socket;
}

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function statusOf(socket: Socket): Promise<number> {
  const [bytes] = await once(socket, 'data');
  return parseStatus(String(bytes));
}

it('a request that arrived meanwhile is not too late', async () => {
  const socket = await connected();
  socket.write('GET /all HTTP/1.1\r\nHost: localhost\r\n\r\n');
  standStill(3 * LIMIT_MS);
  expect(await statusOf(socket)).toBe(200);
});

it('a part of a request is too late', async () => {
  const socket = await connected();
  socket.write('GET /all HTTP/1.1\r\nHost: local');
  standStill(3 * LIMIT_MS);
  expect(await statusOf(socket)).toBe(408);
});
