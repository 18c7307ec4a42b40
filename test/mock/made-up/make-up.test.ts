import { describe, expect, it, test } from 'vitest';
import { createMadeUpValues } from '../../../mock/made-up/made-up-values.ts';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { compileSchema, madeUp, makeUpObject } from './support.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const number = { type: 'number' };

describe('what the contract declares stays', () => {
  it('examples, defaults, enumerations and constants', async () => {
    const made = await makeUpObject('User', {
      email: { type: 'string', example: 'ann@shop.test' },
      city: { type: 'string', default: 'Rome' },
      status: { type: 'string', enum: ['off', 'on'] },
      country: { const: 'IT' },
    });
    expect(made).toEqual({ email: 'ann@shop.test', city: 'Rome', status: 'off', country: 'IT' });
  });

  it('an example of the whole object', async () => {
    const example = { name: 'string', age: 0 };
    const schema = await compileSchema('User', {
      User: { type: 'object', properties: { name: text, age: { type: 'integer' } }, example },
    });
    expect(madeUp.makeUp(example, schema)).toEqual(example);
  });

  it('the name of the alternative that a discriminator selects', async () => {
    const schema = await compileSchema('Pet', {
      Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }], discriminator: { propertyName: 'type' } },
      Cat: { type: 'object', required: ['type'], properties: { type: text, name: text } },
    });
    expect(madeUp.makeUp({ type: 'Cat', name: 'sample' }, schema)).toMatchObject({ type: 'Cat' });
  });
});

describe('a made-up value is within its schema', () => {
  const cases: readonly (readonly [string, Json])[] = [
    ['name', { type: 'string', maxLength: 3 }],
    ['title', { type: 'string', maxLength: 12 }],
    ['description', { type: 'string', minLength: 200, maxLength: 220 }],
    ['email', { type: 'string', format: 'email', maxLength: 12 }],
    ['avatarUrl', { type: 'string', format: 'uri', maxLength: 40 }],
    ['imageUrl', { type: 'string', format: 'uri', pattern: '^https://' }],
    ['price', { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.01 }],
    ['quantity', { type: 'integer', minimum: 1000, multipleOf: 7 }],
    ['rating', { type: 'integer', maximum: 5 }],
    ['count', { type: 'integer', exclusiveMaximum: 3, minimum: 2 }],
    ['code', { type: 'string', pattern: '^[A-Z]{3}-\\d{2}$' }],
    ['createdAt', { type: 'string', format: 'date' }],
    ['createdAt', { type: 'integer', format: 'int64' }],
    ['price', { type: 'string' }],
    ['phone', { type: 'integer' }],
    ['name', { type: ['string', 'null'] }],
    ['photo', { type: 'string', format: 'binary' }],
    ['tags', { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 8 }],
    ['emails', { type: 'array', items: { type: 'string', format: 'email' }, uniqueItems: true, minItems: 4 }],
  ];

  it.each(cases)('%s in %j', async (name, property) => {
    const schema = await compileSchema('Thing', { Thing: { type: 'object', properties: { [name]: property } } });
    const made = madeUp.makeUp(sampleValue(schema, 'response') ?? null, schema);
    expect(isValid(schema, made, 'response')).toBe(true);
    expect(isJsonObject(made) && Object.hasOwn(made, name)).toBe(true);
  });

  it('also where properties depend on each other', async () => {
    const schema = await compileSchema('Thing', {
      Thing: {
        type: 'object',
        required: ['kind', 'name'],
        properties: { kind: text, name: text },
        if: { properties: { name: { const: 'sample' } } },
        else: { properties: { kind: { const: 'none' } } },
      },
    });
    expect(isValid(schema, madeUp.makeUp({ kind: 'sample', name: 'sample' }, schema), 'response')).toBe(true);
  });

  it('an object that no made-up value fits stays as it is', async () => {
    const schema = await compileSchema('Thing', {
      Thing: { type: 'object', properties: { name: text }, not: { properties: { name: { minLength: 7 } } } },
    });
    expect(isValid(schema, madeUp.makeUp({ name: 'sample' }, schema), 'response')).toBe(true);
  });
});

describe('the values of one object agree', () => {
  it('a person', async () => {
    const made = await makeUpObject('User', {
      firstName: text,
      lastName: text,
      fullName: text,
      email: text,
      username: text,
    });
    const [first, last] = [String(made['firstName']), String(made['lastName'])];
    expect(made).toMatchObject({
      fullName: `${first} ${last}`,
      username: expect.stringContaining(first.toLowerCase()),
    });
    expect(made['email']).toContain(first.toLowerCase());
  });

  it('a person of whom the contract gives a part', async () => {
    const made = await makeUpObject('User', {
      firstName: { type: 'string', example: 'Zoe' },
      fullName: text,
      email: text,
    });
    expect(made).toMatchObject({ fullName: expect.stringMatching(/^Zoe /), email: expect.stringMatching(/^zoe\./) });
  });

  it('a country and its code', async () => {
    const made = await makeUpObject('Address', { city: text, country: text, countryCode: text });
    expect(made).toMatchObject({ country: 'United States', countryCode: 'US' });
  });

  it('times in their order, also after a declared one', async () => {
    const made = await makeUpObject('Event', { createdAt: time, updatedAt: time, startsAt: time, endsAt: time });
    expect(Date.parse(String(made['updatedAt']))).toBeGreaterThanOrEqual(Date.parse(String(made['createdAt'])));
    expect(Date.parse(String(made['endsAt']))).toBeGreaterThan(Date.parse(String(made['startsAt'])));
    const late = '2031-05-05T00:00:00Z';
    const declared = await makeUpObject('Event', { createdAt: { ...time, example: late }, updatedAt: time });
    expect(declared).toEqual({ createdAt: late, updatedAt: late });
  });

  it('bounds in their order', async () => {
    for (const key of ['1', '2', '3', '4']) {
      const { minPrice, maxPrice, from, to } = await makeUpObject(
        'Filter',
        { minPrice: number, maxPrice: number, from: number, to: number },
        { key },
      );
      expect(Number(minPrice)).toBeLessThanOrEqual(Number(maxPrice));
      expect(Number(from)).toBeLessThanOrEqual(Number(to));
    }
  });

  it('a total is the sum of its lines', async () => {
    const line = { type: 'object', properties: { quantity: { type: 'integer' }, price: number, total: number } };
    const made = await makeUpObject('Order', { lines: { type: 'array', minItems: 2, items: line }, total: number });
    const lines = Array.isArray(made['lines']) ? made['lines'] : [];
    const totals = lines.map(({ quantity, price }) => Math.round(quantity * price * 100) / 100);
    expect(lines.map(({ total }) => total)).toEqual(totals);
    expect(made['total']).toBeCloseTo(
      totals.reduce((sum, one) => sum + one, 0),
      2,
    );
  });

  it('the totals of a list are not made up', async () => {
    const items = { type: 'array', items: { type: 'object', properties: { name: text } } };
    const made = await makeUpObject('Page', { items, total: { type: 'integer', minimum: 1 }, next: text });
    expect(made).toMatchObject({ total: 1, next: 'sample' });
  });
});

describe('the same seed and place', () => {
  const properties = { name: text, price: number };

  it('give the same values', async () => {
    const again = createMadeUpValues({ seed: 'test', locale: undefined });
    expect(await makeUpObject('Product', properties)).toEqual(await makeUpObject('Product', properties, {}, again));
  });

  it('another seed or place gives others', async () => {
    const other = createMadeUpValues({ seed: 'other', locale: undefined });
    const values = await makeUpObject('Product', properties);
    expect(await makeUpObject('Product', properties, {}, other)).not.toEqual(values);
    expect(await makeUpObject('Product', properties, { key: 'elsewhere' })).not.toEqual(values);
  });
});

test('a locale gives names of its language', async () => {
  const german = createMadeUpValues({ seed: undefined, locale: 'de' });
  const made = await makeUpObject('Address', { country: text, countryCode: text, city: text }, {}, german);
  expect(made).toMatchObject({ country: 'Deutschland', countryCode: 'DE' });
});

test('one of many records shares no example, but the defaults', async () => {
  const properties = {
    email: { type: 'string', example: 'ann@shop.test' },
    plan: { type: 'string', default: 'free' },
    unit: { type: 'string', example: 'kg' },
  };
  const made = await makeUpObject('User', properties, { key: '/users 2', mode: 'varied' });
  expect(made).toMatchObject({ plan: 'free', unit: 'kg' });
  expect(made['email']).not.toBe('ann@shop.test');
});
