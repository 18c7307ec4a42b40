import { describe, expect, onTestFinished, test } from 'vitest';
import { integerLimits } from '../../contracts/conformance/cases/integer-limits.ts';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { regenerateText } from '../../contracts/conformance/request/values/freshen.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { buildRequestSpec } from './build-request-spec.ts';
import { createMembersStore, type MembersStoreVariant, members } from './members-store.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

async function runVerifier(variant?: MembersStoreVariant, contract: Contract = members): Promise<RunResult> {
  return verify({ baseUrl: await startTestServer(createMembersStore(variant), onTestFinished), contract });
}

function foundIn({ findings }: RunResult): readonly string[] {
  return findings.map(({ severity, check, subject }) => `${severity} ${check} ${subject}`);
}

describe('nothing is held against a store that', () => {
  test.each<MembersStoreVariant | undefined>([
    undefined,
    'refuses ids',
    'refuses cards twice',
    'refuses notes twice',
    'refuses names twice',
    'shows null for nothing',
  ])('%s', async (variant) => {
    const result = await runVerifier(variant);
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
  });
});

describe('a fault is told of a store that', () => {
  test.each<[manner: MembersStoreVariant, found: string]>([
    ['shows write-only', 'error write-only-is-hidden createMember'],
    ['shows write-only deep inside', 'error write-only-is-hidden createMember'],
    ['takes ids', 'error read-only-is-kept createMember'],
    ['ignores null in a patch', 'error created-is-echoed changeMember'],
    ['knows no merge patch', 'error valid-accepted changeMember'],
    ['replaces what a patch has within', 'error created-is-echoed changeMember'],
    ['merges a patch one level deep', 'error created-is-echoed changeMember'],
    ['takes one contact for a list', 'error invalid-rejected createMember'],
    ['takes unknown bounds', 'error invalid-rejected listMembers'],
  ])('%s', async (variant, found) => {
    expect(foundIn(await runVerifier(variant))).toContain(found);
  });
});

test.each<[manner: MembersStoreVariant, check: string]>([
  ['shows write-only', 'write-only-is-hidden'],
  ['takes ids', 'read-only-is-kept'],
])('what OpenAPI 3.0 only advises is advice: %s', async (variant, check) => {
  const old: Contract = {
    ...members,
    openapi: '3.0',
    operations: members.operations.map((operation) => ({ ...operation, openapi: '3.0' })),
  };
  const found = foundIn(await runVerifier(variant, old)).filter((words) => words.includes(check));
  expect(found).not.toEqual([]);
  expect(found.every((words) => words.startsWith('warning'))).toBe(true);
});

test('a refusal that says nothing of what is declared leaves the operation unjudged', async () => {
  const result = await runVerifier('refuses patches as unwanted');
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toMatchObject([{ operation: 'changeMember' }]);
});

test('every number that is drawn for a request is one that the contract allows', () => {
  const create = members.operations.find(({ id }) => id === 'createMember');
  const baseline = create === undefined ? undefined : deriveBaseline(create, []);
  if (baseline === undefined || !isBaseline(baseline) || baseline.body === undefined) throw new Error('no twin');
  const { schema } = baseline.body;
  const accepted = [...integerLimits.generate(createGeneratorContext(baseline))].filter(
    ({ expectation }) => expectation === 'accept',
  );
  const highest = {
    ...createFreshValueSource('members'),
    number: () => 2 ** 31 - 1,
    acceptedNumber: () => 2 ** 31 - 1,
  };
  const wrong = accepted.filter((one) => !isValid(schema, buildRequestSpec(one, highest).value ?? null, 'request'));
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(accepted.length).toBeGreaterThan(0);
});

test('texts of a pattern are drawn without one coming twice', () => {
  const create = members.operations.find(({ id }) => id === 'createMember');
  const card = create?.requestBody?.content[0]?.schema?.properties.get('card');
  if (card === undefined) throw new Error('no schema');
  const drawn = Array.from({ length: 1_000 }, (_unused, index) =>
    regenerateText('EX-5469', card, () => 1_000_000 + index),
  );
  expect(new Set(drawn).size).toBe(1_000);
  expect(drawn.every((text) => isValid(card, text, 'request'))).toBe(true);
});
