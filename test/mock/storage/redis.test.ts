import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { formatError, KitError } from '../../../errors.ts';
import { startMock } from '../../../mock/index.ts';
import { selfSigned } from '../../../mock/start/tls.ts';
import { openRedisStorage, type RedisOptions } from '../../../mock/storage/redis/redis-storage.ts';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { freePort } from '../../free-port.ts';
import { createClient } from '../records/json-client.ts';
import { startRedis } from './redis-server.ts';
import { emptyState, entry, sharedRedis, stopSharedRedis } from './storages.ts';

afterAll(stopSharedRedis);

async function open(url: string, options: RedisOptions = {}) {
  const storage = await openRedisStorage(url, options);
  onTestFinished(() => storage.close());
  return storage;
}

async function redis(options: Parameters<typeof startRedis>[0] = {}) {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

/** What an administrator of the server sees. */
function runRedisCli(port: number, ...args: readonly string[]): string {
  return execFileSync('redis-cli', ['-p', String(port), ...args], { encoding: 'utf8' }).trim();
}

async function failureOf(work: Promise<unknown>): Promise<KitError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof KitError) return error;
  throw new Error(`expected a KitError, got ${error}`);
}

const everythingOf = (error: KitError) =>
  [formatError(error), error.stack, JSON.stringify(error), String(error.cause)].join('\n');

describe('the data in Redis', () => {
  it('is below the prefix, and invisible to another prefix', async () => {
    const { url, port } = await redis();
    const one = await open(url, { prefix: 'team one:' });
    const two = await open(`${url}?prefix=two:`);
    await one.initialize(emptyState);
    for (const name of ['/plants', '*', 'two:values']) await one.records.insert(name, 'x:y', {});
    await one.records.nextNumber('/plants');
    const [rule] = await one.rules.add([{ skip: 1, times: 2, then: { status: 503 } }]);
    for (let n = 0; n < 3; n++) await one.rules.consume(rule?.id ?? '');
    await one.journal.add(entry('/'));
    const keys = runRedisCli(port, 'keys', '*').split('\n');
    expect(keys.toSorted()).toEqual(
      [
        'collections',
        'counts',
        'journal',
        'numbers',
        'order',
        'rule-counts',
        'rule-texts',
        'rules',
        'totals',
        'values',
      ].map((key) => `team one:${key}`),
    );
    expect(await two.records.collections()).toEqual([]);
    expect(await two.journal.list()).toEqual([]);
    expect(await two.initialize(emptyState)).toBe(true);
    await two.reset(emptyState);
    expect(await one.records.collections()).toHaveLength(3);
  });

  it('is in the database of the URL, and its watchers receive nothing from others', async () => {
    const { url, port } = await redis();
    const [three, four] = [await open(`${url}/3`), await open(`${url}/4`)];
    const received: string[] = [];
    await four.journal.watch(({ request }) => received.push(request.target));
    await three.journal.add(entry('/three'));
    await four.journal.add(entry('/four'));
    await expect.poll(() => received).toEqual(['/four']);
    expect(runRedisCli(port, '-n', '3', 'llen', 'plant-store:journal')).toBe('1');
    expect(runRedisCli(port, 'keys', '*')).toBe('');
  });

  it('outlives the mock', async () => {
    const { url } = await redis();
    const before = await openRedisStorage(url);
    await before.initialize(emptyState);
    await before.records.insert('/plants', '1', { id: 1 });
    await before.close();
    const after = await open(url);
    expect(await after.initialize(emptyState)).toBe(false);
    expect(await after.records.list('/plants')).toHaveLength(1);
  });
});

describe('credentials', () => {
  const secret = 'p@ss:w/rd%21';

  it('are read from the URL, with or without a user', async () => {
    const { port } = await redis({
      args: ['--requirepass', secret, '--user', 'kit', 'on', `>${secret}2`, '~kit:*', '&kit:*', '+@all'],
    });
    const all = await open(`redis://:${encodeURIComponent(secret)}@127.0.0.1:${port}`);
    await all.ping();
    const kit = await open(`redis://kit:${encodeURIComponent(`${secret}2`)}@127.0.0.1:${port}?prefix=kit:`);
    await kit.records.insert('/plants', '1', {});
    await kit.journal.watch(() => undefined);
    expect(await kit.records.list('/plants')).toHaveLength(1);
  });

  it.each([
    [
      'wrong',
      (port: number) => `redis://:${encodeURIComponent(`${secret}x`)}@127.0.0.1:${port}`,
      'storage-unreachable',
    ],
    ['invalid for a user', (port: number) => `redis://root:${secret}x@127.0.0.1:${port}`, 'option-invalid'],
    ['without a user', () => `redis://:${encodeURIComponent(secret)}@127.0.0.1:1`, 'storage-unreachable'],
    ['not in a URL', () => `redis://:${secret}`, 'option-invalid'],
    ['for another protocol', () => 'http://:p%40ss%3Aw%2Frd@127.0.0.1', 'option-invalid'],
    ['with an invalid encoding', () => 'redis://:p@ss:w%@127.0.0.1', 'option-invalid'],
    ['before an invalid database', () => 'redis://:p%40ss@127.0.0.1/first', 'option-invalid'],
  ])('%s are never shown', async (_case, urlAt, code) => {
    const { port } = await redis({ args: ['--requirepass', secret] });
    const error = await failureOf(openRedisStorage(urlAt(port)));
    expect(error.code).toBe(code);
    expect(everythingOf(error)).not.toMatch(/p@ss|p%40ss|w\/rd|w%2Frd/);
  });

  it('are missing: reports that Redis requires them', async () => {
    const { url } = await redis({ args: ['--requirepass', secret] });
    const error = await failureOf(openRedisStorage(url));
    expect(error.code).toBe('storage-unreachable');
    expect(error.detail).toContain('NOAUTH');
  });
});

it('uses TLS for a rediss address, and rejects an untrusted certificate', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const identity = await selfSigned('localhost');
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  writeFileSync(key, identity.key);
  writeFileSync(cert, identity.cert);
  const port = await freePort();
  const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
  await redis({ args: ['--tls-port', String(port), ...files, '--tls-auth-clients', 'no'] });
  const error = await failureOf(openRedisStorage(`rediss://localhost:${port}`));
  expect(error).toMatchObject({ code: 'storage-unreachable', detail: expect.stringMatching(/certificate/) });
  const trusting = spawn(process.execPath, ['test/fixtures/mock/redis-ping.ts', `rediss://localhost:${port}`], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  expect((await once(trusting, 'close'))[0]).toBe(0);
});

describe('a Redis that does not respond', () => {
  it('is reported within three seconds if nothing listens', async () => {
    const port = await freePort();
    const ticks = await countTicks(async () => {
      const error = await failureOf(openRedisStorage(`redis://localhost:${port}`));
      expect(error.code).toBe('storage-unreachable');
      expect(error.detail).toMatch(/^Redis at localhost:\d+: .*ECONNREFUSED/);
    });
    expect(ticks).toBeLessThan(3 * TICKS_PER_SECOND);
  });

  it('is reported within about three seconds if the server is silent', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const error = await failureOf(openRedisStorage(`redis://127.0.0.1:${port}`));
    expect(error.detail).toContain('no response within');
  });

  it('makes operations reject immediately when it is down, and is used again when it is back', async () => {
    const server = await redis();
    const storage = await open(server.url);
    const received: string[] = [];
    await storage.journal.watch(({ request }) => received.push(request.target));
    await storage.journal.add(entry('/before'));
    await server.stop();
    await expect.poll(() => failureOf(storage.ping())).toMatchObject({ code: 'storage-unreachable' });
    const ticks = await countTicks(async () => {
      const lost = Array.from({ length: 100 }, () => failureOf(storage.journal.add(entry('/lost'))));
      expect(new Set((await Promise.all(lost)).map(({ code }) => code))).toEqual(new Set(['storage-unreachable']));
    });
    expect(ticks).toBeLessThan(TICKS_PER_SECOND);
    await redis({ port: server.port });
    await expect
      .poll(() =>
        storage.ping().then(
          () => 'back',
          () => 'away',
        ),
      )
      .toBe('back');
    const other = await open(server.url);
    await expect
      .poll(async () => {
        await other.journal.add(entry('/after'));
        return received;
      })
      .toContain('/after');
    expect(received).not.toContain('/lost');
  });

  it('sends watchers the entries that were added while their connection was broken, once and in order', async () => {
    const server = await redis();
    const storage = await open(server.url);
    const received: string[] = [];
    await storage.journal.watch(({ request }) => received.push(request.target));
    await storage.journal.add(entry('/0'));
    await expect.poll(() => received).toEqual(['/0']);
    expect(runRedisCli(server.port, 'client', 'kill', 'type', 'pubsub')).toBe('1');
    for (let n = 1; n < 40; n++) await storage.journal.add(entry(`/${n}`));
    const all = Array.from({ length: 40 }, (_, n) => `/${n}`);
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(40);
    expect(received).toEqual(all);
    await storage.journal.add(entry('/last'));
    await expect.poll(() => received).toEqual([...all, '/last']);
  });

  it('delays the first operations by two seconds when it hangs, and later ones not at all', async () => {
    const server = await redis();
    const storage = await open(server.url);
    await storage.ping();
    server.process.kill('SIGSTOP');
    expect((await failureOf(storage.ping())).detail).toContain('no response within 2000 ms');
    const lists = () => Promise.all(Array.from({ length: 50 }, () => failureOf(storage.rules.list())));
    expect(await countTicks(lists)).toBeLessThan(TICKS_PER_SECOND);
    server.process.kill('SIGCONT');
    await expect
      .poll(() =>
        storage.ping().then(
          () => 'back',
          () => 'away',
        ),
      )
      .toBe('back');
    await storage.ping();
  });

  it('can be closed immediately', async () => {
    const server = await redis();
    const storage = await openRedisStorage(server.url);
    await storage.journal.watch(() => undefined);
    server.process.kill('SIGSTOP');
    const unanswered = failureOf(storage.ping());
    expect(await countTicks(() => storage.close())).toBeLessThan(TICKS_PER_SECOND);
    expect((await unanswered).code).toBe('storage-unreachable');
  });
});

it('continues if Redis has lost the scripts or all data', async () => {
  const { url, port } = await redis();
  const storage = await open(url);
  const received: number[] = [];
  await storage.journal.watch(({ id }) => received.push(id));
  await storage.journal.add(entry('/'));
  runRedisCli(port, 'script', 'flush');
  expect(await storage.records.insert('/plants', '1', {})).toBe(true);
  runRedisCli(port, 'flushall');
  expect(await storage.records.read('/plants', '1')).toBeUndefined();
  expect((await storage.journal.add(entry('/'))).id).toBe(1);
  await expect.poll(() => received).toEqual([1, 1]);
  expect(await storage.initialize(emptyState)).toBe(true);
});

it('reports the error message of Redis', async () => {
  const { url, port } = await redis();
  const storage = await open(url);
  runRedisCli(port, 'set', 'plant-store:journal', 'not a list');
  const error = await failureOf(storage.journal.add(entry('/')));
  expect(error).toMatchObject({ code: 'storage-unreachable', detail: expect.stringContaining('WRONGTYPE') });
});

it('leaves nothing open after close, so that the process can exit', async () => {
  const { url } = await sharedRedis();
  const child = spawn(process.execPath, ['test/fixtures/mock/redis-ping.ts', url], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) });
  expect(code).toBe(0);
});

it('keeps records below a parent, which several mock servers show at both of their paths', async () => {
  const { url } = await redis();
  const options = {
    spec: 'test/fixtures/conformance/photo-albums.yaml',
    records: { '/albums': [{ id: 1, name: 'Alps' }], '/photos': [] },
    store: url,
  };
  const mocks = [await startMock(options), await startMock(options)];
  onTestFinished(async () => void (await Promise.all(mocks.map((mock) => mock.close()))));
  const [first, second] = mocks.map((mock) => createClient(mock));
  const photo = { id: 1, albumId: 1, title: 'Peak' };
  expect((await first?.post('/albums/1/photos', { title: 'Peak' }))?.json).toEqual(photo);
  expect((await second?.get('/photos'))?.json).toEqual([photo]);
  await second?.put('/photos/1', { title: 'Summit' });
  expect((await first?.get('/albums/1/photos'))?.json).toEqual([{ ...photo, title: 'Summit' }]);
  await first?.remove('/albums/1');
  expect((await second?.get('/photos/1'))?.status).toBe(404);
});
