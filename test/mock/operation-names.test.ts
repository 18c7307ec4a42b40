/** Operations by method and path, wherever their ids are accepted. */
import { describe, expect, it } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { checkRules } from '../../mock/rules/check-rules.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { findOperationIds } from '../../spec/model/operation-names.ts';
import { fileOf } from '../pact/support.ts';
import { callControl, postControl } from './control/control-client.ts';
import { createPlant, plantStoreSpec, startMockOf } from './support.ts';

const operations = [
  { id: 'listBeds', method: 'GET', path: '/beds' },
  { id: 'listLoudBeds', method: 'GET', path: '/BEDS' },
  { id: 'GET /paths', method: 'POST', path: '/paths' },
  { id: 'readPaths', method: 'GET', path: '/paths' },
  { id: 'readBed', method: 'GET', path: '/beds/{bed}' },
];

describe('a name', () => {
  it.each([
    ['listBeds', ['listBeds']],
    ['GET /beds', ['listBeds']],
    ['get /beds', ['listBeds']],
    ['GET /BEDS', ['listLoudBeds']],
    ['GET /Beds', ['listBeds', 'listLoudBeds']],
    ['GET /beds/{bed}', ['readBed']],
    ['GET /paths', ['GET /paths']],
    ['GET /beds/7', []],
    ['PUT /beds', []],
    ['/beds', []],
    ['listbeds', []],
  ])('%s identifies the operations %j', (name, ids) => {
    expect(findOperationIds(name, operations)).toEqual(ids);
  });
});

const fern = '{"id":7,"name":"fern"}';

describe('by method and path', () => {
  it('a rule of a program applies to the operation, and is listed with its id', async () => {
    await using mock = await startMock();
    const rule = await mock.scenario.next('POST /plants', { status: 503 });
    expect(rule.when).toEqual({ operation: 'createPlant' });
    const headers = { Authorization: `Bearer ${mock.token}`, 'Content-Type': 'application/json' };
    const create = () => fetch(`${mock.url}/plants`, { method: 'POST', headers, body: fern });
    expect([(await create()).status, (await create()).status]).toEqual([503, 200]);
    expect(await mock.journal.count({ operation: 'POST /plants' })).toBe(2);
    expect(await mock.journal.waitFor({ operation: 'post /plants', count: 2, timeout: 60_000 })).toHaveLength(2);
  });

  it('so do a rule of the control API and a filter of the journal', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const rule = '{"when":{"operation":"POST /plants"},"times":1,"then":{"status":503}}';
    expect((await postControl(mock, '/rules', rule)).status).toBe(201);
    expect((await createPlant(mock, fern)).status).toBe(503);
    const operation = encodeURIComponent('POST /plants');
    expect((await callControl(mock, `/journal/count?operation=${operation}`)).json).toEqual({ count: 1 });
  });

  it('so does a provider state', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const params = { operationId: 'POST /plants', status: 400, needsState: true };
    const body = JSON.stringify({ consumer: 'shop', state: 'a state', params, action: 'setup' });
    expect((await postControl(mock, '/pact-states', body)).status).toBe(200);
    expect((await createPlant(mock, fern)).status).toBe(400);
  });
});

const bedsOf = (id: string) =>
  fileOf(
    `openapi: 3.1.0\ninfo: { title: ${id}, version: 1.0.0 }\npaths:\n  /beds:\n    get: { operationId: ${id}, responses: { '200': { description: all } } }\n`,
    'beds.yaml',
  );

describe('if two contracts have the same method and path', () => {
  const mountsOf = async () => [
    { prefix: '/a', contract: await loadContract(bedsOf('listBeds')) },
    { prefix: '/b', contract: await loadContract(bedsOf('allBeds')) },
  ];
  const rule = { when: { operation: 'GET /beds' }, then: { status: 503 } };

  it('a rule is rejected with the possible ids', async () => {
    const mounts = await mountsOf();
    expect(() => checkRules(rule, mounts)).toThrow(
      'when.operation: expected one of listBeds, allBeds (several match), got "GET /beds"',
    );
  });

  it('a rule that names its mount is accepted', async () => {
    const [checked] = checkRules({ ...rule, when: { ...rule.when, mount: '/b' } }, await mountsOf());
    expect(checked?.when).toEqual({ mount: '/b', operation: 'allBeds' });
  });
});
