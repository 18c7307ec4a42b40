/** A store of the articles in `articles.yaml`, right unless told what is wrong with it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { baseUrlOf, bytesOf, type OnEnd } from '../serve.ts';

export const articles = await loadContract('test/fixtures/conformance/stories/articles.yaml');

export const articleKey = 'key-of-the-articles';

/** By their ids as texts. */
export type Shelf = Map<string, JsonObject>;

export interface Reply {
  readonly status: number;
  readonly body?: Json;
}

export interface ArticleManners {
  /** The name of the one that is created next; `count` have been created. */
  id?(count: number, sent: JsonObject): bigint;
  /** What is stored of one that is created; the answer shows what was sent. */
  keep?(article: JsonObject, shelf: Shelf): JsonObject;
  /** To a new one whose slug another has: 409 where there is no answer. */
  taken?(shelf: Shelf, other: JsonObject, article: JsonObject): Reply | undefined;
  /** What PUT and PATCH store. */
  replace?(before: JsonObject, after: JsonObject): JsonObject;
  change?(before: JsonObject, after: JsonObject, sent: JsonObject): JsonObject;
  /** What a PATCH shows, where it is not what it should have stored. */
  changed?(after: JsonObject): Reply;
  /** What is stored of a PATCH or a PUT that is refused. */
  refused?(before: JsonObject, sent: JsonObject): JsonObject;
  /** Who has no key is refused, and the article is gone. */
  readonly removesFirst?: boolean;
  remove?(shelf: Shelf, id: string): void;
  read?(article: JsonObject): JsonObject | undefined;
  list?(all: readonly JsonObject[], query: URLSearchParams): readonly Json[];
  etag?(article: JsonObject, text: string): string;
  /** Any answer, at the end. */
  finish?(reply: Reply, request: IncomingMessage, shelf: Shelf): Reply | Promise<Reply>;
}

/** Its base URL; it ends with the test. */
export async function serveArticles(onEnd: OnEnd, manners: ArticleManners = {}): Promise<string> {
  const shelf: Shelf = new Map();
  let count = 0;
  const server = createServer(async (request, response) => {
    const reply = await answer(request, await bytesOf(request));
    send(response, (await manners.finish?.(reply, request, shelf)) ?? reply, manners);
  });
  return baseUrlOf(server, onEnd);

  async function answer({ method, url = '', headers }: IncomingMessage, bytes: Buffer): Promise<Reply> {
    const { pathname, searchParams } = new URL(url, 'http://store');
    const [, id] = /^\/articles\/(-?\d+)$/.exec(pathname) ?? [];
    if (pathname === '/articles' && method === 'GET') return list(searchParams);
    if (pathname === '/articles' && method === 'POST') return add(valid(bytes, 'addArticle'));
    const article = id === undefined ? undefined : shelf.get(id);
    if (method === 'DELETE' && headers['x-key'] !== articleKey) {
      if (manners.removesFirst === true) shelf.delete(String(id));
      return { status: 401 };
    }
    if (id === undefined || article === undefined) return { status: 404 };
    if (method === 'PUT') return replace(article, valid(bytes, 'replaceArticle'), bytes);
    if (method === 'PATCH') return change(article, valid(bytes, 'changeArticle'), bytes);
    if (method !== 'DELETE') return read(article);
    if (manners.remove === undefined) shelf.delete(id);
    else manners.remove(shelf, id);
    return { status: 204 };
  }

  function read(article: JsonObject): Reply {
    const shown = manners.read === undefined ? article : manners.read(article);
    return shown === undefined ? { status: 404 } : { status: 200, body: shown };
  }

  function list(query: URLSearchParams): Reply {
    const items = (manners.list ?? chosen)([...shelf.values()], query);
    return { status: 200, body: { items: [...items] } };
  }

  function add(sent: JsonObject | undefined): Reply {
    if (sent === undefined) return { status: 400 };
    const article = { ...sent, id: manners.id?.(count, sent) ?? BigInt(count + 1) };
    count += 1;
    const other = shelf.values().find(({ slug }) => slug === sent.slug);
    const refusal = other === undefined ? undefined : (manners.taken ?? (() => ({ status: 409 })));
    const reply = other === undefined ? undefined : refusal?.(shelf, other, article);
    if (reply !== undefined) return reply;
    shelf.set(String(article.id), manners.keep?.(article, shelf) ?? article);
    return { status: 201, body: article };
  }

  function replace(before: JsonObject, sent: JsonObject | undefined, bytes: Buffer): Reply {
    if (sent === undefined) return refuse(before, bytes);
    const after = { ...sent, id: before.id ?? 0 };
    store(manners.replace?.(before, after) ?? after);
    return { status: 204 };
  }

  function change(before: JsonObject, sent: JsonObject | undefined, bytes: Buffer): Reply {
    if (sent === undefined) return refuse(before, bytes);
    const after = { ...before, ...sent };
    store(manners.change?.(before, after, sent) ?? after);
    return manners.changed?.(after) ?? { status: 200, body: after };
  }

  function refuse(before: JsonObject, bytes: Buffer): Reply {
    if (manners.refused !== undefined) store(manners.refused(before, objectIn(bytes) ?? {}));
    return { status: 400 };
  }

  function store(article: JsonObject): void {
    shelf.set(String(article.id), article);
  }
}

export function chosen(all: readonly JsonObject[], query: URLSearchParams): readonly JsonObject[] {
  return cut(ordered(filtered(all, query), query), query);
}

export function filtered(all: readonly JsonObject[], query: URLSearchParams): readonly JsonObject[] {
  const [kind, active] = [query.get('kind'), query.get('active')];
  return all
    .filter((one) => kind === null || one.kind === kind)
    .filter((one) => active === null || String(one.active) === active);
}

export function ordered(all: readonly JsonObject[], query: URLSearchParams): readonly JsonObject[] {
  const sort = query.get('sort');
  const sign = sort === '-stock' ? -1 : 1;
  return sort === null ? all : all.toSorted((a, b) => sign * (Number(a.stock) - Number(b.stock)));
}

export function cut(all: readonly JsonObject[], query: URLSearchParams): readonly JsonObject[] {
  const offset = Number(query.get('offset') ?? 0);
  return all.slice(offset, offset + Number(query.get('limit') ?? 100));
}

/** Its list knows nothing of changes. */
export function listsFirst(): ArticleManners {
  const first = new Map<string, JsonObject>();
  return {
    keep: (article) => {
      first.set(String(article.id), article);
      return article;
    },
    list: (all, query) =>
      chosen(
        all.map((one) => first.get(String(one.id)) ?? one),
        query,
      ),
  };
}

function valid(bytes: Buffer, id: string): JsonObject | undefined {
  const content = articles.operations.find((one) => one.id === id)?.requestBody?.content ?? [];
  const sent = objectIn(bytes);
  const isRight = content.every(({ schema }) => schema && sent && isValid(schema, sent, 'request'));
  return isRight ? sent : undefined;
}

function objectIn(bytes: Buffer): JsonObject | undefined {
  const parsed = parseJsonBytes(bytes);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function send(response: ServerResponse, { status, body }: Reply, { etag }: ArticleManners): void {
  const text = body === undefined ? undefined : stringifyJson(body);
  const isRecord = body !== undefined && isJsonObject(body) && Object.hasOwn(body, 'id');
  response.writeHead(status, {
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(isRecord && etag !== undefined ? { ETag: etag(body, text ?? '') } : {}),
  });
  response.end(text);
}
