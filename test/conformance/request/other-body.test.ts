/** Bodies that differ from an accepted one, for a second request with the same idempotency key. */
import { expect, test } from 'vitest';
import { unlikelyFreshValues } from '../../../contracts/conformance/request/values/freshen.ts';
import { otherBody } from '../../../contracts/conformance/request/values/other-body.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { ruleContract } from '../rule-store.ts';

async function schemaOf(properties: JsonObject) {
  const collection = { path: '/rides', properties, required: ['riderId'], reject: () => undefined };
  const schema = (await ruleContract([collection])).operations[0]?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('the contract has no body');
  return schema;
}

const rider = '6f1d2c8a-2f5e-4a55-9f0e-0c1a4c5f9b11';
const fresh = { ...unlikelyFreshValues, preservedNames: new Set([rider]) };
const riderId = { type: 'string', format: 'uuid' };

test('has other texts where there are free texts', async () => {
  const schema = await schemaOf({ riderId, note: { type: 'string' } });
  const sent = { riderId: rider, note: 'sample' };
  expect(otherBody(sent, schema, fresh)).toEqual({ ...sent, note: expect.not.stringMatching(/^sample$/) });
});

test('has another number where the rest names other records', async () => {
  const schema = await schemaOf({ riderId, seats: { type: 'integer', minimum: 1, maximum: 12 } });
  expect(otherBody({ riderId: rider, seats: 1 }, schema, fresh)).toEqual({ riderId: rider, seats: 10 });
});

test('is not known where all values name other records', async () => {
  const schema = await schemaOf({ riderId });
  expect(otherBody({ riderId: rider }, schema, fresh)).toBeUndefined();
});
