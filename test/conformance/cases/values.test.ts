import { describe, expect, test } from 'vitest';
import { boundaryValues } from '../../../contracts/conformance/cases/boundary-values.ts';
import { decimals } from '../../../contracts/conformance/cases/decimals.ts';
import { integerLimits } from '../../../contracts/conformance/cases/integer-limits.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import type { FreshValues } from '../../../contracts/conformance/model/request-spec.ts';
import { parseJson } from '../../../spec/json/exact-json.ts';
import { validate } from '../../../spec/validation/validate.ts';
import { buildRequestSpec } from '../build-request-spec.ts';
import { plantStoreContract } from '../support.ts';
import { baselineFor, baselinesOf, fixture, freshRequestSpec, requestsTo, valueCategories } from './values-support.ts';

const contracts = [
  ['the Plant Store', plantStoreContract],
  ['values of all types', await fixture('values')],
  ['bounds of all types', await fixture('bounds')],
  ['alternatives within alternatives', await fixture('alternatives')],
] as const;

describe.each(contracts)('the values of %s', (_name, contract) => {
  const all = baselinesOf(contract).flatMap((baseline) =>
    valueCategories
      .filter(({ name }) => name !== 'parameters')
      .flatMap((category) =>
        [...category.generate(createGeneratorContext(baseline))].map((testCase) => ({
          twin: baseline,
          tried: testCase,
        })),
      ),
  );
  const violations = all.map(({ twin: baseline, tried: testCase }) => {
    const parsed = parseJson(String(freshRequestSpec(testCase).body));
    const schema = baseline.body?.schema;
    const isRight = parsed.ok && schema !== undefined && validate(schema, parsed.value, 'request').length === 0;
    return { id: testCase.id, expectation: testCase.expectation, isRight };
  });

  test('have ids that are unique and short enough to type', () => {
    const ids = all.map(({ tried: testCase }) => testCase.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.length > 160)).toEqual([]);
  });

  test('are valid where they should be accepted', () => {
    expect(violations.filter(({ expectation, isRight }) => expectation === 'accept' && !isRight)).toEqual([]);
  });

  test('are invalid where they should be rejected', () => {
    expect(violations.filter(({ expectation, isRight }) => expectation === 'reject' && isRight)).toEqual([]);
  });

  test('are unique requests within a category and place', () => {
    const seen = new Map<string, string>();
    for (const { tried: testCase } of all.filter(({ tried: { category } }) => category !== 'valid-bodies')) {
      const place = testCase.id
        .split('/')
        .slice(2, testCase.category === 'boundary-values' ? 4 : 3)
        .join('/');
      const sent = `${testCase.operation.id} ${testCase.category} ${place} ${String(buildRequestSpec(testCase, stale).body).replace(uuid, '')}`;
      expect(seen.get(sent), testCase.id).toBe(undefined);
      seen.set(sent, testCase.id);
    }
  });
});

/** Constant values, so that two cases differ only in what they test. */
const stale: FreshValues = {
  acceptedNumber: () => 1_234_567,
  number: () => 2_222_222,
  word: () => 'word',
  uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
  nextIndex: () => 1,
};
const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

test('generates cases lazily', () => {
  const baseline = baselineFor(plantStoreContract, 'createPlant');
  let made = 0;
  const counted = {
    ...baseline,
    // Each case requests it once, for a separate id.
    get slug() {
      made++;
      return baseline.slug;
    },
  };
  const firsts = valueCategories.map((category) => category.generate(createGeneratorContext(counted)).next().value);
  expect(firsts.filter((one) => one !== undefined).length).toBeGreaterThan(6);
  expect(made).toBe(firsts.filter((one) => one !== undefined).length);
});

describe('numbers', async () => {
  const baseline = baselineFor(await fixture('values'), 'sendNumbers');

  test('are sent as written, to both ends of a double', () => {
    const sent = requestsTo('exact', decimals, baseline);
    for (const spelling of ['1.50', '1E2', '1e-7', '5e-324', '1.7976931348623157e308', '0.30000000000000004'])
      expect(sent.has(`accept ${spelling}`), spelling).toBe(true);
    expect(sent.has('unspecified 1e400')).toBe(true);
  });

  test('of single precision are only required where they are exact', () => {
    const sent = requestsTo('single', decimals, baseline);
    expect(sent.has('accept 0.5')).toBe(true);
    expect(sent.has('unspecified 0.1')).toBe(true);
    expect(sent.has('accept 0.1')).toBe(false);
  });

  test('of int32 end at 32 bits', () => {
    const sent = requestsTo('small', integerLimits, baseline);
    for (const right of ['2147483647', '-2147483648', '0', '-1']) expect(sent.has(`accept ${right}`)).toBe(true);
    for (const wrong of ['2147483648', '-2147483649', '1e400', '0.5', '15e-1', '18446744073709551617'])
      expect(sent.has(`reject ${wrong}`), wrong).toBe(true);
    expect(sent.has('unspecified -0')).toBe(true);
  });

  test('have exact bounds beyond the precision of doubles', () => {
    const sent = requestsTo('large', boundaryValues, baseline);
    expect(sent.has('accept 9223372036854775806')).toBe(true);
    expect(sent.has('reject 9223372036854775807')).toBe(true);
    expect(sent.has('reject -9223372036854775808')).toBe(true);
  });

  test('are decimal multiples', () => {
    const sent = requestsTo('price', boundaryValues, baseline);
    for (const right of ['0.07', '0.29', '1.15', '1000']) expect(sent.has(`accept ${right}`), right).toBe(true);
    for (const wrong of ['0.005', '0.07001', '0', '1000.5']) expect(sent.has(`reject ${wrong}`), wrong).toBe(true);
  });

  test('without a format are only required within the common range', () => {
    const sent = requestsTo('any', integerLimits, baseline);
    expect([...sent.keys()].filter((key) => key.startsWith('accept'))).toEqual([]);
    expect(sent.has('reject 0.5')).toBe(true);
  });
});
