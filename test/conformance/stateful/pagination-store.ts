/** An implementation of the books and songs in `paged.yaml`, with initial records. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export interface StoredItem {
  readonly id: string;
  readonly title: string;
}

export interface PaginationStoreOverrides {
  /** The records that are listed. */
  list?(all: readonly StoredItem[]): readonly StoredItem[];
  /** Each page has the requested length, with invented records. */
  readonly isEndless?: boolean;
  /** The number of initial records; 12 by default. */
  readonly initialCount?: number;
  /** No page is longer, whatever the request says. */
  readonly cap?: number;
  /** What a page shows next to its items, in place of the cursor. */
  describe?(total: number, pageSize: number): object;
}

const INITIAL_COUNT = 12;

/** Returns its base URL; it stops with the test. Songs have cursors, and only issued ones are accepted. */
export async function startPaginationStore(
  onEnd: OnTestEnd,
  overrides: PaginationStoreOverrides = {},
): Promise<string> {
  const { list = (all) => all, isEndless = false, initialCount = INITIAL_COUNT } = overrides;
  const itemsByCollection: Readonly<Record<string, StoredItem[]>> = {
    books: makeItems(initialCount),
    songs: makeItems(initialCount),
  };
  const server = createServer((request, response) => void respond(request, response));
  return startTestServer(server, onEnd);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://store');
    const [, collection = '', id] = url.pathname.split('/');
    const all = itemsByCollection[collection] ?? [];
    const found = all.find((one) => one.id === id);
    if (request.method === 'POST') {
      const made = { ...JSON.parse(String(await readBody(request))), id: randomUUID() };
      all.push(made);
      send(response, 201, made);
    } else if (id !== undefined) send(response, found === undefined ? 404 : 200, found);
    else page(list(all), url.searchParams, response);
  }

  function page(all: readonly StoredItem[], query: URLSearchParams, response: ServerResponse): void {
    if (isEndless) endlessPage(all, query, response);
    else finitePage(all, query, response, overrides);
  }
}

/** Endless, by offset and by cursor. */
function endlessPage(all: readonly StoredItem[], query: URLSearchParams, response: ServerResponse): void {
  const limit = Number(query.get('limit') ?? 5);
  const start = query.has('cursor') ? all.length : Number(query.get('offset') ?? 0);
  const items = all.slice(start, start + limit);
  send(response, 200, { items: [...items, ...makeItems(limit - items.length)], next: randomUUID() });
}

function finitePage(
  all: readonly StoredItem[],
  query: URLSearchParams,
  response: ServerResponse,
  { cap = 5, describe }: PaginationStoreOverrides,
): void {
  const [limit, cursor] = [Math.min(cap, Number(query.get('limit') ?? 5)), query.get('cursor')];
  const place = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor);
  const start = place + Number(query.get('offset') ?? 0);
  const next = all[start + limit]?.id;
  const items = all.slice(start, start + limit);
  if (place < 0) send(response, 400);
  else send(response, 200, { items, ...(describe?.(all.length, limit) ?? (next !== undefined && { next })) });
}

function makeItems(length: number): StoredItem[] {
  return Array.from({ length }, (_, index) => ({ id: randomUUID(), title: `the first ${index}` }));
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
