import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createPlant,
  gardenSpec,
  parseStatus,
  plantStoreSpec,
  send,
  sendRaw,
  startMockOf,
  type TestMock,
} from './support.ts';

const orders = 'test/fixtures/mock/orders.yaml';
const isAlive = async (mock: TestMock) => (await createPlant(mock, '{"id":7,"name":"a"}')).status === 200;

describe('raw input', () => {
  const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
  // The mock closes the connection after the last response, so the test need not wait for a timeout.
  const LAST = 'Connection: close\r\n';
  const LONG_TIMEOUT = { firstMs: 10_000, quietMs: 10_000 };
  const post = (fields: string, body = '') => `POST /plants HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`;

  it('that is not HTTP gets a problem document', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const received = await sendRaw(mock, 'HELLO\r\n\r\n', { quietMs: 100 });
    expect(received).toMatch(/Content-Type: application\/problem\+json[\s\S]*"code":1007/);
  });

  it('of pipelined requests gets one response each, in order', async () => {
    const mock = await startMockOf(gardenSpec);
    const received = await sendRaw(mock, get('/beds/mine') + get('/nope') + get('/beds/mine', LAST), LONG_TIMEOUT);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it.each([
    ['short', 'Mow the lawn'],
    ['long', 'Mow the lawn '.repeat(8_000)],
  ])('of pipelined requests executes each after the previous ones, after a %s body', async (_kind, title) => {
    const mock = await startMockOf('test/fixtures/mock/todos.yaml', { auth: false });
    const create = (body: string) =>
      `POST /todos HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    await sendRaw(mock, get('/todos'), { quietMs: 100 });
    const received = await sendRaw(
      mock,
      create(JSON.stringify({ title })) + get('/todos') + get('/todos/43', LAST),
      LONG_TIMEOUT,
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(/X-Total-Count: (\d+)/.exec(received)?.[1]).toBe('3');
    const entries = await mock.journal.list();
    expect(entries.map(({ operation }) => operation)).toEqual(['listTodos', 'createTodo', 'listTodos', 'readTodo']);
  });

  it('of pipelined requests calls the control API after the previous requests', async () => {
    const mock = await startMockOf('test/fixtures/mock/todos.yaml', { auth: false });
    const create =
      'POST /todos HTTP/1.1\r\nHost: localhost\r\nPrefer: delay=100\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"title":"Mow"}';
    const count = 'GET /__store/journal/count HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const received = await sendRaw(mock, create + count, LONG_TIMEOUT);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
    expect(received).toMatch(/"count":\s*1\b/);
  });

  it('of pipelined requests skips those that were waiting when the client disconnected', async () => {
    const mock = await startMockOf('test/fixtures/mock/todos.yaml', { auth: false });
    const remove = 'DELETE /todos/42 HTTP/1.1\r\nHost: localhost\r\n\r\n';
    await sendRaw(mock, get('/todos', 'Prefer: delay=100000\r\n') + remove, { firstMs: 300 });
    await expect.poll(() => mock.lines).toHaveLength(2);
    expect(await mock.journal.list()).toMatchObject([
      { request: { method: 'DELETE' }, response: null, valid: true, why: 'the client disconnected' },
      { request: { method: 'GET' }, response: null, valid: true, why: 'the client disconnected' },
    ]);
    expect((await send(`${mock.url}/todos/42`)).status).toBe(200);
  });

  it('of very many pipelined requests is read in parts, and gets all responses', async () => {
    const mock = await startMockOf('test/fixtures/mock/todos.yaml', { auth: false });
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const count = 3_000;
    socket.write(get('/todos', 'Prefer: delay=1000\r\n'));
    const isTaken = vi.fn();
    socket.write(get('/todos/42', `X-Long: ${'x'.repeat(6_000)}\r\n`).repeat(count), isTaken);
    let text = '';
    let taken: number | undefined;
    socket.on('data', (data) => {
      taken ??= isTaken.mock.calls.length;
      text += data.toString('latin1');
    });
    await expect.poll(() => text.match(/HTTP\/1\.1 200/g), { interval: 200 }).toHaveLength(count + 1);
    expect(taken).toBe(0);
  });

  it('that ends in the middle of a body does not stop the mock', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const fields = `Authorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n`;
    await sendRaw(mock, post(fields, '{"id"'), { firstMs: 100 });
    expect(await isAlive(mock)).toBe(true);
    await expect.poll(() => mock.lines.some((line) => line.includes('aborted'))).toBe(true);
  });

  it('that never ends gets a 408', async () => {
    const mock = await startMockOf(plantStoreSpec, { limits: { headersTimeout: 200, requestTimeout: 300 } });
    const fields = `Authorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n`;
    expect(parseStatus(await sendRaw(mock, post(fields, '{"id"')))).toBe(408);
    expect(parseStatus(await sendRaw(mock, 'GET / HT'))).toBe(408);
  });

  it('larger than the limit gets a 413 while it still arrives', async () => {
    const mock = await startMockOf(plantStoreSpec, { limits: { bodyBytes: 1_000 } });
    const fields = `Authorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
    const received = await sendRaw(mock, post(fields, `800\r\n${' '.repeat(0x800)}\r\n`), { quietMs: 100 });
    expect(parseStatus(received)).toBe(413);
    expect(received).toMatch(/connection: close/i);
  });
});

describe('a body too large', () => {
  /** The time from the response to the last part of the body, and whether the mock has waited for it. */
  async function sendLate(mock: TestMock) {
    const { hostname, port } = new URL(mock.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const fields = `Authorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n`;
    socket.write(`POST /plants HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`);
    const [received] = await once(socket, 'data');
    expect(parseStatus(String(received))).toBe(413);
    const responded = performance.now();
    const ended = once(socket, 'end');
    for (let sent = 0; sent < 2; sent++) {
      socket.write(Buffer.alloc(300_000, ' '));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const isWaitedFor = !socket.readableEnded;
    const took = performance.now() - responded;
    socket.write(Buffer.alloc(300_000, ' '));
    if (isWaitedFor) await ended;
    return { took, isWaitedFor };
  }

  it('may continue for a while, so that its sender reads the 413 instead of a reset', async () => {
    const mock = await startMockOf(plantStoreSpec, { limits: { bodyBytes: 1_000 } });
    // If the machine was suspended for longer than the mock waits, there is nothing to check.
    let { took, isWaitedFor } = await sendLate(mock);
    while (took > 500) ({ took, isWaitedFor } = await sendLate(mock));
    expect(isWaitedFor).toBe(true);
  });
});

describe('a body too large that waits for 100 Continue', () => {
  it('gets a 413 without 100 Continue', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const fields = `Authorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`;
    const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\n${fields}Content-Length: 10000001\r\n\r\n`;
    expect(parseStatus(await sendRaw(mock, head, { quietMs: 100 }))).toBe(413);
  });
});

describe('a schema that Prism cannot validate', () => {
  it('is validated nevertheless', async () => {
    const mock = await startMockOf(orders);
    const order = (kind: string) =>
      send(`${mock.url}/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"kind":${kind}}`,
      });
    expect((await order('null')).status).toBe(201);
    expect((await order('"oak"')).status).toBe(400);
  });
});

describe('callbacks', () => {
  it('are never sent', async () => {
    const requestedUrls: string[] = [];
    const listener = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void listener.close());
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const folder = await mkdtemp(path.join(tmpdir(), 'mock-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'orders.yaml');
    await writeFile(file, (await readFile(orders, 'utf8')).replace('127.0.0.1:1/', `127.0.0.1:${port}/`));
    const mock = await startMockOf(file);
    const headers = { 'Content-Type': 'application/json' };
    const received = await send(`${mock.url}/orders`, { method: 'POST', headers, body: '{"kind":"fern"}' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([received.status, requestedUrls]).toEqual([201, []]);
  });
});

describe('the log', () => {
  it('contains the outcome of each request and the reason', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, '{"id":"7","name":"a"}');
    expect(mock.lines[0]).toMatch(/^POST \/plants 400 \d+ms {2}body\.id: expected integer, got string "7"$/);
  });

  it('never shows a token, not even one in the query or the body', async () => {
    const mock = await startMockOf(gardenSpec, { tokens: ['s3cret'] });
    await send(`${mock.url}/beds/1?garden_key=other&x=s3cret`, { method: 'PUT' });
    await send(`${mock.url}/s3cret`);
    expect(mock.lines.join('\n')).not.toMatch(/s3cret|other/);
  });
});
