import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../spec/model/contract.ts';
import { findRejection } from '../../../spec/resources/reference-sentences.ts';

const place = { file: 'openapi.yaml', pointer: '', line: 1 };

interface Texts {
  readonly operation?: string;
  readonly property?: string;
  /** The description of 404. */
  readonly response?: string;
}

function rejects({ operation = '', property = '', response = 'Not found' }: Texts, noun = 'customers'): boolean {
  const create: Operation = {
    id: 'createOrder',
    method: 'POST',
    path: '/orders',
    place,
    parameters: [],
    requestBody: undefined,
    responses: [{ status: '404', description: response, place, headers: [], content: [] }],
    security: [],
    description: operation,
  };
  return findRejection(create, { noun, description: property }) !== undefined;
}

describe('a reference must exist:', () => {
  test.each<Texts>([
    { operation: 'The same key with another body is rejected with 422. So is an unknown customer.' },
    { operation: 'An unknown customer is rejected with 422.' },
    { operation: 'Orders of unknown customers are rejected.' },
    { operation: 'Rejects an unknown customer.' },
    { operation: 'Returns 404 if the customer does not exist.' },
    { operation: 'If the customer does not exist, the request is rejected.' },
    { operation: 'The customer must exist.' },
    { property: 'Must be the id of an existing customer.' },
    { response: 'The customer does not exist.' },
    { response: 'Customer not found' },
    { response: 'No such customer' },
  ])('%o', (texts) => {
    expect(rejects(texts)).toBe(true);
  });
});

describe('nothing is stated:', () => {
  test.each<Texts>([
    {},
    { operation: 'Creates an order of a customer.' },
    { operation: 'An unknown customer is created.' },
    { operation: 'An unknown customer is not rejected.' },
    { operation: 'The customer may be unknown; a taken number is rejected with 409.' },
    { operation: 'Creates an order. So is an unknown customer.' },
    { property: 'The id of the customer.' },
    { response: 'The order does not exist.' },
    { response: 'The address of the customer is unknown.' },
  ])('%o', (texts) => {
    expect(rejects(texts)).toBe(false);
  });
});

test('names of several words', () => {
  expect(rejects({ operation: 'An unknown line item is rejected.' }, 'line-items')).toBe(true);
  expect(rejects({ operation: 'Unknown categories are rejected.' }, 'categories')).toBe(true);
});
