import { expect, test } from 'vitest';
import { lintContract, lintRules, lintWithRedocly } from '../../contracts/lint/lint.ts';
import { rulesFromRedocly } from '../../contracts/lint/rules/from-redocly.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { ruleSamples } from './rule-samples.ts';

async function findingsOf(id: string, text: string) {
  const contract = await parseContract('file:///tmp/trial.yaml', text);
  const isRedoclyRule = rulesFromRedocly.some((rule) => rule.id === id);
  const found = isRedoclyRule ? await lintWithRedocly(contract) : lintContract(contract);
  return found.filter(({ check }) => check === id);
}

test('every rule has documents that pass and documents that fail', () => {
  expect(ruleSamples.map(({ rule }) => rule).toSorted()).toEqual(lintRules.map(({ id }) => id).toSorted());
  expect(ruleSamples.filter(({ wrong, right }) => wrong.length === 0 || right.length === 0)).toEqual([]);
});

const wrong = ruleSamples.flatMap(({ rule, wrong }) => wrong.map((sample) => ({ rule, ...sample })));
const right = ruleSamples.flatMap(({ rule, right }) => right.map((sample) => ({ rule, ...sample })));

test.each(wrong)('$rule reports $excerpt', async ({ rule, text, at }) => {
  const found = await findingsOf(rule, text);
  expect(found.map(({ lineText }) => lineText)).toEqual([at]);
  expect(found.map(({ severity }) => severity)).toEqual([lintRules.find(({ id }) => id === rule)?.severity]);
});

test.each(right)('$rule accepts $excerpt', async ({ rule, text }) => {
  expect(await findingsOf(rule, text)).toEqual([]);
});
