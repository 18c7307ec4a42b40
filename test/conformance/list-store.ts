/** An implementation of fixtures/conformance/things.yaml in several variants, correct and faulty. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { readBody } from './test-server.ts';

export interface Thing {
  readonly id: number;
  readonly label: string;
  readonly status: string;
  readonly stock: number;
  readonly made: string;
}

/** How an implementation differs from the simple correct one. */
export interface ListStoreOverrides {
  /** The things that all filters select, from this offset on. */
  select?(things: readonly Thing[], query: URLSearchParams): readonly Thing[];
  /** The selected things, by a filter and its value. */
  matchesFilter?(thing: Thing, name: 'status' | 'label' | 'stock', requested: string): boolean;
  sort?(things: readonly Thing[], sort: string): readonly Thing[];
  paginate?(things: readonly Thing[], offset: number, limit: number | undefined): readonly Thing[];
  serialize?(thing: Thing): object;
  total?(all: readonly Thing[], page: readonly Thing[]): number;
}

export function createListStore(overrides: ListStoreOverrides = {}): Server {
  const things: Thing[] = [];
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    if (url.pathname !== '/things') return respond(response, 404);
    if (request.method === 'POST')
      return respond(response, 201, add(things, JSON.parse(String(await readBody(request)))));
    return request.method === 'GET' ? respond(response, 200, list(url.searchParams)) : respond(response, 404);
  });

  function list(query: URLSearchParams): object {
    const {
      matchesFilter: matches = equalsFilter,
      sort: sortThings = sorted,
      paginate: paginatePage = paginate,
      serialize = (thing) => thing,
    } = overrides;
    const filters = (['status', 'label', 'stock'] as const).filter((name) => query.has(name));
    const filtered =
      overrides.select?.(things, query) ??
      things.filter((thing) => filters.every((name) => matches(thing, name, query.get(name) ?? '')));
    const limit = query.get('limit');
    const offset = Number(query.get('offset') ?? 0);
    const ordered = sortThings(filtered, query.get('sort') ?? '');
    const page = paginatePage(ordered, offset, limit === null ? undefined : Number(limit));
    const total = overrides.total?.(filtered, page) ?? filtered.length;
    return { items: page.map(serialize), total };
  }
}

export function equalsFilter(thing: Thing, name: 'status' | 'label' | 'stock', requested: string): boolean {
  return String(thing[name]) === requested;
}

export function sorted(things: readonly Thing[], sort: string): readonly Thing[] {
  const [, sign, name, way] = /^(-?)(\w+)(?::(\w+))?$/.exec(sort) ?? [];
  const direction = sign === '-' || way === 'desc' ? -1 : 1;
  if (name === 'stock') return things.toSorted((a, b) => direction * (a.stock - b.stock));
  if (name === 'label') return things.toSorted((a, b) => direction * (a.label < b.label ? -1 : 1));
  if (name === 'status') return things.toSorted((a, b) => direction * (rank(a) - rank(b)));
  return name === 'made' ? things.toSorted((a, b) => direction * (a.id - b.id)) : things;
}

/** As databases sort the values of an enumeration. */
function rank({ status }: Thing): number {
  return ['reserved', 'borrowed', 'open'].indexOf(status);
}

export function paginate(things: readonly Thing[], offset: number, limit = 10_000): readonly Thing[] {
  return things.slice(offset, offset + limit);
}

function add(things: Thing[], { label, status, stock }: Partial<Thing>): Thing {
  const id = things.length + 1;
  const made = new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString();
  const thing = { id, label: label ?? '', status: status ?? '', stock: stock ?? 0, made };
  things.push(thing);
  return thing;
}

function respond(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body ?? {}));
}
