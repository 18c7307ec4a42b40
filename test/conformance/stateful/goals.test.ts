/** What a run could not observe is not tested: the reasons, and that nothing is missing for a correct implementation. */
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../support.ts';
import { type ArticleStoreOverrides, articleKey, articles, queryArticles, startArticleStore } from './article-store.ts';

async function notTested(
  overrides: ArticleStoreOverrides,
  categories = ['lifecycles', 'list-queries'],
): Promise<readonly string[]> {
  const { unchecked, findings } = await verify({
    contract: articles,
    baseUrl: await startArticleStore(onTestFinished, overrides),
    credentials: { token: undefined, byScheme: new Map([['key', articleKey]]) },
    categories,
    concurrency: 1,
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return unchecked.map(({ operation, reason }) => `${operation}: ${reason}`);
}

/** Responds to all requests with a method as if there were no such record; `overrides` let them change nothing. */
function missing(method: string, overrides: ArticleStoreOverrides): ArticleStoreOverrides {
  return {
    ...overrides,
    finish: (reply, request: IncomingMessage) =>
      request.method === method && reply.status < 300 ? { status: 404 } : reply,
  };
}

test('everything is tested with a correct implementation', async () => {
  expect(await notTested({})).toEqual([]);
});

test.each([
  ['DELETE', 'removeArticle', { remove: () => {} }],
  ['PATCH', 'changeArticle', { change: (before) => before }],
] satisfies readonly (readonly [string, string, ArticleStoreOverrides])[])(
  'an operation whose requests find no record is not tested, for one reason: %s',
  async (method, operation, overrides) => {
    const reasons = await notTested(missing(method, overrides));
    expect(reasons.filter((reason) => reason.startsWith(`${operation}: `))).toHaveLength(1);
  },
);

test('nothing about records is tested if all creates but the first are rejected', async () => {
  let count = 0;
  const full: ArticleStoreOverrides = {
    finish: (reply, { method }, collection) => {
      if (method !== 'POST' || reply.status !== 201 || ++count === 1) return reply;
      const { id } = Object(reply.body);
      collection.delete(String(id));
      return { status: 409 };
    },
  };
  const reasons = await notTested(full, ['lifecycles']);
  expect(reasons.join('\n')).toMatch(/^removeArticle: the run could not create a record/m);
  expect(reasons.join('\n')).toMatch(
    /^addArticle: .*POST \/articles returned 409; not tested: a created record can be read/m,
  );
});

test('limits, pages, filters and sorting are not tested if the list has one record', async () => {
  const shortList: ArticleStoreOverrides = { list: (all, query) => queryArticles(all, query).slice(0, 1) };
  const reasons = await notTested(shortList, ['list-queries']);
  expect(reasons.filter((reason) => reason.includes('has one record'))).toHaveLength(1);
  expect(reasons.join('\n')).toMatch(/the list is sorted by/);
});

test('a goal that another sequence reaches is tested', async () => {
  const reasons = await notTested({}, ['lifecycles', 'random-sequences']);
  expect(reasons).toEqual([]);
});
