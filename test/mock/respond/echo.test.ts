import { expect, test } from 'vitest';
import { echoSentValues } from '../../../mock/respond/echo.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { plantStoreContract } from '../../conformance/support.ts';
import { parseSchema } from '../../spec/support.ts';

const operation = plantStoreContract.operations.find(({ method }) => method === 'POST');

function echoed(request: string, response: string, { sent, sample }: { readonly sent: Json; readonly sample: Json }) {
  if (operation === undefined) throw new Error('no POST');
  const schemas = { requestSchema: parseSchema(request), responseSchema: parseSchema(response) };
  return echoSentValues(sample, { operation, ...schemas, sent });
}

const hook =
  'type: object\nproperties: {hooks: {type: array, items: {type: object, properties: {name: {type: string}}}}}';
const shown =
  'type: object\nproperties: {hooks: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}';

test('items are echoed with what only the response has', () => {
  const sent = { hooks: [{ name: 'a' }, { name: 'b' }] };
  const result = echoed(hook, shown, { sent, sample: { hooks: [{ id: 1, name: 'string' }] } });
  expect(result).toEqual({
    hooks: [
      { id: 1, name: 'a' },
      { id: 1, name: 'b' },
    ],
  });
});

const work = 'type: object\nproperties: {token: {type: string}, from: {type: string}, to: {type: string}}';
const task =
  'type: object\nproperties: {token: {type: string}, work: {type: object, properties: {id: {type: string}, from: {type: string}, to: {type: string}}}}';

test('the only record in a response is echoed, also next to a token of the request', () => {
  const sample = { token: 'string', work: { id: '7', from: 'string', to: 'string' } };
  expect(echoed(work, task, { sent: { token: 't', from: 'x', to: 'y' }, sample })).toEqual({
    token: 't',
    work: { id: '7', from: 'x', to: 'y' },
  });
});

test('a record that refers to another is echoed itself, and the other is not', () => {
  const request = 'type: object\nproperties: {name: {type: string}, team_id: {type: string}}';
  const response =
    'type: object\nproperties: {name: {type: string}, team: {type: object, properties: {id: {type: string}, name: {type: string}}}}';
  const sample = { name: 'string', team: { id: '7', name: 'Team' } };
  expect(echoed(request, response, { sent: { name: 'a', team_id: '7' }, sample })).toEqual({ ...sample, name: 'a' });
});

test('a nested property is not echoed if one of the alternatives that declare it is write-only', () => {
  const card = '{type: object, properties: {name: {type: string}, pin: {type: string, writeOnly: true}}}';
  const request = `type: object\nproperties: {source: {anyOf: [${card}, {type: object, required: [bank]}]}}`;
  const sent = { source: { name: 'a', pin: 'secret' } };
  expect(echoed(request, request, { sent, sample: {} })).toEqual({ source: { name: 'a' } });
});

test.each([
  ['the request in its only object', 'payload', '{id: {type: string}, status: {type: string}'],
  ['a status of its own', 'data', '{status: {type: integer}'],
])('the values in an envelope are echoed next to %s', (_what, name, others) => {
  const visit = '{type: object, properties: {place: {type: string}, status: {type: string}}}';
  const sample = { [name]: { place: 'string', status: 'string' } };
  const sent = { place: 'north', status: 'open' };
  const result = echoed(visit, `type: object\nproperties: ${others}, ${name}: ${visit}}`, { sent, sample });
  expect(result).toMatchObject({ [name]: sent });
});
