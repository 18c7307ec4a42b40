/** Values for schemas that leave little space: codes of two letters, shares, maps. */
import { expect, it } from 'vitest';
import { compileSchema, madeUp, makeUpObject } from './support.ts';

const letters = (count: number) => ({ type: 'string', minLength: count, maxLength: count });

it('a country or state of two letters is its code', async () => {
  const address = await makeUpObject('Address', { country: letters(2), state: letters(2), city: { type: 'string' } });
  expect(address).toMatchObject({ country: 'US', state: expect.stringMatching(/^[A-Z]{2}$/) });
  const full = await makeUpObject('Address', { country: { type: 'string' } });
  expect(full).toEqual({ country: 'United States' });
});

it('a share differs between objects and is seldom 0 or 1', async () => {
  const share = { type: 'number', minimum: 0, maximum: 1 };
  const schema = await compileSchema('Team', { Team: { type: 'object', properties: { satisfaction: share } } });
  const shares = Array.from({ length: 8 }, (_, index) => {
    const made = madeUp.makeUp({ satisfaction: 0 }, schema, { key: String(index) });
    return Object(made).satisfaction;
  });
  expect(shares.filter((one) => one > 0 && one < 1).length).toBeGreaterThan(4);
  expect(new Set(shares).size).toBeGreaterThan(4);
});

it('the placeholders of a map are named after what it counts, else they are words', async () => {
  const map = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };
  const schemas = { Report: { type: 'object', properties: { byPriority: map, totals: map } } };
  const schema = await compileSchema('Report', schemas);
  const sample = { byPriority: { property1: 0, property2: 0 }, totals: { property1: 0, own: 0 } };
  const { byPriority, totals } = Object(madeUp.makeUp(sample, schema));
  expect(['low', 'medium', 'high']).toEqual(expect.arrayContaining(Object.keys(byPriority)));
  expect(Object.keys(byPriority)).toHaveLength(2);
  expect(Object.keys(totals)).toEqual([expect.stringMatching(/^(?!property)[a-z-]+$/), 'own']);
});

it('a map keeps names that the schema restricts, with other values', async () => {
  const map = { type: 'object', propertyNames: { pattern: '^property' }, additionalProperties: { type: 'integer' } };
  const schema = await compileSchema('Report', { Report: { type: 'object', properties: { totals: map } } });
  const { totals } = Object(madeUp.makeUp({ totals: { property1: 0 } }, schema));
  expect(totals).toEqual({ property1: expect.any(Number) });
  expect(totals.property1).toBeGreaterThan(0);
});
