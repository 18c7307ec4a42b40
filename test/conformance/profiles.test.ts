/** How thorough a run is, and what it says about that. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import { parseProfile, selectProfileCategories } from '../../contracts/conformance/profiles.ts';
import { createCaseBudget } from '../../contracts/conformance/running/shard-and-budget.ts';
import { describeProfile } from '../../contracts/report/profile.ts';
import { certifiableReport, obstacles } from '../certificate/support.ts';
import { itemContract, itemHandlers, pick, startItemStore } from './item-store.ts';
import { failingChecks, verify } from './support.ts';

const contract = await itemContract(
  pick('POST /items', 'GET /items', 'GET /items/{id}', 'PUT /items/{id}', 'PATCH /items/{id}', 'DELETE /items/{id}'),
);

async function smoke(handlers = itemHandlers()) {
  const { name, categories, casesPerOperation } = parseProfile('smoke');
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ baseUrl, contract, categories, casesPerOperation, profile: name });
}

describe('the profile smoke', () => {
  test('sends one valid request to each operation, and few others to prepare it', async () => {
    const result = await smoke();
    expect(result.rows.map(({ operation, category, cases }) => [operation, category, cases])).toEqual(
      contract.operations.map(({ id }) => [id, 'valid-bodies', 1]),
    );
    expect([result.findings, result.unchecked]).toEqual([[], []]);
    expect(result.requests).toBeLessThan(15 * contract.operations.length);
  });

  test('finds an operation that fails, and one whose response does not match its schema', async () => {
    const handlers = {
      ...itemHandlers(),
      'GET /items': () => ({ status: 500 }),
      'GET /items/{id}': () => ({ status: 200, body: { id: 'seven' } }),
    };
    const checks = failingChecks(await smoke(handlers));
    expect(checks).toEqual(expect.arrayContaining(['no-server-error', 'body-matches-schema']));
  });

  test('says in the report what it leaves out', async () => {
    const { run, notes } = conformanceStage(contract, await smoke());
    expect(run?.profile).toBe('smoke');
    expect(notes[0]).toMatch(
      /^profile smoke, one valid request to each operation: all else is left out, nothing is certified/,
    );
  });

  test('cannot certify, deep can', () => {
    expect(obstacles(certifiableReport({ profile: 'smoke' }))).toEqual([
      expect.stringMatching(/^the profile was smoke, one valid request/),
    ]);
    expect(obstacles(certifiableReport({ profile: 'deep', randomCases: 1_000 }))).toEqual([]);
  });

  test('does not accept other test categories', () => {
    const named = { categories: ['wrong-types'] };
    expect(() => selectProfileCategories(parseProfile('smoke'), named)).toThrow(
      '--only wrong-types has no effect with --profile smoke',
    );
    expect(selectProfileCategories(parseProfile('deep'), named)).toEqual(['wrong-types']);
    expect(selectProfileCategories(parseProfile('smoke'), { categories: [] })).toEqual(['valid-bodies']);
  });
});

test('standard is the default, and deep has ten times as many random cases', () => {
  expect(parseProfile()).toMatchObject({ name: 'standard', categories: [], caseCount: 100 });
  expect(parseProfile('deep')).toMatchObject({ categories: [], caseCount: 1_000, maxSeconds: 18_000 });
});

test('another name is rejected', () => {
  expect(() => parseProfile('quick')).toThrow('--profile quick: expected one of smoke, standard, deep');
});

test('each profile says what it leaves out', () => {
  expect(describeProfile({})).toBe('standard, which leaves out 9 of 10 random bodies and sequences of --profile deep');
  expect(describeProfile({ profile: 'deep' })).toMatch(/^deep, which leaves out nothing/);
});

test('a limit for each operation holds within a budget', () => {
  const shares = createCaseBudget(10, 2, 3);
  expect([shares.nextShare().maxCases, shares.nextShare().maxCases]).toEqual([3, 3]);
  expect(createCaseBudget(2, 2, 3).nextShare().maxCases).toBe(1);
});
