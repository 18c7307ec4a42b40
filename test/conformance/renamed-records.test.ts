/** Records whose identifier follows their content: a write may give them another one. */
import { onTestFinished, test } from 'vitest';
import type { Exchange } from '../../contracts/conformance/model/exchange.ts';
import { createRenamedRecords } from '../../contracts/conformance/session/renamed-records.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { type PageStoreOptions, pagesContract, startPageStore } from './page-store.ts';
import { describeErrors, failingChecks, verify, withoutBulk } from './support.ts';

const contract = await pagesContract();

async function verifyPages(options: PageStoreOptions, categories: readonly string[] = []) {
  const baseUrl = await startPageStore(onTestFinished, contract, options);
  return verify({ contract, baseUrl, categories });
}

test('reports no error for a slug that follows the title', async ({ expect }) => {
  const result = await verifyPages({}, withoutBulk);
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

const nameless = await pagesContract({ isNameless: true });
const unlisted = await pagesContract({ isNameless: true, hasList: false });
/** Names that say nothing of the content. */
const renumbers: PageStoreOptions = { slugAfter: (_slug, count) => `x${count}` };
const loses: PageStoreOptions = { stored: () => undefined };

async function verifyNameless(ofPages: Contract, options: PageStoreOptions) {
  const baseUrl = await startPageStore(onTestFinished, ofPages, options);
  return verify({ contract: ofPages, baseUrl, categories: ['valid-bodies', 'lifecycles'] });
}

test('finds a page in the list, whose new name no response to the change shows', async ({ expect }) => {
  const result = await verifyNameless(nameless, renumbers);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

test('reports a page that the list does not show after a change', async ({ expect }) => {
  expect(failingChecks(await verifyNameless(nameless, loses))).toContain('created-is-found');
});

test.for([
  ['has another name', renumbers],
  ['is lost', loses],
] as const)('reports as not tested what nothing shows: a page %s', async ([_what, options], { expect }) => {
  const result = await verifyNameless(unlisted, options);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['replacePage']));
});

/** What a PUT of the page `moss` with this value leads to, when its response has this name. */
async function followReplacement(value: Json, slug: string, formerStatus?: number) {
  const operation = contract.operations.find(({ id }) => id === 'replacePage');
  if (operation === undefined) throw new Error('the contract has no replacePage');
  const url = 'http://localhost/pages/moss';
  const request = { method: 'PUT', url, headers: [], body: undefined, delivery: 'whole' } as const;
  const sent = { path: '/pages/moss', headers: [], body: undefined, value, credentials: 'right' } as const;
  const reply = (status: number, body: string): Exchange['outcome'] => ({
    kind: 'response',
    response: { status, headers: [['content-type', 'application/json']], body: Buffer.from(body) },
  });
  const records = createRenamedRecords(contract);
  const exchange = { request, outcome: reply(200, JSON.stringify({ slug, title: 'Fern' })), ms: 1 };
  const { renamedTo } = await records.follow({ operation, requestSpec: sent }, exchange, async (read) => {
    if (formerStatus === undefined) throw new Error('no request was expected');
    return { request: read, outcome: reply(formerStatus, '{}'), ms: 1 };
  });
  return { renamedTo, url: records.locate({ ...request, url: `${url}/notes?limit=1` }).url };
}

test('requests nothing more for a write that keeps the name, or whose name says nothing of it', async ({ expect }) => {
  const kept = { renamedTo: undefined, url: 'http://localhost/pages/moss/notes?limit=1' };
  expect(await followReplacement({ title: 'Fern' }, 'moss')).toEqual(kept);
  expect(await followReplacement({ title: 'Fern' }, 'x7')).toEqual(kept);
});

test('follows a record that is not found under its former name', async ({ expect }) => {
  const renamed = { renamedTo: 'fern', url: 'http://localhost/pages/fern/notes?limit=1' };
  expect(await followReplacement({ title: 'Fern' }, 'fern', 404)).toEqual(renamed);
  expect(await followReplacement({ title: 'Fern', slug: 'moss' }, 'fern', 404)).toEqual(renamed);
  const kept = { renamedTo: undefined, url: 'http://localhost/pages/moss/notes?limit=1' };
  expect(await followReplacement({ title: 'Fern' }, 'fern', 200)).toEqual(kept);
});
