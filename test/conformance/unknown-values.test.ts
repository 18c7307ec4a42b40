/** Optional properties whose valid values only the implementation knows, and ordinary ones that are rejected. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { type RuleCollection, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';

const name = { type: 'string', minLength: 1, maxLength: 40 };
const text = { type: 'string', maxLength: 20 };
const id = { type: 'integer', minimum: 1 };

/** Rejects the property with each value but the allowed ones. */
function store(properties: JsonObject, rejects: (sent: JsonObject) => boolean, status = 422): RuleCollection {
  return {
    path: '/carts',
    ...{ properties: { name, note: text, ...properties }, required: ['name'] },
    reject: ({ sent }) => (isJsonObject(sent) && rejects(sent) ? status : undefined),
  };
}

function rejectsOthers(property: string, ...allowed: readonly Json[]) {
  return (sent: JsonObject) => sent[property] !== undefined && !allowed.some((value) => value === sent[property]);
}

async function run(...collections: readonly RuleCollection[]) {
  const contract = await ruleContract(collections);
  const baseUrl = await startRuleStore(onTestFinished, contract, collections);
  const categories = ['valid-bodies', 'boundary-values', 'text-values', 'random', 'lifecycles', 'wrong-types'];
  return verify({ contract, baseUrl, categories, randomOptions: { seed: 1, caseCount: 40 } });
}

const digits = { type: 'string', pattern: '^[0-9]{13}$' };
/** Of a book: a generated number must not be one by chance. */
const isDigitWrong = ({ ean }: JsonObject) =>
  ean !== undefined && (!String(ean).startsWith('978') || hasWrongSum(String(ean)));
const hasWrongSum = (digits: string) =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 1) % 10 !== 0;

const isPasswordWrong = ({ newPassword, currentPassword }: JsonObject) =>
  newPassword !== undefined && currentPassword !== 'hunter2';

test.each<[string, RuleCollection, string]>([
  ['a coupon', store({ couponCode: text }, rejectsOthers('couponCode', 'SAVE10')), 'body.couponCode'],
  ['a coupon, among others', store({ promoCode: text, size: id }, rejectsOthers('promoCode')), 'body.promoCode'],
  ['the current password', store({ currentPassword: text, newPassword: text }, isPasswordWrong), 'body.newPassword'],
  ['an unknown record', store({ warehouseId: id }, rejectsOthers('warehouseId', 7), 404), 'body.warehouseId'],
  ['a number with a check digit', store({ ean: digits }, isDigitWrong), 'body.ean'],
  ['a region that is not found', store({ region: text }, rejectsOthers('region', 'north'), 404), 'body.region'],
])('says in one line that a value is needed: %s', async (_name, collection, property) => {
  const result = await run(collection);
  expect(describeErrors(result)).toEqual([]);
  const lines = result.unchecked.filter(({ operation }) => operation === 'create carts').map(({ reason }) => reason);
  expect(lines).toEqual([expect.stringContaining(`not tested: give a value for ${property}, `)]);
});

test('still tests the other properties of such a request', async () => {
  const accepts = { promoCode: text, size: id };
  const isFaulty = (sent: JsonObject) => rejectsOthers('promoCode')(sent) || [...String(sent.note ?? '')].length > 19;
  expect(describeErrors(await run(store(accepts, isFaulty)))).toContainEqual(
    expect.stringMatching(/^valid-accepted: body.note is/),
  );
});

test('sends the value that an example of the contract gives', async () => {
  const couponCode = { ...text, example: 'SAVE10' };
  const result = await run(store({ couponCode }, rejectsOthers('couponCode', 'SAVE10')));
  expect(describeErrors(result)).toEqual([]);
});

test.each<[string, RuleCollection]>([
  ['a description', store({ description: text }, rejectsOthers('description'))],
  ['a tag, also with 409', store({ tag: text }, rejectsOthers('tag'), 409)],
  ['an enum', store({ promoKind: { type: 'string', enum: ['a', 'b'] } }, rejectsOthers('promoKind'))],
  ['a flag', store({ isSecret: { type: 'boolean' } }, rejectsOthers('isSecret'))],
  ['a number', store({ pinCount: { type: 'number' } }, rejectsOthers('pinCount'))],
  ['an id of another system', store({ externalId: text }, rejectsOthers('externalId'))],
  ['the example of the contract', store({ couponCode: { ...text, example: 'A' } }, rejectsOthers('couponCode', 'B'))],
  ['a long coupon', store({ couponCode: text }, ({ couponCode }) => [...String(couponCode ?? '')].length > 19)],
])('reports that a valid value is rejected: %s', async (_name, collection) => {
  expect(describeErrors(await run(collection))).toContainEqual(expect.stringMatching(/^valid-accepted: /));
});

test('reports that a reference to an existing record is rejected', async () => {
  const owners: RuleCollection = { path: '/owners', properties: { name }, required: ['name'], reject: () => undefined };
  const carts = store({ ownerId: id }, rejectsOthers('ownerId'));
  expect(describeErrors(await run(owners, carts))).toContainEqual(expect.stringMatching(/^valid-accepted: /));
});

test('creates the parents of records without such a value', async () => {
  const isWrong = rejectsOthers('couponCode', 'SAVE10');
  let rejected = 0;
  const carts = store({ couponCode: text }, (sent) => {
    if (isWrong(sent)) rejected++;
    return isWrong(sent);
  });
  const lines: RuleCollection = {
    path: '/carts/{cartsId}/lines',
    ...{ properties: { name }, required: ['name'], reject: () => undefined },
  };
  const contract = await ruleContract([lines, carts]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [lines, carts]);
  const result = await verify({ contract, baseUrl, operations: ['create lines'], categories: ['lifecycles'] });
  expect(describeErrors(result)).toEqual([]);
  // Only until it was known that the value is the cause.
  expect(rejected).toBeLessThan(8);
});
