/** What is told of lists, and what is not, by small stores in many manners. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/server.ts';
import { loadContract } from '../../spec/loading/load.ts';
import { cut, isSame, listStore, type Manner, sorted } from './list-store.ts';
import { baseUrlOf } from './serve.ts';
import { verify } from './support.ts';

const things = await loadContract('test/fixtures/conformance/things.yaml');

async function told(manner: Manner): Promise<readonly string[]> {
  const store = listStore(manner);
  const baseUrl = await baseUrlOf(store, onTestFinished);
  const { findings } = await verify({ contract: things, baseUrl, only: ['list-queries'] });
  return [...new Set(findings.map(({ check, severity }) => `${severity} ${check}`))];
}

describe('nothing is told of a store that', () => {
  test.each<[string, Manner]>([
    ['does what the parameters say', {}],
    [
      'gives no more than two at a time',
      { cuts: (all, offset, limit) => cut(all, offset, Math.min(limit ?? 2, 2)) },
    ],
    [
      'looks for a part of the text, in whatever case',
      {
        chooses: (thing, name, asked) =>
          name === 'label'
            ? thing.label.toLowerCase().includes(asked.toLowerCase())
            : isSame(thing, name, asked),
      },
    ],
    ['shows summaries', { shows: ({ id }) => ({ id }) }],
    [
      'shows no status to see what was chosen by',
      {
        shows: ({ status: _hidden, ...rest }) => rest,
        chooses: (thing, name, asked) => name === 'status' || isSame(thing, name, asked),
      },
    ],
    ['counts more than it shows', { total: (all) => all.length + 100 }],
  ])('%s', async (_name, manner) => {
    expect(await told(manner)).toEqual([]);
  });
});

describe('a fault is told of a store that', () => {
  test.each<[string, string, Manner]>([
    ['has no limit', 'fault limit-is-kept', { cuts: (all, offset) => cut(all, offset) }],
    [
      'has a limit that is one too high',
      'fault limit-is-kept',
      { cuts: (all, offset, limit = 100) => cut(all, offset, limit + 1) },
    ],
    [
      'counts places from one',
      'fault pages-make-the-whole',
      { cuts: (all, offset, limit) => cut(all, Math.max(offset - 1, 0), limit) },
    ],
    [
      'skips one after each page',
      'fault pages-make-the-whole',
      { cuts: (all, offset, limit) => cut(all, offset === 0 ? 0 : offset + 1, limit) },
    ],
    ['does not choose', 'fault filter-is-kept', { chooses: () => true }],
    [
      'does not choose by status',
      'fault filter-is-kept',
      { chooses: (thing, name, asked) => name === 'status' || isSame(thing, name, asked) },
    ],
    ['chooses nothing', 'fault filter-is-kept', { chooses: () => false }],
    ['has no order', 'fault sort-is-kept', { sorts: (all) => all }],
    [
      'sorts in one direction only',
      'fault sort-is-kept',
      { sorts: (all, sort) => sorted(all, sort.replace('-', '').replace('desc', 'asc')) },
    ],
  ])('%s', async (_manner, expected, manner) => {
    expect(await told(manner)).toContain(expected);
  });

  test('sorts by free text in no order', async () => {
    const sorts: Manner['sorts'] = (all, sort) => (/label/.test(sort) ? all : sorted(all, sort));
    expect(await told({ sorts })).toContain('fault sort-is-kept');
  });

  test('sorts numbers as text', async () => {
    const sorts: Manner['sorts'] = (all, sort) =>
      /stock/.test(sort)
        ? all.toSorted((a, b) => (String(a.stock) < String(b.stock) ? -1 : 1))
        : sorted(all, sort);
    expect(await told({ sorts })).toContain('fault sort-is-kept');
  });
});

test('a total of the page alone is told as advice', async () => {
  expect(await told({ total: (_all, page) => page.length - 1 })).toEqual(['advice total-is-right']);
});

test.each(['todos', 'shop', 'books', 'pets', 'gallery', 'tickets'])(
  'nothing is told of the fake store of %s',
  async (name) => {
    const contract = await loadContract(`test/fixtures/mock/${name}.yaml`);
    const store = await serveMock(contract);
    onTestFinished(() => store.close());
    const only = ['list-queries', 'unknown-names'];
    const { findings } = await verify({ contract, baseUrl: store.url, token: store.token, only });
    expect(findings).toEqual([]);
  },
);
