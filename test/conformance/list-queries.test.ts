/** What is told of lists, and what is not, by small stores in many manners. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createListStore, equalsFilter, type ListStoreOverrides, paginate, sorted } from './list-store.ts';
import { verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const things = await loadContract('test/fixtures/conformance/things.yaml');

async function reportedFindings(overrides: ListStoreOverrides): Promise<readonly string[]> {
  const store = createListStore(overrides);
  const baseUrl = await startTestServer(store, onTestFinished);
  const { findings } = await verify({ contract: things, baseUrl, categories: ['list-queries'] });
  return [...new Set(findings.map(({ check, severity }) => `${severity} ${check}`))];
}

describe('nothing is told of a store that', () => {
  test.each<[string, ListStoreOverrides]>([
    ['does what the parameters say', {}],
    [
      'gives no more than two at a time',
      { paginate: (all, offset, limit) => paginate(all, offset, Math.min(limit ?? 2, 2)) },
    ],
    [
      'looks for a part of the text, in whatever case',
      {
        matchesFilter: (thing, name, requested) =>
          name === 'label'
            ? thing.label.toLowerCase().includes(requested.toLowerCase())
            : equalsFilter(thing, name, requested),
      },
    ],
    ['shows summaries', { serialize: ({ id }) => ({ id }) }],
    [
      'shows no status to see what was chosen by',
      {
        serialize: ({ status: _hidden, ...rest }) => rest,
        matchesFilter: (thing, name, requested) => name === 'status' || equalsFilter(thing, name, requested),
      },
    ],
    ['counts more than it shows', { total: (all) => all.length + 100 }],
  ])('%s', async (_name, overrides) => {
    expect(await reportedFindings(overrides)).toEqual([]);
  });
});

describe('a fault is told of a store that', () => {
  test.each<[string, string, ListStoreOverrides]>([
    ['has no limit', 'error limit-respected', { paginate: (all, offset) => paginate(all, offset) }],
    [
      'has a limit that is one too high',
      'error limit-respected',
      { paginate: (all, offset, limit = 100) => paginate(all, offset, limit + 1) },
    ],
    [
      'counts places from one',
      'error pages-complete',
      { paginate: (all, offset, limit) => paginate(all, Math.max(offset - 1, 0), limit) },
    ],
    [
      'skips one after each page',
      'error pages-complete',
      { paginate: (all, offset, limit) => paginate(all, offset === 0 ? 0 : offset + 1, limit) },
    ],
    ['does not choose', 'error filter-respected', { matchesFilter: () => true }],
    [
      'does not choose by status',
      'error filter-respected',
      {
        matchesFilter: (thing, name, requested) => name === 'status' || equalsFilter(thing, name, requested),
      },
    ],
    ['chooses nothing', 'error filter-respected', { matchesFilter: () => false }],
    ['has no order', 'error sort-respected', { sort: (all) => all }],
    [
      'sorts in one direction only',
      'error sort-respected',
      { sort: (all, sort) => sorted(all, sort.replace('-', '').replace('desc', 'asc')) },
    ],
  ])('%s', async (_overrides, expected, overrides) => {
    expect(await reportedFindings(overrides)).toContain(expected);
  });

  test('sorts by free text in no order', async () => {
    const sorts: ListStoreOverrides['sort'] = (all, sort) => (/label/.test(sort) ? all : sorted(all, sort));
    expect(await reportedFindings({ sort: sorts })).toContain('error sort-respected');
  });

  test('sorts numbers as text', async () => {
    const sorts: ListStoreOverrides['sort'] = (all, sort) =>
      /stock/.test(sort) ? all.toSorted((a, b) => (String(a.stock) < String(b.stock) ? -1 : 1)) : sorted(all, sort);
    expect(await reportedFindings({ sort: sorts })).toContain('error sort-respected');
  });
});

test('a total of the page alone is told as advice', async () => {
  expect(await reportedFindings({ total: (_all, page) => page.length - 1 })).toEqual(['warning total-consistent']);
});

test.each(['todos', 'shop', 'books', 'pets', 'gallery', 'tickets'])(
  'nothing is told of the fake store of %s',
  async (name) => {
    const contract = await loadContract(`test/fixtures/mock/${name}.yaml`);
    const store = await serveMock(contract);
    onTestFinished(() => store.close());
    const only = ['list-queries', 'unknown-identifiers'];
    const { findings } = await verify({ contract, baseUrl: store.url, token: store.token, categories: only });
    expect(findings).toEqual([]);
  },
);
