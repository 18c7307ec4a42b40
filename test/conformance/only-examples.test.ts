/** An implementation that accepts the texts of the contract's examples only: its rejections of other texts are no errors. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { type RuleCollection, type RuleRequest, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Optional texts are not varied by default: the first request is accepted. */
const notes: RuleCollection = {
  path: '/notes',
  properties: {
    amount: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    title: { type: 'string', minLength: 1, maxLength: 30 },
  },
  required: ['amount'],
  isCreateOnly: true,
  reject: () => undefined,
};

async function run(reject: (request: RuleRequest) => number | undefined) {
  const collection = { ...notes, reject };
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  return verify({ contract, baseUrl, categories: ['valid-bodies', 'boundary-values', 'text-values'] });
}

test('reports that no other text was tested, and no error', async () => {
  const result = await run(({ sent }) => (textsIn(sent).every((text) => text === 'sample') ? undefined : 400));
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([
    {
      operation: expect.stringMatching(/notes/i),
      casesRun: 'some',
      reason: expect.stringMatching(/^not tested with other values, because only the example/),
    },
  ]);
});

test('reports a rejected text where others are accepted', async () => {
  const result = await run(({ sent }) => (textsIn(sent).some((text) => text.length === 1) ? 400 : undefined));
  expect(describeErrors(result).join('\n')).toMatch(/^valid-accepted: body.title is one letter: status 400$/m);
  expect(result.unchecked).toEqual([]);
});
