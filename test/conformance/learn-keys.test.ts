/** Keys that are found by a few attempts, where an implementation has a rule for them that the contract does not state. */
import { expect, test } from 'vitest';
import { learnKeys } from '../../contracts/conformance/fixtures/learn-keys.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { keySchemaOf, loadKeyContract } from './key-rule-store.ts';

const schema = keySchemaOf(await loadKeyContract({ createdBy: 'PUT', key: { type: 'string', maxLength: 40 } }));

interface Learning {
  readonly example: string;
  readonly otherExamples?: readonly Json[];
  isAllowed(key: string): boolean;
}

/** What was learnt with how many attempts, and how many of ten further keys are accepted. */
async function learn({ example, otherExamples = [], isAllowed }: Learning) {
  const fresh = createFreshValueSource('learning');
  let attempts = 0;
  const source = await learnKeys({
    example,
    schema,
    rejected: [],
    otherExamples,
    fresh,
    isAccepted: (key) => {
      attempts++;
      return Promise.resolve(isAllowed(String(key)));
    },
  });
  const keys = Array.from({ length: 10 }, () => source?.next(fresh)).filter((key) => key !== undefined);
  return {
    attempts,
    isUnlimited: source?.isUnlimited,
    accepted: new Set(keys.filter((key) => isAllowed(String(key)))).size,
  };
}

const digitsOf = (key: string) => [...key].filter((one) => /\d/.test(one)).map(Number);
const sum = (key: string, weigh: (digit: number, index: number) => number) =>
  digitsOf(key).reduce((total, digit, index) => total + weigh(digit, index), 0);
const luhn = (key: string) =>
  sum([...key].toReversed().join(''), (digit, index) =>
    index % 2 ? Math.floor((2 * digit) / 10) + ((2 * digit) % 10) : digit,
  );
const iban = (key: string) =>
  BigInt(`${key.slice(4)}${key.slice(0, 4)}`.replaceAll(/[A-Z]/g, (one) => String(one.charCodeAt(0) - 55))) % 97n;

const rules: readonly (readonly [title: string, Learning])[] = [
  ['a prefix', { example: 'prd-oak-10017', isAllowed: (key) => key.startsWith('prd-oak-') }],
  ['a card number', { example: '4111111111111111', isAllowed: (key) => luhn(key) % 10 === 0 }],
  [
    'an article number',
    { example: '4006381333931', isAllowed: (key) => sum(key, (d, i) => d * (i % 2 ? 3 : 1)) % 10 === 0 },
  ],
  ['a sum of digits', { example: '12345690', isAllowed: (key) => sum(key, (digit) => digit) % 10 === 0 }],
  [
    'an account number',
    { example: 'DE89370400440532013000', isAllowed: (key) => key.startsWith('DE') && iban(key) === 1n },
  ],
  [
    'a book number',
    { example: '0306406152', isAllowed: (key) => sum(key, (digit, index) => digit * (10 - index)) % 11 === 0 },
  ],
  ['a remainder of 97', { example: '10000097', isAllowed: (key) => Number(key) % 97 === Number('10000097') % 97 }],
];

test.each(rules)('%s is learnt', async (_title, learning) => {
  const { attempts, isUnlimited, accepted } = await learn(learning);
  expect(isUnlimited).toBe(true);
  expect(accepted).toBe(10);
  expect(attempts).toBeLessThan(25);
});

test('of an unknown rule, single keys near the example are found', async () => {
  const isAllowed = (key: string) => /^order[13579]$/.test(key);
  const { attempts, isUnlimited, accepted } = await learn({ example: 'order1', isAllowed });
  expect(isUnlimited).toBe(false);
  expect(accepted).toBe(4);
  expect(attempts).toBeLessThan(25);
});

test('where nothing else is accepted, the other examples are known, with at most a hundred attempts', async () => {
  const isAllowed = (key: string) => ['oak17', 'elm18'].includes(key);
  const one = await learn({ example: 'oak17', isAllowed });
  expect(one.isUnlimited).toBeUndefined();
  expect(one.attempts).toBeLessThanOrEqual(100);
  expect(await learn({ example: 'oak17', otherExamples: ['oak17', 'elm18'], isAllowed })).toMatchObject({
    isUnlimited: false,
    accepted: 1,
  });
});
