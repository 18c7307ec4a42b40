/** Values and rules that sentences of the contract state. */
import { expect, it, onTestFinished } from 'vitest';
import { getProperty } from '../../../contracts/conformance/stateful/model/response-records.ts';
import { startMock } from '../../../mock/index.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../../conformance/support.ts';
import { json } from '../../spec/support.ts';
import { startMockOf, startMockWithPaths } from '../support.ts';
import { contentOf, createClient } from './json-client.ts';

const described = 'test/fixtures/mock/described.yaml';

function idOf({ body }: { readonly body: Json }): Json {
  return getProperty(body, 'id') ?? null;
}

it('computes totals, sets described defaults, rejects unknown references and filters by members', async () => {
  const { url } = await startMockOf(described);
  const send: (method: string, path: string, body?: Json) => Promise<{ status: number; body: Json }> = async (
    method,
    path,
    body,
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: json(await response.text()) };
  };
  const customer = await send('POST', '/customers', { name: 'Ann' });
  const lines = [
    { quantity: 2, price: 30 },
    { quantity: 1, price: 5 },
  ];
  const order = await send('POST', '/orders', { customerId: idOf(customer), note: 'first', lines });
  expect(order).toMatchObject({ status: 201, body: { status: 'draft', total: 65, lineCount: 2 } });
  const replaced = await send('PUT', `/orders/${idOf(order)}`, {
    customerId: idOf(customer),
    note: 'second',
    lines: lines.slice(0, 1),
  });
  expect(replaced).toMatchObject({ status: 200, body: { total: 60, lineCount: 1 } });
  expect((await send('POST', '/orders', { customerId: 987_654, lines })).status).toBe(404);
  expect((await send('GET', '/orders?filter[note]=second')).body).toHaveLength(1);
  expect((await send('GET', '/orders?filter[note]=first')).body).toHaveLength(0);
});

it('stores the totals of initial records as their description says, so that sorting agrees', async () => {
  const count = { type: 'integer', minimum: 2, maximum: 9 };
  const line = { type: 'object', required: ['units', 'cents'], properties: { units: count, cents: count } };
  const properties = {
    id: { type: 'integer' },
    lines: { type: 'array', minItems: 1, items: line },
    bill: { type: 'integer', description: 'The sum of units times cents of all lines.' },
  };
  const schema = { type: 'object', required: ['id', 'lines', 'bill'], properties };
  const responses = { 200: { description: 'One', content: { 'application/json': { schema } } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const paths = { '/orders/{id}': { get: { parameters, responses } } };
  const mock = await startMock({
    spec: { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths },
    records: 3,
  });
  onTestFinished(() => mock.close());
  const records = await mock.records.list('/orders');
  expect(records.length).toBeGreaterThan(2);
  const billOf = (record: Json) => {
    const lines = getProperty(record, 'lines');
    const parts = Array.isArray(lines) ? lines : [];
    return parts.reduce<number>(
      (sum, one) => sum + Number(getProperty(one, 'units')) * Number(getProperty(one, 'cents')),
      0,
    );
  };
  expect(records.map((record) => getProperty(record, 'bill'))).toEqual(records.map(billOf));
});

it('a new record in an envelope begins with the described value', async () => {
  const status = { type: 'string', enum: ['draft', 'sent'], readOnly: true, description: 'Initially sent.' };
  const properties = { id: { type: 'integer', readOnly: true }, note: { type: 'string' }, status };
  const letter = { type: 'object', required: ['id', 'note', 'status'], properties };
  const envelope = { type: 'object', required: ['letter'], properties: { letter } };
  const app = createClient(
    await startMockWithPaths({
      '/letters': {
        post: {
          requestBody: {
            required: true,
            content: contentOf({ type: 'object', properties: { note: properties.note } }),
          },
          responses: { 201: { description: 'New', content: contentOf(envelope) } },
        },
      },
      '/letters/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: properties.id }],
          responses: { 200: { description: 'One', content: contentOf(envelope) } },
        },
      },
    }),
  );
  const { status: code, json: created } = await app.post('/letters', { note: 'Dear Ann' });
  expect([code, created]).toMatchObject([201, { letter: { note: 'Dear Ann', status: 'sent' } }]);
});

it('the verifier finds nothing', async () => {
  const contract = await loadContract(described);
  const { url, token } = await startMockOf(described);
  const categories = ['valid-bodies', 'lifecycles', 'unknown-identifiers', 'list-queries'];
  const { findings } = await verify({ contract, baseUrl: url, token, categories });
  expect(findings.map(({ check, evidence, received }) => `${check} ${evidence?.caseId} ${received}`)).toEqual([]);
});
