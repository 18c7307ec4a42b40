/** Header sections that no HTTP library writes, and implementations that accept them. */
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSender } from '../../../contracts/conformance/transport/sender.ts';
import { findZoo } from '../../evals/zoo/zoos.ts';
import { failingChecks, verify } from '../support.ts';

/** Passes what each connection sends first to `respond`. */
async function listen(respond: (text: string, socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => respond(bytes.toString('latin1'), socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

function responseText(status: string, body: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

test('writes the given lines in place of those about the length', async () => {
  const received: string[] = [];
  const origin = await listen((text, socket) => {
    received.push(text);
    socket.end(responseText('400 Bad Request', '{}'));
  });
  const sender = createSender({ origin, connections: 1, timeoutMs: 10_000 });
  onTestFinished(() => sender.close());
  const request = {
    method: 'POST',
    url: `${origin}/plants?x=1`,
    headers: [
      ['Content-Length', '4'],
      ['Content-Length', '5'],
      ['X-Note', 'a\u0001b'],
    ] as const,
    body: Buffer.from('{"a"}'),
    delivery: 'verbatim head',
  } as const;
  const { outcome } = await sender.send(request);
  expect(outcome).toMatchObject({ kind: 'response', response: { status: 400 } });
  expect(received[0]?.split('\r\n')).toEqual([
    'POST /plants?x=1 HTTP/1.1',
    `host: ${new URL(origin).host}`,
    'connection: keep-alive',
    'Content-Length: 4',
    'Content-Length: 5',
    'X-Note: a\u0001b',
    '',
    '{"a"}',
  ]);
});

const plant = '{"name":"Boston fern","tag":"fern"}';

test.each([
  ['accepts them', (socket: Socket) => socket.end(responseText('200 OK', plant)), ['framing-rejected']],
  ['closes the connection', (socket: Socket) => socket.destroy(), []],
  ['waits for more', () => undefined, []],
  ['rejects them', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'), []],
])('reports for an implementation that %s', async (_what, respond, expected) => {
  const origin = await listen((text, socket) => {
    const lengths = text.match(/^content-length: .*$/gim) ?? [];
    const isClear = lengths.length === 1 && lengths[0]?.endsWith(`${text.split('\r\n\r\n')[1]?.length}`) === true;
    if (isClear) socket.end(responseText('200 OK', plant));
    else respond(socket);
  });
  const result = await verify({ baseUrl: origin, token: 'any', categories: ['connections'] });
  const framing = result.findings.filter(({ evidence }) => evidence?.caseId.includes('/framing/') === true);
  expect([...new Set(framing.map(({ check }) => check))]).toEqual(expected);
});

test("reports nothing about Node's own parser", async () => {
  const store = await findZoo('plants').start('right-store');
  onTestFinished(() => store.close());
  const { credentials } = findZoo('plants');
  expect(failingChecks(await verify({ baseUrl: store.url, credentials, categories: ['connections'] }))).toEqual([]);
});
