import { expect, test } from 'vitest';
import { lintContract, lintFully, lintRules } from '../../contracts/lint/lint.ts';
import { rulesFromEngine } from '../../contracts/lint/rules/from-engine.ts';
import { readContract } from '../../spec/loading/load.ts';
import { trials } from './trials.ts';

async function findingsOf(id: string, text: string) {
  const contract = await readContract('file:///tmp/trial.yaml', text);
  const isOfEngine = rulesFromEngine.some((rule) => rule.id === id);
  const found = isOfEngine ? await lintFully(contract) : lintContract(contract);
  return found.filter(({ check }) => check === id);
}

test('every rule has documents that pass and documents that fail', () => {
  expect(trials.map(({ rule }) => rule).toSorted()).toEqual(lintRules.map(({ id }) => id).toSorted());
  expect(trials.filter(({ wrong, right }) => wrong.length === 0 || right.length === 0)).toEqual([]);
});

const wrong = trials.flatMap(({ rule, wrong }) => wrong.map((trial) => ({ rule, ...trial })));
const right = trials.flatMap(({ rule, right }) => right.map((trial) => ({ rule, ...trial })));

test.each(wrong)('$rule finds fault with $about', async ({ rule, text, at }) => {
  const found = await findingsOf(rule, text);
  expect(found.map(({ line }) => line)).toEqual([at]);
  expect(found.map(({ severity }) => severity)).toEqual([lintRules.find(({ id }) => id === rule)?.severity]);
});

test.each(right)('$rule lets $about pass', async ({ rule, text }) => {
  expect(await findingsOf(rule, text)).toEqual([]);
});
