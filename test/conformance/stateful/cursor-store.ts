/** An implementation of the lists in `cursor-lists.yaml`, newest first. */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export interface CursorStoreOverrides {
  /** The number of records that a page after the first leaves out. */
  readonly skipped?: number;
  /** The first page says that it is the last. */
  readonly endsEarly?: boolean;
  /** No page is longer, whatever the request says. */
  readonly cap?: number;
}

interface Note {
  readonly id: string;
  readonly title: string;
}

interface Page {
  readonly items: readonly Note[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
  readonly lastId: string | undefined;
}

/** The bodies, and the header `Link` of `linked`. */
const bodies: Readonly<Record<string, (page: Page) => object>> = {
  ids: ({ items, next }) => ({ items, has_more: next !== undefined }),
  linked: ({ items }) => items,
  relative: ({ items, next }) => ({ items, next: next === undefined ? null : `relative?limit=2&cursor=${next}` }),
  nested: ({ items, next = null }) => ({ items, meta: { pagination: { next_cursor: next } } }),
  // As Facebook does, the cursor of the last record is also on the last page.
  after: ({ items, next, lastId }) => ({ items, paging: { cursors: { ...(lastId && { after: next ?? lastId }) } } }),
  own: ({ items, next = null }) => ({ items, cursor: next }),
  unclear: ({ items, next }) => ({ items, has_more: next !== undefined }),
};

export async function startCursorStore(onEnd: OnTestEnd, overrides: CursorStoreOverrides = {}): Promise<string> {
  const { skipped = 0, endsEarly = false, cap = 50 } = overrides;
  const notesByList = new Map<string, Note[]>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
    const name = pathname.slice(1);
    const notes = notesByList.get(name) ?? [];
    notesByList.set(name, notes);
    if (request.method === 'POST') {
      const note = { ...JSON.parse(String(await readBody(request))), id: randomUUID() };
      notes.unshift(note);
      send(response, 201, note);
    } else sendPage(response, { name, notes, searchParams });
  });
  return startTestServer(server, onEnd);

  function sendPage(response: ServerResponse, list: ListRequest): void {
    const { name, notes, searchParams } = list;
    const cursor = ['cursor', 'after', 'starting_after']
      .map((one) => searchParams.get(one))
      .find((one) => one !== null);
    const place = notes.findIndex(({ id }) => id === cursor);
    const isUnknown = cursor !== undefined && place < 0;
    if (isUnknown) send(response, 400, {});
    if (isUnknown) return;
    const start = cursor === undefined ? 0 : place + 1 + skipped;
    const limit = Math.min(cap, Number(searchParams.get('limit') ?? 50));
    const items = notes.slice(start, start + limit);
    const isLast = start + limit >= notes.length || (endsEarly && cursor === undefined);
    const lastId = endsEarly && cursor === undefined ? undefined : items.at(-1)?.id;
    const next = isLast ? undefined : lastId;
    const nextQuery = new URLSearchParams(searchParams);
    nextQuery.set('cursor', next ?? '');
    const link = `<?${nextQuery}>; rel="next"`;
    if (name === 'linked' && next !== undefined) response.setHeader('Link', link);
    send(response, 200, bodies[name]?.({ items, next, lastId }) ?? {});
  }
}

interface ListRequest {
  readonly name: string;
  readonly notes: readonly Note[];
  readonly searchParams: URLSearchParams;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
