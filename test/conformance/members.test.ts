import { describe, expect, onTestFinished, test } from 'vitest';
import { contextOf } from '../../contracts/conformance/cases/family.ts';
import { integerLimits } from '../../contracts/conformance/cases/integer-limits.ts';
import type { RunResult } from '../../contracts/conformance/model/result.ts';
import { isTwin, twinOf } from '../../contracts/conformance/request/twin.ts';
import { redrawn } from '../../contracts/conformance/request/values/fresh.ts';
import { freshSource } from '../../contracts/conformance/request/values/fresh-source.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { draftOf } from './draft-of.ts';
import { type Manner, members, membersStore } from './members-store.ts';
import { baseUrlOf } from './serve.ts';
import { faultsOf, verify } from './support.ts';

async function verified(manner?: Manner, contract: Contract = members): Promise<RunResult> {
  return verify({ baseUrl: await baseUrlOf(membersStore(manner), onTestFinished), contract });
}

function foundIn({ findings }: RunResult): readonly string[] {
  return findings.map(({ severity, check, subject }) => `${severity} ${check} ${subject}`);
}

describe('nothing is held against a store that', () => {
  test.each<Manner | undefined>([
    undefined,
    'refuses ids',
    'refuses cards twice',
    'refuses notes twice',
    'refuses names twice',
    'shows null for nothing',
  ])('%s', async (manner) => {
    const result = await verified(manner);
    expect(faultsOf(result)).toEqual([]);
    expect(result.unjudged).toEqual([]);
  });
});

describe('a fault is told of a store that', () => {
  test.each<[manner: Manner, found: string]>([
    ['shows write-only', 'fault write-only-is-hidden createMember'],
    ['shows write-only deep inside', 'fault write-only-is-hidden createMember'],
    ['takes ids', 'fault read-only-is-kept createMember'],
    ['ignores null in a patch', 'fault created-is-echoed changeMember'],
    ['knows no merge patch', 'fault valid-accepted changeMember'],
    ['replaces what a patch has within', 'fault created-is-echoed changeMember'],
    ['merges a patch one level deep', 'fault created-is-echoed changeMember'],
    ['takes one contact for a list', 'fault invalid-rejected createMember'],
    ['takes unknown bounds', 'fault invalid-rejected listMembers'],
  ])('%s', async (manner, found) => {
    expect(foundIn(await verified(manner))).toContain(found);
  });
});

test.each<[manner: Manner, check: string]>([
  ['shows write-only', 'write-only-is-hidden'],
  ['takes ids', 'read-only-is-kept'],
])('what OpenAPI 3.0 only advises is advice: %s', async (manner, check) => {
  const old: Contract = {
    ...members,
    openapi: '3.0',
    operations: members.operations.map((operation) => ({ ...operation, openapi: '3.0' })),
  };
  const found = foundIn(await verified(manner, old)).filter((words) => words.includes(check));
  expect(found).not.toEqual([]);
  expect(found.every((words) => words.startsWith('advice'))).toBe(true);
});

test('a refusal that says nothing of what is declared leaves the operation unjudged', async () => {
  const result = await verified('refuses patches as unwanted');
  expect(faultsOf(result)).toEqual([]);
  expect(result.unjudged).toMatchObject([{ operation: 'changeMember' }]);
});

test('every number that is drawn for a request is one that the contract allows', () => {
  const create = members.operations.find(({ id }) => id === 'createMember');
  const twin = create === undefined ? undefined : twinOf(create, []);
  if (twin === undefined || !isTwin(twin) || twin.body === undefined) throw new Error('no twin');
  const { schema } = twin.body;
  const accepted = [...integerLimits.generate(contextOf(twin))].filter(
    ({ expectation }) => expectation === 'accept',
  );
  const highest = { ...freshSource('members'), number: () => 2 ** 31 - 1, known: () => 2 ** 31 - 1 };
  const wrong = accepted.filter((one) => !isValid(schema, draftOf(one, highest).value ?? null, 'request'));
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(accepted.length).toBeGreaterThan(0);
});

test('texts of a pattern are drawn without one coming twice', () => {
  const create = members.operations.find(({ id }) => id === 'createMember');
  const card = create?.requestBody?.content[0]?.schema?.properties.get('card');
  if (card === undefined) throw new Error('no schema');
  const drawn = Array.from({ length: 1_000 }, (_unused, index) =>
    redrawn('EX-5469', card, () => 1_000_000 + index),
  );
  expect(new Set(drawn).size).toBe(1_000);
  expect(drawn.every((text) => isValid(card, text, 'request'))).toBe(true);
});
