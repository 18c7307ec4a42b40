/** Keys that clients choose: implementations with rules for them that the contract does not state. */
import { describe, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import {
  type KeyContract,
  type KeyStore,
  type KeyStoreOptions,
  loadKeyContract,
  startKeyStore,
} from './key-rule-store.ts';
import { describeErrors, failingChecks, verify } from './support.ts';
import type { OnTestEnd } from './test-server.ts';

async function run(
  onEnd: OnTestEnd,
  keyContract: KeyContract,
  options: KeyStoreOptions = {},
): Promise<{ readonly result: RunResult; readonly store: KeyStore }> {
  const contract = await loadKeyContract(keyContract);
  const store = await startKeyStore(onEnd, contract, options);
  const result = await verify({ contract, baseUrl: store.baseUrl, categories: ['valid-bodies', 'lifecycles'] });
  return { result, store };
}

const text = { type: 'string', minLength: 1, maxLength: 60 };

/** Keys that implementations accept, where the contract allows any text. */
const shapes: readonly (readonly [example: string, accepted: RegExp])[] = [
  ['my-custom-strategy', /^[a-z]+(?:-[a-z]+){2}$/],
  ['ACME_2024', /^[A-Z]+_[1-9]?\d+$/],
  ['SKU-000123', /^SKU-\d{6}$/],
];

describe.concurrent.for(['POST', 'PUT'] as const)('a key chosen in a %s', (createdBy) => {
  test.for(shapes)('has the shape of the example %s', async ([example, accepted], { expect, onTestFinished }) => {
    const isAllowed = (key: string) => accepted.test(key);
    const { result, store } = await run(onTestFinished, { createdBy, key: text, examples: [example] }, { isAllowed });
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
    expect([...store.keys].filter((key) => !accepted.test(key) && key !== 'sample')).toEqual([]);
  });

  test('is the same in the path and in the body', async ({ expect, onTestFinished }) => {
    const { result, store } = await run(onTestFinished, { createdBy, key: { ...text, example: 'AB-1234' } });
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
    expect(store.mismatches).toEqual([]);
  });
});

/** Sum of the digits, each second one three times. */
function isArticleNumber(key: string): boolean {
  return /^\d{13}$/.test(key) && [...key].reduce((sum, d, i) => sum + Number(d) * (i % 2 ? 3 : 1), 0) % 10 === 0;
}

describe.concurrent.for(['POST', 'PUT'] as const)('a check digit in a key of a %s', (createdBy) => {
  const key = { type: 'string', pattern: '^[0-9]{13}$' };
  const keyContract = { createdBy, key, examples: ['4006381333931'] };

  test('is learnt', async ({ expect, onTestFinished }) => {
    const { result } = await run(onTestFinished, keyContract, { isAllowed: isArticleNumber });
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
  });

  test('does not hide that nothing is deleted', async ({ expect, onTestFinished }) => {
    const { result } = await run(onTestFinished, keyContract, { isAllowed: isArticleNumber, deletesNothing: true });
    expect(failingChecks(result)).toEqual(['deleted-not-found']);
  });
});

describe.concurrent.for(['POST', 'PUT'] as const)(
  'an implementation that knows few keys, created by %s',
  (createdBy) => {
    const known = ['oak', 'a-very-old-elm'];
    const isAllowed = (key: string) => known.includes(key);

    test('is tested with the other examples', async ({ expect, onTestFinished }) => {
      const { result } = await run(onTestFinished, { createdBy, key: text, examples: known }, { isAllowed });
      expect(describeErrors(result)).toEqual([]);
      // Each of its own cases would need a record.
      const reasons = result.unchecked.map(({ operation, reason }) => `${operation}: ${reason.slice(0, 30)}`);
      expect(reasons.filter((one) => one !== 'deleteItem: the run could not create a rec')).toEqual([]);
    });

    test('is reported where it deletes nothing', async ({ expect, onTestFinished }) => {
      const options = { isAllowed, deletesNothing: true };
      const { result } = await run(onTestFinished, { createdBy, key: text, examples: known }, options);
      expect(failingChecks(result)).toEqual(['deleted-not-found']);
    });

    test('is not tested with one example', async ({ expect, onTestFinished }) => {
      const { result } = await run(onTestFinished, { createdBy, key: text, examples: ['oak'] }, { isAllowed });
      expect(describeErrors(result)).toEqual([]);
      const reasons = result.unchecked.map(({ reason }) => reason).join('\n');
      expect(reasons).toMatch(/no record could be created with another sku than "oak"/);
    });
  },
);
