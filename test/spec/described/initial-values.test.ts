import { describe, expect, test } from 'vitest';
import { initialValues } from '../../../spec/described/initial-values.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { parseSchema } from '../support.ts';

const place = { file: 'openapi.yaml', pointer: '', line: 1 };

function stated(operationText: string, propertyText = '', more: object = {}) {
  const operation: Operation = {
    id: 'createOrder',
    method: 'POST',
    path: '/orders',
    place,
    parameters: [],
    requestBody: undefined,
    responses: [],
    security: [],
    description: operationText,
  };
  const record = parseSchema(
    JSON.stringify({
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['draft', 'placed'], description: propertyText, ...more },
        isOpen: { type: 'boolean' },
        note: { type: 'string' },
      },
    }),
  );
  return initialValues(operation, record).map(({ property, value, isDefault }) => ({ property, value, isDefault }));
}

const draft = { property: 'status', value: 'draft' };

describe('of an operation', () => {
  test.each([
    ['Creates an order. Its status defaults to draft, its currency to EUR.', [{ ...draft, isDefault: true }]],
    ['The `status` starts as `draft`.', [{ ...draft, isDefault: false }]],
    ['The status is initially "draft".', [{ ...draft, isDefault: false }]],
    [
      'Its status is draft by default and its isOpen is true by default',
      [
        { ...draft, isDefault: true },
        { property: 'isOpen', value: true, isDefault: true },
      ],
    ],
    ['Its status defaults to draft if the customer is new.', []],
    ['Its status defaults to open.', []],
    ['Its note defaults to nothing.', []],
    ['Its state defaults to draft.', []],
    ['Its status may default to draft.', []],
    ['Its status is draft.', []],
  ])('%s', (text, expected) => {
    expect(stated(text)).toEqual(expected);
  });
});

describe('of a property', () => {
  test.each([
    ['Defaults to draft.', [{ ...draft, isDefault: true }]],
    ['Default: draft', [{ ...draft, isDefault: true }]],
    ['Set by the server. Initially `draft`.', [{ ...draft, isDefault: false }]],
    ['Initially draft, unless it is paid.', []],
    ['Draft orders can be changed.', []],
    ['Defaults to the status of the last order.', []],
  ])('%s', (text, expected) => {
    expect(stated('', text)).toEqual(expected);
  });

  test('a default in the schema says it already', () => {
    expect(stated('', 'Defaults to draft.', { default: 'draft' })).toEqual([]);
  });
});
