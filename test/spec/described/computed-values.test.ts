import { describe, expect, it, test } from 'vitest';
import { withComputed } from '../../../spec/described/computed-properties.ts';
import { computeValue, findComputations, isPossibleResult } from '../../../spec/described/computed-values.ts';
import { isJsonObject, isNumeric } from '../../../spec/json/exact-json.ts';
import { json, parseSchema } from '../support.ts';

/** An order with lines, and a total that is described. */
function orderSchema(description: string, listDescription = '') {
  return parseSchema(
    JSON.stringify({
      type: 'object',
      properties: {
        lines: {
          type: 'array',
          description: listDescription,
          items: {
            type: 'object',
            properties: {
              quantity: { type: 'integer' },
              unitPrice: { type: 'number' },
              name: { type: 'string' },
            },
          },
        },
        width: { type: 'integer' },
        height: { type: 'integer' },
        total: { type: 'number', minimum: 0, description },
      },
    }),
  );
}

function computed(description: string, order: string, listDescription?: string) {
  const [computation] = findComputations(orderSchema(description, listDescription));
  const value = json(order);
  if (computation === undefined || !isJsonObject(value)) return undefined;
  return computeValue(computation, value)?.value;
}

const order =
  '{"lines":[{"quantity":2,"unitPrice":3,"name":"a"},{"quantity":4,"unitPrice":5,"name":"b"}],"width":6,"height":7,"total":0}';

describe('understands', () => {
  test.each([
    ['The sum of quantity times unitPrice of all lines.', 26],
    ['Sum of `quantity` × `unitPrice` over all lines', 26],
    ['The sum of the unit prices of all lines.', 8],
    ['The sum of the quantities of the lines.', 6],
    ['The sum of (quantity * unitPrice) for each line. Read-only.', 26],
    ["The sum of the lines' quantities.", 6],
    ['The number of entries in `lines`.', 2],
    ['The number of `lines`.', 2],
    ['Width times height.', 42],
  ])('%s', (description, expected) => {
    expect(computed(description, order)).toBe(expected);
  });
});

describe('does not understand', () => {
  test.each([
    'The sum of quantity times unitPrice of all lines, without discounts.',
    'The sum of quantity times unitPrice of all lines. Discounts are subtracted.',
    'The sum of quantity times unitPrice of all lines that are not cancelled.',
    'The sum of quantity times unitPrice of all lines plus shipping.',
    'The sum of quantity times weight of all lines.',
    'The sum of the names of all lines.',
    'The sum of all payments.',
    'The number of lines.',
    'The number of items in stock.',
    'The total.',
    'Width',
  ])('%s', (description) => {
    expect(computed(description, order)).toBe(undefined);
  });

  it('sums of a list that may be a part', () => {
    const description = 'The sum of quantity times unitPrice of all lines.';
    expect(computed(description, order, 'The first three lines.')).toBe(undefined);
  });
});

test.each([
  ['a list that is not shown', '{"total":3}'],
  ['a line without a price', '{"lines":[{"quantity":2}],"total":3}'],
  ['a price that is a text', '{"lines":[{"quantity":2,"unitPrice":"3"}],"total":3}'],
])('computes nothing from %s', (_name, shown) => {
  expect(computed('The sum of quantity times unitPrice of all lines.', shown)).toBe(undefined);
});

test.each([
  ['26', '2', '13', true],
  ['25', '2', '13', false],
  ['0.3', '3', '0.1', true],
  ['0.30000000000000004', '3', '0.1', true],
  ['0.4', '3', '0.1', true],
  ['10', '3', '3.333', true],
  ['9.99', '3', '3.333', true],
  ['3.33', '3', '3.333', false],
  ['18014398509481986', '2', '9007199254740993', true],
  ['18014398509481984', '2', '9007199254740993', false],
])('%s is a possible total of %s times %s: %s', (total, quantity, unitPrice, isPossible) => {
  const [computation] = findComputations(orderSchema('The sum of quantity times unitPrice of all lines.'));
  const shown = json(`{"lines":[{"quantity":${quantity},"unitPrice":${unitPrice}}]}`);
  const result = computation && isJsonObject(shown) ? computeValue(computation, shown) : undefined;
  const returned = json(total);
  expect(result && isNumeric(returned) && isPossibleResult(returned, result)).toBe(isPossible);
});

it('sets the totals of a list, and no other value', () => {
  const schema = parseSchema(
    JSON.stringify({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          prices: { type: 'array', items: { type: 'object', properties: { amount: { type: 'integer' } } } },
          total: { type: 'integer', description: 'The sum of the amounts of all prices.' },
          other: { type: 'integer' },
        },
      },
    }),
  );
  expect(
    withComputed(schema, json('[{"prices":[{"amount":2},{"amount":3}],"total":1,"other":7},{"total":4}]')),
  ).toEqual([{ prices: [{ amount: 2 }, { amount: 3 }], total: 5, other: 7 }, { total: 4 }]);
});
