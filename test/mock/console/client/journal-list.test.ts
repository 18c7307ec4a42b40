import { describe, expect, it } from 'vitest';
import {
  MOST_ENTRIES,
  MOST_TEXT,
  matches,
  outcomeOf,
  withAdded,
} from '../../../../mock/console/client/journal-list.js';
import type { JournalEntry } from '../../../../mock/model/journal-entry.ts';

const entry: JournalEntry = {
  id: 1,
  kind: 'request',
  time: '2026-11-21T12:00:00.000Z',
  milliseconds: 3,
  mount: '',
  operation: 'createBed',
  request: {
    method: 'POST',
    target: '/beds',
    headers: {},
    body: { text: '{"soil":"Loam"}', bytes: 15, isCut: false },
  },
  response: { status: 404, headers: {}, body: null },
  valid: true,
  violations: [],
  why: null,
  rule: null,
  fault: null,
};

const any = { operation: '', status: '', verdict: '', text: '' } as const;

describe('the entries of the page', () => {
  it('are ordered newest first', () => {
    const ids = withAdded(
      [entry],
      [2, 3].map((id) => ({ ...entry, id })),
    ).map(({ id }) => id);
    expect(ids).toEqual([3, 2, 1]);
  });

  it('are bounded in number; the oldest are evicted', () => {
    const many = Array.from({ length: MOST_ENTRIES + 20 }, (_, at) => ({ ...entry, id: at + 1 }));
    const kept = withAdded([], many);
    expect(kept).toHaveLength(500);
    expect([kept[0]?.id, kept.at(-1)?.id]).toEqual([520, 21]);
  });

  it('are bounded in size', () => {
    const body = { text: 'x'.repeat(MOST_TEXT + 1), bytes: MOST_TEXT + 1, isCut: false };
    const [kept] = withAdded([], [{ ...entry, request: { ...entry.request, body } }]);
    expect(kept?.request.body).toEqual({ text: 'x'.repeat(MOST_TEXT), bytes: MOST_TEXT + 1, isCut: true });
  });
});

describe('a filter', () => {
  it.each([
    [{ operation: 'createBed' }, true],
    [{ operation: 'readBed' }, false],
    [{ status: '404' }, true],
    [{ status: '4xx' }, true],
    [{ status: '4' }, true],
    [{ status: '5xx' }, false],
    [{ verdict: 'valid' }, true],
    [{ verdict: 'invalid' }, false],
    [{ text: 'loam' }, true],
    [{ text: 'POST' }, true],
    [{ text: 'clay' }, false],
  ] as const)('%j matches a valid createBed with 404: %s', (filter, expected) => {
    expect(matches(entry, { ...any, ...filter })).toBe(expected);
  });

  it('by status excludes exchanges without a response', () => {
    expect(matches({ ...entry, response: null }, { ...any, status: '4' })).toBe(false);
  });
});

describe('the outcome of an exchange', () => {
  it.each([
    [{}, '404'],
    [{ fault: 'drip' }, '404 drip'],
    [{ response: null, fault: 'reset' }, 'reset'],
    [{ response: null }, 'none'],
  ] as const)('with %j is shown as %s', (change, expected) => {
    expect(outcomeOf({ ...entry, ...change }).status).toBe(expected);
  });
});
