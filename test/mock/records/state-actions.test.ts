/** Actions change the state that their name shows, and are conflicts where a sentence says so. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths, type TestMock, type TestResponse } from '../support.ts';
import { createClient } from './json-client.ts';

const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const flag = { type: 'boolean', readOnly: true };

function record(more: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' }, ...more },
  };
}

interface Action {
  readonly method?: string;
  readonly description?: string;
  readonly responses?: JsonObject;
}

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const missing = { '404': { description: 'Unknown' } };

function start(schema: JsonObject, actions: Readonly<Record<string, Action>>): Promise<TestMock> {
  const ok = { '200': { description: 'OK', ...json(schema) } };
  const below = Object.entries(actions).map(([name, { method = 'post', description = '', responses = ok }]) => {
    const [verb = '', of = method] = name.split(' ').toReversed();
    return [
      `/orders/{id}/${verb}`,
      { [of]: { description, parameters, responses: { ...responses, ...missing } } },
    ] as const;
  });
  const grouped = Object.entries(Object.groupBy(below, ([path]) => path)).map(([path, all = []]): [string, Json] => [
    path,
    Object.assign({}, ...all.map(([, operation]) => operation)),
  ]);
  return startMockWithPaths({
    '/orders': {
      post: { requestBody: json(record({})), responses: { '201': { description: 'New', ...json(schema) } } },
    },
    '/orders/{id}': { get: { parameters, responses: { ...ok, ...missing } } },
    ...Object.fromEntries(grouped),
  });
}

async function resultOf(mock: TestMock, requests: readonly string[]): Promise<Json | undefined> {
  const app = createClient(mock);
  const created = await app.post('/orders', { title: 'Lamp' });
  const path = `/orders/${String(member(created.json, 'id'))}`;
  for (const request of requests) {
    const [verb = '', method = 'POST'] = request.split(' ').toReversed();
    const response = await fetch(`${mock.url}${path}/${verb}`, { method });
    expect(response.status).toBeLessThan(300);
  }
  return (await app.get(path)).json;
}

function sendAction(mock: TestMock, id: Json | undefined, verb: string): Promise<TestResponse> {
  return send(`${mock.url}/orders/${String(id)}/${verb}`, { method: 'POST' });
}

const status = (...states: readonly string[]) => ({ status: { type: 'string', enum: states, readOnly: true } });
const nothing = { responses: { '204': { description: 'Done' } } };

describe('an action', () => {
  it.each<readonly [string, JsonObject, Readonly<Record<string, Action>>, JsonObject]>([
    ['cancel', status('open', 'cancelled'), { cancel: {} }, { status: 'cancelled' }],
    ['pay', status('open', 'paid', 'shipped'), { pay: nothing }, { status: 'paid' }],
    ['put complete', status('todo', 'done'), { 'put complete': { method: 'put' } }, { status: 'done' }],
    ['start', status('todo', 'in_progress'), { start: {} }, { status: 'in_progress' }],
    ['deactivate', status('active', 'inactive'), { deactivate: {} }, { status: 'inactive' }],
    [
      'publish',
      { published: flag, publishedAt: time },
      { publish: {} },
      { published: true, publishedAt: expect.any(String) },
    ],
    ['archive', { isArchived: flag }, { archive: {} }, { isArchived: true }],
    // The values show that it is the state, although its name does not.
    [
      'cancel',
      { progress: { type: 'string', enum: ['open', 'cancelled'], readOnly: true } },
      { cancel: {} },
      { progress: 'cancelled' },
    ],
    ['mark-as-paid', { paid: flag }, { 'mark-as-paid': {} }, { paid: true }],
    [
      'cancel',
      { ...status('open', 'canceled'), cancelledAt: time, updatedAt: time },
      {
        cancel: {
          responses: {
            '200': { description: 'OK', ...json({ type: 'object', properties: { ok: { type: 'boolean' } } }) },
          },
        },
      },
      { status: 'canceled', cancelledAt: expect.any(String) },
    ],
    ['explode', status('open', 'closed'), { explode: {} }, { status: 'open' }],
    ['cancel', { status: { type: 'string' } }, { cancel: {} }, {}],
  ])('%s of a record with %j leads to its state', async (request, schema, actions, expected) => {
    expect(await resultOf(await start(record(schema), actions), [request.replace('put', 'PUT')])).toMatchObject(
      expected,
    );
  });

  it.each<readonly [readonly string[], JsonObject, Readonly<Record<string, Action>>, JsonObject]>([
    [
      ['publish', 'unpublish'],
      { ...status('draft', 'published'), publishedAt: time },
      { publish: {}, unpublish: {} },
      { status: 'draft', publishedAt: null },
    ],
    [['lock', 'unlock'], { locked: flag, lockedAt: time }, { lock: {}, unlock: {} }, { locked: false, lockedAt: null }],
    [
      ['close', 'reopen'],
      { ...status('open', 'closed'), closedAt: time },
      { close: {}, reopen: {} },
      { status: 'open', closedAt: null },
    ],
    [
      ['close', 'reopen'],
      { ...status('open', 'closed'), closedAt: { ...time, type: 'string' } },
      { close: {}, reopen: {} },
      { title: 'Lamp', status: 'open' },
    ],
    [['disable', 'enable'], { enabled: flag }, { disable: {}, enable: {} }, { enabled: true }],
    [['enable', 'disable'], { enabled: flag }, { disable: {}, enable: {} }, { enabled: false }],
    [
      ['PUT star', 'DELETE star'],
      { starred: flag },
      { 'put star': nothing, 'delete star': nothing },
      { starred: false },
    ],
    [['PUT star'], { starred: flag }, { 'put star': nothing, 'delete star': nothing }, { starred: true }],
  ])('%j undo each other', async (requests, schema, actions, expected) => {
    expect(await resultOf(await start(record(schema), actions), requests)).toMatchObject(expected);
  });

  it('keeps its time when it is repeated, and sets the time of the change', async () => {
    const mock = await start(record({ ...status('open', 'cancelled', 'lost'), cancelledAt: time, updatedAt: time }), {
      cancel: {},
    });
    const first = await resultOf(mock, ['cancel']);
    const again = (await sendAction(mock, member(first, 'id'), 'cancel')).json;
    expect(again).toEqual(first);
    expect(member(first, 'updatedAt')).toBe(member(first, 'cancelledAt'));
  });

  it('on a record that does not exist is 404', async () => {
    const mock = await start(record(status('open', 'cancelled')), { cancel: nothing });
    expect((await sendAction(mock, 99, 'cancel')).status).toBe(404);
  });
});

const conflict = (schema: JsonObject, description = 'Conflict'): JsonObject => ({
  '200': { description: 'OK', ...json(schema) },
  '409': { description },
});

describe('an action on a record in another state', () => {
  const states = record(status('pending', 'paid', 'cancelled'));

  async function statuses(
    actions: Readonly<Record<string, Action>>,
    requests: readonly string[],
  ): Promise<readonly number[]> {
    const mock = await start(states, actions);
    const { json: created } = await createClient(mock).post('/orders', { title: 'Lamp' });
    const found: number[] = [];
    for (const verb of requests) found.push((await sendAction(mock, member(created, 'id'), verb)).status);
    return found;
  }

  it('is 409 where a sentence excludes the state', async () => {
    const cancel = { description: 'Only pending orders can be cancelled.', responses: conflict(states) };
    expect(await statuses({ pay: {}, cancel }, ['cancel', 'pay', 'cancel'])).toEqual([200, 200, 409]);
    expect(await statuses({ cancel }, ['cancel', 'cancel'])).toEqual([200, 409]);
  });

  it('is 409 where the description of 409 says that it is repeated', async () => {
    const pay = { responses: conflict(states, 'Already paid.') };
    expect(await statuses({ pay }, ['pay', 'pay'])).toEqual([200, 409]);
  });

  it.each([
    ['no sentence excludes it', { responses: conflict(states) }],
    ['no 409 is declared', { description: 'Only pending orders can be cancelled.' }],
  ])('is accepted if %s', async (_why, cancel) => {
    expect(await statuses({ pay: {}, cancel }, ['pay', 'cancel'])).toEqual([200, 200]);
  });
});
