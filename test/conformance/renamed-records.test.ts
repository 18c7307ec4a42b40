/** Records whose identifier follows their content: a write may give them another one. */
import { onTestFinished, test } from 'vitest';
import { createRenamedRecords } from '../../contracts/conformance/session/renamed-records.ts';
import { type PageStoreOptions, pagesContract, startPageStore } from './page-store.ts';
import { describeErrors, failingChecks, verify } from './support.ts';

const contract = await pagesContract();

async function verifyPages(options: PageStoreOptions, categories: readonly string[] = []) {
  const baseUrl = await startPageStore(onTestFinished, contract, options);
  return verify({ contract, baseUrl, categories });
}

test('reports no error for a slug that follows the title', async ({ expect }) => {
  const result = await verifyPages({});
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

const right: readonly (readonly [string, PageStoreOptions])[] = [
  ['the former slug redirects', { former: 301 }],
  ['the slug has a number in front', { slugAfter: (slug, count) => `${count}-${slug}` }],
  ['the slug has a suffix', { slugAfter: (slug, count) => `${slug}-${(count * 7919).toString(36)}` }],
  ['a replaced page keeps its slug', { slugAfter: (_slug, _count, before) => before.slug }],
];

const categories = ['valid-bodies', 'lifecycles', 'missing-properties', 'random-sequences'];

test.for(right)('reports no error: %s', async ([_what, options], { expect }) => {
  const result = await verifyPages(options, categories);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

const faulty: readonly (readonly [string, string, PageStoreOptions])[] = [
  ['the change is lost', 'read-returns-written', { stored: (_after, before) => before }],
  ['the page is found under no name', 'created-is-found', { stored: () => undefined }],
  ['only the slug changes', 'read-returns-written', { stored: ({ slug }, before) => ({ ...before, slug }) }],
  [
    'the change makes another page, whose name says nothing of it',
    'created-is-found',
    { slugAfter: (_slug, count) => `x${count}` },
  ],
];

test.for(faulty)('reports that %s', async ([_what, check, options], { expect }) => {
  expect(failingChecks(await verifyPages(options, ['lifecycles']))).toContain(check);
});

test('requests nothing more for a write that keeps the name', async ({ expect }) => {
  const operation = contract.operations.find(({ id }) => id === 'replacePage');
  if (operation === undefined) throw new Error('the contract has no replacePage');
  const requestSpec = { path: '/pages/moss', headers: [], body: undefined, value: { title: 'Fern' } } as const;
  const request = { method: 'PUT', url: 'http://localhost/pages/moss', headers: [], body: undefined } as const;
  const body = Buffer.from('{"slug":"moss","title":"Fern"}');
  const response = { status: 200, headers: [['content-type', 'application/json']], body } as const;
  const exchange = {
    request: { ...request, delivery: 'whole' },
    outcome: { kind: 'response', response },
    ms: 1,
  } as const;
  const sent = { operation, requestSpec: { ...requestSpec, credentials: 'right' } } as const;
  const followed = await createRenamedRecords(contract).follow(sent, exchange, () => {
    throw new Error('no request was expected');
  });
  expect(followed).toBe(exchange);
});
