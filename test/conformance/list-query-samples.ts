/** Queries of the list in fixtures/conformance/things.yaml with responses, for the samples of the list checks. */
import type { ListQuery } from '../../contracts/conformance/model/list-query.ts';
import { detectListShape } from '../../contracts/conformance/stateful/lists/list-shape.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { findResources } from '../../spec/resources/resources.ts';

const contract = await loadContract('test/fixtures/conformance/things.yaml');
const [resource] = findResources(contract);
const list = resource?.roles.get('list');
const shape = resource && list && detectListShape(list, resource);
if (list === undefined || shape === undefined) throw new Error('no list');

function parameter(name: string) {
  const found = list?.parameters.find((one) => one.name === name);
  if (found === undefined || shape === undefined) throw new Error(`no parameter ${name}`);
  return { parameter: found, shape };
}

/** The things with these identifiers, or also with additional properties. */
type Sampled = number | Readonly<Record<string, Json>>;

export function thingsOf(...things: readonly Sampled[]): readonly Json[] {
  return things.map((thing, index) => (typeof thing === 'number' ? { id: thing } : { id: index + 1, ...thing }));
}

export function listBody(...things: readonly Sampled[]): string {
  return JSON.stringify({ items: thingsOf(...things), total: things.length });
}

export const listQueries = {
  two: { kind: 'limit', limit: 2, ...parameter('limit') },
  pages: paged([1, 2], [3]),
  overlapping: paged([1, 2], [2, 3]),
  gapped: paged([1], [3]),
  madeUp: { kind: 'invented', seenNames: ['4', '5'], page: 24, ...parameter('offset') },
  open: { kind: 'filter', property: 'status', value: 'open', comparison: 'exact', ...parameter('status') },
  fern: { kind: 'filter', property: 'label', value: 'fern', comparison: 'substring', ...parameter('label') },
  leftOut: {
    kind: 'omitted',
    property: 'status',
    value: 'open',
    comparison: 'exact',
    record: { id: 1, status: 'open' },
    ...parameter('status'),
  },
  free: { kind: 'bound', property: 'stock', side: 'to', bound: 0, ...parameter('limit') },
  cheapest: {
    kind: 'start',
    firstPage: thingsOf({ stock: 9 }),
    sortProperty: 'stock',
    limit: 1,
    ...parameter('sort'),
  },
  none: { kind: 'start', firstPage: [], sortProperty: undefined, limit: 1, ...parameter('status') },
  byStock: { kind: 'sort', property: 'stock', direction: 'up', ...parameter('sort') },
  byStockDown: { kind: 'sort', property: 'stock', direction: 'down', ...parameter('sort') },
} as const satisfies Readonly<Record<string, ListQuery>>;

function paged(...pages: readonly (readonly number[])[]) {
  const before = thingsOf(1, 2, 3);
  const all = pages.map((page) => thingsOf(...page));
  return {
    kind: 'pages',
    pages: all,
    wholeBefore: before,
    pageExchanges: [],
    coverage: 'whole',
    ...parameter('offset'),
  } as const;
}
