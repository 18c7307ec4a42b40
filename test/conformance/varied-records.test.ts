/** Lists of records that are uploaded as forms and refer to another record, with `X-Total-Count`. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { failingChecks, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const albums = await loadContract('test/fixtures/conformance/albums.yaml');

interface Album {
  readonly id: number;
  readonly title: string;
  readonly shelf: number;
  readonly labelId: number;
}

/** How an implementation differs from the correct one. */
interface AlbumOverrides {
  total?(selected: readonly Album[], page: readonly Album[]): number;
  select?(all: readonly Album[], shelves: readonly number[]): readonly Album[];
  sort?(albums: readonly Album[], sort: string): readonly Album[];
}

const LABEL = 7;

function byTitle(list: readonly Album[], sort: string): readonly Album[] {
  if (sort === '') return list;
  const direction = sort.startsWith('-') ? -1 : 1;
  return list.toSorted((a, b) => direction * (a.title < b.title ? -1 : 1));
}

function onShelves(all: readonly Album[], shelves: readonly number[]): readonly Album[] {
  return all.filter(({ shelf }) => shelves.includes(shelf));
}

async function checksThatFail(overrides: AlbumOverrides): Promise<readonly string[]> {
  const { total = (selected) => selected.length, select = onShelves, sort = byTitle } = overrides;
  const all: Album[] = [{ id: 1, title: 'first album', shelf: 1, labelId: LABEL }];
  const store = createServer(async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://store');
    const respond = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (request.method === 'POST') {
      const form = String(await readBody(request));
      const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(form)?.[1] ?? '';
      if (Number(field('labelId')) !== LABEL) return respond(422, {});
      const album = { id: all.length + 1, title: field('title'), shelf: Number(field('shelf')), labelId: LABEL };
      all.push(album);
      return respond(201, album);
    }
    const shelves = query.get('shelves')?.split(',').map(Number);
    const labelled = all.filter(({ labelId }) => labelId === Number(query.get('labelId') ?? labelId));
    const selected = sort(shelves === undefined ? labelled : select(labelled, shelves), query.get('sort') ?? '');
    const offset = Number(query.get('offset') ?? 0);
    const page = selected.slice(offset, offset + Number(query.get('limit') ?? 50));
    return respond(200, { items: page, total: page.length * 3 }, { 'X-Total-Count': total(selected, page) });
  });
  const baseUrl = await startTestServer(store, onTestFinished);
  return failingChecks(await verify({ contract: albums, baseUrl, categories: ['list-queries'] }));
}

test('reports no error for a list whose other total is a sum', async () => {
  expect(await checksThatFail({})).toEqual([]);
});

test.each<[string, string, AlbumOverrides]>([
  ['counts the page alone', 'total-consistent', { total: (_selected, page) => page.length }],
  ['counts one record more', 'total-consistent', { total: (selected) => selected.length + 1 }],
  ['ignores a filter by several integers', 'filter-respected', { select: (list) => list }],
  ['filters by the first integer', 'filter-respected', { select: (list, [first]) => onShelves(list, [first ?? 0]) }],
  ['sorts in one direction', 'sort-respected', { sort: (list, sort) => byTitle(list, sort.replace('-', '')) }],
])('reports an implementation that %s', async (_title, check, overrides) => {
  expect(await checksThatFail(overrides)).toContain(check);
});
