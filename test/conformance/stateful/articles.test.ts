/** What the stories find in a store whose answers are right and whose shelf is not, and what they leave alone. */
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import type { RunOptions } from '../../../contracts/conformance/run.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { isInteger, isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
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
  beside: Pick<RunOptions, 'concurrency' | 'categories'> = sequentialOptions,
): Promise<readonly string[]> {
  const { findings } = await verify({
    contract: articles,
    baseUrl: await startArticleStore(onEnd, overrides),
    credentials: { token: undefined, byScheme: new Map([['key', articleKey]]) },
    ...beside,
  });
  return [...new Set(findings.map(({ severity, check }) => `${severity} ${check}`))].toSorted();
}

/** The ids of a story are neighbours then. */
const sequentialOptions = { categories: ['lifecycles', 'list-queries'], concurrency: 1 };

/** As a run does by itself: others create records meanwhile. */
const concurrentOptions = {
  categories: ['valid-bodies', 'lifecycles', 'text-values', 'boundary-values'],
  concurrency: 4,
};

const isNumber = (value: Json) => typeof value === 'number' || typeof value === 'bigint';

/** Of what was there before what `is` says. */
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

const unread = 'error read-returns-written';
const unfound = 'error created-is-found';

test.concurrent.for<readonly [string, string, ArticleStoreOverrides]>([
  ['shows a PATCH of a word of an enum and does not store it', unread, stale('kind')],
  ['shows a PATCH of a flag and does not store it', unread, stale('gift')],
  ['shows a PATCH of a number and does not store it', unread, stale('stock')],
  ['shows a PATCH of a price and does not store it', unread, stale('price')],
  ['shows a PATCH of a day and does not store it', unread, stale('released')],
  ['shows a PATCH of a list and does not store it', unread, stale('words')],
  [
    'takes false and 0 of a PATCH for nothing',
    unread,
    { change: (before, after) => keepMatching(before, after, (value) => value === false || value === 0) },
  ],
  [
    'adds what a PATCH sends to what is there',
    unread,
    {
      change: (before, after, { stock }) =>
        stock === undefined ? after : { ...after, stock: Number(before.stock) + Number(stock) },
    },
  ],
  [
    'replaces the texts of an article and keeps its numbers',
    unread,
    { replace: (before, after) => keepMatching(before, after, isNumber) },
  ],
  [
    'replaces all but the flag',
    unread,
    { replace: (before, after) => keepMatching(before, after, (value) => typeof value === 'boolean') },
  ],
  [
    'puts a new article in the place of the one with its slug',
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
    'writes a new article over the one with its slug',
    unread,
    {
      taken: (collection, { id = 0 }, article) => {
        collection.set(String(id), { ...article, id });
        return { status: 201, body: article };
      },
    },
  ],
  [
    'says that it has created the one that it has written over',
    'error created-id-is-unique',
    {
      taken: (collection, { id = 0 }, article) => {
        collection.set(String(id), { ...article, id });
        return { status: 201, body: { ...article, id } };
      },
    },
  ],
  [
    'refuses a slug that is taken, and has written it',
    unread,
    {
      taken: (collection, { id = 0 }, article) => {
        collection.set(String(id), { ...article, id });
        return { status: 409 };
      },
    },
  ],
  [
    'refuses a PATCH and stores the part that is valid',
    unread,
    {
      refused: (before, { title }) => (typeof title === 'string' ? { ...before, title } : before),
    },
  ],
  ['removes first and asks for the key then', unfound, { removesFirst: true }],
  [
    'removes the one before it too',
    unfound,
    { remove: (collection, id) => void [collection.delete(id), collection.delete(String(Number(id) - 1))] },
  ],
  ['finds an article when it is asked for the second time', unfound, findsAtSecond()],
  ['makes ETags of ids', 'error etag-changes', { etag: ({ id }) => `"${id}"` }],
  ['rounds what it stores', unread, storing('maker', (maker) => BigInt(Number(maker)))],
  ['stores a price in single precision', unread, storing('price', (price) => Math.fround(Number(price)))],
  ['stores one byte of a number', unread, storing('stock', (stock) => Number(stock) % 256)],
  ['stores a time without its offset', unread, storing('seen', (seen) => `${String(seen).slice(0, 19)}Z`)],
  [
    'stores another hour for when something begins',
    unread,
    storing('startsAt', (at) => new Date(Date.parse(String(at)) + 3_600_000).toISOString()),
  ],
  ['stores text without marks of its own', unread, storing('title', (title) => String(title).normalize('NFC'))],
  [
    'stores text up to the first character of four bytes',
    unread,
    storing('title', (title) => String(title).replace(/[\u{10000}-\u{10ffff}].*/u, '')),
  ],
  ['stores 64 characters', unread, storing('title', (title) => String(title).slice(0, 64))],
  ['stores text trimmed', unread, storing('title', (title) => String(title).trim())],
  ['stores the first of a list', unread, storing('words', firstOf)],
  ['stores four of a list', unread, storing('words', (words) => (isJsonArray(words) ? words.slice(0, 4) : words))],
  ['stores no text of nothing', unread, storing('note', (note) => (note === '' ? undefined : note))],
  ['stores a text of nothing for null', unread, storing('note', (note) => note ?? '')],
  [
    'turns a flag over at each PATCH',
    unread,
    {
      change: ({ gift }, after, sent) => (sent.gift === undefined ? after : { ...after, gift: gift !== true }),
    },
  ],
  ['stores no list of nothing', unread, storing('words', (words) => (isEmpty(words) ? undefined : words))],
  [
    'filters a page after it was cut',
    'error page-taken-last',
    { list: (all, query) => filtered(paginateArticles(ordered(all, query), query), query) },
  ],
  [
    'sorts a page after it was cut',
    'error page-taken-last',
    { list: (all, query) => ordered(paginateArticles(filtered(all, query), query), query) },
  ],
  [
    'shows one less than asked for',
    'error page-taken-last',
    { list: (all, query) => queryArticles(all, query).slice(0, Number(query.get('limit') ?? 101) - 1) },
  ],
  [
    'lists each article twice',
    'error list-has-created',
    { list: (all, query) => queryArticles(all, query).flatMap((one) => [one, one]) },
  ],
  [
    'rounds a number in its list alone',
    'error list-shows-written',
    {
      list: (all, query) =>
        queryArticles(all, query).map(({ maker, ...one }) => ({
          ...one,
          ...(maker !== undefined && isInteger(maker) && { maker: BigInt(Number(maker)) }),
        })),
    },
  ],
  ['lists articles as they were at first', 'error list-shows-written', listsFirst()],
])('a store that %s is told', async ([, expected, overrides], { expect, onTestFinished }) => {
  expect(await reportedFindings(onTestFinished, overrides)).toContain(expected);
});

test.concurrent.for<readonly [string, string, ArticleStoreOverrides]>([
  [
    'lists all but the newest',
    'error list-has-created',
    { list: (all, query) => queryArticles(all.slice(0, -1), query) },
  ],
  [
    'removes the one before it too',
    unfound,
    { remove: (collection, id) => void [collection.delete(id), collection.delete(String(Number(id) - 1))] },
  ],
])('a store that %s is told while others create records', async ([, expected, overrides], context) => {
  const lines = await reportedFindings(context.onTestFinished, overrides, concurrentOptions);
  context.expect(lines).toContain(expected);
});

/** As a cache does that is filled by who finds nothing there. */
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

/** As it was so long ago at most. */
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

/** Reads show what was there so long ago. */
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
  ['keeps the contract', {}],
  ['lets two articles have one slug', { taken: () => undefined }],
  ['refuses a slug that is taken as not valid', { taken: () => ({ status: 400 }) }],
  ['gives ids from above 2^53', { id: (count) => 9_007_199_254_740_993n + 2n * BigInt(count) }],
  ['lists the newest first', { list: (all, query) => queryArticles(all.toReversed(), query) }],
  ['lists as it was a second ago', { list: cachedFor(1_000) }],
  [
    'lists summaries, with titles cut',
    {
      list: (all, query) =>
        queryArticles(all, query).map(({ id = 0, title, kind = '', stock = 0, slug = '' }) => {
          return { id, slug, kind, stock, title: String(title).slice(0, 9) };
        }),
    },
  ],
  ['lists what is active alone, unless it is asked for others', { list: activeOnes }],
  ['writes times in its own zone', { read: withTimes }],
  ['shows null for what is not there', { read: (article) => ({ note: null, ...article }) }],
  ['adds what nobody has declared', { read: (article) => ({ ...article, views: 7, asked: Date.now() }) }],
  ['makes ETags of what it shows', { etag: (_article, text) => `"${createHash('sha1').update(text).digest('hex')}"` }],
  ['makes weak ETags of ids', { etag: ({ id }) => `W/"${id}"` }],
  ['ends an article whose kind is changed', { read: withoutMaps }],
])('nothing is held against a store that %s', async ([, overrides], { expect, onTestFinished }) => {
  const lines = await reportedFindings(onTestFinished, overrides);
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

test.concurrent('what is seen 200 ms later is advice', async ({ expect, onTestFinished }) => {
  const lines = await reportedFindings(onTestFinished, lateBy(200));
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(lines).toContain('warning created-is-found');
});

function activeOnes(all: readonly JsonObject[], query: URLSearchParams): readonly Json[] {
  return queryArticles(query.has('active') ? all : all.filter(({ active }) => active === true), query);
}

function withTimes({ seen, ...article }: JsonObject): JsonObject {
  return typeof seen === 'string' ? { ...article, seen: new Date(seen).toISOString() } : article;
}

/** Whatever state a kind stands for. */
function withoutMaps(article: JsonObject): JsonObject | undefined {
  return article.kind === 'game' ? undefined : article;
}

const sites = await loadContract('test/fixtures/conformance/stateful/named-lists.yaml');

test.concurrent('a list of names that comes back as a list of records is not held against it', async ({
  expect,
  onTestFinished,
}) => {
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
