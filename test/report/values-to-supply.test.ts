import { expect, test } from 'vitest';
import type { MissingValue } from '../../contracts/report/stage-report.ts';
import { valuesToSupply } from '../../contracts/report/values-to-supply.ts';
import { parseSource } from '../../spec/source/read-source.ts';

const parameter = (method: string, operation: string, path = '/orders/{id}'): MissingValue => ({
  ...{ operation, method, path, kind: 'parameter', name: 'id', note: '404' },
});

const missing: readonly MissingValue[] = [
  parameter('GET', 'getOrder'),
  parameter('PUT', 'replaceOrder'),
  parameter('GET', 'getInvoice', '/orders/{id}/invoice'),
  { ...parameter('GET', 'GET /users/{id}', '/users/{id}'), note: 'one that the run may change' },
  { operation: 'createOrder', method: 'POST', path: '/orders', kind: 'property', name: 'customer.no', note: '422' },
  {
    operation: 'replaceOrder',
    method: 'PUT',
    path: '/orders/{id}',
    kind: 'property',
    name: 'customer.no',
    note: '404',
  },
  {
    operation: 'logIn',
    method: 'POST',
    path: '/sessions',
    kind: 'body',
    name: '',
    note: '400',
    sample: '{"user":"x"}',
  },
];

test('each value is named once, with the requests that need it', () => {
  expect(valuesToSupply(missing)).toEqual({
    title: '4 things to supply, so that more can be tested',
    lines: [
      'values:',
      '  properties:',
      '    customer.no: # POST /orders, PUT /orders/{id}: 422, 404',
      '  operations:',
      '    "* /orders/{id}*":',
      '      parameters:',
      '        id: # GET /orders/{id}, PUT /orders/{id}, GET /orders/{id}/invoice: 404',
      '    "GET /users/{id}":',
      '      parameters:',
      '        id: # GET /users/{id}: one that the run may change',
      '    logIn:',
      '      body: {"user":"x"} # POST /sessions: 400',
    ],
  });
});

test('the snippet is YAML', () => {
  const { value } = parseSource('file:///x.yaml', valuesToSupply(missing)?.lines.join('\n') ?? '');
  expect(value).toEqual({
    values: {
      properties: { 'customer.no': null },
      operations: {
        '* /orders/{id}*': { parameters: { id: null } },
        'GET /users/{id}': { parameters: { id: null } },
        logIn: { body: { user: 'x' } },
      },
    },
  });
});

test('nothing of the document ends a line or hides in it', () => {
  const [first] = missing;
  if (first === undefined) throw new Error('there is a first one');
  const hostile = { ...first, operation: 'x\n  evil: 1', path: '/a\u202e/{id}\n', note: '404\nevil: 2' };
  const lines = valuesToSupply([hostile])?.lines ?? [];
  expect(lines.filter((line) => /[\r\n\u202e]/.test(line) || /^\s*evil/.test(line))).toEqual([]);
});

test('without missing values there is nothing to supply', () => {
  expect(valuesToSupply([])).toBeUndefined();
});
