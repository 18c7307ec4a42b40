import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRandom } from '../differential/random.ts';
import { createPlant, gardenSpec, plantStoreSpec, send, sendRaw, startMockOf, type TestMock } from '../support.ts';

const isAlive = async (mock: TestMock) => (await createPlant(mock, '{"id":7,"name":"a"}')).status === 200;
const statuses = (response: string) =>
  [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

function post(mock: TestMock, fields: string, body = '', version = '1.1'): string {
  const head = `POST /plants HTTP/${version}\r\nHost: localhost\r\nAuthorization: Bearer ${mock.token}\r\n`;
  return `${head}Content-Type: application/json\r\n${fields}\r\n${body}`;
}

/** Sends everything and closes its own side; returns the response until the other side closes too. */
async function half(mock: TestMock, bytes: string): Promise<string> {
  const { hostname, port } = new URL(mock.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.end(bytes);
  await Promise.race([once(socket, 'close'), once(socket, 'end')]);
  return Buffer.concat(chunks).toString('latin1');
}

describe('a socket', () => {
  const plant = '{"id":7,"name":"a"}';
  const length = `Content-Length: ${plant.length}\r\n`;

  it('with ten requests in one packet gets ten responses in order', async () => {
    const mock = await startMockOf(gardenSpec);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const response = await sendRaw(
      mock,
      [...'0123456789'].map((n) => get(Number(n) % 2 ? '/nope' : '/beds/mine')).join(''),
    );
    expect(statuses(response)).toEqual([200, 404, 200, 404, 200, 404, 200, 404, 200, 404]);
  });

  it('with invalid bytes after a valid request gets the response, then 400', async () => {
    const mock = await startMockOf(plantStoreSpec, { delay: 100 });
    expect(statuses(await sendRaw(mock, `${post(mock, length, plant)}GARBAGE\r\n\r\n`))).toEqual([200, 400]);
  });

  // A client that only closes its own side looks like a disconnected one, which is the usual case.
  it('that closes its own side is closed immediately, also during a delay', async () => {
    const mock = await startMockOf(plantStoreSpec, { delay: 60_000 });
    expect(statuses(await half(mock, post(mock, length, plant)))).toEqual([]);
    await expect.poll(() => mock.lines.join()).toContain('aborted');
  });

  it('that closes its own side within the body gets at most one response', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect(statuses(await half(mock, post(mock, 'Content-Length: 99\r\n', '{"id"'))).length).toBeLessThan(2);
    expect(statuses(await half(mock, post(mock, 'Content-Length: 90000000\r\n', '{"id"')))).toEqual([413]);
    expect(await isAlive(mock)).toBe(true);
  });

  it('that expects 100 Continue for a body too large, and gives up, gets one response', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const fields = 'Expect: 100-continue\r\nContent-Length: 10000001\r\n';
    expect(statuses(await half(mock, post(mock, fields)))).toEqual([413]);
  });

  it('of HTTP/1.0 gets no 100 Continue', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect(statuses(await sendRaw(mock, post(mock, `${length}Expect: 100-continue\r\n`, plant, '1.0')))).toEqual([200]);
  });

  it('over the limit of connections is closed without a response, until another one closes', async () => {
    const mock = await startMockOf(plantStoreSpec, { limits: { connections: 5 } });
    const { hostname, port } = new URL(mock.url);
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    for (const socket of sockets) socket.on('error', () => undefined);
    const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
    for (const socket of sockets) socket.resume();
    await expect.poll(() => sockets.filter(isOpen).length).toBe(5);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => isAlive(mock).catch(() => false)).toBe(true);
  });

  it('that never sends anything is closed', async () => {
    const mock = await startMockOf(plantStoreSpec, { limits: { headersTimeout: 100, requestTimeout: 200 } });
    const { hostname, port } = new URL(mock.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.resume();
    await once(socket, 'close', { signal: AbortSignal.timeout(60_000) });
  });
});

describe('names with a meaning in JavaScript', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

  it('are ordinary names in a body, a form, a multipart body, a query, headers and cookies', async () => {
    const mock = await startMockOf(gardenSpec, { auth: false });
    for (const name of names) {
      const form = new FormData();
      form.set('count', '1');
      form.set(name, 'x');
      const bodies = [new URLSearchParams({ count: '1', [name]: 'x', [`${name}[a]`]: 'y' }), form];
      for (const body of bodies) expect((await send(`${mock.url}/codes`, { method: 'POST', body })).status).toBe(201);
      const query = `size[${name}]=1&${name}=2&${name}[a]=3&__code=200`;
      const headers = { Cookie: `${name}=1`, [name]: 'x', Prefer: `${name}=1` };
      expect((await send(`${mock.url}/beds/1?${query}`, { headers })).status).toBe(200);
      const json = { 'Content-Type': 'application/json' };
      const body = `{"soil":"loam","${name}":{"soil":"sand"}}`;
      const put = await send(`${mock.url}/beds/1`, { method: 'PUT', headers: json, body });
      expect([put.status, Object.keys(Object(put.json)).includes(name)]).toEqual([200, false]);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('multipart bodies', () => {
  const multipart = async (mock: TestMock, body: string, type = 'multipart/form-data; boundary=x') =>
    send(`${mock.url}/codes`, { method: 'POST', headers: { 'Content-Type': type }, body });
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  it.each([
    ['without an end', part('count', '1')],
    ['without a name', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'],
    ['with a part without a head', '--x\r\n\r\n1\r\n--x--\r\n'],
    ['nested', `--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n1\r\n--y--\r\n--x--\r\n`],
    ['of another boundary', '--y\r\nContent-Disposition: form-data; name="count"\r\n\r\n1\r\n--y--\r\n'],
    ['of only final boundaries', '--x--\r\n'.repeat(100)],
    ['with a head of 1 MB', `--x\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n1\r\n--x--\r\n`],
  ])('%s are rejected', async (_what, body) => {
    const mock = await startMockOf(gardenSpec);
    expect((await multipart(mock, body)).status).toBe(400);
    expect((await send(`${mock.url}/beds/mine`)).status).toBe(200);
  });

  it('of 20,000 parts are validated in reasonable time', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await multipart(mock, `${part('count', '1')}${part('n', 'v').repeat(20_000)}--x--\r\n`);
    expect([201, 400]).toContain(response.status);
  });
});

describe('5,000 mutated requests', () => {
  it('do not end the process or leak memory, and the next one is served', async () => {
    const mock = await startMockOf(gardenSpec, { limits: { headersTimeout: 300, requestTimeout: 500 } });
    const seeds = [
      `GET /beds/1?limit=5&kinds=fern,moss HTTP/1.1\r\nHost: localhost\r\nX-Garden-Key: ${mock.token}\r\nAccept: text/plain;q=0.5, */*\r\nPrefer: code=200, seed=1\r\n\r\n`,
      `PUT /beds/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic bW9jazph\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"soil":"loam"}`,
      'POST /codes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n7\r\ncount=1\r\n0\r\n\r\n',
      `POST /codes HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 67\r\n\r\n--x\r\nContent-Disposition: form-data; name="count"\r\n\r\n1\r\n--x--\r\n`,
    ];
    const random = createRandom(2026);
    await flood(mock, 1_000, () => mutate(random.pick(seeds), random));
    const before = memory();
    await flood(mock, 4_000, () => mutate(random.pick(seeds), random));
    expect((await send(`${mock.url}/beds/mine`)).status).toBe(200);
    expect(memory() - before).toBeLessThan(20_000_000);
    expect(mock.lines.filter((line) => line.includes('internal error'))).toEqual([]);
  });
});

/** One to four bytes replaced, duplicated, removed or inserted. */
function mutate(text: string, random: ReturnType<typeof createRandom>): Buffer {
  let bytes = [...Buffer.from(text, 'latin1')];
  for (let n = 0; n <= random.below(4); n++) {
    const at = random.below(bytes.length);
    const byte = random.pick([0, 10, 13, 32, 34, 37, 44, 47, 58, 59, 61, 91, 123, 128, 255, random.below(256)]);
    const put = random.pick([[byte], [byte, byte], [], [bytes[at] ?? 0, byte]]);
    bytes = [...bytes.slice(0, at), ...put, ...bytes.slice(at + 1)];
  }
  return Buffer.from(bytes);
}

/** Each on a new socket, forty at a time; most get an immediate response, some wait for more input. */
async function flood(mock: TestMock, count: number, make: () => Buffer): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await sendRaw(mock, make(), { firstMs: 60, quietMs: 5 });
  };
  await Promise.all(Array.from({ length: 40 }, worker));
}

/** Memory still in use. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
