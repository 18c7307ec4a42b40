import { expect, test } from 'vitest';
import { compareWithBaseline } from '../../contracts/baseline/baseline-stage.ts';
import { findingId } from '../../contracts/finding/finding.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';

const shop = (plant: string, more = '') => `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /plants:
    get:
      operationId: listPlants
      responses: { '200': { $ref: '#/components/responses/Plant' } }
    post:
      operationId: addPlant
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { $ref: '#/components/responses/Plant' } }${more}
components:
  responses:
    Plant: { description: ok, content: { application/json: { schema: { type: ${plant} } } } }
`;
const put = `
    put:
      operationId: setPlant
      responses: { '204': { description: ok } }`;

const SHARED = "'200': { $ref: '#/components/responses/Plant' }";

const read = (text: string, name = 'shop.yaml') => parseContract(`file:///${name}`, text);

test('passes without changes, with one attempted check for each part of each operation', async () => {
  const stage = compareWithBaseline(await read(shop('string')), await read(shop('string', put)));
  expect([stage.status, stage.findings, stage.unattempted]).toEqual(['passed', [], []]);
  expect(stage.summary).toBe('0 breaking changes, 0 risky, 1 harmless since /shop.yaml');
  expect(stage.attemptedChecks.map(({ subject, check, count }) => `${subject}: ${count} ${check}`)).toEqual([
    'listPlants: 1 operation',
    'listPlants: 1 security',
    'listPlants: 1 responses',
    'addPlant: 1 operation',
    'addPlant: 1 security',
    'addPlant: 1 request body',
    'addPlant: 1 responses',
  ]);
});

test('reports a breaking shared part as one finding, and passes no operation that uses it', async () => {
  const stage = compareWithBaseline(await read(shop('string')), await read(shop('integer')));
  expect(stage.status).toBe('failed');
  expect(stage.findings).toMatchObject([
    {
      check: 'response-body-type-changed',
      severity: 'error',
      subject: 'listPlants',
      similarCount: 1,
      similar: ['addPlant'],
      place: { line: 14 },
      otherPlace: { line: 14 },
    },
  ]);
  expect(stage.attemptedChecks.filter(({ check }) => check === 'responses')).toEqual([]);
});

test('places a removed part at its parent in the new document and at its old location', async () => {
  const stage = compareWithBaseline(
    await read(shop('string', put), 'old.yaml'),
    await read(shop('string'), 'new.yaml'),
  );
  expect(stage.findings).toMatchObject([
    {
      check: 'api-removed-without-deprecation',
      subject: 'setPlant',
      expected: 'PUT /plants',
      received: 'none',
      place: { file: '/new.yaml' },
      otherPlace: { file: '/old.yaml', line: 12 },
      otherLineText: 'put:',
    },
  ]);
});

test('reports a risky change as a warning, which does not fail the stage', async () => {
  const stage = compareWithBaseline(
    await read(shop('string')),
    await read(shop('string').replace('listPlants', 'all')),
  );
  expect(stage.status).toBe('passed');
  expect(stage.findings.map(({ check, severity }) => [check, severity])).toEqual([
    ['api-operation-id-changed', 'warning'],
  ]);
  expect(stage.attemptedChecks.some(({ subject, check }) => subject === 'listPlants' && check === 'operation')).toBe(
    true,
  );
});

test('creates fingerprints without file names and lines', async () => {
  const plain = compareWithBaseline(await read(shop('string'), 'a.yaml'), await read(shop('integer'), 'b.yaml'));
  const moved = compareWithBaseline(
    await read(`\n\n${shop('string')}`, 'main/x.yaml'),
    await read(`\n${shop('integer')}`, 'y.yaml'),
  );
  expect(moved.findings.map(({ fingerprint }) => fingerprint)).toEqual(
    plain.findings.map(({ fingerprint }) => fingerprint),
  );
});

test('creates the same fingerprint of a shared part for any order of operations, and a different one for an additional operation', async () => {
  const idsOf = async (kind: (plant: string) => string) => {
    const { findings } = compareWithBaseline(await read(kind('string')), await read(kind('integer')));
    return findings.map(findingId);
  };
  const turned = (plant: string) => {
    const [, get = '', post = ''] = /( {4}get:.*?)( {4}post:.*)(?=components:)/s.exec(shop(plant)) ?? [];
    return shop(plant).replace(get + post, () => post + get);
  };
  const more = (plant: string) => shop(plant, put.replace("'204': { description: ok }", SHARED));
  const [plain] = await idsOf(shop);
  expect(plain).toMatch(/^response-body-type-changed\/document\/[0-9a-f]{12}$/);
  expect(await idsOf(turned)).toEqual([plain]);
  expect(await idsOf(more)).not.toEqual([plain]);
});
