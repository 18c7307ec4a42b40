import { expect, test } from 'vitest';
import { addsToLimitedMap } from '../../../contracts/conformance/checks/records/merged-members.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { parseSchema } from '../../spec/support.ts';

const map = { type: ['object', 'null'], additionalProperties: { type: ['string', 'null'] } };
const schema = parseSchema(
  JSON.stringify({
    type: 'object',
    maxProperties: 9,
    properties: {
      name: { type: 'string' },
      labels: { ...map, maxProperties: 3 },
      notes: map,
      shop: { type: 'object', properties: { labels: { ...map, maxProperties: 3 } } },
    },
  }),
);

test.each<[Json, boolean]>([
  [{ labels: { a: 'b' } }, true],
  [{ shop: { labels: { a: 'b' } } }, true],
  [{ labels: { a: null } }, false],
  [{ labels: {} }, false],
  [{ labels: null }, false],
  [{ notes: { a: 'b' } }, false],
  [{ name: 'a' }, false],
  [['a'], false],
])('whether the patch %j may exceed the members of a map: %s', (patch, expected) => {
  expect(addsToLimitedMap(schema, patch)).toBe(expected);
});
