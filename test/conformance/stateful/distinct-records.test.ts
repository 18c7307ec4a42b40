/** Records that have no required text, by which their contents would differ. */
import { test } from 'vitest';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { type RuleCollection, ruleContract, startRuleStore } from '../rule-store.ts';
import { failingChecks, verify } from '../support.ts';

const links: RuleCollection = {
  path: '/links',
  properties: { seconds: { type: 'integer', minimum: 60, maximum: 90 }, note: { type: 'string', maxLength: 40 } },
  required: ['seconds'],
  reject: () => undefined,
};

function hasKnownNote(sent: Json): boolean {
  return isJsonObject(sent) && (sent['note'] ?? 'sample') === 'sample';
}

test.concurrent.for<readonly [string, RuleCollection, readonly string[]]>([
  ['shows the record in the path', links, []],
  [
    'shows the newest record for every path',
    { ...links, shown: ({ id = 0 }, all) => ({ ...all.at(-1), id }) },
    ['read-returns-written'],
  ],
  ['knows one note alone', { ...links, reject: ({ sent }) => (hasKnownNote(sent) ? undefined : 422) }, []],
])('reports for an implementation that %s', async ([, collection, expected], { expect, onTestFinished }) => {
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  const result = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  expect(failingChecks(result)).toEqual(expected);
});
