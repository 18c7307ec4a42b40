/** Fresh keys: valid, distinct, and in the shape of an example. */
import { expect, test } from 'vitest';
import type { FreshValues } from '../../../contracts/conformance/model/request-spec.ts';
import { createNewName } from '../../../contracts/conformance/request/parameters/serialize-parameters.ts';
import { createFreshValueSource } from '../../../contracts/conformance/request/values/fresh-value-source.ts';
import { freshen } from '../../../contracts/conformance/request/values/freshen.ts';
import { distinctValue } from '../../../contracts/conformance/request/values/value-space.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { keySchemaOf, loadKeyContract } from '../key-rule-store.ts';

const text = (more: JsonObject = {}) => ({ type: 'string', ...more });
const codes = Array.from({ length: 50 }, (_unused, index) => `C${String(index).padStart(3, '0')}`);

const keys: readonly (readonly [title: string, schema: JsonObject, example?: Json])[] = [
  ['^[A-Z0-9]{8}$', text({ pattern: '^[A-Z0-9]{8}$' }), 'A1B2C3D4'],
  ['^SKU-[0-9]{6,12}$', text({ pattern: '^SKU-[0-9]{6,12}$' }), 'SKU-000123'],
  ['^[A-Z]{2}[0-9]{10}$', text({ pattern: '^[A-Z]{2}[0-9]{10}$' }), 'DE1234567890'],
  ['^[0-9]{13}$', text({ pattern: '^[0-9]{13}$' }), '4006381333931'],
  ['^(ord|inv)_[A-Za-z0-9]{14}$', text({ pattern: '^(ord|inv)_[A-Za-z0-9]{14}$' }), 'ord_abcDEF01234567'],
  ['^[a-z][a-z0-9-]{2,30}$', text({ pattern: '^[a-z][a-z0-9-]{2,30}$' }), 'my-custom-strategy'],
  ['uuid', text({ format: 'uuid' }), '6f1dc3e0-b288-493b-bd7a-38d4fb18b41e'],
  ['email', text({ format: 'email' }), 'jane@example.com'],
  ['an enumeration', text({ enum: codes }), 'C007'],
  ['a multiple of 5', { type: 'integer', minimum: 10, maximum: 100_000, multipleOf: 5 }, 250],
  ['an integer from 1 to 999', { type: 'integer', minimum: 1, maximum: 999 }, 17],
  ['a short text', text({ minLength: 2, maxLength: 12 }), 'XL'],
  ['a text', text({ minLength: 1, maxLength: 60 }), 'my-custom-strategy'],
];

const withAndWithout = keys.flatMap(([title, schema, example]) => [
  [title, schema, undefined] as const,
  [`${title}, with an example`, { ...schema, example: example ?? null }, example] as const,
]);

const COUNT = 40;

test.each(withAndWithout)('are valid and distinct in a body and in a path: %s', async (_title, key) => {
  const schema = keySchemaOf(await loadKeyContract({ createdBy: 'PUT', key }));
  const example = sampleValue(schema, 'request') ?? null;
  const parameter = { name: 'sku', in: 'path', required: true, style: 'simple', explode: false, schema } as const;
  const value = { parameter: { ...parameter, examples: [], content: [], place: schema.place }, value: '' };
  for (const draw of [
    (fresh: FreshValues) => distinctValue(example, schema, fresh),
    (fresh: FreshValues) => createNewName(value, fresh),
  ]) {
    const fresh = createFreshValueSource('keys');
    const drawn = Array.from({ length: COUNT }, () => draw(fresh));
    expect(new Set(drawn).size).toBe(COUNT);
    expect(drawn.filter((one) => one === undefined || !isValid(schema, one, 'request'))).toEqual([]);
  }
});

test.each([
  ['my-custom-strategy', /^[a-z]{2}-[a-z]{6}-[a-z]{8}$/],
  ['ACME_2024', /^[A-Z]{4}_\d{4}$/],
  ['SKU-000123', /^SKU-\d{6}$/],
  ['Mixed.Case.Name', /^Mixed\.[A-Z][a-z]{3}\.[A-Z][a-z]{3}$/],
  ['4006381333931', /^[1-9]\d{12}$/],
  ['a3f9c2d1', /^[\da-f]{8}$/],
  ['XL', /^[A-Z]{6}$/],
  ['6f1dc3e0-b288-493b-bd7a-38d4fb18b41e', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/],
])('keep the shape of %s', async (example, shape) => {
  const schema = keySchemaOf(await loadKeyContract({ createdBy: 'PUT', key: text({ minLength: 1 }) }));
  const fresh = createFreshValueSource('keys');
  const drawn = Array.from({ length: COUNT }, () => distinctValue(example, schema, fresh));
  expect(drawn.filter((one) => typeof one !== 'string' || !shape.test(one))).toEqual([]);
  expect(new Set(drawn).size).toBe(COUNT);
});

test('keep prose readable, and codes in their shape, in a whole body', async () => {
  const contract = await loadKeyContract({ createdBy: 'POST', key: text() });
  const schema = contract.operations[0]?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('no schema of an item');
  const item = freshen({ sku: 'AB-12345', title: 'A chair' }, schema, createFreshValueSource('keys'));
  expect(item).toEqual({
    sku: expect.stringMatching(/^[A-Z]{2}-\d{5}$/),
    title: expect.stringMatching(/^A chair [\da-z]+$/),
  });
});
