/** An implementation of `articles.yaml`, correct unless defects are given. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export const articles = await loadContract('test/fixtures/conformance/stateful/articles.yaml');

export const articleKey = 'key-of-the-articles';

/** By their ids as strings. */
export type ArticleCollection = Map<string, JsonObject>;

export interface Reply {
  readonly status: number;
  readonly body?: Json;
}

export interface ArticleStoreOverrides {
  /** The name of the next record; `count` have been created. */
  id?(count: number, sent: JsonObject): bigint;
  /** What is stored of a created record; the response shows what was sent. */
  keep?(article: JsonObject, collection: ArticleCollection): JsonObject;
  /** What is stored of a rejected creation; undefined for nothing. */
  keepRejected?(sent: JsonObject): JsonObject | undefined;
  /** The response to a new record with an existing slug: 409 by default. */
  taken?(collection: ArticleCollection, other: JsonObject, article: JsonObject): Reply | undefined;
  /** What PUT and PATCH store. */
  replace?(before: JsonObject, after: JsonObject): JsonObject;
  change?(before: JsonObject, after: JsonObject, sent: JsonObject): JsonObject;
  /** What a PATCH returns, if it differs from what it should store. */
  changed?(after: JsonObject): Reply;
  /** What is stored of a rejected PATCH or PUT. */
  refused?(before: JsonObject, sent: JsonObject): JsonObject;
  /** Requests without a key are rejected, but the article is deleted. */
  readonly removesFirst?: boolean;
  remove?(collection: ArticleCollection, id: string): void;
  read?(article: JsonObject): JsonObject | undefined;
  list?(all: readonly JsonObject[], query: URLSearchParams): readonly Json[];
  etag?(article: JsonObject, text: string): string;
  /** Changes any response before it is sent. */
  finish?(reply: Reply, request: IncomingMessage, collection: ArticleCollection): Reply | Promise<Reply>;
}

/** Returns its base URL; it stops with the test. */
export async function startArticleStore(onEnd: OnTestEnd, overrides: ArticleStoreOverrides = {}): Promise<string> {
  const collection: ArticleCollection = new Map();
  let count = 0;
  const server = createServer(async (request, response) => {
    const reply = await respond(request, await readBody(request));
    send(response, (await overrides.finish?.(reply, request, collection)) ?? reply, overrides);
  });
  return startTestServer(server, onEnd);

  async function respond({ method, url = '', headers }: IncomingMessage, bytes: Buffer): Promise<Reply> {
    const { pathname, searchParams } = new URL(url, 'http://store');
    const [, id] = /^\/articles\/(-?\d+)$/.exec(pathname) ?? [];
    if (pathname === '/articles' && method === 'GET') return list(searchParams);
    if (pathname === '/articles' && method === 'POST') return add(valid(bytes, 'addArticle'), bytes);
    const article = id === undefined ? undefined : collection.get(id);
    if (method === 'DELETE' && headers['x-key'] !== articleKey) {
      if (overrides.removesFirst === true) collection.delete(String(id));
      return { status: 401 };
    }
    if (id === undefined || article === undefined) return { status: 404 };
    if (method === 'PUT') return replace(article, valid(bytes, 'replaceArticle'), bytes);
    if (method === 'PATCH') return change(article, valid(bytes, 'changeArticle'), bytes);
    if (method !== 'DELETE') return read(article);
    if (overrides.remove === undefined) collection.delete(id);
    else overrides.remove(collection, id);
    return { status: 204 };
  }

  function read(article: JsonObject): Reply {
    const serialized = overrides.read === undefined ? article : overrides.read(article);
    return serialized === undefined ? { status: 404 } : { status: 200, body: serialized };
  }

  function list(query: URLSearchParams): Reply {
    const items = (overrides.list ?? queryArticles)([...collection.values()], query);
    return { status: 200, body: { items: [...items] } };
  }

  function add(sent: JsonObject | undefined, bytes: Buffer): Reply {
    if (sent === undefined) return reject(overrides.keepRejected?.(objectIn(bytes) ?? {}));
    const article = { ...sent, id: overrides.id?.(count, sent) ?? BigInt(count + 1) };
    count += 1;
    const other = collection.values().find(({ slug }) => slug === sent.slug);
    const refusal = other === undefined ? undefined : (overrides.taken ?? (() => ({ status: 409 })));
    const reply = other === undefined ? undefined : refusal?.(collection, other, article);
    if (reply !== undefined) return reply;
    collection.set(String(article.id), overrides.keep?.(article, collection) ?? article);
    return { status: 201, body: article };
  }

  function reject(kept: JsonObject | undefined): Reply {
    count += kept === undefined ? 0 : 1;
    if (kept !== undefined) collection.set(String(count), { ...kept, id: count });
    return { status: 400 };
  }

  function replace(before: JsonObject, sent: JsonObject | undefined, bytes: Buffer): Reply {
    if (sent === undefined) return refuse(before, bytes);
    const after = { ...sent, id: before.id ?? 0 };
    store(overrides.replace?.(before, after) ?? after);
    return { status: 204 };
  }

  function change(before: JsonObject, sent: JsonObject | undefined, bytes: Buffer): Reply {
    if (sent === undefined) return refuse(before, bytes);
    const after = { ...before, ...sent };
    store(overrides.change?.(before, after, sent) ?? after);
    return overrides.changed?.(after) ?? { status: 200, body: after };
  }

  function refuse(before: JsonObject, bytes: Buffer): Reply {
    if (overrides.refused !== undefined) store(overrides.refused(before, objectIn(bytes) ?? {}));
    return { status: 400 };
  }

  function store(article: JsonObject): void {
    collection.set(String(article.id), article);
  }
}

export function queryArticles(all: readonly JsonObject[], query: URLSearchParams): readonly JsonObject[] {
  return paginateArticles(ordered(filtered(all, query), query), query);
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

export function paginateArticles(all: readonly JsonObject[], query: URLSearchParams): readonly JsonObject[] {
  const offset = Number(query.get('offset') ?? 0);
  return all.slice(offset, offset + Number(query.get('limit') ?? 100));
}

/** Its list does not show changes. */
export function listsFirst(): ArticleStoreOverrides {
  const first = new Map<string, JsonObject>();
  return {
    keep: (article) => {
      first.set(String(article.id), article);
      return article;
    },
    list: (all, query) =>
      queryArticles(
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

function send(response: ServerResponse, { status, body }: Reply, { etag }: ArticleStoreOverrides): void {
  const text = body === undefined ? undefined : stringifyJson(body);
  const isRecord = body !== undefined && isJsonObject(body) && Object.hasOwn(body, 'id');
  response.writeHead(status, {
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(isRecord && etag !== undefined ? { ETag: etag(body, text ?? '') } : {}),
  });
  response.end(text);
}
