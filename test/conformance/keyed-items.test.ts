/** Items whose key the client chooses: for each kind of key, defects of DELETE and PUT are found. */
import { describe, test } from 'vitest';
import { defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import { type KeyedStoreOptions, keyedContract, startKeyedStore } from './keyed-store.ts';
import { categoriesWithout, describeErrors, failingChecks, verify, withoutBulk } from './support.ts';
import type { OnTestEnd } from './test-server.ts';

const keys: readonly (readonly [title: string, schema: JsonObject, example?: Json])[] = [
  ['^[A-Z]{3}-[0-9]{4}$', { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }],
  ['^[A-Z]{3}-[0-9]{4}$, with an example', { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }, 'ABC-1234'],
  ['^[A-Z0-9]{8}$', { type: 'string', pattern: '^[A-Z0-9]{8}$' }],
  ['^SKU-[0-9]{6,12}$', { type: 'string', pattern: '^SKU-[0-9]{6,12}$' }, 'SKU-000123'],
  ['^[A-Z]{2}[0-9]{10}$', { type: 'string', pattern: '^[A-Z]{2}[0-9]{10}$' }],
  ['^[0-9]{13}$', { type: 'string', pattern: '^[0-9]{13}$' }],
  ['^(ord|inv)_[A-Za-z0-9]{14}$', { type: 'string', pattern: '^(ord|inv)_[A-Za-z0-9]{14}$' }],
  ['^[a-z]+(-[a-z]+)*$', { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' }, 'my-custom-strategy'],
  ['^[A-F][0-9]{2}$', { type: 'string', pattern: '^[A-F][0-9]{2}$' }],
  ['^\\d{3}$', { type: 'string', pattern: '^\\d{3}$' }],
  ['^(?=.*\\d)[a-z\\d]{6}$', { type: 'string', pattern: '^(?=.*\\d)[a-z\\d]{6}$' }, 'abc123'],
  ['a short string', { type: 'string', minLength: 4, maxLength: 4 }, 'abcd'],
  ['a slug without a pattern', { type: 'string' }, 'my-custom-strategy'],
  ['date', { type: 'string', format: 'date' }],
  ['date-time', { type: 'string', format: 'date-time' }],
  ['hostname', { type: 'string', format: 'hostname' }, 'www.example.com'],
  ['ipv4', { type: 'string', format: 'ipv4' }],
  ['ipv6', { type: 'string', format: 'ipv6' }],
  ['uri', { type: 'string', format: 'uri' }],
  ['email', { type: 'string', format: 'email' }],
  ['uuid', { type: 'string', format: 'uuid' }],
  ['integer from 1 to 9999', { type: 'integer', minimum: 1, maximum: 9999 }],
  ['multiple of 100', { type: 'integer', minimum: 100, maximum: 900_000, multipleOf: 100 }],
  [
    'an enumeration of many values',
    { type: 'string', enum: Array.from({ length: 180 }, (_, index) => `C${String(index).padStart(3, '0')}`) },
  ],
];

/** What draws keys; a defect shows in the lifecycles. */
const categories = ['valid-bodies', 'lifecycles', 'random-sequences', 'random'];

const randomOptions = { ...defaultRandomOptions, caseCount: 30 };

async function run(onEnd: OnTestEnd, key: JsonObject, example: Json | undefined, options: KeyedStoreOptions) {
  const contract = await keyedContract(key, example);
  const { defects = [] } = options;
  return verify({
    contract,
    baseUrl: await startKeyedStore(onEnd, contract, options),
    categories: defects.length === 0 ? categories : ['lifecycles'],
    randomOptions,
  });
}

const policies = ['rejected', 'replaces'] as const;

/** Each kind of key with one of the policies, in turn. */
const combinations = keys.map(([title, key, example], index) => {
  const repeatedKey = policies[index % policies.length] ?? 'rejected';
  return [title, repeatedKey, key, example] as const;
});

describe.concurrent.for(combinations)('with the key %s', ([_title, repeatedKey, key, example]) => {
  describe(`a repeated key: ${repeatedKey}`, () => {
    test('reports no error of a correct implementation', async ({ expect, onTestFinished }) => {
      const result = await run(onTestFinished, key, example, { repeatedKey });
      expect(describeErrors(result)).toEqual([]);
      expect(result.unchecked).toEqual([]);
    });

    // One finding hides none of the other: PUT deletes nothing, and DELETE writes nothing.
    test('reports an implementation that deletes nothing and stores nothing on PUT', async ({
      expect,
      onTestFinished,
    }) => {
      const defects = ['deletes nothing', 'stores nothing on PUT'] as const;
      const found = failingChecks(await run(onTestFinished, key, example, { defects, repeatedKey }));
      expect(found).toEqual(expect.arrayContaining(['deleted-not-found', 'read-returns-written']));
    });
  });
});

describe.concurrent.for(['rejected', 'replaces'] as const)(
  'with an unstated check digit, a repeated key: %s',
  (repeatedKey) => {
    const key = { type: 'string', pattern: '^[0-9]{8}$' };
    const isAllowedKey = (sku: Json) => [...String(sku)].reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0;

    test.for([
      ['none', [], []],
      ['deletes nothing', ['deletes nothing'], ['deleted-not-found']],
      ['stores nothing on PUT', ['stores nothing on PUT'], ['read-returns-written']],
    ] as const)('learns the rule: defect %s', async ([_title, defects, checks], { expect, onTestFinished }) => {
      const result = await run(onTestFinished, key, '12345690', { repeatedKey, isAllowedKey, defects });
      expect(result.unchecked).toEqual([]);
      expect(describeErrors(result).filter((text) => text.startsWith('valid-accepted'))).toEqual([]);
      expect(failingChecks(result)).toEqual(expect.arrayContaining([...checks]));
    });
  },
);

test.concurrent.for([
  ['a small number as key', { type: 'integer', minimum: 1, maximum: 50 }, { repeatedKey: 'only the same item' }],
  ['a pattern', { type: 'string', pattern: '^[A-F][0-9]{2}$' }, { repeatedKey: 'only the same item' }],
  ['a unique title', { type: 'integer' }, { repeatedKey: 'rejected', unique: 'title' }],
  [
    'a unique amount',
    { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
    { repeatedKey: 'rejected', unique: 'amount' },
  ],
] as const)(
  'reports no rejection of repeated values: %s',
  async ([_title, key, options], { expect, onTestFinished }) => {
    const contract = await keyedContract(key);
    const baseUrl = await startKeyedStore(onTestFinished, contract, options);
    const result = await verify({
      contract,
      baseUrl,
      categories: categoriesWithout('malformed-bodies'),
      randomOptions,
    });
    expect(describeErrors(result)).toEqual([]);
  },
);

test.concurrent.for([
  ['Idempotency-Key', { type: 'string', minLength: 8, maxLength: 64 }, true, undefined],
  ['Idempotency-Key', { type: 'string' }, false, '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
  ['X-Request-Id', { type: 'string', pattern: '^req_[a-z0-9]{12}$' }, true, 'req_abcdef123456'],
  ['X-Nonce', { type: 'string', format: 'uuid' }, true, '123e4567-e89b-42d3-a456-426614174000'],
] as const)(
  'sends each %s with only one body: %j',
  async ([name, schema, required, example], { expect, onTestFinished }) => {
    const header = { name, in: 'header', required, schema, ...(example === undefined ? {} : { example }) };
    const contract = await keyedContract({ type: 'integer' }, undefined, [header]);
    const onceOnlyHeader = name.toLowerCase();
    const baseUrl = await startKeyedStore(onTestFinished, contract, { repeatedKey: 'rejected', onceOnlyHeader });
    expect(describeErrors(await verify({ contract, baseUrl, categories: withoutBulk }))).toEqual([]);
  },
);
