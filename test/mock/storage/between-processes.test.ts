/** What two processes that share a storage see of each other. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Storage } from '../../../mock/model/storage.ts';
import { createHost } from '../../../mock/storage/host/host.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory.ts';
import { openRedisStorage } from '../../../mock/storage/redis/redis.ts';
import { channelTo } from '../../../mock/storage/remote/channel.ts';
import { entry, nothing, type StorageUser, sharedRedis, startUser, stopSharedRedis } from './subjects.ts';

afterAll(stopSharedRedis);

/** The storage as this process has it, and two other processes that use the same one. */
interface Company {
  readonly storage: Storage;
  readonly one: StorageUser;
  readonly two: StorageUser;
}

const companies: readonly { readonly name: string; readonly gather: () => Promise<Company> }[] = [
  {
    name: 'the memory of one of them',
    gather: async () => {
      const { storage, admit } = createHost(createMemoryStorage());
      const [one, two] = await Promise.all([startUser(), startUser()]);
      for (const user of [one, two]) admit(channelTo(user.process));
      return { storage, one, two };
    },
  },
  {
    name: 'Redis',
    gather: async () => {
      const url = `${(await sharedRedis()).url}?prefix=${crypto.randomUUID()}:`;
      const storage = await openRedisStorage(url);
      onTestFinished(() => storage.close());
      const [one, two] = await Promise.all([startUser(url), startUser(url)]);
      return { storage, one, two };
    },
  },
];

describe.each(companies)('processes that share $name', ({ gather }) => {
  it('have the same records, with exact integers', async () => {
    const { storage, one, two } = await gather();
    const value = { id: 9223372036854775807n, name: 'fern' };
    expect(await one.order('insert', value)).toBe(true);
    expect(await two.order('insert', value)).toBe(false);
    expect(await two.order('read', { id: value.id })).toEqual(value);
    expect((await storage.records.list('/plants')).map((record) => record.value)).toEqual([value]);
  });

  it('use a rule up together', async () => {
    const { storage, one, two } = await gather();
    const [rule] = await storage.rules.add([{ times: 7, then: { status: 503 } }]);
    const takes = [one, two].map((user) => user.order('take', { rule: rule?.id ?? '' }, 50));
    const [first, second] = await Promise.all(takes);
    expect(Number(first) + Number(second)).toBe(7);
  });

  it('begin once', async () => {
    const { storage, one, two } = await gather();
    const begun = Array.from({ length: 10 }, (_, id) =>
      [one, two].map((user) => user.order('begin', { id })),
    );
    expect((await Promise.all(begun.flat())).filter(Boolean)).toHaveLength(1);
    expect(await storage.records.list('/plants')).toHaveLength(1);
    expect(await storage.begin(nothing)).toBe(false);
  });

  it('hear of the entries that others add, each once and in order', async () => {
    const { storage, one, two } = await gather();
    const heard: number[] = [];
    await storage.journal.watch(({ id }) => heard.push(id));
    await one.order('watch');
    const orders = Array.from({ length: 25 }, () => [one.order('add'), two.order('add')]).flat();
    const ids = (await Promise.all(orders)).map(Number).toSorted((a, b) => a - b);
    // Each is told by the storage in its own time.
    await expect.poll(() => one.seen).toEqual(ids);
    await expect.poll(() => heard).toEqual(ids);
    expect((await storage.journal.list()).map(({ id }) => id)).toEqual(ids);
  });

  it('go on when one of them is killed', async () => {
    const { storage, one, two } = await gather();
    await one.order('watch');
    await two.order('insert', { id: 1 });
    const unfinished = two.order('take', { rule: '1' }, 1_000).catch(() => 'cut off');
    two.process.kill('SIGKILL');
    await unfinished;
    const { id } = await storage.journal.add(entry('/after'));
    await expect.poll(() => one.seen).toEqual([id]);
    expect(await one.order('read', { id: 1 })).toEqual({ id: 1 });
  });
});
