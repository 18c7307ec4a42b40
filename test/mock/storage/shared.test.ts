/** What the processes that share a storage cache, and how the others receive it. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JournalEntry } from '../../../mock/model/journal-entry.ts';
import type { Storage } from '../../../mock/model/storage.ts';
import { createStorageHost } from '../../../mock/storage/host/storage-host.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { openRemoteStorage } from '../../../mock/storage/remote/remote-storage.ts';
import { createDelayedChannel } from './delayed-channel.ts';
import { emptyState, entry } from './storages.ts';

afterEach(() => void vi.useRealTimers());

const rule = { then: { status: 503 } };

/** Two initialized users of a storage. */
async function gather() {
  const host = createStorageHost(createMemoryStorage());
  const join = async () => {
    const wire = createDelayedChannel();
    const silent = vi.fn();
    host.connect(wire.host, silent);
    const storage = openRemoteStorage(wire.user);
    await storage.initialize(emptyState);
    return { storage, wire, silent };
  };
  return { host, join, one: await join(), two: await join() };
}

function add({ journal }: Storage, target: string, body = ''): void {
  journal.addLazy?.({ maxTextLength: body.length, create: () => entry(target, body) });
}

const targets = (entries: readonly JournalEntry[]) => entries.map(({ request }) => request.target);

async function eventLoopTurns(count = 20): Promise<void> {
  for (let n = 0; n < count; n++) await turn();
}

describe('entries that a process has added without waiting', () => {
  it('are listed by every process, in the order in which they were added, with ids without gaps', async () => {
    const { host, one, two } = await gather();
    for (let n = 0; n < 30; n++) add(n % 3 === 0 ? one.storage : two.storage, `/${n}`);
    const lists = await Promise.all([one.storage, two.storage, host.storage].map((each) => each.journal.list()));
    for (const list of lists) {
      expect(targets(list)).toEqual(Array.from({ length: 30 }, (_, n) => `/${n}`));
      expect(list.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    }
    expect(await two.storage.journal.list(28)).toEqual(lists[0]?.slice(28));
  });

  it('need no message until they are read', async () => {
    const { one } = await gather();
    const before = one.wire.sent.length;
    for (let n = 0; n < 30; n++) add(one.storage, `/${n}`);
    await eventLoopTurns();
    expect(one.wire.sent).toHaveLength(before);
  });

  it('are in order also if one process is read late', async () => {
    const { host, one, two } = await gather();
    add(one.storage, '/1');
    two.wire.hold();
    const listed = host.storage.journal.list();
    await eventLoopTurns();
    add(one.storage, '/2');
    add(two.storage, '/3');
    two.wire.release();
    expect(targets(await listed)).toEqual(['/1']);
    expect(targets(await host.storage.journal.list())).toEqual(['/1', '/2', '/3']);
  });

  it('are counted also if the first ones were evicted', async () => {
    const { one, two } = await gather();
    add(two.storage, '/first');
    for (let n = 0; n < 2_500; n++) add(one.storage, `/${n}`);
    add(two.storage, '/last');
    const list = await two.storage.journal.list();
    expect(list).toHaveLength(1_000);
    expect([targets(list).at(0), targets(list).at(-2), targets(list).at(-1)]).toEqual(['/1501', '/2499', '/last']);
    expect([list.at(0)?.id, list.at(-1)?.id]).toEqual([1_503, 2_502]);
  });

  it('are fetched before their text exceeds the limit of the process', async () => {
    const { host, one } = await gather();
    const fetched = () => one.wire.sent.filter((message) => message.storage === 'available').length;
    for (let n = 0; n < 200; n++) add(one.storage, `/${n}`, 'x'.repeat(60_000));
    await eventLoopTurns();
    expect(fetched()).toBe(0);
    for (let n = 200; n < 300; n++) add(one.storage, `/${n}`, 'x'.repeat(60_000));
    await eventLoopTurns();
    expect(fetched()).toBe(1);
    expect(await host.storage.journal.list()).toHaveLength(300);
  });

  it('precede a later entry that is awaited', async () => {
    const { one, two } = await gather();
    add(one.storage, '/1');
    expect((await two.storage.journal.add(entry('/2'))).id).toBe(2);
    expect(targets(await one.storage.journal.list())).toEqual(['/1', '/2']);
  });

  it.each(['clear', 'reset'] as const)('are deleted by a %s through another process', async (how) => {
    const { one, two } = await gather();
    add(one.storage, '/1');
    await (how === 'clear' ? two.storage.journal.clear() : two.storage.reset(emptyState));
    add(one.storage, '/2');
    const list = await two.storage.journal.list();
    expect(list.map(({ id, request }) => [id, request.target])).toEqual([[2, '/2']]);
  });

  it('are sent to watchers, each once and in order, and not sent without watchers', async () => {
    const { one, two } = await gather();
    add(one.storage, '/before');
    const received: string[] = [];
    const hear = ({ request }: JournalEntry) => received.push(request.target);
    const stops = await Promise.all([two.storage.journal.watch(hear), one.storage.journal.watch(() => undefined)]);
    for (let n = 0; n < 30; n++) {
      add(n % 2 === 0 ? one.storage : two.storage, `/${n}`);
      if (n % 7 === 0) await turn();
    }
    await eventLoopTurns();
    expect(received).toEqual(Array.from({ length: 30 }, (_, n) => `/${n}`));
    for (const stop of stops) stop();
    await eventLoopTurns();
    const before = one.wire.sent.length;
    add(one.storage, '/after');
    await eventLoopTurns();
    expect(one.wire.sent).toHaveLength(before);
    expect(received).toHaveLength(30);
  });

  it('are sent to a watcher that subscribes again, and to a new process', async () => {
    const { one, two, join } = await gather();
    const received: string[] = [];
    const hear = ({ request }: JournalEntry) => received.push(request.target);
    const stop = await two.storage.journal.watch(() => undefined);
    const again = two.storage.journal.watch(hear);
    stop();
    stop();
    await again;
    const three = await join();
    add(three.storage, '/1');
    await eventLoopTurns();
    add(one.storage, '/2');
    await eventLoopTurns();
    expect(received).toEqual(['/1', '/2']);
  });

  it('that are unreadable cause an error when listing, and do not affect others', async () => {
    const { one, two } = await gather();
    const reads = [
      () => {
        throw new Error('no such body');
      },
    ];
    add(two.storage, '/of another');
    one.storage.journal.addLazy?.({
      maxTextLength: 0,
      create: () => (reads.pop() ?? (() => entry('/late')))(),
    });
    await expect(two.storage.journal.list()).rejects.toMatchObject({
      code: 'storage-unreachable',
      detail: 'no such body',
    });
    expect(targets(await two.storage.journal.list())).toEqual(['/of another', '/late']);
  });
});

describe('rules', () => {
  it('are visible to every process when they are acknowledged, and not before', async () => {
    const { one, two } = await gather();
    expect([one, two].map(({ storage }) => storage.rules.isEmpty?.())).toEqual([true, true]);
    one.wire.hold();
    let isAnswered = false;
    const added = two.storage.rules.add([rule]).then(() => {
      isAnswered = true;
    });
    await eventLoopTurns();
    expect([isAnswered, one.storage.rules.isEmpty?.()]).toEqual([false, true]);
    expect(await two.storage.rules.list()).toEqual([]);
    one.wire.release();
    await added;
    expect([one, two].map(({ storage }) => storage.rules.isEmpty?.())).toEqual([false, false]);
  });

  it.each(['remove', 'clear', 'reset'] as const)('are invisible after a %s', async (how) => {
    const { one, two } = await gather();
    const [added] = await two.storage.rules.add([rule]);
    if (how === 'remove') await one.storage.rules.remove(added?.id ?? '');
    else await (how === 'clear' ? one.storage.rules.clear() : one.storage.reset(emptyState));
    await eventLoopTurns();
    expect([one, two].map(({ storage }) => storage.rules.isEmpty?.())).toEqual([true, true]);
    await one.storage.reset({ ...emptyState, rules: [rule] });
    expect([one, two].map(({ storage }) => storage.rules.isEmpty?.())).toEqual([false, false]);
  });

  it('are never missed during concurrent adds and clears', async () => {
    const { one, two, host } = await gather();
    for (let n = 0; n < 30; n++) {
      const added = two.storage.rules.add([rule]);
      for (let wait = 0; wait < n % 6; wait++) await turn();
      await Promise.all([one.storage.rules.clear(), added]);
      const isEmpty = (await host.storage.rules.list()).length === 0;
      if (!isEmpty) expect([one, two].map(({ storage }) => storage.rules.isEmpty?.())).toEqual([false, false]);
      await one.storage.rules.clear();
      await eventLoopTurns();
    }
    expect([one, two].map(({ storage }) => storage.rules.isEmpty?.())).toEqual([true, true]);
  });

  it('are visible to a later process from its start', async () => {
    const { host, join } = await gather();
    await host.storage.rules.add([rule]);
    const wire = createDelayedChannel();
    expect(openRemoteStorage(wire.user).rules.isEmpty?.()).toBe(false);
    expect((await join()).storage.rules.isEmpty?.()).toBe(false);
  });
});

describe('a process that does not respond', () => {
  it('does not block others after it exits', async () => {
    const { one, two } = await gather();
    one.wire.hold();
    const pending = Promise.all([two.storage.journal.list(), two.storage.rules.add([rule])]);
    await eventLoopTurns();
    one.wire.disconnect();
    await pending;
  });

  it('is kept if its response arrived while the primary was busy', async () => {
    const { one, two } = await gather();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    one.wire.hold();
    add(one.storage, '/heard');
    const listed = two.storage.journal.list();
    await eventLoopTurns();
    one.wire.release();
    one.wire.hold();
    await eventLoopTurns();
    vi.advanceTimersByTime(10_000);
    one.wire.release();
    expect(targets(await listed)).toEqual(['/heard']);
    await eventLoopTurns();
    expect(one.silent).not.toHaveBeenCalled();
  });

  it('is abandoned after ten seconds, and reported as silent', async () => {
    const { one, two } = await gather();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    one.wire.hold();
    add(one.storage, '/lost');
    add(two.storage, '/kept');
    const listed = two.storage.journal.list();
    await eventLoopTurns();
    vi.advanceTimersByTime(9_999);
    expect(one.silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(targets(await listed)).toEqual(['/kept']);
    expect(one.silent).toHaveBeenCalledOnce();
    expect(two.silent).not.toHaveBeenCalled();
    expect(targets(await two.storage.journal.list())).toEqual(['/kept']);
  });
});
