/** Lists whose parameters and responses have other names than their meaning. */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths, type TestMock } from '../support.ts';
import { createClient } from './json-client.ts';

const kind = { type: 'string', enum: ['hand', 'power', 'other'] };
const uuid = { type: 'string', format: 'uuid' };
const tool = { type: 'object', required: ['id', 'kind'], properties: { id: uuid, kind } };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema,
  ...more,
});

const problem = {
  type: 'object',
  required: ['title', 'errors'],
  properties: {
    title: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: { pointer: { type: 'string' }, message: { type: 'string', minLength: 1 } },
        additionalProperties: false,
      },
    },
  },
};

const page = {
  type: 'object',
  required: ['items', 'next'],
  properties: {
    items: { type: 'array', items: tool },
    next: { type: ['string', 'null'], format: 'uuid' },
  },
};

function store(): Promise<TestMock> {
  const kinds = query('kinds', { type: 'array', items: kind }, { style: 'pipeDelimited', explode: false });
  const parameters = [query('limit', { type: 'integer' }), query('cursor', uuid), kinds];
  const rejected = { description: 'Refused', content: { 'application/problem+json': { schema: problem } } };
  return startMockWithPaths({
    '/tools': {
      get: { parameters, responses: { 200: { description: 'A page', ...json(page) }, 400: rejected } },
      post: {
        requestBody: { required: true, ...json({ type: 'object', properties: { kind } }) },
        responses: { 201: { description: 'New', ...json(tool) } },
      },
    },
    '/tools/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
      get: { responses: { 200: { description: 'It', ...json(tool) } } },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
  });
}

/** With exactly these. */
async function appWith(kinds: readonly string[]) {
  const mock = await store();
  await mock.records.clear();
  const app = createClient(mock);
  for (const kind of kinds) await app.post('/tools', { kind });
  return app;
}

function kindsIn(body: Json | undefined): readonly (Json | undefined)[] {
  const items = member(body, 'items');
  return isJsonArray(items) ? items.map((one) => member(one, 'kind')) : [];
}

it('an array of kinds filters by the kind of a record', async () => {
  const { get } = await appWith(['hand', 'power', 'other', 'hand']);
  expect(kindsIn((await get('/tools?kinds=hand%7Cother')).json)).toEqual(['hand', 'other', 'hand']);
  expect(kindsIn((await get('/tools?kinds=power')).json)).toEqual(['power']);
});

it('a next page that is not a URL is its cursor', async () => {
  const { get } = await appWith(['hand', 'power', 'other']);
  const first = (await get('/tools?limit=2')).json;
  const second = (await get(`/tools?limit=2&cursor=${String(member(first, 'next'))}`)).json;
  expect([kindsIn(first), kindsIn(second)]).toEqual([['hand', 'power'], ['other']]);
  expect(member(second, 'next')).toBeNull();
});

it('a malformed query is rejected with the declared error', async () => {
  const { url } = await store();
  const { status, headers, json } = await send(`${url}/tools?limit=%ZZ`);
  expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  expect(member(json, 'errors')).toEqual([
    { pointer: expect.any(String), message: expect.stringContaining('percent-encoding') },
  ]);
});

it('a form with a file creates a record from its other fields', async () => {
  const shown = {
    type: 'object',
    required: ['id', 'label'],
    properties: { id: uuid, label: { type: 'string' } },
  };
  const sent = {
    type: 'object',
    required: ['file', 'label'],
    properties: { file: { type: 'string', format: 'binary' }, label: { type: 'string' } },
  };
  const mock = await startMockWithPaths({
    '/trips/{code}/scans': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: 'All', ...json({ type: 'array', items: shown }) } } },
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: sent } } },
        responses: { 201: { description: 'New', ...json(shown) } },
      },
    },
  });
  const add = async (label: string) => {
    const body = new FormData();
    body.append('label', label);
    body.append('file', new Blob(['bytes']), 'scan.png');
    return (await send(`${mock.url}/trips/b/scans`, { method: 'POST', body })).json;
  };
  const made = [await add('ticket'), await add('menu')];
  expect((await send(`${mock.url}/trips/b/scans`)).json).toEqual(made);
  expect(new Set(made.map((one) => member(one, 'id'))).size).toBe(2);
  expect(made.map((one) => member(one, 'label'))).toEqual(['ticket', 'menu']);
  const stored = await mock.records.list('/trips/b/scans');
  expect(stored.map((one) => member(one, 'file'))).toEqual([undefined, undefined]);
});

it.each<readonly [string, JsonObject]>([
  ['requests to create them have other properties', tool],
  ['only the list has a property', { ...tool, properties: { ...tool.properties, rank: { type: 'integer' } } }],
])('a list shows the records if %s', async (_case, item) => {
  const sent = { type: 'object', required: ['source'], properties: { source: { type: 'string', writeOnly: true } } };
  const mock = await startMockWithPaths({
    '/tools': {
      get: { responses: { 200: { description: 'All', ...json({ type: 'array', items: item }) } } },
      post: {
        requestBody: { required: true, ...json(sent) },
        responses: { 201: { description: 'New', ...json({ ...tool, title: 'A new tool' }) } },
      },
    },
  });
  await mock.records.clear();
  const app = createClient(mock);
  const made = await app.post('/tools', { source: 'a' });
  expect((await app.get('/tools')).json).toMatchObject([{ id: member(made.json, 'id') }]);
});

it('the links of a search keep its path', async () => {
  const parameters = [query('limit', { type: 'integer' }), query('offset', { type: 'integer' }), query('kind', kind)];
  const ref = { $ref: '#/components/schemas/Tool' };
  const headers = { Link: { schema: { type: 'string' } } };
  const mock = await startMockWithPaths(
    {
      '/tools': {
        post: { requestBody: json(ref), responses: { 201: { description: 'New', ...json(ref) } } },
      },
      '/tools/findByKind': {
        get: {
          parameters,
          responses: { 200: { description: 'Some', headers, ...json({ type: 'array', items: ref }) } },
        },
      },
      '/tools/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
          responses: { 200: { description: 'It', ...json(ref) } },
        },
      },
    },
    { components: { schemas: { Tool: tool } } },
  );
  await mock.records.clear();
  const app = createClient(mock);
  const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  for (const id of ids) await app.post('/tools', { id, kind: 'hand' });
  const first = await app.get('/tools/findByKind?kind=hand&limit=2');
  expect(first.headers.get('link')).toBe(
    [
      '</tools/findByKind?limit=2&offset=0&kind=hand>; rel="first"',
      '</tools/findByKind?limit=2&offset=2&kind=hand>; rel="next"',
      '</tools/findByKind?limit=2&offset=2&kind=hand>; rel="last"',
    ].join(', '),
  );
});

it('the link to the first page has no cursor', async () => {
  const parameters = [query('limit', { type: 'integer' }), query('cursor', uuid)];
  const headers = { Link: { schema: { type: 'string' } } };
  const mock = await startMockWithPaths({
    '/tools': {
      get: { parameters, responses: { 200: { description: 'All', headers, ...json({ type: 'array', items: tool }) } } },
      post: { requestBody: json(tool), responses: { 201: { description: 'New', ...json(tool) } } },
    },
  });
  await mock.records.clear();
  const app = createClient(mock);
  const [one, two, three] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  for (const id of [one, two, three]) await app.post('/tools', { id: String(id), kind: 'hand' });
  const { headers: received } = await app.get(`/tools?limit=1&cursor=${one}`);
  expect(received.get('link')).toBe(`</tools?limit=1>; rel="first", </tools?limit=1&cursor=${two}>; rel="next"`);
});

it.each([
  ['name', 'abc'],
  ['-name', 'cba'],
  ['%2Bname', 'abc'],
  ['name,desc', 'cba'],
  ['name:desc', 'cba'],
  ['name desc', 'cba'],
  ['size,-name', 'cab'],
  ['size, name', 'acb'],
])('sort=%s without declared values sorts the names as %s', async (sort, expected) => {
  const tag = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } };
  const mock = await startMockWithPaths(
    {
      '/tags': {
        get: {
          parameters: [query('sort', { type: 'string' })],
          responses: { 200: { description: 'All', ...json({ type: 'array', items: tag }) } },
        },
      },
    },
    {},
    {
      records: {
        '/tags': [
          { name: 'b', size: 2 },
          { name: 'c', size: 1 },
          { name: 'a', size: 1 },
        ],
      },
    },
  );
  const { json: list } = await createClient(mock).get(`/tags?sort=${sort}`);
  expect(isJsonArray(list) && list.map((one) => member(one, 'name')).join('')).toBe(expected);
});

it('has pages of 20 records for a page number without a limit', async () => {
  const tag = { type: 'object', properties: { name: { type: 'string' } } };
  const parameters = [query('page', { type: 'integer' })];
  const responses = { 200: { description: 'A page', ...json({ type: 'array', items: tag }) } };
  const records = { '/tags': Array.from({ length: 45 }, (_, index) => ({ name: `tag ${index}` })) };
  const app = createClient(await startMockWithPaths({ '/tags': { get: { parameters, responses } } }, {}, { records }));
  const lengths = await Promise.all(
    [1, 2, 3, 4].map(async (page) => {
      const { json: list } = await app.get(`/tags?page=${page}`);
      return isJsonArray(list) ? list.length : undefined;
    }),
  );
  expect(lengths).toEqual([20, 20, 5, 0]);
});
