import { describe, expect, it } from 'vitest';
import { createFeed } from '../../../../mock/console/client/journal-feed.js';
import type { JournalEntry } from '../../../../mock/model/journal-entry.ts';

const entry = (id: number): JournalEntry => ({
  id,
  kind: 'request',
  time: '2026-11-21T12:00:00.000Z',
  milliseconds: 3,
  mount: '',
  operation: null,
  request: { method: 'GET', target: '/', headers: {}, body: null },
  response: null,
  valid: false,
  violations: [],
  why: null,
  rule: null,
  fault: null,
});

const idsOf = (entries: readonly JournalEntry[]) => entries.map(({ id }) => id);

describe('a feed', () => {
  it('shows the entries since the last update, newest first', () => {
    const feed = createFeed();
    feed.replace([entry(1)]);
    feed.add(entry(2));
    feed.add(entry(3));
    expect(idsOf(feed.takeIn())).toEqual([3, 2]);
    expect(idsOf(feed.shown())).toEqual([3, 2, 1]);
    expect(feed.takeIn()).toEqual([]);
  });

  it('that is paused keeps the shown entries, also after a reconnect', () => {
    const feed = createFeed();
    feed.replace([entry(1)]);
    feed.togglePause();
    feed.add(entry(2));
    expect(feed.takeIn()).toEqual([]);
    feed.replace([entry(1), entry(2), entry(3)]);
    expect([idsOf(feed.shown()), feed.waiting()]).toEqual([[1], 2]);
    feed.togglePause();
    expect(idsOf(feed.takeIn())).toEqual([3, 2]);
  });

  it('that is cleared has no shown and no waiting entries', () => {
    const feed = createFeed();
    feed.replace([entry(1)]);
    feed.add(entry(2));
    feed.empty();
    expect([feed.shown(), feed.waiting()]).toEqual([[], 0]);
  });
});
