/** Properties that refer to records of other resources, in stores that reject references to records that do not exist. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonObject } from '../../spec/json/exact-json.ts';
import { type RuleCollection, type RuleRequest, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, failingChecks, verify } from './support.ts';

const name = { type: 'string', minLength: 1, maxLength: 40 };
const id = { type: 'integer', minimum: 1, maximum: 2_000_000_000 };
const accept = () => undefined;

const owners: RuleCollection = { path: '/owners', properties: { name }, required: ['name'], reject: accept };
const clinics: RuleCollection = { path: '/clinics', properties: { name }, required: ['name'], reject: accept };

/** Rejects a reference to a record that does not exist. */
function rejectUnknown(status: number, references: Readonly<Record<string, string>>): RuleCollection['reject'] {
  return ({ sent, recordsOf }: RuleRequest) =>
    Object.entries(references).some(([property, collection]) => {
      const reference = isJsonObject(sent) ? sent[property] : undefined;
      return reference !== undefined && !recordsOf(collection).some((one) => one.id === reference);
    })
      ? status
      : undefined;
}

function pets(required: readonly string[], status = 422): RuleCollection {
  const properties = { name, ownerId: id, clinicId: id };
  const reject = rejectUnknown(status, { ownerId: '/owners', clinicId: '/clinics' });
  return { path: '/pets', properties, required: ['name', ...required], reject };
}

const visits: RuleCollection = {
  path: '/pets/{petsId}/visits',
  ...{ properties: { reason: name }, required: ['reason'], reject: accept },
};

async function findingsOf(collections: readonly RuleCollection[]) {
  const contract = await ruleContract(collections);
  const baseUrl = await startRuleStore(onTestFinished, contract, collections);
  const categories = [
    'valid-bodies',
    'boundary-values',
    'random',
    'lifecycles',
    'random-sequences',
    'extra-properties',
  ];
  return verify({ contract, baseUrl, categories, randomOptions: { seed: 1, caseCount: 40 } });
}

test.each<[string, readonly RuleCollection[]]>([
  ['required references', [owners, clinics, pets(['ownerId', 'clinicId'])]],
  ['required references, declared before what they refer to', [pets(['ownerId', 'clinicId'], 404), owners, clinics]],
  ['optional references', [owners, clinics, pets([])]],
  ['an optional and a required reference, and records below them', [visits, owners, clinics, pets(['ownerId'], 400)]],
  ['references of parents', [owners, clinics, pets(['ownerId', 'clinicId']), visits]],
])('accepts a store that checks %s', async (_name, collections) => {
  const result = await findingsOf(collections);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

test.each<[string, RuleCollection, readonly string[]]>([
  ['rejects them', { ...pets(['ownerId']), description: 'An unknown owner is rejected with 422.' }, []],
  [
    'accepts them',
    { ...pets(['ownerId']), description: 'An unknown owner is rejected with 422.', reject: accept },
    ['invalid-rejected'],
  ],
  ['accepts what no sentence rejects', { ...pets(['ownerId']), reject: accept }, []],
])('references to records that do not exist: reports for a store that %s', async (_name, collection, expected) => {
  const collections = [owners, clinics, collection];
  const contract = await ruleContract(collections);
  const baseUrl = await startRuleStore(onTestFinished, contract, collections);
  expect(failingChecks(await verify({ contract, baseUrl, categories: ['unknown-identifiers'] }))).toEqual(expected);
});
