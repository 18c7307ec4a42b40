/** Findings about lists of small implementations, correct and faulty. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createListStore, equalsFilter, type ListStoreOverrides, paginate, sorted, type Thing } from './list-store.ts';
import { verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const things = await loadContract('test/fixtures/conformance/things.yaml');

async function reportedFindings(overrides: ListStoreOverrides): Promise<readonly string[]> {
  const store = createListStore(overrides);
  const baseUrl = await startTestServer(store, onTestFinished);
  const { findings } = await verify({ contract: things, baseUrl, categories: ['list-queries'] });
  return [...new Set(findings.map(({ check, severity }) => `${severity} ${check}`))];
}

describe('reports nothing for an implementation that', () => {
  test.each<[string, ListStoreOverrides]>([
    ['follows the parameters', {}],
    ['returns at most two items', { paginate: (all, offset, limit) => paginate(all, offset, Math.min(limit ?? 2, 2)) }],
    [
      'searches a substring in any case',
      {
        matchesFilter: (thing, name, requested) =>
          name === 'label'
            ? thing.label.toLowerCase().includes(requested.toLowerCase())
            : equalsFilter(thing, name, requested),
      },
    ],
    ['returns summaries', { serialize: ({ id }) => ({ id }) }],
    [
      'returns no status',
      {
        serialize: ({ status: _hidden, ...rest }) => rest,
        matchesFilter: (thing, name, requested) => name === 'status' || equalsFilter(thing, name, requested),
      },
    ],
    ['has a larger total than its items', { total: (all) => all.length + 100 }],
  ])('%s', async (_name, overrides) => {
    expect(await reportedFindings(overrides)).toEqual([]);
  });
});

describe('reports an error for an implementation that', () => {
  test.each<[string, string, ListStoreOverrides]>([
    ['ignores the limit', 'error limit-respected', { paginate: (all, offset) => paginate(all, offset) }],
    [
      'has a limit that is too high by one',
      'error limit-respected',
      { paginate: (all, offset, limit = 100) => paginate(all, offset, limit + 1) },
    ],
    [
      'counts offsets from one',
      'error pages-complete',
      { paginate: (all, offset, limit) => paginate(all, Math.max(offset - 1, 0), limit) },
    ],
    [
      'skips one after each page',
      'error pages-complete',
      { paginate: (all, offset, limit) => paginate(all, offset === 0 ? 0 : offset + 1, limit) },
    ],
    ['ignores filters', 'error filter-respected', { matchesFilter: () => true }],
    [
      'ignores the status filter',
      'error filter-respected',
      {
        matchesFilter: (thing, name, requested) => name === 'status' || equalsFilter(thing, name, requested),
      },
    ],
    ['returns nothing for a filter', 'error filter-respected', { matchesFilter: () => false }],
    [
      'joins filters by or',
      'error filter-respected',
      {
        select: (all, query) => {
          const names = (['status', 'label', 'stock'] as const).filter((name) => query.has(name));
          const isSelected = (thing: Thing) => names.some((name) => equalsFilter(thing, name, query.get(name) ?? ''));
          return names.length === 0 ? all : all.filter(isSelected);
        },
      },
    ],
    [
      'applies filters to the first page alone',
      'error filter-respected',
      {
        select: (all, query) => {
          const status = query.get('offset') === null || query.get('offset') === '0' ? query.get('status') : null;
          return status === null ? all : all.filter((thing) => thing.status === status);
        },
      },
    ],
    ['ignores sorting', 'error sort-respected', { sort: (all) => all }],
    [
      'sorts in one direction only',
      'error sort-respected',
      { sort: (all, sort) => sorted(all, sort.replace('-', '').replace('desc', 'asc')) },
    ],
  ])('%s', async (_overrides, expected, overrides) => {
    expect(await reportedFindings(overrides)).toContain(expected);
  });

  test('does not sort by free text', async () => {
    const sorts: ListStoreOverrides['sort'] = (all, sort) => (/label/.test(sort) ? all : sorted(all, sort));
    expect(await reportedFindings({ sort: sorts })).toContain('error sort-respected');
  });

  test('sorts numbers as strings', async () => {
    const sorts: ListStoreOverrides['sort'] = (all, sort) =>
      /stock/.test(sort) ? all.toSorted((a, b) => (String(a.stock) < String(b.stock) ? -1 : 1)) : sorted(all, sort);
    expect(await reportedFindings({ sort: sorts })).toContain('error sort-respected');
  });
});

test('reports a total of only the page as a warning', async () => {
  expect(await reportedFindings({ total: (_all, page) => page.length - 1 })).toEqual(['warning total-consistent']);
  expect(await reportedFindings({ total: (_all, page) => page.length })).toEqual(['warning total-consistent']);
});

test.each(['todos', 'shop', 'books', 'pets', 'gallery', 'tickets'])(
  'reports nothing for the mock of %s',
  async (name) => {
    const contract = await loadContract(`test/fixtures/mock/${name}.yaml`);
    const store = await serveMock(contract);
    onTestFinished(() => store.close());
    const only = ['list-queries', 'unknown-identifiers'];
    const { findings } = await verify({ contract, baseUrl: store.url, token: store.token, categories: only });
    expect(findings).toEqual([]);
  },
);
