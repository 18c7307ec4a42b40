/** Extreme contracts: values are generated in time, and what cannot be generated is reported. */

import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { malformedBodies } from '../../contracts/conformance/cases/malformed-bodies.ts';
import { arbitraryForSchema } from '../../contracts/conformance/cases/random/schema-arbitrary.ts';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import {
  type BaselineRequest,
  deriveBaseline,
  isBaseline,
} from '../../contracts/conformance/request/baseline-request.ts';
import {
  requiredValues,
  serializeParameters,
} from '../../contracts/conformance/request/parameters/serialize-parameters.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { parseSchema } from '../spec/support.ts';
import { buildRequestSpec } from './build-request-spec.ts';

async function baselinesOf(name: string) {
  const url = new URL(`../fixtures/conformance/hostile/${name}`, import.meta.url);
  const { operations } = await loadContract(fileURLToPath(url));
  return operations.map((operation) => ({ operation, twin: deriveBaseline(operation, []) }));
}

describe('the literals of a path template', async () => {
  const placed = (await baselinesOf('paths.yaml')).map(({ operation }) => [
    operation.path,
    serializeParameters(operation, requiredValues(operation)).path,
  ]);

  test('are encoded only where a request cannot contain them', () => {
    expect(Object.fromEntries(placed)).toEqual({
      '/a b': '/a%20b',
      '/ü/🌵': '/%C3%BC/%F0%9F%8C%B5',
      '/a"b<c>': '/a%22b%3Cc%3E',
      '/100%/%41%20b/%zz': '/100%25/%41%20b/%25zz',
      "/it's/(fine);as,it=is/@~$": "/it's/(fine);as,it=is/@~$",
      '/a b/{the id}/c': '/a%20b/x%20y/c',
    });
  });
});

test('generates no body that cannot be sent', async () => {
  const baselines = await baselinesOf('large.yaml');
  const reasons = baselines.map(({ twin: baseline }) => (isBaseline(baseline) ? 'derived' : baseline.reason));
  expect(new Set(reasons)).toEqual(new Set(['no valid body can be generated from its schema; add an example']));
});

describe('a contract that may be very slow', async () => {
  const baselines = (await baselinesOf('costly.yaml')).map(({ twin: baseline }) => baseline).filter(isBaseline);

  test('has a valid body for each operation', () => {
    expect(baselines).toHaveLength(4);
  });

  test.each(baselines.map((baseline) => [baseline.operation.id, baseline] as const))(
    'generates cases: %s',
    (_id, baseline) => {
      const fresh = createFreshValueSource();
      for (const category of testCategories) {
        for (const testCase of category.generate(createGeneratorContext(baseline)).take(60))
          expect(buildRequestSpec(testCase, fresh).path).toBeDefined();
      }
    },
  );
});

describe('a number far from zero', () => {
  const far = [
    'type: number\nminimum: 1500000000000\nmaximum: 4102444800000',
    'type: number\nminimum: -4102444800000\nmaximum: -1500000000000',
    'type: number\nminimum: 1e25\nmaximum: 1e30',
  ];

  test.each(far)('is generated randomly within its bounds: %s', (text) => {
    const schema = parseSchema(text);
    for (const value of fc.sample(arbitraryForSchema(schema), { numRuns: 50, seed: 7 }))
      expect(isValid(schema, value, 'request'), String(value)).toBe(true);
  });
});

describe('a body with only a BOM', async () => {
  const baselines = await baselinesOf('optional-body.yaml');
  const expectations = baselines.map(({ operation, twin: baseline }) => [
    operation.path,
    isBaseline(baseline) ? markCases(baseline).map(({ expectation }) => expectation) : baseline,
  ]);

  test('counts as no body where the body is optional, and is rejected where it is required', () => {
    expect(Object.fromEntries(expectations)).toEqual({ '/optional': ['unspecified'], '/required': ['reject'] });
  });
});

function markCases(baseline: BaselineRequest): readonly TestCase[] {
  const words = 'only a BOM';
  return [...malformedBodies.generate(createGeneratorContext(baseline))].filter(({ mutation }) =>
    mutation.endsWith(words),
  );
}
