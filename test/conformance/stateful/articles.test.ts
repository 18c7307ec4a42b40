/** Findings of the sequences when responses are correct but stored records are not, and cases without findings. */
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import type { RunOptions } from '../../../contracts/conformance/run-options.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { isInteger, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { usualPauses, verify } from '../support.ts';
import type { OnTestEnd } from '../test-server.ts';
import {
  type ArticleStoreOverrides,
  articleKey,
  articles,
  filtered,
  listsFirst,
  ordered,
  paginateArticles,
  queryArticles,
  startArticleStore,
} from './article-store.ts';

async function reportedFindings(
  onEnd: OnTestEnd,
  overrides: ArticleStoreOverrides,
  beside: Pick<RunOptions, 'concurrency' | 'categories' | 'operations' | 'pauseFactor'> = sequentialOptions,
): Promise<readonly string[]> {
  const { findings } = await verify({
    contract: articles,
    baseUrl: await startArticleStore(onEnd, overrides),
    credentials: { token: undefined, byScheme: new Map([['key', articleKey]]) },
    ...beside,
  });
  return [...new Set(findings.map(({ severity, check }) => `${severity} ${check}`))].toSorted();
}

/** The ids of a sequence are then consecutive. */
const sequentialOptions = { categories: ['lifecycles', 'list-queries'], concurrency: 1 };

/** The sequences of new records, which show most defects. */
const creationOptions = { categories: ['lifecycles'], operations: ['addArticle'], concurrency: 1 };

const listOptions = { categories: ['list-queries'], operations: ['listArticles'], concurrency: 1 };

/** As in a run: other cases create records meanwhile. */
const concurrentOptions = {
  operations: ['addArticle'],
  categories: ['valid-bodies', 'lifecycles', 'text-values', 'boundary-values'],
  concurrency: 4,
};

const isNumber = (value: Json) => typeof value === 'number' || typeof value === 'bigint';

/** The previous state of what `is` selects. */
function keepMatching(before: JsonObject, after: JsonObject, is: (value: Json, name: string) => boolean) {
  const members = Object.entries(after).map(([name, value]): readonly [string, Json] => {
    const old = before[name];
    return [name, old !== undefined && name !== 'id' && is(value, name) ? old : value];
  });
  return Object.fromEntries(members);
}

function stale(name: string): ArticleStoreOverrides {
  return { change: (before, after) => keepMatching(before, after, (_value, one) => one === name) };
}

function storing(name: string, stored: (value: Json) => Json | undefined): ArticleStoreOverrides {
  return {
    keep: ({ [name]: sent, ...others }) => {
      const value = sent === undefined ? undefined : stored(sent);
      return value === undefined ? others : { ...others, [name]: value };
    },
  };
}

/** As an UPDATE whose condition is the title. */
const changeOfSameTitle: NonNullable<ArticleStoreOverrides['finish']> = (reply, { method }, collection) => {
  const { body } = reply;
  if (method !== 'PATCH' || reply.status !== 200 || !isJsonObject(body)) return reply;
  for (const [key, { id = 0, slug = '', title = '' }] of collection)
    if (title === body['title']) collection.set(key, { ...body, id, slug });
  return reply;
};

const unread = 'error read-returns-written';
const unfound = 'error created-is-found';

test.concurrent.for<readonly [string, string, ArticleStoreOverrides]>([
  ['returns a patched enum value without storing it', unread, stale('kind')],
  ['returns a patched flag without storing it', unread, stale('gift')],
  ['returns a patched number without storing it', unread, stale('stock')],
  ['returns a patched price without storing it', unread, stale('price')],
  ['returns a patched date without storing it', unread, stale('released')],
  ['returns a patched array without storing it', unread, stale('words')],
  [
    'ignores false and 0 in a PATCH',
    unread,
    { change: (before, after) => keepMatching(before, after, (value) => value === false || value === 0) },
  ],
  [
    'appends patched values to the existing ones',
    unread,
    {
      change: (before, after, { stock }) =>
        stock === undefined ? after : { ...after, stock: Number(before.stock) + Number(stock) },
    },
  ],
  ['changes all articles with the title of the changed one', unread, { finish: changeOfSameTitle }],
  [
    'replaces the strings of an article and keeps its numbers',
    unread,
    { replace: (before, after) => keepMatching(before, after, isNumber) },
  ],
  [
    'replaces all but the flag',
    unread,
    { replace: (before, after) => keepMatching(before, after, (value) => typeof value === 'boolean') },
  ],
  [
    'replaces the article with the same slug',
    unfound,
    {
      taken: (collection, other, article) => {
        collection.delete(String(other.id));
        collection.set(String(article.id), article);
        return { status: 201, body: article };
      },
    },
  ],
  [
    'overwrites the article with the same slug',
    unread,
    {
      taken: (collection, { id = 0 }, article) => {
        collection.set(String(id), { ...article, id });
        return { status: 201, body: article };
      },
    },
  ],
  [
    'returns 201 for an overwritten article',
    'error created-id-is-unique',
    {
      taken: (collection, { id = 0 }, article) => {
        collection.set(String(id), { ...article, id });
        return { status: 201, body: { ...article, id } };
      },
    },
  ],
  [
    'rejects an existing slug, but stores the article',
    unread,
    {
      taken: (collection, { id = 0 }, article) => {
        collection.set(String(id), { ...article, id });
        return { status: 409 };
      },
    },
  ],
  [
    'rejects a PATCH, but stores its valid part',
    unread,
    {
      refused: (before, { title }) => (typeof title === 'string' ? { ...before, title } : before),
    },
  ],
  ['deletes before it checks the key', unfound, { removesFirst: true }],
  [
    'also deletes the previous one',
    unfound,
    { remove: (collection, id) => void [collection.delete(id), collection.delete(String(Number(id) - 1))] },
  ],
  ['finds an article only on the second request', unfound, findsAtSecond()],
  ['derives ETags from ids', 'error etag-changes', { etag: ({ id }) => `"${id}"` }],
  ['rounds stored values', unread, storing('maker', (maker) => BigInt(Number(maker)))],
  ['stores a price in single precision', unread, storing('price', (price) => Math.fround(Number(price)))],
  ['stores one byte of a number', unread, storing('stock', (stock) => Number(stock) % 256)],
  ['stores a time without its offset', unread, storing('seen', (seen) => `${String(seen).slice(0, 19)}Z`)],
  [
    'stores another hour for the start',
    unread,
    storing('startsAt', (at) => new Date(Date.parse(String(at)) + 3_600_000).toISOString()),
  ],
  ['stores text in composed form', unread, storing('title', (title) => String(title).normalize('NFC'))],
  [
    'truncates text at the first four-byte character',
    unread,
    storing('title', (title) => String(title).replace(/[\u{10000}-\u{10ffff}].*/u, '')),
  ],
  ['stores 64 characters', unread, storing('title', (title) => String(title).slice(0, 64))],
  ['trims text', unread, storing('title', (title) => String(title).trim())],
  ['stores only the first array item', unread, storing('words', firstOf)],
  [
    'stores only four array items',
    unread,
    storing('words', (words) => (isJsonArray(words) ? words.slice(0, 4) : words)),
  ],
  ['does not store an empty string', unread, storing('note', (note) => (note === '' ? undefined : note))],
  ['stores null as an empty string', unread, storing('note', (note) => note ?? '')],
  [
    'toggles a flag at each PATCH',
    unread,
    {
      change: ({ gift }, after, sent) => (sent.gift === undefined ? after : { ...after, gift: gift !== true }),
    },
  ],
  ['does not store an empty array', unread, storing('words', (words) => (isEmpty(words) ? undefined : words))],
  [
    'filters after pagination',
    'error page-taken-last',
    { list: (all, query) => filtered(paginateArticles(ordered(all, query), query), query) },
  ],
  [
    'sorts after pagination',
    'error page-taken-last',
    { list: (all, query) => ordered(paginateArticles(filtered(all, query), query), query) },
  ],
  [
    'returns one item less than the limit',
    'error page-taken-last',
    { list: (all, query) => queryArticles(all, query).slice(0, Number(query.get('limit') ?? 101) - 1) },
  ],
  [
    'lists each article twice',
    'error list-has-created',
    { list: (all, query) => queryArticles(all, query).flatMap((one) => [one, one]) },
  ],
  [
    'rounds a number only in its list',
    'error list-shows-written',
    {
      list: (all, query) =>
        queryArticles(all, query).map(({ maker, ...one }) => ({
          ...one,
          ...(maker !== undefined && isInteger(maker) && { maker: BigInt(Number(maker)) }),
        })),
    },
  ],
  ['lists articles in their first version', 'error list-shows-written', listsFirst()],
])('reports an implementation that %s', async ([, expected, overrides], { expect, onTestFinished }) => {
  const options = expected === 'error page-taken-last' ? listOptions : creationOptions;
  expect(await reportedFindings(onTestFinished, overrides, options)).toContain(expected);
});

test.concurrent.for<readonly [string, string, ArticleStoreOverrides]>([
  [
    'lists all but the newest',
    'error list-has-created',
    { list: (all, query) => queryArticles(all.slice(0, -1), query) },
  ],
  [
    'also deletes the previous one',
    unfound,
    { remove: (collection, id) => void [collection.delete(id), collection.delete(String(Number(id) - 1))] },
  ],
])('reports an implementation that %s while others create records', async ([, expected, overrides], context) => {
  const lines = await reportedFindings(context.onTestFinished, overrides, concurrentOptions);
  context.expect(lines).toContain(expected);
});

/** As a cache that is filled by a read without a result. */
function findsAtSecond(): ArticleStoreOverrides {
  const requested = new Set<string>();
  return {
    read: (article) => {
      const id = String(article.id);
      const isKnown = requested.has(id);
      requested.add(id);
      return isKnown ? article : undefined;
    },
  };
}

function firstOf(value: Json): Json {
  return isJsonArray(value) ? value.slice(0, 1) : value;
}

function isEmpty(value: Json): boolean {
  return isJsonArray(value) && value.length === 0;
}

/** The state of at most so long ago. */
function cachedFor(ms: number): NonNullable<ArticleStoreOverrides['list']> {
  const copies = new Map<string, { readonly made: number; readonly items: readonly Json[] }>();
  return (all, query) => {
    const known = copies.get(String(query));
    if (known !== undefined && Date.now() - known.made < ms) return known.items;
    const items = queryArticles(all, query);
    copies.set(String(query), { made: Date.now(), items });
    return items;
  };
}

/** Reads return the state of so long ago. */
function lateBy(ms: number): ArticleStoreOverrides {
  const seen = new Map<string, readonly { readonly at: number; readonly article: JsonObject }[]>();
  const note = (article: JsonObject) => {
    const id = String(article.id);
    seen.set(id, [...(seen.get(id) ?? []), { at: Date.now(), article }]);
    return article;
  };
  return {
    keep: note,
    replace: (_before, after) => note(after),
    change: (_before, after) => note(after),
    read: ({ id }) => seen.get(String(id))?.findLast(({ at }) => Date.now() - at >= ms)?.article,
  };
}

test.concurrent.for<readonly [string, ArticleStoreOverrides]>([
  ['conforms to the contract', {}],
  ['accepts two articles with the same slug', { taken: () => undefined }],
  ['rejects an existing slug as invalid', { taken: () => ({ status: 400 }) }],
  ['assigns ids above 2^53', { id: (count) => 9_007_199_254_740_993n + 2n * BigInt(count) }],
  ['lists the newest first', { list: (all, query) => queryArticles(all.toReversed(), query) }],
  ['lists the state of a second ago', { list: cachedFor(1_000) }],
  [
    'lists summaries with truncated titles',
    {
      list: (all, query) =>
        queryArticles(all, query).map(({ id = 0, title, kind = '', stock = 0, slug = '' }) => {
          return { id, slug, kind, stock, title: String(title).slice(0, 9) };
        }),
    },
  ],
  ['lists only active records by default', { list: activeOnes }],
  ['writes times in its own zone', { read: withTimes }],
  ['returns null for missing values', { read: (article) => ({ note: null, ...article }) }],
  ['adds undeclared properties', { read: (article) => ({ ...article, views: 7, asked: Date.now() }) }],
  ['derives ETags from responses', { etag: (_article, text) => `"${createHash('sha1').update(text).digest('hex')}"` }],
  ['derives weak ETags from ids', { etag: ({ id }) => `W/"${id}"` }],
  ['deletes an article whose kind changes', { read: withoutMaps }],
])('reports nothing for an implementation that %s', async ([, overrides], { expect, onTestFinished }) => {
  const lines = await reportedFindings(onTestFinished, overrides, { ...sequentialOptions, ...usualPauses });
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

test.concurrent('reports a delay of 200 ms as a warning', async ({ expect, onTestFinished }) => {
  const lines = await reportedFindings(onTestFinished, lateBy(200), { ...sequentialOptions, ...usualPauses });
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(lines).toContain('warning created-is-found');
});

function activeOnes(all: readonly JsonObject[], query: URLSearchParams): readonly Json[] {
  return queryArticles(query.has('active') ? all : all.filter(({ active }) => active === true), query);
}

function withTimes({ seen, ...article }: JsonObject): JsonObject {
  return typeof seen === 'string' ? { ...article, seen: new Date(seen).toISOString() } : article;
}

/** For any state that a kind means. */
function withoutMaps(article: JsonObject): JsonObject | undefined {
  return article.kind === 'game' ? undefined : article;
}

const sites = await loadContract('test/fixtures/conformance/stateful/named-lists.yaml');

test.concurrent('accepts a list of names that is returned as a list of records', async ({ expect, onTestFinished }) => {
  const store = await serveMock(sites);
  onTestFinished(() => store.close());
  const { findings, cases } = await verify({
    contract: sites,
    baseUrl: store.url,
    categories: ['lifecycles'],
  });
  expect(findings).toEqual([]);
  expect(cases).toBe(2);
});
