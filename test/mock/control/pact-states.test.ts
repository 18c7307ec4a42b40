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
  it('makes the next request of the operation get that status, and only the next', async () => {
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

  it('is taken back at its teardown', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const params = { operationId: 'createPlant', status: 400, needsState: true };
    await change(mock, 'setup', params);
    await change(mock, 'teardown', params);
    expect(await rulesOf(mock)).toEqual([]);
    expect((await createPlant(mock, fern)).status).toBe(200);
  });

  it('set up twice leaves nothing behind', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const params = { operationId: 'createPlant', status: 400, needsState: true };
    await change(mock, 'setup', params);
    await change(mock, 'setup', params);
    expect((await createPlant(mock, fern)).status).toBe(400);
    expect((await createPlant(mock, fern)).status).toBe(200);
  });

  it('leaves the rules of others alone', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await postControl(mock, '/rules', '{"when":{"operation":"createPlant","valid":false},"then":{"status":400}}');
    await change(mock, 'setup', { operationId: 'createPlant', status: 400, needsState: true });
    await change(mock, 'teardown', { operationId: 'createPlant', status: 400, needsState: true });
    expect(await rulesOf(mock)).toMatchObject([{ when: { operation: 'createPlant', valid: false } }]);
  });

  it.each([
    ['the success', { operationId: 'createPlant', status: 200 }],
    ['what an invalid request gets', { operationId: 'createPlant', status: 400 }],
    ['a refusal that the contract need not declare', { operationId: 'createPlant', status: 401 }],
    ['what is said to need no state', { operationId: 'createPlant', status: 400, needsState: false }],
    ['a state of its own kind', { status: 'watered' }],
  ])('arranges nothing for %s', async (_which, params) => {
    const mock = await startMockOf(plantStoreSpec);
    expect((await change(mock, 'setup', params)).status).toBe(200);
    expect(await rulesOf(mock)).toEqual([]);
  });

  it('arranges what a request cannot bring about by itself', async () => {
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

describe('a provider state that cannot be', () => {
  it('is refused with the operations that there are', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await change(mock, 'setup', { operationId: 'waterPlant', status: 200 });
    expectProblem(response, 400, /^params\.operationId: expected one of createPlant; got "waterPlant"$/);
  });

  it.each([
    [500, /^params\.status: createPlant declares 200, 400; got 500$/],
    ['400', /got "400"$/],
    [undefined, /got none$/],
  ])('is refused with the statuses that the operation declares: %s', async (status, detail) => {
    const mock = await startMockOf(plantStoreSpec);
    expectProblem(await change(mock, 'setup', { operationId: 'createPlant', status }), 400, detail);
    expect(await rulesOf(mock)).toEqual([]);
  });
});

it('asks for the control token where there is one', async () => {
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

  it('names one that is there, as a path is to ask for it', async () => {
    const response = await change(await startMockOf(todos), 'setup', changeTodo);
    expect([response.status, response.json]).toEqual([200, { id: 42 }]);
  });

  it('is refused where there is none, with the way out', async () => {
    const mock = await startMockOf(todos);
    await mock.records.clear();
    const response = await change(mock, 'setup', changeTodo);
    expectProblem(response, 400, 'only for an existing record');
    expect(member(response.json, 'fix')).toContain('--stateless');
  });

  it('is arranged by one that keeps none', async () => {
    const mock = await startMockOf(todos, { stateless: true });
    expect((await change(mock, 'setup', changeTodo)).status).toBe(200);
  });
});
