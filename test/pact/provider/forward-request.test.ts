/** What counts as a missing response, and what as an implementation that cannot be reached. */
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { forwardRequest } from '../../../contracts/pact/provider/local-server.ts';

/** Accepts connections, and sends nothing. */
async function startSilentServer(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

test.each([
  ['http', 'timeout', 'no complete response within 50 ms'],
  ['https', 'unreachable', 'no connection within 50 ms'],
])('a server that accepts connections and sends nothing, over %s: %s', async (scheme, kind, reason) => {
  const baseUrl = new URL(`${scheme}://127.0.0.1:${await startSilentServer()}`);
  const forwarded = { method: 'GET', path: '/', headers: [], body: Buffer.alloc(0) };
  const outcome = await forwardRequest({ baseUrl, timeoutMs: 50, ca: undefined }, forwarded);
  expect(outcome).toEqual({ kind: 'failure', failure: { kind, reason } });
});
