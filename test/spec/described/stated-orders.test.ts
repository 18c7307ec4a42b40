import { describe, expect, test } from 'vitest';
import { statedOrders } from '../../../spec/described/stated-orders.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { parseSchema } from '../support.ts';

const place = { file: 'openapi.yaml', pointer: '', line: 1 };

function stated(operationText: string, endText = '') {
  const operation: Operation = {
    ...{ id: 'createTrip', method: 'POST', path: '/trips', place, description: operationText },
    ...{ parameters: [], requestBody: undefined, responses: [], security: [] },
  };
  const moment = { type: 'string', format: 'date-time' };
  const properties = { start: moment, end: { ...moment, description: endText }, minPrice: {}, maxPrice: {}, note: {} };
  const orders = statedOrders(operation, parseSchema(JSON.stringify({ type: 'object', properties })));
  return orders.map(({ lower, upper, allowsEqual }) => `${lower} ${allowsEqual ? '<=' : '<'} ${upper}`);
}

describe('of an operation', () => {
  test.each([
    ['Books a trip. A trip whose `end` is not after its `start` is rejected with 422.', ['start < end']],
    ['A trip whose end is before its start is rejected.', ['start <= end']],
    ['Rejected with 400 if the end is at or before the start.', ['start < end']],
    ['The start must be before the end.', ['start < end']],
    ['`maxPrice` must be at least `minPrice`.', ['minPrice <= maxPrice']],
    ['The max price must not be less than the min price.', []],
    ['The end must be after the note.', []],
    ['The end must be before the start.', []],
    ['The end is after the start.', []],
    ['A trip whose end is before its start is rejected, unless it is a draft.', []],
    ['A trip whose end is before its start is rejected. The end may be before the start at night.', []],
    ['A trip whose end is before its start is shown as cancelled.', []],
  ])('%s', (text, expected) => expect(stated(text)).toEqual(expected));
});

describe('of a property', () => {
  test.each([
    ['Must be after `start`.', ['start < end']],
    ['It must be on or after the start.', ['start <= end']],
    ['Must be before `start`.', ['end < start']],
    ['After the start.', []],
  ])('%s', (text, expected) => expect(stated('', text)).toEqual(expected));
});
