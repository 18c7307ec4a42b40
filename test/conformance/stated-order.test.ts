/** Sentences that reject a range whose bounds are in the wrong order. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { type RuleCollection, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';

const moment = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const strict = 'A stay whose `endsAt` is not after its `startsAt` is rejected with 422.';

type Keep = (low: string, high: string) => boolean;

/** `keep`: whether a stay with these bounds is accepted. */
async function errorsOf({ keep, schema = moment, description = strict }: StayStore): Promise<readonly string[]> {
  const collection: RuleCollection = {
    path: '/stays',
    properties: { name: { type: 'string', minLength: 1, maxLength: 40 }, startsAt: schema, endsAt: schema },
    required: ['name', 'startsAt', 'endsAt'],
    description,
    reject: ({ sent }) => (isKept(sent, keep) ? undefined : 422),
  };
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  return describeErrors(await verify({ contract, baseUrl, categories: ['schema-combinations', 'missing-properties'] }));
}

interface StayStore {
  readonly keep: Keep;
  readonly schema?: typeof moment;
  readonly description?: string;
}

function isKept(sent: Json, keep: Keep): boolean {
  if (!isJsonObject(sent)) return true;
  const { startsAt, endsAt } = sent;
  return typeof startsAt !== 'string' || typeof endsAt !== 'string' || keep(startsAt, endsAt);
}

const isAfter: Keep = (low, high) => Date.parse(high) > Date.parse(low);
const isNotBefore: Keep = (low, high) => Date.parse(high) >= Date.parse(low);

test.each<[string, StayStore]>([
  ['that rejects them', { keep: isAfter }],
  [
    'that rejects dates before others',
    { keep: isNotBefore, schema: day, description: 'endsAt must be on or after startsAt.' },
  ],
  ['without such a sentence', { keep: () => true, description: 'A stay has an end and a start.' }],
  [
    'whose sentence has a condition',
    { keep: () => true, description: `${strict.slice(0, -1)}, unless it is a draft.` },
  ],
])('accepts a store %s', async (_name, store) => expect(await errorsOf(store)).toEqual([]));

test.each<[string, StayStore, string]>([
  ['every order', { keep: () => true }, 'body.endsAt is below body.startsAt'],
  ['equal bounds', { keep: isNotBefore }, 'body.endsAt is equal to body.startsAt'],
  [
    'what is later as a text',
    { keep: (low, high) => high > low },
    'body.endsAt is an hour before, in another zone than',
  ],
])('reports a store that accepts %s', async (_name, store, mutation) => {
  const errors = await errorsOf(store);
  expect(errors.filter((error) => error.startsWith(`invalid-rejected: ${mutation}`))).not.toEqual([]);
});
