import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Mock, type MockOptions, startMock } from '../../mock/index.ts';
import { countTicks, relativeCpuTime, TICKS_PER_SECOND } from '../cpu-time.ts';
import { send, type TestResponse } from './support.ts';

async function started(options?: MockOptions): Promise<Mock> {
  const mock = await startMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

function create({ url, token }: Pick<Mock, 'url' | 'token'>, body = '{"id":7,"name":"fern"}'): Promise<TestResponse> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return send(`${url}/plants`, { method: 'POST', headers, body });
}

async function fileWith(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}

const pots = {
  openapi: '3.1.0',
  info: { title: 'Pots', version: '1.0.0' },
  paths: {
    '/pots/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', maximum: 2n ** 63n - 1n } }],
        responses: {
          200: { description: 'A pot', content: { 'application/json': { example: { size: 3 } } } },
        },
      },
    },
  },
};

describe('startMock', () => {
  it('rejects more initial records and rules than it can store', async () => {
    const many = Array.from({ length: 10_001 }, (_, id) => ({ id, name: 'fern' }));
    await expect(startMock({ records: { '/plants': many } })).rejects.toMatchObject({
      code: 'record-invalid',
      detail: 'initial records: expected at most 10000, got 10001',
    });
    const scenario = Array.from({ length: 1_001 }, () => ({ then: { status: 503 } }));
    await expect(startMock({ scenario })).rejects.toMatchObject({ code: 'rule-invalid' });
  });

  it('rejects an unknown option, and suggests the nearest one', async () => {
    const misspelled = { port: 0, sepc: 'api.yaml' };
    await expect(startMock(misspelled)).rejects.toMatchObject({
      code: 'option-invalid',
      detail: expect.stringContaining('did you mean spec?'),
    });
  });

  it('serves the Plant Store on a free local port', async () => {
    const mock = await started();
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(mock.credentials).toEqual({ bearerAuth: mock.token });
    expect(mock.controlToken).toBeUndefined();
    expect((await create(mock)).json).toEqual({ name: 'fern' });
  });

  it('serves a document that is an object, with exact integers', async () => {
    const mock = await started({ spec: pots });
    expect((await send(`${mock.url}/pots/9223372036854775807`)).json).toEqual({ size: 3 });
    expect((await send(`${mock.url}/pots/9223372036854775808`)).status).toBe(400);
  });

  it('reports the location in a document that is an object', async () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pot' } } };
    const paths = { '/pots': { get: { responses: { 200: { description: 'ok', content } } } } };
    const circular = { ...pots, paths, components: { schemas: { Pot: { $ref: '#/components/schemas/Pot' } } } };
    await expect(startMock({ spec: circular })).rejects.toMatchObject({
      code: 'spec-ref',
      detail: expect.stringContaining('#/components/schemas/Pot'),
      where: expect.stringMatching(/^inline document:\d+$/),
    });
  });

  it('rejects a circular object', async () => {
    const round: Record<string, unknown> = { ...pots };
    round['x-self'] = round;
    await expect(startMock({ spec: round })).rejects.toMatchObject({ code: 'spec-invalid' });
  });

  it('serves several documents under prefixes', async () => {
    const mock = await started({
      spec: [
        { prefix: '/one', spec: new URL('../../spec/plant-store.yaml', import.meta.url) },
        { prefix: '/two', spec: pots },
      ],
    });
    expect((await create({ ...mock, url: `${mock.url}/one` })).status).toBe(200);
    expect((await send(`${mock.url}/two/pots/1`)).status).toBe(200);
  });

  it('isolates two mocks', async () => {
    const [one, two] = [await started({ token: 'first' }), await started({ token: ['second', 'third'] })];
    await one.scenario.next('createPlant', { status: 503 });
    expect([(await create(one)).status, (await create(two)).status]).toEqual([503, 200]);
    expect((await create({ url: two.url, token: 'third' })).status).toBe(200);
    expect((await create({ url: two.url, token: 'first' })).status).toBe(401);
    expect([await one.journal.count(), await two.journal.count()]).toEqual([1, 3]);
  });

  it('lists requests, and waits for them', async () => {
    const mock = await started();
    const coming = mock.journal.waitFor({ operation: 'createPlant', valid: false, timeout: 60_000 });
    await create(mock, '{"id":"7","name":"fern"}');
    const [entry] = await coming;
    expect(entry?.violations.map(({ message }) => message)).toEqual(['body.id: expected integer, got string "7"']);
    expect(JSON.stringify(entry)).not.toContain(mock.token);
  });

  it('accepts rules from values or a file, and restores them at a reset', async () => {
    const file = await fileWith('rules.yaml', 'when: { operation: createPlant }\ntimes: 1\nthen: { status: 503 }\n');
    for (const scenario of [file, [{ when: { operation: 'createPlant' }, times: 1, then: { status: 503 } }]]) {
      const mock = await started({ scenario });
      const statuses = async () => [(await create(mock)).status, (await create(mock)).status];
      expect(await statuses()).toEqual([503, 200]);
      await mock.reset();
      expect(await mock.journal.count()).toBe(0);
      expect(await statuses()).toEqual([503, 200]);
    }
  });

  it('loads the records of a file, and reports the line of an invalid one', async () => {
    const spec = 'test/fixtures/mock/todos.yaml';
    const good = await fileWith('records.yaml', '/todos:\n  - { id: 7, title: Water the fern }\n');
    const mock = await started({ spec, records: good });
    expect((await send(`${mock.url}/todos/7`)).json).toMatchObject({ id: 7, title: 'Water the fern' });
    const bad = await fileWith('records.yaml', '/todos:\n  - { id: 7, title: x }\n  - { id: 8, title: 9 }\n');
    await expect(startMock({ spec, records: bad })).rejects.toMatchObject({
      code: 'record-invalid',
      where: expect.stringMatching(/records\.yaml:3$/),
    });
  });

  it('is not affected by later changes to the given record objects', async () => {
    const mock = await started({ spec: 'test/fixtures/mock/todos.yaml', auth: false });
    const own = { id: 7, title: 'Water the fern', done: false };
    const shown = async (id: number) => (await send(`${mock.url}/todos/${id}`)).json;
    await mock.records.add('/todos', own);
    expect(await shown(7)).toEqual({ id: 7, title: 'Water the fern', done: false });
    own.title = 'Cut the fern';
    expect(await shown(7)).toMatchObject({ title: 'Water the fern' });
    await mock.records.add('/todos', own);
    expect(await shown(7)).toMatchObject({ title: 'Cut the fern' });
    own.id = 8;
    await mock.records.add('/todos', own);
    expect(await shown(8)).toEqual({ id: 8, title: 'Cut the fern', done: false });
  });

  it('updates a listed record only when it is added again', async () => {
    const mock = await started({ spec: 'test/fixtures/mock/todos.yaml', auth: false });
    const [listed] = await mock.records.list('/todos');
    const shown = async () => (await send(`${mock.url}/todos/42`)).json;
    expect(await shown()).toEqual(listed);
    Object.assign(listed ?? {}, { title: 'Cut the fern' });
    expect(await shown()).toMatchObject({ title: 'Water the fern' });
    await mock.records.add('/todos', listed ?? null);
    expect(await shown()).toMatchObject({ title: 'Cut the fern' });
  });

  it('logs each request as a line or as JSON', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await create(await started({ log }));
    await create(await started({ log, logFormat: 'json' }));
    expect(lines[0]).toMatch(/^POST \/plants 200 \d+ms$/);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      method: 'POST',
      operation: 'createPlant',
      status: 200,
    });
  });

  it('applies the options for delay, authentication and limits', async () => {
    const mock = await started({ auth: false, delay: '60-70', limits: { bodyBytes: 30 } });
    const startedAt = performance.now();
    expect((await create({ url: mock.url, token: 'any' })).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59);
    expect((await create(mock, `{"id":7,"name":"${'x'.repeat(30)}"}`)).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    [{ token: '' }, 'option-invalid'],
    [{ token: [] }, 'option-invalid'],
    [{ delay: 'soon' }, 'option-invalid'],
    [{ spec: [] }, 'prefix-invalid'],
    [{ spec: 'nowhere.yaml' }, 'spec-unreadable'],
    [{ records: 'nowhere.yaml' }, 'spec-unreadable'],
    [{ scenario: 'nowhere.yaml' }, 'rule-invalid'],
    [{ scenario: [{ when: { operation: 'createPlan' }, then: { status: 503 } }] }, 'rule-invalid'],
    [{ tls: { cert: 'no', key: 'no' } }, 'tls-unusable'],
    [{ store: 'http://127.0.0.1' }, 'option-invalid'],
  ])('refuses %j', async (options: MockOptions, code) => {
    await expect(startMock(options)).rejects.toMatchObject({ code });
  });

  it('starts quickly after it was loaded', async () => {
    await (await startMock()).close();
    const mocks: Awaited<ReturnType<typeof startMock>>[] = [];
    const start = async () => mocks.push(await startMock());
    const [effort, ticks] = [await relativeCpuTime(start), await countTicks(start)];
    await Promise.all(mocks.map((mock) => mock.close()));
    expect(effort).toBeLessThan(1);
    expect(ticks).toBeLessThan(TICKS_PER_SECOND / 10);
  });

  it('reads changes between two starts', async () => {
    const text = (title: string) =>
      JSON.stringify({ ...pots, info: { title, version: '1' } }, (_key, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      );
    const spec = await fileWith('pots.json', text('Pots'));
    await (await startMock({ spec })).close();
    await writeFile(spec, text('Pots').replace('/pots/', '/tubs/'));
    const mock = await started({ spec });
    expect((await send(`${mock.url}/tubs/1`)).status).toBe(200);
    await writeFile(spec, '[');
    await expect(startMock({ spec })).rejects.toMatchObject({ code: 'spec-syntax' });
  });

  it('closes at the end of a block, and can be closed more than once', async () => {
    let url = '';
    {
      await using mock = await startMock();
      url = mock.url;
      await mock.close();
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  it('leaves no handle, timer or listener after close, even with pending work', async () => {
    const child = spawn(process.execPath, ['test/fixtures/mock/leftover-handles.ts']);
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    expect(await once(child, 'close', { signal: AbortSignal.timeout(60_000) })).toEqual([0, null]);
    const { statuses, before, after } = JSON.parse(out);
    expect(statuses).toEqual([200, 0, 0]);
    expect(before.open).toEqual([]);
    expect(after).toEqual(before);
  });
});
