/** Unexpected `100 Continue` responses: which are ignored, and which are reported. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createInterimFilter } from '../../../contracts/conformance/transport/interim-responses.ts';
import { createSender } from '../../../contracts/conformance/transport/sender.ts';

const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

describe('before the response', () => {
  test.each([
    ['in two packets', ['HTTP/1.1 100 Cont', `inue\r\n\r\n${final}`]],
    ['its empty line in a separate packet', ['HTTP/1.1 100 Continue\r\n', '\r\n', final]],
    ['in a packet with Early Hints', [`${hints}${proceed}`, final]],
    ['with long headers', [`HTTP/1.1 100 Continue\r\nX: ${'a'.repeat(1_200)}\r\n\r\n${final}`]],
    ['more often than a packet can contain', [`${proceed.repeat(5_000)}${final}`]],
    ['without a reason phrase', [`HTTP/1.1 100 \r\n\r\n${final}`]],
  ])('is ignored: %s', async (_how, packets) => {
    const { first, second } = await sendTwice(packets);
    expect(first).toMatchObject({ kind: 'response', response: { status: 200, body: Buffer.from('{}') } });
    expect(first).not.toHaveProperty('response.trailingBytes');
    expect(second).toMatchObject({ kind: 'response', response: { status: 200, body: Buffer.from('{}') } });
  });

  test.each([
    ['a line that is not a header', 'HTTP/1.1 100 Continue\r\nno header\r\n\r\n', 'does not allow'],
    ['a NUL', 'HTTP/1.1 100 Continue\r\nX: a\0b\r\n\r\n', 'does not allow'],
    ['LF only', 'HTTP/1.1 100 Continue\n\r\n', 'LF only'],
    ['a length', 'HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\n', 'a 100 Continue is malformed'],
  ])('is reported when it has %s', async (_what, wrong, reason) => {
    const { first } = await sendTwice([`${wrong}${final}`]);
    expect(first).toMatchObject({
      kind: 'failure',
      failure: { kind: 'broken', reason: expect.stringContaining(reason) },
    });
  });

  test.each([...`${hints}${proceed}`].map((_character, at) => at))('for a packet that ends at %i', (at) => {
    const filter = createInterimFilter();
    filter.expectResponse();
    const bytes = Buffer.from(`${hints}${proceed}${final}${proceed}`);
    const passed = [filter.filter(bytes.subarray(0, at)), filter.filter(bytes.subarray(at))];
    expect(Buffer.concat(passed).toString()).toBe(`${hints}${final}${proceed}`);
  });

  test('keeps the data of a connection that ends within it', () => {
    const filter = createInterimFilter();
    filter.expectResponse();
    expect(filter.filter(Buffer.from('HTTP/1.1 100'))).toHaveLength(0);
    expect(Buffer.from(filter.flush()).toString()).toBe('HTTP/1.1 100');
  });
});

test('the same bytes in a body belong to the body', async () => {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${proceed.length + 2}\r\n\r\n`;
  const { first } = await sendTwice([head, `${proceed}xy`]);
  expect(first).toMatchObject({ kind: 'response', response: { body: Buffer.from(`${proceed}xy`) } });
});

test('is detected after the response on a watched connection', async () => {
  const { first } = await sendTwice([final, proceed], 2);
  expect(first).toHaveProperty('response.trailingBytes', Buffer.from(proceed));
});

/** Two requests on a watched connection; the response to each consists of these packets. */
async function sendTwice(packets: readonly string[], gapMs = 20) {
  const url = await serve((socket) => void write(socket, packets, gapMs));
  const sender = createSender({ origin: url, connections: 1, timeoutMs: 60_000 });
  const line = sender.openConnection();
  onTestFinished(async () => {
    await line.close();
    await sender.close();
  });
  const request = { method: 'GET', url: `${url}/`, headers: [], body: undefined, delivery: 'whole' } as const;
  const first = await line.watchAfter(await line.send(request));
  const second = await line.send(request);
  return { first: first.outcome, second: second.outcome };
}

async function write(socket: Socket, packets: readonly string[], gapMs: number): Promise<void> {
  for (const packet of packets) {
    if (!socket.destroyed) socket.write(packet);
    await pause(gapMs);
  }
}

async function serve(respond: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', () => respond(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
