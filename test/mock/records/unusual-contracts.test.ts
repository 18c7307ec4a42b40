/** Contracts that look like collections but are not, or that describe their records in unusual ways. */
import { expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadText } from '../../spec/support.ts';
import { member } from '../support.ts';
import { createClient, type JsonClient } from './json-client.ts';

const record = '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }';

/** Paths of a contract in flow style, without security. */
async function appFor(paths: string, components = '{}'): Promise<JsonClient> {
  const text = `openapi: 3.1.0\ninfo: { title: Odd, version: '1' }\nsecurity: []\npaths: ${paths}\ncomponents: ${components}\n`;
  const mock = await serveMock(await loadText(text));
  onTestFinished(() => mock.close());
  return createClient(mock);
}

function json(schema: string): string {
  return `{ description: x, content: { application/json: { schema: ${schema} } } }`;
}

function body(schema: string): string {
  return `{ required: true, content: { application/json: { schema: ${schema} } } }`;
}

const idParameter = '[{ name: id, in: path, required: true, schema: { type: integer } }]';
const gone = "'404': { description: Gone }";

function readAt(path: string, schema: string): string {
  return `'${path}': { get: { parameters: ${idParameter}, responses: { '200': ${json(schema)}, ${gone} } } }`;
}

it('stores records of recursive schemas', async () => {
  const node =
    '{ type: object, required: [id], properties: { id: { type: integer, readOnly: true }, next: { $ref: "#/components/schemas/Node" } } }';
  const ref = '{ $ref: "#/components/schemas/Node" }';
  const app = await appFor(
    `{ /nodes: { post: { requestBody: ${body(ref)}, responses: { '201': ${json(ref)} } } }, ${readAt('/nodes/{id}', ref)} }`,
    `{ schemas: { Node: ${node} } }`,
  );
  const made = await app.post('/nodes', { next: { next: {} } });
  expect(made.status).toBe(201);
  expect((await app.get(`/nodes/${String(member(made.json, 'id'))}`)).json).toEqual(made.json);
});

it('stores records of different kinds', async () => {
  const kinds = ['a', 'b']
    .map(
      (kind) =>
        `{ type: object, required: [id, kind, ${kind}], properties: { id: { type: integer }, kind: { const: ${kind} }, ${kind}: { type: string } } }`,
    )
    .join(', ');
  const app = await appFor(
    `{ /things: { post: { requestBody: ${body(`{ oneOf: [${kinds}] }`)}, responses: { '201': ${json(`{ oneOf: [${kinds}] }`)} } } }, ${readAt('/things/{id}', `{ oneOf: [${kinds}] }`)} }`,
  );
  const thing = { id: 9, kind: 'b', b: 'x' };
  expect((await app.post('/things', thing)).json).toEqual(thing);
  expect((await app.get('/things/9')).json).toEqual(thing);
});

it('stores records without a schema unchanged', async () => {
  const bare = '{ content: { application/json: {} } }';
  const shown = '{ description: x, content: { application/json: {} } }';
  const app = await appFor(
    `{ /notes: { post: { requestBody: ${bare}, responses: { '201': ${shown} } } }, '/notes/{id}': { put: { parameters: ${idParameter}, requestBody: ${bare}, responses: { '200': ${shown} } }, get: { parameters: ${idParameter}, responses: { '200': ${shown}, ${gone} } } } }`,
  );
  expect((await app.put('/notes/5', { any: [1] })).status).toBe(200);
  expect((await app.get('/notes/5')).status).toBe(200);
  expect((await app.get('/notes/6')).status).toBe(404);
});

it.each([
  [
    'an array as the body of a POST',
    body(`{ type: array, items: ${record} }`),
    json(`{ type: array, items: ${record} }`),
    [{ id: 1, name: 'a' }],
  ],
  ['a string as the body of a POST', body('{ type: string }'), json('{ type: string }'), 'a'],
])('generates the response to %s', async (_what, request, response, sent) => {
  const app = await appFor(
    `{ /things: { post: { requestBody: ${request}, responses: { '201': ${response} } } }, ${readAt('/things/{id}', record)} }`,
  );
  expect((await app.post('/things', sent)).status).toBe(201);
});

it('returns a list that the contract allows if no record matches', async () => {
  const list = `{ type: array, minItems: 1, items: ${record} }`;
  const name = '[{ name: name, in: query, schema: { type: string } }]';
  const app = await appFor(
    `{ /things: { get: { parameters: ${name}, responses: { '200': ${json(list)} } }, post: { requestBody: ${body(record)}, responses: { '201': ${json(record)} } } } }`,
  );
  const received = await app.get('/things?name=nobody');
  expect([received.status, received.text.startsWith('[{')]).toEqual([200, true]);
});

it('handles names in paths and bodies literally', async () => {
  const named =
    '{ type: object, required: [name], properties: { name: { type: string } }, additionalProperties: true }';
  const parameter = '[{ name: name, in: path, required: true, schema: { type: string } }]';
  const operation = (more: string) => `{ parameters: ${parameter}, ${more} }`;
  const app = await appFor(
    `{ '/tags/{name}': { put: ${operation(`requestBody: ${body(named)}, responses: { '200': ${json(named)} }`)}, get: ${operation(`responses: { '200': ${json(named)}, ${gone} }`)} } }`,
  );
  for (const name of ['__proto__', 'constructor', 'a/b', '{name}', '..%2f', 'ä b', '$&']) {
    const path = `/tags/${encodeURIComponent(name)}`;
    expect((await app.get(path)).status).toBe(404);
    await app.put(path, { name: 'other', ['__proto__']: { polluted: true } });
    expect(member((await app.get(path)).json, 'name')).toBe(name);
  }
  expect('polluted' in {}).toBe(false);
});

it('stores the content of an envelope if no property is the id', async () => {
  const page =
    '{ type: object, required: [title, words], properties: { title: { type: string }, words: { type: integer } } }';
  const sent = '{ type: object, properties: { title: { type: string } } }';
  const shown = `{ type: object, properties: { data: ${page}, type: { type: string } } }`;
  const slug = '[{ name: slug, in: path, required: true, schema: { type: string } }]';
  const responses = `{ '200': ${json(shown)} }`;
  const app = await appFor(
    `{ '/pages/{slug}': { parameters: ${slug}, patch: { requestBody: ${body(sent)}, responses: ${responses} }, get: { responses: ${responses} } } }`,
  );
  await app.patch('/pages/moss', { title: 'Moss' });
  const again = await app.patch('/pages/moss', { title: 'Fern' });
  expect(again.json).toMatchObject({ data: { title: 'Fern' } });
  expect((await app.get('/pages/moss')).json).toEqual(again.json);
});

it('does not treat a property with the name of an envelope as one', async () => {
  const event =
    '{ type: object, required: [id, kind], properties: { id: { type: integer }, kind: { type: string }, data: { type: object, properties: { depth: { type: integer } } } } }';
  const sent =
    '{ type: object, required: [kind], properties: { kind: { type: string }, data: { type: object, properties: { depth: { type: integer } } } } }';
  const shown = `{ type: object, properties: { data: ${event} } }`;
  const app = await appFor(
    `{ /events: { post: { requestBody: ${body(sent)}, responses: { '201': ${json(shown)} } } }, ${readAt('/events/{id}', shown)} }`,
  );
  const made = await app.post('/events', { kind: 'flood', data: { depth: 3 } });
  expect(made.json).toEqual({ data: { id: 2, kind: 'flood', data: { depth: 3 } } });
});
