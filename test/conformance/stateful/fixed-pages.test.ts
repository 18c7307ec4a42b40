/** Pages whose size the implementation chooses. */
import { expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { type ItemReply, item, itemContract, itemHandlers, pick, responds, startItemStore } from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

const listing = (name: string, minimum: number) => ({
  'GET /items': {
    operationId: 'list',
    ...responds({ 200: { type: 'array', items: item }, 400: { type: 'object' } }),
    parameters: [{ name, in: 'query', schema: { type: 'integer', minimum, maximum: 1_000 } }],
  },
});

type List = (all: readonly Json[], position: number) => ItemReply;

async function verifyPages(list: List, { name = 'page', creates = true, seeds = 0 } = {}) {
  const minimum = name === 'page' ? 1 : 0;
  const contract = await itemContract({
    ...listing(name, minimum),
    ...(creates ? pick('POST /items', 'GET /items/{id}') : {}),
  });
  const records = Array.from(
    { length: seeds },
    (_, index) => [`${index + 1}`, { id: index + 1, name: 'pear' }] as const,
  );
  const items = new Map<string, JsonObject>(records);
  const baseUrl = await startItemStore(onTestFinished, contract, {
    ...itemHandlers(items),
    'GET /items': ({ query }) => list([...items.values()].toReversed(), Number(query.get(name) ?? minimum)),
  });
  return verify({ contract, baseUrl, categories: ['list-queries'], operations: ['list'], concurrency: 1 });
}

/** The last page again, for each page behind it. */
const clamped =
  (size: number): List =>
  (all, page) =>
    pages(size)(all, Math.min(page, Math.max(1, Math.ceil(all.length / size))));

const pages =
  (size: number): List =>
  (all, page) => ({ status: 200, body: all.slice((page - 1) * size, page * size) });

const missingBehind =
  (size: number): List =>
  (all, page) =>
    page > 1 && (page - 1) * size >= all.length ? { status: 404 } : pages(size)(all, page);

const ignoring =
  (size: number): List =>
  (all) =>
    pages(size)(all, 1);

test.each<[string, List]>([
  ['an empty page behind the last one', pages(20)],
  ['a rejected page behind the last one', missingBehind(20)],
  ['the last page again', clamped(20)],
  ['few records on a page', pages(2)],
])('right pages are tested: %s', async (_name, list) => {
  const { findings, unchecked } = await verifyPages(list);
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test('a page number that is ignored is reported, with as many records as that takes', async () => {
  expect(failingChecks(await verifyPages(ignoring(20)))).toEqual(['pages-complete']);
});

test('pages that overlap are reported', async () => {
  const overlapping: List = (all, page) => ({ status: 200, body: all.slice((page - 1) * 3, page * 3 + 1) });
  expect(failingChecks(await verifyPages(overlapping, { creates: false, seeds: 9 }))).toEqual(['pages-complete']);
});

test('the same page again is not tested where the list may have no other', async () => {
  const options = { creates: false, seeds: 3 };
  const { findings, unchecked } = await verifyPages(clamped(20), options);
  expect(findings).toEqual([]);
  expect(unchecked.map(({ reason }) => reason)).toEqual([
    'tested in part, because the next page has the same records as the first one, which may be the only one; not tested: pages together contain each record once',
  ]);
});

test('an offset without a limit is tested', async () => {
  const right: List = (all, offset) => ({ status: 200, body: all.slice(offset) });
  const options = { name: 'offset', creates: false, seeds: 3 };
  expect(await verifyPages(right, options)).toMatchObject({ findings: [], unchecked: [] });
  expect(failingChecks(await verifyPages((all) => ({ status: 200, body: [...all] }), options))).toEqual([
    'pages-complete',
  ]);
});
