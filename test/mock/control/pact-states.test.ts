import { describe, expect, it } from 'vitest';
import type { RunningMock } from '../../../mock/serve/mock-server.ts';
import { createPlant, member, plantStoreSpec, send, startMockOf, type TestResponse } from '../support.ts';
import { callControl, expectProblem, postControl } from './control-client.ts';

const pets = 'test/fixtures/mock/pets.yaml';
const todos = 'test/fixtures/mock/todos.yaml';

function change(
  mock: RunningMock,
  action: 'setup' | 'teardown',
  params: Readonly<Record<string, unknown>> = {},
): Promise<TestResponse> {
  return postControl(mock, '/pact-states', JSON.stringify({ consumer: 'shop', state: 'a state', params, action }));
}

async function rulesOf(mock: RunningMock): Promise<unknown> {
  return member((await callControl(mock, '/rules')).json, 'rules');
}

const fern = '{"id":7,"name":"fern"}';

describe('a provider state with operation and status', () => {
  it('sets that status for the next request of the operation only', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await change(mock, 'setup', {
      operationId: 'createPlant',
      status: 400,
      needsState: true,
    });
    expect([response.status, response.json]).toEqual([200, {}]);
    expect((await createPlant(mock, fern)).status).toBe(400);
    expect((await createPlant(mock, fern)).status).toBe(200);
  });

  it('is removed by its teardown', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const params = { operationId: 'createPlant', status: 400, needsState: true };
    await change(mock, 'setup', params);
    await change(mock, 'teardown', params);
    expect(await rulesOf(mock)).toEqual([]);
    expect((await createPlant(mock, fern)).status).toBe(200);
  });

  it('that is set up twice leaves nothing behind', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const params = { operationId: 'createPlant', status: 400, needsState: true };
    await change(mock, 'setup', params);
    await change(mock, 'setup', params);
    expect((await createPlant(mock, fern)).status).toBe(400);
    expect((await createPlant(mock, fern)).status).toBe(200);
  });

  it('keeps other rules', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await postControl(mock, '/rules', '{"when":{"operation":"createPlant","valid":false},"then":{"status":400}}');
    await change(mock, 'setup', { operationId: 'createPlant', status: 400, needsState: true });
    await change(mock, 'teardown', { operationId: 'createPlant', status: 400, needsState: true });
    expect(await rulesOf(mock)).toMatchObject([{ when: { operation: 'createPlant', valid: false } }]);
  });

  it.each([
    ['the success', { operationId: 'createPlant', status: 200 }],
    ['the status for an invalid request', { operationId: 'createPlant', status: 400 }],
    ['a rejection that the contract need not declare', { operationId: 'createPlant', status: 401 }],
    ['a status with needsState false', { operationId: 'createPlant', status: 400, needsState: false }],
    ['a state without operationId', { status: 'watered' }],
  ])('adds no rule for %s', async (_which, params) => {
    const mock = await startMockOf(plantStoreSpec);
    expect((await change(mock, 'setup', params)).status).toBe(200);
    expect(await rulesOf(mock)).toEqual([]);
  });

  it('adds a rule for a status that a request alone cannot cause', async () => {
    const mock = await startMockOf(pets);
    await send(`${mock.url}/user`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"username":"fern","id":7}',
    });
    await change(mock, 'setup', { operationId: 'getUserByName', status: 404 });
    expect((await send(`${mock.url}/user/fern`)).status).toBe(404);
    expect((await send(`${mock.url}/user/fern`)).status).toBe(200);
  });
});

describe('an invalid provider state', () => {
  it('is rejected with the existing operations', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await change(mock, 'setup', { operationId: 'waterPlant', status: 200 });
    expectProblem(response, 400, /^params\.operationId: expected one of createPlant; got "waterPlant"$/);
  });

  it.each([
    [500, /^params\.status: createPlant declares 200, 400; got 500$/],
    ['400', /got "400"$/],
    [undefined, /got none$/],
  ])('is rejected with the declared statuses: %s', async (status, detail) => {
    const mock = await startMockOf(plantStoreSpec);
    expectProblem(await change(mock, 'setup', { operationId: 'createPlant', status }), 400, detail);
    expect(await rulesOf(mock)).toEqual([]);
  });
});

it('requires the control token if there is one', async () => {
  const mock = await startMockOf(plantStoreSpec, { controlToken: 'green-thumb' });
  expect((await change(mock, 'setup')).status).toBe(401);
  const init = {
    method: 'POST',
    headers: { Authorization: 'Bearer green-thumb', 'Content-Type': 'application/json' },
    body: '{"action":"setup"}',
  };
  expect((await send(`${mock.url}/__store/pact-states`, init)).status).toBe(200);
});

describe('a success that needs a record', () => {
  const changeTodo = { operationId: 'replaceTodo', status: 200, needsState: true };

  it('returns the id of an existing record for the path', async () => {
    const response = await change(await startMockOf(todos), 'setup', changeTodo);
    expect([response.status, response.json]).toEqual([200, { id: 42 }]);
  });

  it('is rejected with a fix if there is none', async () => {
    const mock = await startMockOf(todos);
    await mock.records.clear();
    const response = await change(mock, 'setup', changeTodo);
    expectProblem(response, 400, 'only for an existing record');
    expect(member(response.json, 'fix')).toContain('--stateless');
  });

  it('is set by a stateless mock', async () => {
    const mock = await startMockOf(todos, { stateless: true });
    expect((await change(mock, 'setup', changeTodo)).status).toBe(200);
  });
});
