/** Sentences and defaults that state the order of a list. */
import { describe, expect, test } from 'vitest';
import { findListOrder } from '../../../spec/described/list-orders.ts';
import type { Operation, Parameter } from '../../../spec/model/contract.ts';
import { parseSchema } from '../support.ts';

const place = { file: 'openapi.yaml', pointer: '', line: 1 };

const dates = {
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
};

function orderOf(description: string, { more = {}, sort }: { more?: object; sort?: object } = {}) {
  const parameter: Parameter | undefined = sort && {
    name: 'sort',
    in: 'query',
    required: false,
    place,
    schema: parseSchema(JSON.stringify({ type: 'string', ...sort })),
    content: [],
    examples: [],
    style: 'form',
    explode: true,
  };
  const operation: Operation = {
    id: 'listTickets',
    method: 'GET',
    path: '/tickets',
    place,
    parameters: parameter === undefined ? [] : [parameter],
    requestBody: undefined,
    responses: [],
    security: [],
    description,
  };
  const properties = { number: { type: 'string' }, unitPrice: { type: 'number' }, ...dates, ...more };
  const order = findListOrder(operation, parseSchema(JSON.stringify({ type: 'object', properties })));
  return order && `${order.property} ${order.direction ?? 'in one direction'}`;
}

describe('a sentence', () => {
  test.each([
    ['Newest tickets first.', 'createdAt down'],
    ['Lists tickets, the oldest first.', 'createdAt up'],
    ['Without a sort, tickets are sorted by number, ascending.', 'number up'],
    ['By default sorted by unit price, descending.', 'unitPrice down'],
    ['Lists the tickets, sorted by number. Pages are counted from 1.', 'number in one direction'],
    ['Tickets by cursor, sorted by createdAt, newest first, unless `sort` says otherwise.', 'createdAt down'],
    ['All tickets, in the order of their number.', 'number up'],
  ])('states an order: %s', (text, expected) => expect(orderOf(text)).toBe(expected));

  test.each([
    'Tickets can be sorted by number.',
    'Sorted by number or price.',
    'Pinned tickets first, then the newest.',
    'Newest tickets first if `open` is given.',
    'The newest ticket has the first number.',
    'Sorted by relevance.',
    'The response has them in the order of the request.',
    'The most recently updated first.',
  ])('states none: %s', (text) => expect(orderOf(text)).toBeUndefined());

  test('states none where another time may be meant', () =>
    expect(orderOf('Newest first.', { more: { publishedAt: { type: 'string', format: 'date' } } })).toBeUndefined());
});

test.each([
  [{ enum: ['number', '-number'], default: '-number' }, 'number down'],
  [{ enum: ['number', '-number'], default: 'number' }, 'number up'],
  [{ enum: ['number', 'unitPrice'], default: 'number' }, 'number in one direction'],
  [{ default: 'unitPrice:desc' }, 'unitPrice down'],
  [{ default: 'relevance' }, undefined],
])('the default of a sort parameter states an order: %j', (sort, expected) =>
  expect(orderOf('', { sort })).toBe(expected),
);
