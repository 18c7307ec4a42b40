/** Two mocks with one Redis act as one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { isJsonArray, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { member, send } from '../support.ts';
import { startRedis } from './redis-server.ts';
import { sharedRedis, stopSharedRedis } from './storages.ts';

afterAll(stopSharedRedis);

interface Replica {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startTwo(): Promise<readonly [Replica, Replica]> {
  const store = `${(await sharedRedis()).url}?prefix=${crypto.randomUUID()}:`;
  return Promise.all([start(store), start(store)]);
}

async function start(store: string): Promise<Replica> {
  const child = spawn(process.execPath, ['test/fixtures/mock/replica.ts', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  return { process: child, url: String(url).trim() };
}

const json = { 'Content-Type': 'application/json' };

async function plant({ url }: Replica, tree: Json) {
  const body = stringifyJson(tree);
  return send(`${url}/trees`, { method: 'POST', headers: json, body });
}

async function addRule({ url }: Replica, rule: Json) {
  const response = await send(`${url}/__store/rules`, {
    method: 'POST',
    headers: json,
    body: stringifyJson(rule),
  });
  expect(response.status).toBeLessThan(300);
}

async function listed({ url }: Replica): Promise<readonly Json[]> {
  const { json: trees } = await send(`${url}/trees`);
  return isJsonArray(trees) ? trees : [];
}

it('insert the initial records exactly once', async () => {
  const [one, two] = await startTwo();
  for (const replica of [one, two]) {
    expect(await listed(replica)).toEqual([{ id: 9223372036854775807n, name: 'first' }]);
  }
});

it('reject invalid initial records, also if another replica has inserted its own', async () => {
  const storage = createMemoryStorage();
  const contract = await loadContract('test/fixtures/mock/replicas.yaml');
  const first = await serveMock(contract, { storage });
  onTestFinished(() => first.close());
  const second = serveMock(contract, { storage, records: { '/trees': [{ id: 'none' }] } });
  await expect(second).rejects.toMatchObject({ code: 'record-invalid' });
});

it('always have the initial records while one of them resets', async () => {
  const [one, two] = await startTwo();
  let isDone = false;
  const reset = async () => {
    for (let n = 0; n < 40; n++) {
      await plant(two, { name: 'gone' });
      expect((await send(`${one.url}/__store/reset`, { method: 'POST' })).status).toBe(204);
    }
    isDone = true;
  };
  const seen: unknown[] = [];
  const look = async () => {
    while (!isDone) seen.push(member((await listed(two))[0], 'name'));
  };
  await Promise.all([reset(), look(), look()]);
  expect(seen.length).toBeGreaterThan(40);
  expect(seen.filter((name) => name !== 'first')).toEqual([]);
  expect(await listed(one)).toHaveLength(1);
});

it('have the records that the other one created, under unique ids', async () => {
  const [one, two] = await startTwo();
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => plant(n % 2 === 0 ? one : two, { name: `t${n}`, age: 9007199254740993n })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  const ids = responses.map(({ json: tree }) => member(tree, 'id'));
  expect(new Set(ids).size).toBe(40);
  for (const [index, id] of ids.entries()) {
    const other = index % 2 === 0 ? two : one;
    const { json: tree } = await send(`${other.url}/trees/${id}`);
    expect(tree).toEqual({ id, name: `t${index}`, age: 9007199254740993n });
  }
  expect(await listed(one)).toEqual(await listed(two));
});

async function sendLabel(method: string, url: string, text: string) {
  return send(url, { method, headers: json, body: stringifyJson({ text }) });
}

async function labelTexts({ url }: Replica): Promise<readonly unknown[]> {
  const { json: labels } = await send(`${url}/labels`);
  return (isJsonArray(labels) ? labels : []).map((label) => member(label, 'text'));
}

it('accept each unique value of a new record once', async () => {
  const replicas = await startTwo();
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    const responses = [...replicas, ...replicas].map(({ url }) => sendLabel('POST', `${url}/labels`, text));
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409]);
    expect((await labelTexts(replicas[0])).filter((one) => one === text)).toHaveLength(1);
  }
});

it('never give two records one unique value by concurrent changes', async () => {
  const replicas = await startTwo();
  const labels = await Promise.all(
    replicas.map(async ({ url }, index) => {
      const { json: label } = await sendLabel('POST', `${url}/labels`, `first ${index}`);
      return `${url}/labels/${member(label, 'id')}`;
    }),
  );
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    const responses = await Promise.all(labels.map((url) => sendLabel('PATCH', url, text)));
    const accepted = responses.filter(({ status }) => status === 200);
    expect(accepted.length).toBeLessThan(2);
    expect((await labelTexts(replicas[0])).filter((one) => one === text)).toHaveLength(accepted.length);
  }
});

it('share the uses of a rule, and the states of rules', async () => {
  const [one, two] = await startTwo();
  await addRule(one, { when: { operation: 'plantTree' }, times: 3, then: { status: 503 } });
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => plant(n % 2 === 0 ? one : two, { name: 'a' })),
  );
  const byStatus = Object.groupBy(responses, ({ status }) => status);
  // With the texts, so that a failure says what went wrong.
  expect(responses.filter(({ status }) => status !== 201 && status !== 503).map(({ text }) => text)).toEqual([]);
  expect(byStatus[503]).toHaveLength(3);
  expect(byStatus[201]).toHaveLength(27);

  const scenario = 'planting';
  const then = { status: 202, body: { name: '{{body.name}} of {{now}}' } };
  await addRule(one, { when: { operation: 'plantTree' }, scenario, requiredState: 'started', newState: 'done', then });
  await addRule(two, { when: { operation: 'plantTree' }, scenario, requiredState: 'done', then: { status: 503 } });
  const [first, second] = [await plant(two, { name: 'oak' }), await plant(one, { name: 'elm' })];
  expect([first.status, second.status]).toEqual([202, 503]);
  expect(first.json).toMatchObject({ name: expect.stringMatching(/^oak of /) });
});

it('share one journal', async () => {
  const [one, two] = await startTwo();
  const waiting = send(`${one.url}/__store/journal/wait?count=2&operation=plantTree&timeout=60000`);
  const planted = [plant(two, { name: 'a' }), plant(one, { name: 'b' })];
  expect((await Promise.all([waiting, ...planted])).map(({ status }) => status)).toEqual([200, 201, 201]);
  const journals = await Promise.all([one, two].map(({ url }) => send(`${url}/__store/journal?operation=plantTree`)));
  expect(journals[0]?.text).toBe(journals[1]?.text);
});

it('lose no acknowledged record if one of them is killed during a burst', async () => {
  const [one, two] = await startTwo();
  const acknowledged: string[] = [];
  let responded = 0;
  const client = async (replica: Replica, name: string) => {
    for (let n = 0; n < 60; n++) {
      const response = await plant(replica, { name: `${name}-${n}` }).catch(() => undefined);
      if (response === undefined) return;
      expect([response.status, response.text]).toEqual([201, expect.stringContaining(`${name}-${n}`)]);
      acknowledged.push(`${name}-${n}`);
      responded += 1;
      if (responded === 80) one.process.kill('SIGKILL');
    }
  };
  await Promise.all([0, 1, 2].flatMap((n) => [client(one, `one${n}`), client(two, `two${n}`)]));
  expect(one.process.killed).toBe(true);
  const names = (await listed(two)).map((tree) => String(member(tree, 'name')));
  expect(acknowledged.filter((name) => name.startsWith('two'))).toHaveLength(180);
  expect(acknowledged.filter((name) => name.startsWith('one')).length).toBeGreaterThan(0);
  expect(acknowledged.filter((name) => name.startsWith('one')).length).toBeLessThan(180);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  // One pending request of each client may have been executed by the killed one.
  expect(names.length - 1 - acknowledged.length).toBeLessThanOrEqual(3);
  expect((await plant(two, { name: 'after' })).status).toBe(201);
});

it('respond immediately and keep running while Redis is down, and continue when it is back', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const replica = await start(redis.url);
  await redis.stop();
  await expect.poll(async () => (await plant(replica, { name: 'a' })).status).toBeGreaterThanOrEqual(500);
  // Sequentially; concurrently, each would wait for two seconds.
  const statuses = new Set<number>();
  const ticks = await countTicks(async () => {
    for (let n = 0; n < 20; n++) statuses.add((await plant(replica, { name: 'a' })).status);
  });
  expect([...statuses].filter((status) => status < 500)).toEqual([]);
  expect(ticks).toBeLessThan(10 * TICKS_PER_SECOND);
  const back = await startRedis({ port: redis.port });
  onTestFinished(() => back.stop());
  await expect.poll(async () => (await plant(replica, { name: 'a' })).status).toBe(201);
});
