/** A record shows the record that it names: `assignee: { id, name }` is the person of `assigneeId`. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { createClient, jsonPatch } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const json = (...schemas: readonly JsonObject[]): JsonObject => ({
  content: Object.fromEntries(
    schemas.map((schema, index) => [index === 0 ? 'application/json' : jsonPatch, { schema }]),
  ),
});
const user = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text, email: text } };
const person = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } };
const readOnly = (schema: JsonObject): JsonObject => ({ ...schema, readOnly: true });
const task = {
  type: 'object',
  required: ['id', 'title', 'assignee', 'approver'],
  properties: {
    ...{ id: readOnly(integer), title: text, assigneeId: { type: ['integer', 'null'] }, reviewerId: integer },
    assignee: readOnly({ oneOf: [person, { type: 'null' }] }),
    reviewer: readOnly(person),
    closedBy: readOnly({ oneOf: [person, { type: 'null' }] }),
    approver: readOnly(person),
    boardId: integer,
    board: readOnly({ type: 'object', properties: { id: integer, title: text } }),
  },
};
const board = { type: 'object', required: ['id'], properties: { id: integer, title: text, secret: text } };
const patch = { type: 'array', items: { type: 'object' } };
const ok = (schema: JsonObject): JsonObject => ({ '200': { description: 'ok', ...json(schema) } });
const id: JsonObject = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] };
const collection = (schema: JsonObject): JsonObject => ({ get: { responses: ok({ type: 'array', items: schema }) } });
const item = (schema: JsonObject): JsonObject => ({ ...id, get: { responses: ok(schema) } });

const paths: JsonObject = {
  '/users': collection(user),
  '/users/{id}': item(user),
  '/boards': collection(board),
  '/boards/{id}': item(board),
  '/tasks': { post: { requestBody: json(task), responses: { '201': { description: 'New', ...json(task) } } } },
  '/tasks/{id}': {
    ...item(task),
    put: { requestBody: json(task), responses: ok(task) },
    patch: { requestBody: json({ ...task, required: [] }, patch), responses: ok(task) },
  },
};

async function start() {
  const records = {
    '/users': [
      { id: 1, name: 'Ann', email: 'ann@desk.test' },
      { id: 2, name: 'Ben', email: 'ben@desk.test' },
    ],
    '/boards': [{ id: 7, title: 'Plans', secret: 'x' }],
  };
  const client = createClient(await startMockWithPaths(paths, {}, { records }));
  const create = async (more: JsonObject) => Object((await client.post('/tasks', { title: 'New', ...more })).json);
  return { ...client, create };
}

describe('a new record', () => {
  it('shows none where it names none, as far as its schema allows that', async () => {
    const { create } = await start();
    const made = await create({});
    expect(made).toMatchObject({ assignee: null, closedBy: null, approver: { name: expect.any(String) } });
    expect(Object.keys(made)).not.toContain('reviewer');
    expect(Object.keys(made)).not.toContain('board');
  });

  it('shows those that it names', async () => {
    const { create } = await start();
    const made = await create({ assigneeId: 2, reviewerId: 1, boardId: 7 });
    expect(made).toMatchObject({ assignee: { id: 2, name: 'Ben' }, reviewer: { id: 1, name: 'Ann' } });
    expect(made.board).toEqual({ id: 7, title: 'Plans' });
  });
});

describe('a change', () => {
  it('of what a record names is a change of what it shows', async () => {
    const { create, get, patch: change } = await start();
    const path = `/tasks/${(await create({ reviewerId: 1 })).id}`;
    const assigned = await change(path, { assigneeId: 2 });
    expect(assigned.json).toMatchObject({ assignee: { id: 2, name: 'Ben' }, reviewer: { id: 1, name: 'Ann' } });
    expect((await get(path)).json).toEqual(assigned.json);
    expect(member((await change(path, { assigneeId: null })).json, 'assignee')).toBeNull();
  });

  it('by a JSON Patch or a replacement also', async () => {
    const { create, put, patch: change } = await start();
    const path = `/tasks/${(await create({})).id}`;
    const added = await change(path, [{ op: 'add', path: '/assigneeId', value: 1 }], jsonPatch);
    expect(member(added.json, 'assignee')).toEqual({ id: 1, name: 'Ann' });
    expect(member((await put(path, { title: 'New', assigneeId: 2 })).json, 'assignee')).toEqual({ id: 2, name: 'Ben' });
    expect(member((await put(path, { title: 'New' })).json, 'assignee')).toBeNull();
  });
});
