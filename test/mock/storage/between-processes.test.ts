/** What two processes that share a storage see of each other. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Storage } from '../../../mock/model/storage.ts';
import { openFileStorage } from '../../../mock/storage/file/file-storage.ts';
import { createStorageHost } from '../../../mock/storage/host/storage-host.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { openRedisStorage } from '../../../mock/storage/redis/redis-storage.ts';
import { createChannel } from '../../../mock/storage/remote/process-channel.ts';
import {
  emptyState,
  entry,
  freshFileUrl,
  type StorageUser,
  sharedRedis,
  startStorageUser,
  stopSharedRedis,
} from './storages.ts';

afterAll(stopSharedRedis);

/** The storage in this process, and two other processes that use the same one. */
interface TwoUsers {
  readonly storage: Storage;
  readonly one: StorageUser;
  readonly two: StorageUser;
}

const userPairs: readonly { readonly name: string; readonly gather: () => Promise<TwoUsers> }[] = [
  {
    name: 'the memory of one of them',
    gather: async () => {
      const { storage, connect } = createStorageHost(createMemoryStorage());
      const [one, two] = await Promise.all([startStorageUser(), startStorageUser()]);
      for (const user of [one, two]) connect(createChannel(user.process));
      return { storage, one, two };
    },
  },
  {
    name: 'a file',
    gather: async () => {
      const url = freshFileUrl();
      const [one, two, storage] = await Promise.all([
        startStorageUser(url),
        startStorageUser(url),
        openFileStorage(url),
      ]);
      onTestFinished(() => storage.close());
      return { storage, one, two };
    },
  },
  {
    name: 'Redis',
    gather: async () => {
      const url = `${(await sharedRedis()).url}?prefix=${crypto.randomUUID()}:`;
      const storage = await openRedisStorage(url);
      onTestFinished(() => storage.close());
      const [one, two] = await Promise.all([startStorageUser(url), startStorageUser(url)]);
      return { storage, one, two };
    },
  },
];

describe.each(userPairs)('processes that share $name', ({ gather }) => {
  it('have the same records, with exact integers', async () => {
    const { storage, one, two } = await gather();
    const value = { id: 9223372036854775807n, name: 'fern' };
    expect(await one.run('insert', value)).toBe(true);
    expect(await two.run('insert', value)).toBe(false);
    expect(await two.run('read', { id: value.id })).toEqual(value);
    expect((await storage.records.list('/plants')).map((record) => record.value)).toEqual([value]);
  });

  it('share the uses of a rule', async () => {
    const { storage, one, two } = await gather();
    const [rule] = await storage.rules.add([{ times: 7, then: { status: 503 } }]);
    const takes = [one, two].map((user) => user.run('take', { rule: rule?.id ?? '' }, 50));
    const [first, second] = await Promise.all(takes);
    expect(Number(first) + Number(second)).toBe(7);
  });

  it('initialize once', async () => {
    const { storage, one, two } = await gather();
    const begun = Array.from({ length: 10 }, (_, id) => [one, two].map((user) => user.run('begin', { id })));
    expect((await Promise.all(begun.flat())).filter(Boolean)).toHaveLength(1);
    expect(await storage.records.list('/plants')).toHaveLength(1);
    expect(await storage.initialize(emptyState)).toBe(false);
  });

  it('receive the entries that others add, each once and in order', async () => {
    const { storage, one, two } = await gather();
    const received: number[] = [];
    await storage.journal.watch(({ id }) => received.push(id));
    await one.run('watch');
    const orders = Array.from({ length: 25 }, () => [one.run('add'), two.run('add')]).flat();
    const ids = (await Promise.all(orders)).map(Number).toSorted((a, b) => a - b);
    // Each receives it from the storage at its own time.
    await expect.poll(() => one.seen).toEqual(ids);
    await expect.poll(() => received).toEqual(ids);
    expect((await storage.journal.list()).map(({ id }) => id)).toEqual(ids);
  });

  it('continue if one of them is killed', async () => {
    const { storage, one, two } = await gather();
    await one.run('watch');
    await two.run('insert', { id: 1 });
    const unfinished = two.run('take', { rule: '1' }, 1_000).catch(() => 'cut off');
    two.process.kill('SIGKILL');
    await unfinished;
    const { id } = await storage.journal.add(entry('/after'));
    await expect.poll(() => one.seen).toEqual([id]);
    expect(await one.run('read', { id: 1 })).toEqual({ id: 1 });
  });
});
