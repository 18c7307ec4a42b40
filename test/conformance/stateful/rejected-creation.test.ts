/** Creations that are rejected, and what the list shows after them. */
import { test } from 'vitest';
import { failingChecks, verify } from '../support.ts';
import { type ArticleStoreOverrides, articleKey, articles, startArticleStore } from './article-store.ts';

const valid = { kind: 'book', active: true, stock: 1 };

test.concurrent.for<readonly [string, ArticleStoreOverrides, readonly string[]]>([
  ['stores nothing', {}, []],
  ['stores what was sent', { keepRejected: (sent) => sent }, ['list-shows-written']],
  ['stores what is valid', { keepRejected: (sent) => ({ ...sent, ...valid }) }, ['list-shows-written']],
  ['stores a draft without its texts', { keepRejected: () => ({ ...valid, slug: 'draft', title: 'Draft' }) }, []],
])('reports for a rejection that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startArticleStore(onTestFinished, overrides);
  const result = await verify({
    contract: articles,
    baseUrl,
    operations: ['addArticle'],
    categories: ['lifecycles'],
    credentials: { token: undefined, byScheme: new Map([['key', articleKey]]) },
  });
  expect(failingChecks(result).filter((check) => check === 'list-shows-written')).toEqual(expected);
  expect(result.findings.some(({ evidence }) => evidence?.caseId === 'addArticle/lifecycles/rejected')).toBe(
    expected.length > 0,
  );
});
