/** Contracts that ask for too much: what can be derived is derived in time, and what cannot is said. */

import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenBodies } from '../../contracts/conformance/cases/broken-bodies.ts';
import { contextOf } from '../../contracts/conformance/cases/family.ts';
import { arbitraryOf } from '../../contracts/conformance/cases/random/arbitrary.ts';
import { families } from '../../contracts/conformance/families.ts';
import type { Case } from '../../contracts/conformance/model/case.ts';
import {
  placeParameters,
  requiredValues,
} from '../../contracts/conformance/request/parameters/parameters.ts';
import { isTwin, type Twin, twinOf } from '../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../contracts/conformance/request/values/fresh-source.ts';
import { loadContract } from '../../spec/loading/load.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { schemaOf } from '../spec/support.ts';
import { draftOf } from './draft-of.ts';

async function twinsOf(name: string) {
  const url = new URL(`../fixtures/conformance/hostile/${name}`, import.meta.url);
  const { operations } = await loadContract(fileURLToPath(url));
  return operations.map((operation) => ({ operation, twin: twinOf(operation, []) }));
}

describe('the literals of a path template', async () => {
  const placed = (await twinsOf('paths.yaml')).map(({ operation }) => [
    operation.path,
    placeParameters(operation, requiredValues(operation)).path,
  ]);

  test('are encoded where a request cannot have them as they are, and else left alone', () => {
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

test('no body is derived that nobody can send', async () => {
  const twins = await twinsOf('large.yaml');
  const reasons = twins.map(({ twin }) => (isTwin(twin) ? 'derived' : twin.reason));
  expect(new Set(reasons)).toEqual(
    new Set(['no valid body can be derived from its schema; give an example']),
  );
});

describe('a contract that may take very long', async () => {
  const twins = (await twinsOf('costly.yaml')).map(({ twin }) => twin).filter(isTwin);

  test('has a valid body for each operation', () => {
    expect(twins).toHaveLength(4);
  });

  test.each(twins.map((twin) => [twin.operation.id, twin] as const))('comes to cases: %s', (_id, twin) => {
    const fresh = freshSource();
    for (const family of families) {
      for (const tried of family.generate(contextOf(twin)).take(60))
        expect(draftOf(tried, fresh).path).toBeDefined();
    }
  });
});

describe('a number far from zero', () => {
  const far = [
    'type: number\nminimum: 1500000000000\nmaximum: 4102444800000',
    'type: number\nminimum: -4102444800000\nmaximum: -1500000000000',
    'type: number\nminimum: 1e25\nmaximum: 1e30',
  ];

  test.each(far)('is drawn at random within its bounds: %s', (text) => {
    const schema = schemaOf(text);
    for (const value of fc.sample(arbitraryOf(schema), { numRuns: 50, seed: 7 }))
      expect(isValid(schema, value, 'request'), String(value)).toBe(true);
  });
});

describe('a byte order mark alone', async () => {
  const twins = await twinsOf('optional-body.yaml');
  const expectations = twins.map(({ operation, twin }) => [
    operation.path,
    isTwin(twin) ? markCases(twin).map(({ expectation }) => expectation) : twin,
  ]);

  test('may be no body where none has to be there, and is rejected where one has', () => {
    expect(Object.fromEntries(expectations)).toEqual({ '/optional': ['silent'], '/required': ['reject'] });
  });
});

function markCases(twin: Twin): readonly Case[] {
  const words = 'a byte order mark alone';
  return [...brokenBodies.generate(contextOf(twin))].filter(({ mutation }) => mutation.endsWith(words));
}
