import { describe, expect, it } from 'vitest';
import type { LazyEntry, NewEntry } from '../../../mock/model/journal-entry.ts';
import { STORAGE_LIMITS } from '../../../mock/model/storage.ts';
import { createMemoryJournal } from '../../../mock/storage/memory/memory-storage.ts';
import { entry } from './storages.ts';

interface Counted extends LazyEntry {
  readonly reads: () => number;
}

function unread(made: NewEntry, mostText = 0): Counted {
  let reads = 0;
  const read = () => {
    reads += 1;
    return made;
  };
  return { maxTextLength: mostText, create: read, reads: () => reads };
}

function journalOf(limits: Partial<typeof STORAGE_LIMITS> | { entries?: number; entryBytes?: number }) {
  return createMemoryJournal({ ...STORAGE_LIMITS, ...limits });
}

describe('an entry that was not yet read', () => {
  it('is never created if it is evicted before it is read', async () => {
    const journal = journalOf({ entries: 2 });
    const added = ['/1', '/2', '/3', '/4'].map((target) => unread(entry(target)));
    for (const one of added) journal.addLazy?.(one);
    expect((await journal.list()).map(({ id, request }) => [id, request.target])).toEqual([
      [3, '/3'],
      [4, '/4'],
    ]);
    expect(added.map(({ reads }) => reads())).toEqual([0, 0, 1, 1]);
  });

  it('is created once, however often it is read', async () => {
    const journal = journalOf({});
    const one = unread(entry('/'));
    journal.addLazy?.(one);
    const [first] = await journal.list();
    const [again] = await journal.list();
    expect(again).toBe(first);
    expect(one.reads()).toBe(1);
  });

  it('is not created for a reader of later entries', async () => {
    const journal = journalOf({});
    const [before, after] = [unread(entry('/before')), unread(entry('/after'))];
    journal.addLazy?.(before);
    journal.addLazy?.(after);
    expect((await journal.list(1)).map(({ id }) => id)).toEqual([2]);
    expect([before.reads(), after.reads()]).toEqual([0, 1]);
  });

  it('is sent immediately to watchers, in the order of ids', async () => {
    const journal = journalOf({});
    const reported: [number, string][] = [];
    await journal.watch(({ id, request }) => reported.push([id, request.target]));
    journal.addLazy?.(unread(entry('/1')));
    await journal.add(entry('/2'));
    journal.addLazy?.(unread(entry('/3')));
    expect(reported).toEqual([
      [1, '/1'],
      [2, '/2'],
      [3, '/3'],
    ]);
  });

  it('counts with its real size when the capacity is exceeded', async () => {
    const journal = journalOf({ entryBytes: 30 });
    for (const target of ['/1', '/2', '/3']) journal.addLazy?.(unread(entry(target, '0123456789'), 60));
    expect((await journal.list()).map(({ id }) => id)).toEqual([1, 2, 3]);
    journal.addLazy?.(unread(entry('/4', '0'), 6));
    expect((await journal.list()).map(({ id }) => id)).toEqual([2, 3, 4]);
  });
});

it.each(['clear', 'skipIds'] as const)('a journal is empty after %s, with its whole capacity', async (how) => {
  const journal = journalOf({ entryBytes: 1_000 });
  const add = (target: string, length: number) => journal.add(entry(target, 'x'.repeat(length)));
  await add('/before', 900);
  if (how === 'clear') await journal.clear();
  else journal.skipIds(3);
  await add('/1', 400);
  await add('/2', 400);
  const first = how === 'clear' ? 2 : 5;
  expect((await journal.list()).map(({ id, request }) => [id, request.target])).toEqual([
    [first, '/1'],
    [first + 1, '/2'],
  ]);
});
