/** Connections of clients that send several requests to the control API, as browsers and `fetch` do. */
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { plantStoreSpec, startMockOf } from '../support.ts';

it('stays open after a request whose body arrives with its header section', async () => {
  const mock = await startMockOf(plantStoreSpec);
  const { hostname, port, host } = new URL(mock.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  const body = '[{"then":{"status":999}}]';
  const rejected = `POST /__store/rules HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  // The first request also loads what later ones find loaded.
  for (const count of [1, 2, 3]) {
    socket.write(rejected);
    await expect.poll(() => received.match(/HTTP\/1\.1 400 /g)?.length ?? 0).toBe(count);
  }
  expect(received).not.toMatch(/^Connection: close/im);
  expect(socket.destroyed).toBe(false);
});
