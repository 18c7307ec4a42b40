/** The checks of list queries: what a list may contain, and when a violation is only a warning. */
import { describe, expect, test } from 'vitest';
import { checks } from '../../../contracts/conformance/checks/index.ts';
import type { ListQuery, ListQueryFilter } from '../../../contracts/conformance/model/list-query.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { parseSchema } from '../../spec/support.ts';
import { type CheckSample, checkContextFor } from '../check-samples.ts';
import { listBody, listQueries, thingsOf } from '../list-query-samples.ts';

function violationsOf(id: string, query: ListQuery | undefined, body: string, others: CheckSample = {}) {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  const context = checkContextFor({ body, ...others, ...(query === undefined ? {} : { query }) });
  return check.appliesTo(context) ? check.violations(context) : [];
}

function severitiesOf(id: string, query: ListQuery | undefined, body: string): readonly string[] {
  return violationsOf(id, query, body).map(({ severity = 'error' }) => severity);
}

const listChecks = [
  'limit-respected',
  'pages-complete',
  'filter-respected',
  'sort-respected',
  'page-taken-last',
  'total-consistent',
];

test.each(listChecks)('%s applies to the list of its query, and to nothing else', (id) => {
  const bodies = [listBody(1, 2, 3), listBody({ stock: 2 }, { stock: 1 }), '{"items":[],"total":-1}'];
  expect(bodies.flatMap((body) => violationsOf(id, undefined, body))).toEqual([]);
  for (const query of Object.values(listQueries)) {
    expect(violationsOf(id, query, '{"error":1}')).toEqual([]);
    expect(violationsOf(id, query, listBody(7, 8, 9), { status: 404 })).toEqual([]);
    expect(violationsOf(id, query, '{"items":')).toEqual([]);
  }
});

test.each(listChecks)('%s does not apply without a list, nor without a query', (id) => {
  const check = checks.find((one) => one.id === id);
  const applies = (query: ListQuery | undefined, body: string) =>
    check?.appliesTo({ ...checkContextFor({ body }), ...(query === undefined ? {} : { query }) });
  expect(Object.values(listQueries).filter((query) => applies(query, '{"error":1}'))).toEqual([]);
  expect(applies(undefined, listBody(1))).toBe(false);
  expect(Object.values(listQueries).some((query) => applies(query, listBody(1, 2, 3)))).toBe(true);
});

describe('limit-respected', () => {
  const named = (name: string) => ({ ...listQueries.two, parameter: { ...listQueries.two.parameter, name } });

  test.each(['limit', 'per_page', 'perPage', 'pageSize', 'page_size', 'maxResults', 'take', 'top', '$top'])(
    '%s is the page size',
    (name) => expect(severitiesOf('limit-respected', named(name), listBody(1, 2, 3))).toEqual(['error']),
  );

  test.each(['size', 'count', 'n', 'intake', 'stop'])('%s may be something else', (name) => {
    expect(severitiesOf('limit-respected', named(name), listBody(1, 2, 3))).toEqual(['warning']);
  });

  test('allows fewer records', () => expect(severitiesOf('limit-respected', named('limit'), listBody(1))).toEqual([]));
});

describe('filter-respected', () => {
  const filter = (property: string, value: Json, comparison: ListQueryFilter['comparison']) =>
    ({ ...listQueries.open, property, value, comparison }) as const;
  const reported = (query: ListQuery, ...values: readonly Json[]) =>
    severitiesOf('filter-respected', query, listBody(...values.map((value) => ({ [propertyOf(query)]: value }))));
  const propertyOf = (query: ListQuery) => ('property' in query ? query.property : '');

  test('ignores case, accents and white space around a value', () => {
    expect(reported(filter('label', 'Café', 'exact'), ' cafe ', 'CAFÉ')).toEqual([]);
    expect(reported(filter('label', 'Café', 'exact'), 'cafes')).toEqual(['error']);
    expect(reported(filter('label', 'afé', 'substring'), 'Cafes')).toEqual([]);
  });

  test('accepts any of several values', () => {
    expect(reported(filter('status', ['open', 'reserved'], 'any'), 'reserved', 'open')).toEqual([]);
    expect(reported(filter('status', ['open', 'reserved'], 'any'), 'open', 'borrowed')).toEqual(['error']);
  });

  test('only warns where a flag or a number may mean more', () => {
    expect(reported(filter('gone', true, 'flag'), true, false)).toEqual(['warning']);
    expect(reported(filter('gone', false, 'flag'), true)).toEqual(['error']);
    expect(reported(filter('gone', true, 'exact'), false)).toEqual(['error']);
    expect(reported(filter('stock', 5, 'bound'), 5, 6, 7)).toEqual(['warning']);
    expect(reported(filter('stock', 5, 'bound'), 3, 4)).toEqual(['warning']);
    expect(reported(filter('stock', 5, 'bound'), 4, 6)).toEqual(['error']);
  });

  test('ignores records that do not show the property', () => {
    expect(reported(filter('status', 'open', 'exact'), null, { name: 'shut' })).toEqual([]);
  });

  test('points to the value', () => {
    const [violation] = violationsOf(
      'filter-respected',
      listQueries.open,
      listBody({ status: 'open' }, { status: 'shut' }),
    );
    expect(violation).toMatchObject({
      responsePart: { in: 'body', path: ['items', 1, 'status'] },
      received: 'one whose status is "shut"',
    });
  });

  test('requires a record that was left out only while it matches', () => {
    expect(severitiesOf('filter-respected', listQueries.leftOut, listBody({ status: 'shut' }))).toEqual([]);
    expect(severitiesOf('filter-respected', listQueries.leftOut, listBody({ id: 2, status: 'open' }))).toEqual([]);
    expect(severitiesOf('filter-respected', listQueries.leftOut, listBody({ status: 'open' }))).toEqual(['error']);
    const any = { ...listQueries.leftOut, value: ['reserved', 'open'], comparison: 'any' } as const;
    expect(severitiesOf('filter-respected', any, listBody({ status: 'open' }))).toEqual(['error']);
    for (const comparison of ['bound', 'flag'] as const)
      expect(severitiesOf('filter-respected', { ...any, comparison }, listBody({ status: 'open' }))).toEqual([
        'warning',
      ]);
  });

  test('a bound excludes what is beyond it', () => {
    const bound = (side: 'from' | 'to', limit: number) => ({ ...listQueries.free, side, bound: limit });
    expect(reported(bound('to', 0), 0)).toEqual([]);
    expect(reported(bound('to', 0), 2)).toEqual(['error']);
    expect(reported(bound('from', 10), 2)).toEqual(['error']);
    expect(reported(bound('from', 10), 10)).toEqual([]);
  });
});

describe('sort-respected', () => {
  const sorted = (property: string, direction: 'up' | 'down' | undefined, ...values: readonly Json[]) =>
    severitiesOf(
      'sort-respected',
      { ...listQueries.byStock, property, direction },
      listBody(...values.map((value) => ({ [property]: value }))),
    );

  test.each<readonly [string, 'up' | 'down' | undefined, readonly Json[], boolean]>([
    ['stock', 'up', [1, 2, 2, 10], true],
    ['stock', 'up', [1, 10, 2], false],
    ['stock', 'down', [10, 2, 2, 1], true],
    ['stock', 'down', [2, 10, 1], false],
    ['stock', undefined, [1, 2, 3], true],
    ['stock', undefined, [3, 2, 1], true],
    ['stock', undefined, [1, 3, 2], false],
    ['stock', 'up', [2, null, 1], true],
    ['stock', 'up', ['2', 1], true],
    ['label', 'up', ['bee', 'fern'], true],
    ['label', 'up', ['fern', 'bee'], false],
    ['label', 'down', ['bee', 'fern'], false],
    ['label', 'up', ['Fern', 'bee'], true],
    ['label', 'up', ['fern', 'aa'], true],
    ['label', 'up', ['fern', 'ch'], true],
    ['made', 'up', ['2026-02-01', '2026-01-01'], false],
    ['made', 'up', ['2026-01-01T10:00:00+02:00', '2026-01-01T09:00:00Z'], true],
    ['made', 'up', ['2026-01-01T09:00:00Z', '2026-01-01T10:00:00+02:00'], false],
    ['made', 'up', ['2026-01-01', 'fern'], true],
    ['status', 'up', ['reserved', 'borrowed'], true],
  ])('%s %s: %j is in order: %s', (property, direction, values, isInOrder) => {
    expect(sorted(property, direction, ...values)).toEqual(isInOrder ? [] : ['error']);
  });

  test.each(['{ enum: [fern, bee] }', '{ allOf: [{ enum: [fern, bee] }] }'])(
    'does not know the order of an enum: %s',
    (status) => {
      const { shape } = listQueries.byStock;
      const item = parseSchema(`{ type: object, properties: { status: ${status}, label: { type: string } } }`);
      const reported = (property: string) => {
        const query = { ...listQueries.byStock, shape: { ...shape, item }, property };
        return severitiesOf('sort-respected', query, listBody({ [property]: 'fern' }, { [property]: 'bee' }));
      };
      expect([reported('status'), reported('label')]).toEqual([[], ['error']]);
    },
  );

  test('points to the record that comes too late', () => {
    const [violation] = violationsOf('sort-respected', listQueries.byStock, listBody({ stock: 10 }, { stock: 9 }));
    expect(violation).toMatchObject({
      responsePart: { in: 'body', path: ['items', 1, 'stock'] },
      expected: 'records sorted by stock, ascending',
      received: '10 before 9',
    });
    const [down] = violationsOf('sort-respected', listQueries.byStockDown, listBody({ stock: 9 }, { stock: 10 }));
    expect(down).toMatchObject({ expected: 'records sorted by stock, descending', received: '9 before 10' });
  });
});

describe('page-taken-last', () => {
  test('names the records that the first page lacks', () => {
    const body = listBody({ stock: 8 }, { stock: 9 });
    expect(violationsOf('page-taken-last', listQueries.cheapest, body)).toMatchObject([
      { expected: 'stock 8, as in the whole list', received: 'stock 9' },
    ]);
    expect(violationsOf('page-taken-last', listQueries.none, listBody(1, 2))).toMatchObject([
      { expected: 'a record, because the whole list has 2' },
    ]);
  });

  test('not without a first page, nor with an empty list', () => {
    expect(severitiesOf('page-taken-last', { ...listQueries.cheapest, firstPage: undefined }, listBody(1))).toEqual([]);
    expect(severitiesOf('page-taken-last', listQueries.none, listBody())).toEqual([]);
  });
});

describe('pages-complete', () => {
  test('of pages that do not reach the end only the beginning of the list, in the same order', () => {
    const beginning = (...pages: readonly (readonly number[])[]) => ({
      ...listQueries.gapped,
      pages: pages.map((page) => thingsOf(...page)),
      coverage: 'beginning' as const,
    });
    const reported = (...pages: readonly (readonly number[])[]) =>
      severitiesOf('pages-complete', beginning(...pages), listBody(1, 2, 3));
    expect(reported([1], [3])).toEqual(['error']);
    expect(reported([1], [2])).toEqual([]);
    expect(reported([3], [1])).toEqual([]);
    expect(reported([4], [5])).toEqual([]);
  });

  test('not if other clients changed the list in the meantime', () => {
    expect(severitiesOf('pages-complete', listQueries.gapped, listBody(1, 2, 3))).toEqual(['error']);
    expect(severitiesOf('pages-complete', listQueries.gapped, listBody(1, 2, 3, 4))).toEqual([]);
    expect(severitiesOf('pages-complete', listQueries.gapped, listBody(1, 3))).toEqual([]);
    expect(severitiesOf('pages-complete', { ...listQueries.gapped, coverage: 'unknown' }, listBody(1, 2, 3))).toEqual(
      [],
    );
  });
});

test.each([
  ['{"items":[{"id":1},{"id":2}],"total":1}', 1],
  ['{"items":[{"id":1},{"id":2}],"total":2}', 0],
  ['{"items":[{"id":1},{"id":2}],"total":0}', 1],
  ['{"items":[{"id":1},{"id":2}],"total_count":1,"totalResults":1}', 2],
  ['{"items":[{"id":1},{"id":2}],"page":{"totalElements":1}}', 1],
  ['{"items":[{"id":1},{"id":2}],"total":"1"}', 0],
  ['{"items":[{"id":1},{"id":2}],"total_pages":1,"subtotal":1,"totality":1}', 0],
])('total-consistent compares totals with the number of records: %s', (body, count) => {
  expect(violationsOf('total-consistent', listQueries.pages, body)).toHaveLength(count);
});
