/** What a new record contains, besides what was sent: its id, generated properties, its tag. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockOf, startMockWithPaths } from '../support.ts';
import { createClient, mergePatch, pets } from './json-client.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const body = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema } },
});
const respond = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  description: 'It',
  content: { 'application/json': { schema } },
  ...more,
});
const inPath = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'path', required: true, schema });
const missing = { 404: { description: 'None' } };

interface Keyed {
  readonly key: string;
  readonly schema: JsonObject;
  /** Of the response. */
  readonly required?: readonly string[];
  readonly isSent?: boolean;
  /** Of the response. */
  readonly example?: JsonObject;
}

/** The first record that is sent without its key. */
async function firstRecord({ key, schema, required = [], isSent = true, example }: Keyed): Promise<Json | undefined> {
  const shown = { type: 'object', required, properties: { [key]: schema, label: text } };
  const sent = { type: 'object', properties: isSent ? { [key]: schema, label: text } : { label: text } };
  const mock = await startMockWithPaths(
    {
      '/things': {
        post: {
          requestBody: body(sent),
          responses: { 201: respond(example === undefined ? shown : { ...shown, example }) },
        },
      },
      [`/things/{${key}}`]: {
        get: { parameters: [inPath(key, schema)], responses: { 200: respond(shown), ...missing } },
      },
    },
    {},
    { records: { '/things': [] } },
  );
  return (await createClient(mock).post('/things', { label: 'a' })).json;
}

describe('a record that is sent without its id', () => {
  it.each<readonly [string, Keyed, Json | undefined]>([
    ['if clients cannot send it', { key: 'title', schema: text, isSent: false }, '1'],
    ['if it is read-only', { key: 'title', schema: { ...text, readOnly: true } }, '1'],
    ['if every response has it', { key: 'title', schema: text, required: ['title'] }, '1'],
    ['if it is a number', { key: 'serial', schema: whole }, 1],
    ['if its values are limited', { key: 'title', schema: { enum: ['x', 'y'], ...text } }, 'x'],
    ['if its name says that it is an id', { key: 'tagId', schema: text }, '1'],
    ['if its name says that it is a key', { key: 'tag_key', schema: text }, '1'],
    ['unless it is a text that clients may choose', { key: 'title', schema: text }, undefined],
    [
      'unless clients may choose it, also if an example has it',
      { key: 'title', schema: text, example: { title: 'Moss', label: 'b' } },
      undefined,
    ],
    ['unless its name only ends in the letters of an id', { key: 'paid', schema: text }, undefined],
  ])('gets a generated one %s', async (_case, keyed, expected) => {
    expect(member(await firstRecord(keyed), keyed.key)).toEqual(expected);
  });
});

it('a property of a new record that has the name of the id in its metadata stays', async () => {
  const mock = await startMockOf('test/fixtures/mock/shapes.yaml', { records: { '/configs': [] } });
  await createClient(mock).post('/configs', { name: 'mine', size: 1 });
  expect(await mock.records.list('/configs')).toMatchObject([{ name: 'mine', size: 1, metadata: { name: '1' } }]);
});

it('a new record has the tag with which it is read', async () => {
  const tool = { type: 'object', required: ['id'], properties: { id: whole, label: text } };
  const headers = { ETag: { required: true, schema: text } };
  const item = { parameters: [inPath('id', whole)] };
  const app = createClient(
    await startMockWithPaths({
      '/tools': { post: { requestBody: body(tool), responses: { 201: respond(tool, { headers }) } } },
      '/tools/{id}': {
        ...item,
        get: { responses: { 200: respond(tool, { headers }), ...missing } },
        put: {
          requestBody: body(tool),
          responses: { 200: respond(tool, { headers }), 201: respond(tool, { headers }) },
        },
      },
    }),
  );
  for (const change of [
    () => app.post('/tools', { id: 7, label: 'a' }),
    () => app.put('/tools/7', { id: 7, label: 'b' }),
    () => app.put('/tools/8', { id: 8, label: 'c' }),
  ]) {
    const changed = await change();
    const read = await app.get(`/tools/${String(member(changed.json, 'id'))}`);
    expect(changed.headers.get('etag')).toMatch(/^"[\da-f]{16}"$/);
    expect(changed.headers.get('etag')).toBe(read.headers.get('etag'));
  }
});

describe('a PUT of a collection without an id in its body', () => {
  it('is about no record if the contract declares 404', async () => {
    const mock = await startMockOf(pets, { records: { '/pet': [] } });
    const response = await createClient(mock).put('/pet', { name: 'Max', photoUrls: [] });
    expect(response.status).toBe(404);
    expect(await mock.records.list('/pet')).toEqual([]);
  });

  it('creates a record otherwise', async () => {
    const tool = { type: 'object', properties: { id: whole, label: text } };
    const mock = await startMockWithPaths(
      {
        '/tools': { put: { requestBody: body(tool), responses: { 200: respond(tool) } } },
        '/tools/{id}': { parameters: [inPath('id', whole)], get: { responses: { 200: respond(tool), ...missing } } },
      },
      {},
      { records: { '/tools': [] } },
    );
    const app = createClient(mock);
    expect((await app.put('/tools', { label: 'a' })).json).toEqual({ id: 1, label: 'a' });
    expect((await app.get('/tools/1')).json).toEqual({ id: 1, label: 'a' });
  });
});

it('a record that any client may change, because no 404 is declared, is stored from its first change on', async () => {
  const shown = {
    type: 'object',
    required: ['id', 'made'],
    properties: { id: whole, made: { ...text, readOnly: true, enum: ['here'] }, label: text },
  };
  const change = { type: 'object', properties: { label: text } };
  const mock = await startMockWithPaths({
    '/tools/{id}': {
      parameters: [inPath('id', whole)],
      get: { responses: { 200: respond(shown) } },
      patch: { requestBody: body(change), responses: { 200: respond(shown) } },
    },
  });
  const app = createClient(mock);
  const changed = await app.patch('/tools/77', { label: 'a' });
  expect(changed.json).toEqual({ id: 77, made: 'here', label: 'a' });
  expect((await app.get('/tools/77')).json).toEqual(changed.json);
  const stored = (await mock.records.list('/tools')).filter((one) => member(one, 'id') === 77);
  expect(stored).toEqual([changed.json]);
});

it('null in a merge patch deletes a property, also if its schema allows null; in a plain PATCH it is the value', async () => {
  const shown = {
    type: 'object',
    required: ['id'],
    properties: { id: whole, note: { type: ['string', 'null'] } },
  };
  const change = { type: 'object', properties: { note: { type: ['string', 'null'] } } };
  const content = { 'application/json': { schema: change }, [mergePatch]: { schema: change } };
  const app = createClient(
    await startMockWithPaths({
      '/tools': { post: { requestBody: body(shown), responses: { 201: respond(shown) } } },
      '/tools/{id}': {
        parameters: [inPath('id', whole)],
        get: { responses: { 200: respond(shown), ...missing } },
        patch: { requestBody: { content }, responses: { 200: respond(shown), ...missing } },
      },
    }),
  );
  await app.post('/tools', { id: 7, note: 'n' });
  expect((await app.patch('/tools/7', { note: null })).json).toEqual({ id: 7, note: null });
  expect((await app.patch('/tools/7', { note: null }, mergePatch)).json).toEqual({ id: 7 });
  expect((await app.get('/tools/7')).json).toEqual({ id: 7 });
});

describe('a property of a new record that clients cannot set', () => {
  const time = (more: JsonObject = {}): JsonObject => ({ ...text, format: 'date-time', readOnly: true, ...more });
  const flag = { type: 'boolean', readOnly: true };

  it.each<readonly [string, string, JsonObject, Json]>([
    ['is the current time if its name says so', 'created_at', time(), '2025-01-01T00:00:01.000Z'],
    ['is the current time if its name says so', 'lastModified', time(), '2025-01-01T00:00:01.000Z'],
    ['is a sample if it is another time', 'dueAt', time({ example: '2030-01-01T00:00:00Z' }), '2030-01-01T00:00:00Z'],
    ['is a sample if it is no time', 'created', { ...text, readOnly: true, enum: ['a'] }, 'a'],
    ['is null for an event of the past', 'closedAt', time({ type: ['string', 'null'] }), null],
    ['is false for an event of the past', 'isArchived', flag, false],
    ['stays if it cannot be false', 'archived', { ...flag, enum: [true] }, true],
    ['is a sample if it is another flag', 'active', { ...flag, enum: [true] }, true],
  ])('%s: %s', async (_case, name, schema, expected) => {
    const tool = { type: 'object', required: ['id', name], properties: { id: whole, [name]: schema } };
    const mock = await startMockWithPaths(
      {
        '/tools': { post: { requestBody: body(tool), responses: { 201: respond(tool) } } },
        '/tools/{id}': { get: { parameters: [inPath('id', whole)], responses: { 200: respond(tool), ...missing } } },
      },
      {},
      { seed: 7, records: { '/tools': [] } },
    );
    const made = await createClient(mock).post('/tools', { id: 7 });
    expect(made.json).toEqual({ id: 7, [name]: expected });
    expect(await mock.records.list('/tools')).toEqual([made.json]);
  });

  it('is absent for an event of the past, if it may be', async () => {
    const tool = { type: 'object', required: ['id'], properties: { id: whole, deletedAt: time() } };
    const mock = await startMockWithPaths({
      '/tools': { post: { requestBody: body(tool), responses: { 201: respond(tool) } } },
      '/tools/{id}': { get: { parameters: [inPath('id', whole)], responses: { 200: respond(tool), ...missing } } },
    });
    expect((await createClient(mock).post('/tools', { id: 7 })).json).toEqual({ id: 7 });
  });
});
