import { describe, expect, onTestFinished, test } from 'vitest';
import { integerLimits } from '../../contracts/conformance/cases/integer-limits.ts';
import { createGeneratorContext, defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { regenerateText } from '../../contracts/conformance/request/values/distinct-texts.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import type { RunOptions } from '../../contracts/conformance/run-options.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { buildRequestSpec } from './build-request-spec.ts';
import { createMembersStore, type MembersStoreVariant, members } from './members-store.ts';
import { categoriesWithout, describeErrors, verify, withoutBulk } from './support.ts';
import { startTestServer } from './test-server.ts';

async function runVerifier(
  variant?: MembersStoreVariant,
  options: Pick<Partial<RunOptions>, 'contract' | 'operations' | 'categories' | 'randomOptions'> = {},
): Promise<RunResult> {
  const baseUrl = await startTestServer(createMembersStore(variant), onTestFinished);
  return verify({ baseUrl, contract: members, ...options });
}

const randomOptions = { ...defaultRandomOptions, caseCount: 20 };

function foundIn({ findings }: RunResult): readonly string[] {
  return findings.map(({ severity, check, subject }) => `${severity} ${check} ${subject}`);
}

describe('reports nothing for an implementation that', () => {
  test.each<MembersStoreVariant | undefined>([
    undefined,
    'rejects ids',
    'rejects duplicate cards',
    'rejects duplicate notes',
    'rejects duplicate names',
    'returns null for missing values',
  ])('%s', async (variant) => {
    // Whether values are unique matters in all valid bodies; invalid ones are rejected before.
    const isAboutTexts = variant?.startsWith('rejects duplicate') === true;
    const categories = isAboutTexts
      ? categoriesWithout('malformed-bodies', 'wrong-types', 'undeclared-requests')
      : withoutBulk;
    const result = await runVerifier(variant, { categories, randomOptions });
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
  });
});

/** Of the defects below. */
const showing = ['valid-bodies', 'read-only', 'wrong-types', 'wrong-shapes', 'parameters', 'lifecycles'];

describe('reports an error for an implementation that', () => {
  test.each<[manner: MembersStoreVariant, found: string]>([
    ['returns writeOnly properties', 'error write-only-is-hidden createMember'],
    ['returns nested writeOnly properties', 'error write-only-is-hidden createMember'],
    ['accepts ids', 'error read-only-is-kept createMember'],
    ['ignores null in a patch', 'error created-is-echoed changeMember'],
    ['does not support merge patches', 'error valid-accepted changeMember'],
    ['replaces nested objects of a patch', 'error created-is-echoed changeMember'],
    ['merges a patch one level deep', 'error created-is-echoed changeMember'],
    ['accepts one contact as an array', 'error invalid-rejected createMember'],
    ['accepts unknown bounds', 'error invalid-rejected listMembers'],
  ])('%s', async (variant, found) => {
    const [, , operation = ''] = found.split(' ');
    // Sequences create the records that they change.
    const options = { operations: ['createMember', operation], categories: showing };
    expect(foundIn(await runVerifier(variant, options))).toContain(found);
  });
});

test.each<[manner: MembersStoreVariant, check: string]>([
  ['returns writeOnly properties', 'write-only-is-hidden'],
  ['accepts ids', 'read-only-is-kept'],
])('reports recommendations of OpenAPI 3.0 as warnings: %s', async (variant, check) => {
  const old: Contract = {
    ...members,
    openapi: '3.0',
    operations: members.operations.map((operation) => ({ ...operation, openapi: '3.0' })),
  };
  const options = { contract: old, operations: ['createMember'], categories: showing };
  const found = foundIn(await runVerifier(variant, options)).filter((words) => words.includes(check));
  expect(found).not.toEqual([]);
  expect(found.every((words) => words.startsWith('warning'))).toBe(true);
});

test('a rejection that may concern any patch leaves the operation unchecked', async () => {
  const result = await runVerifier('rejects all patches', {
    categories: ['valid-bodies', 'lifecycles', 'random'],
    randomOptions,
  });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toMatchObject([{ operation: 'changeMember' }]);
});

test('generates only numbers that the contract allows', () => {
  const create = members.operations.find(({ id }) => id === 'createMember');
  const baseline = create === undefined ? undefined : deriveBaseline(create, []);
  if (baseline === undefined || !isBaseline(baseline) || baseline.body === undefined)
    throw new Error('no baseline request');
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

test('generates no duplicate strings of a pattern', () => {
  const create = members.operations.find(({ id }) => id === 'createMember');
  const card = create?.requestBody?.content[0]?.schema?.properties.get('card');
  if (card === undefined) throw new Error('no schema');
  const drawn = Array.from({ length: 1_000 }, (_unused, index) =>
    regenerateText('EX-5469', card, () => 1_000_000 + index),
  );
  expect(new Set(drawn).size).toBe(1_000);
  expect(drawn.every((text) => isValid(card, text, 'request'))).toBe(true);
});
