import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { HttpError } from '../../../mock/http/http-error.ts';
import { mayHaveArrived, readBody } from '../../../mock/http/incoming-request.ts';

const LIMIT = 8;

it.each([
  ['a short body', 'Content-Length: 5', 'plant', 'plant'],
  ['an empty body', 'Content-Length: 0', '', ''],
])('%s that has arrived is read without waiting', async (_what, header, sent, expected) => {
  const { request } = await received(header, sent);
  const body = readBody(request, LIMIT);
  expect(body instanceof Uint8Array && Buffer.from(body).toString()).toBe(expected);
});

it('a body in chunks that has arrived and is too large is an error', async () => {
  const { request } = await received('Transfer-Encoding: chunked', '9\r\n123456789\r\n0\r\n\r\n');
  await expect.poll(() => request.complete).toBe(true);
  const body = readBody(request, LIMIT);
  expect(body instanceof HttpError && body.kind).toBe('body-too-large');
});

it('the rest of a body is waited for', async () => {
  const { request, socket } = await received('Content-Length: 5', 'pla');
  const body = readBody(request, LIMIT);
  socket.write('nt');
  expect(body).toBeInstanceOf(Promise);
  expect(Buffer.from(await bytesOf(body)).toString()).toBe('plant');
});

it('only a body of known length that the client does not ask about may have arrived', async () => {
  expect(mayHaveArrived((await received('Content-Length: 5', 'plant')).request)).toBe(true);
  expect(mayHaveArrived((await received('Transfer-Encoding: chunked', '0\r\n\r\n')).request)).toBe(false);
  expect(mayHaveArrived((await received('Content-Length: 5\r\nExpect: 100-continue', 'plant')).request)).toBe(false);
});

async function bytesOf(body: ReturnType<typeof readBody>): Promise<Uint8Array> {
  const bytes = await body;
  if (bytes instanceof HttpError) throw new Error(bytes.message);
  return bytes;
}

interface Received {
  readonly request: IncomingMessage;
  /** Of the client. */
  readonly socket: Socket;
}

/** After the parser has read the header section and what was sent with it. */
async function received(header: string, content: string): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const handle = (request: IncomingMessage) => queueMicrotask(() => resolve(request));
  const server = createServer(handle).on('checkContinue', handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(isAddress(address) ? address.port : 0, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n${content}`);
  return { request: await promise, socket };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
