import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CONNECTION_FAULTS, type ConnectionFault, type RuleEffect } from '../../../mock/model/rule.ts';
import { injectFault } from '../../../mock/serve/fault-injection.ts';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { selfSigned } from '../../../mock/start/tls.ts';
import { countTicks, TICKS_PER_SECOND, waitTicks } from '../../cpu-time.ts';
import { gardenSpec, sendRaw, startMockOf, type TestMock } from '../support.ts';

interface Ending {
  readonly status: number | undefined;
  /** Of the body. */
  readonly bytes: number;
  readonly declared: string | undefined;
  /** The code of the error that ended it; undefined if the response was complete. */
  readonly error: string | undefined;
}

/** Over a new connection, as a client sees it. */
async function sendRequest(mock: TestMock, { method = 'GET', path = '/beds/mine', prefer = '' } = {}): Promise<Ending> {
  const options = { method, agent: false, rejectUnauthorized: false, headers: { Prefer: prefer } };
  const request = mock.url.startsWith('https')
    ? httpsRequest(`${mock.url}${path}`, options)
    : httpRequest(`${mock.url}${path}`, options);
  const responded = new Promise<Ending>((resolve) => {
    const nothing = { status: undefined, bytes: 0, declared: undefined };
    request.on('error', (error: Error & { code?: string }) => resolve({ ...nothing, error: error.code }));
    request.on('response', (response) => void endingOf(response).then(resolve));
  });
  request.end();
  return responded;
}

async function endingOf(response: IncomingMessage): Promise<Ending> {
  let bytes = 0;
  let error: string | undefined;
  response.on('error', (reason: Error & { code?: string }) => {
    error = reason.code;
  });
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await new Promise((resolve) => response.on('close', resolve));
  return { status: response.statusCode, bytes, declared: response.headers['content-length'], error };
}

async function tlsOptions(): Promise<ServeOptions> {
  return { tls: await selfSigned('127.0.0.1') };
}

function ruled(effect: RuleEffect, options: ServeOptions = {}): Promise<TestMock> {
  return startMockOf(gardenSpec, { ...options, rules: [{ then: effect }] });
}

const plainAndTls: readonly (readonly [string, () => Promise<ServeOptions>])[] = [
  ['HTTP', async () => ({})],
  ['HTTPS', tlsOptions],
];

describe.each(plainAndTls)('over %s', (_name, options) => {
  it('reset ends the connection with a TCP reset', async () => {
    const mock = await ruled({ fault: 'reset' }, await options());
    expect(await sendRequest(mock)).toMatchObject({ status: undefined, error: 'ECONNRESET' });
    expect((await mock.journal.waitFor({ timeout: 60_000 }))[0]).toMatchObject({ fault: 'reset', response: null });
  });

  it('empty closes the connection without a response', async () => {
    const mock = await ruled({ fault: 'empty' }, await options());
    expect(await sendRequest(mock)).toMatchObject({ status: undefined, error: 'ECONNRESET' });
  });

  it('cut announces the complete body and sends the first half of it', async () => {
    const mock = await ruled({ fault: 'cut' }, await options());
    expect(await sendRequest(mock)).toEqual({ status: 200, bytes: 6, declared: '12', error: 'ECONNRESET' });
    expect((await mock.journal.waitFor({ timeout: 60_000 }))[0]).toMatchObject({
      fault: 'cut',
      response: { status: 200 },
    });
  });

  it('drip sends the complete body in about three seconds', async () => {
    const mock = await ruled({ fault: 'drip' }, await options());
    const started = performance.now();
    expect(await sendRequest(mock)).toEqual({ status: 200, bytes: 12, declared: '12', error: undefined });
    expect(performance.now() - started).toBeGreaterThan(2_500);
  });

  it('hang sends nothing, and the mock can still close', async () => {
    const mock = await ruled({ fault: 'hang' }, await options());
    const pending = sendRequest(mock);
    await mock.journal.waitFor({ timeout: 60_000 });
    expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
    expect(await pending).toMatchObject({ status: undefined, error: 'ECONNRESET' });
  });
});

describe('a connection', () => {
  const wire = 'GET /beds/mine HTTP/1.1\r\nHost: localhost\r\n\r\n';

  /** What a raw socket receives, and how it ends. */
  async function bare(mock: TestMock, text: string): Promise<{ text: string; end: string }> {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let got = '';
    let end = 'closed';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    socket.on('error', (error: Error & { code?: string }) => {
      end = error.code ?? 'error';
    });
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    return { text: got, end };
  }

  it('that is reset is distinguishable from one that is closed', async () => {
    expect(await bare(await ruled({ fault: 'reset' }), wire)).toEqual({ text: '', end: 'ECONNRESET' });
    expect(await bare(await ruled({ fault: 'empty' }), wire)).toEqual({ text: '', end: 'closed' });
  });

  it('that is reset under TLS is distinguishable too', async () => {
    const options = await tlsOptions();
    const endOf = async (fault: ConnectionFault) => {
      const { port } = new URL((await ruled({ fault }, options)).url);
      const socket = connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
      let end = 'closed';
      socket.on('error', (error: Error & { code?: string }) => {
        end = error.code ?? 'error';
      });
      socket.write(wire);
      socket.resume();
      await new Promise((resolve) => socket.once('close', resolve));
      return end;
    };
    expect([await endOf('reset'), await endOf('empty')]).toEqual(['ECONNRESET', 'closed']);
  });

  it('that is closed with an unread body is not a reset either', async () => {
    const head = 'POST /silent HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n';
    const mock = await ruled({ fault: 'empty' });
    expect(await bare(mock, `${head}Prefer: a\r\n\r\n{"a":"b"}`)).toEqual({ text: '', end: 'closed' });
  });

  it.each(['reset', 'empty', 'cut'] as const)('keeps the responses before a %s', async (fault) => {
    const mock = await startMockOf(gardenSpec, { rules: [{ skip: 2, then: { fault } }] });
    const { text } = await bare(mock, wire.repeat(4));
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(fault === 'cut' ? 3 : 2);
    expect(text).toContain('{"own":true}');
  });

  it('continues after a drip', async () => {
    const mock = await startMockOf(gardenSpec, { rules: [{ times: 1, then: { fault: 'drip' } }] });
    const text = await sendRaw(mock, wire.repeat(2), { firstMs: 4_000, quietMs: 800 });
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it.each(CONNECTION_FAULTS)('may have fifty pipelined requests that end in %s', async (fault) => {
    const warnings: string[] = [];
    const warn = (warning: Error) => void warnings.push(warning.name);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const mock = await ruled({ fault });
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(wire.repeat(50));
    await mock.journal.waitFor({ timeout: 60_000 });
    socket.destroy();
    await sleep(100);
    expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
    expect(warnings).toEqual([]);
  });
});

describe('a response without a body', () => {
  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('to %s with %i is truncated in its head', async (method, status) => {
    const mock = await ruled({ status, fault: 'cut' });
    const text = await sendRaw(mock, `${method} /beds/mine HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\r\\nDate: .{10,12}$`));
    expect((await sendRequest(mock, { method })).error).toBeDefined();
  });

  it.each([
    ['HEAD', 200, '12'],
    ['GET', 204, undefined],
  ])('to %s with %i is sent immediately by drip', async (method, status, declared) => {
    const mock = await ruled({ status, fault: 'drip' });
    expect(await sendRequest(mock, { method })).toEqual({ status, bytes: 0, declared, error: undefined });
  });
});

describe('a body of ten megabytes', () => {
  const big: RuleEffect = { headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(10_000_000) };

  it('is sent in about three seconds by drip', async () => {
    const mock = await ruled({ ...big, fault: 'drip' });
    const started = performance.now();
    const ticks = await countTicks(async () => {
      expect(await sendRequest(mock)).toMatchObject({ bytes: 10_000_000, error: undefined });
    });
    expect(performance.now() - started).toBeGreaterThan(2_500);
    expect(ticks).toBeLessThan(10 * TICKS_PER_SECOND);
  });

  it('is truncated in its middle', async () => {
    const mock = await ruled({ ...big, fault: 'cut' });
    expect(await sendRequest(mock)).toEqual({
      status: 200,
      bytes: 5_000_000,
      declared: '10000000',
      error: 'ECONNRESET',
    });
  });

  it('waits for a client that does not read, and buffers only a few chunks', async () => {
    const pending = Promise.withResolvers<ServerResponse>();
    const closing = new AbortController();
    const server = createServer((_request, response) => {
      const body = 'x'.repeat(100_000_000);
      void injectFault('drip', {
        response,
        mockResponse: { status: 200, headers: {}, body },
        endSignal: closing.signal,
      });
      pending.resolve(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await pending.promise;
    await expect.poll(() => response.writableLength).toBeGreaterThan(0);
    await waitTicks(100);
    expect(response.writableLength).toBeGreaterThan(0);
    expect(response.writableLength).toBeLessThan(500_000);
    closing.abort();
    socket.destroy();
    server.close();
    await once(server, 'close');
  });
});

describe('a client that disconnects', () => {
  it.each(CONNECTION_FAULTS)('during %s leaves nothing behind', async (fault) => {
    const mock = await startMockOf(gardenSpec);
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    socket.write(`GET /beds/mine HTTP/1.1\r\nHost: localhost\r\nPrefer: fault=${fault}\r\n\r\n`);
    socket.on('error', () => undefined);
    await mock.journal.waitFor({ timeout: 60_000 });
    socket.destroy();
    expect(await sendRequest(mock)).toMatchObject({ status: 200, error: undefined });
    expect(await mock.journal.count()).toBe(2);
  });

  it('is recorded once in the journal, and so is a mock that closes', async () => {
    const mock = await ruled({ fault: 'drip' });
    const pending = sendRequest(mock);
    await mock.journal.waitFor({ timeout: 60_000 });
    await mock.close();
    expect((await pending).error).toBe('ECONNRESET');
    expect(await mock.journal.count()).toBe(1);
  });
});
