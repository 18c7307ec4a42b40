/** Valid requests that are rejected because a value is taken, and others that are rejected for another reason. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { type RuleCollection, type RuleRequest, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';

const name = { type: 'string', minLength: 1, maxLength: 30 };
const email = { type: 'string', format: 'email', maxLength: 80 };

function textOf(value: Json | undefined, property: string): string {
  const part = isJsonObject(value) ? value[property] : undefined;
  return typeof part === 'string' ? part : '';
}

/** Rejects what another record has, as the function maps it. */
function unique(property: string, status: number, map = (text: string) => text) {
  return ({ sent, others }: RuleRequest) => {
    const all = isJsonArray(sent) ? sent : [sent];
    const taken = [...all, ...others].map((one) => map(textOf(one, property))).filter((text) => text !== '');
    return new Set(taken).size < taken.length ? status : undefined;
  };
}

async function run(collection: RuleCollection, categories: readonly string[] = []) {
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  return verify({ contract, baseUrl, categories, randomOptions: { seed: 1, caseCount: 40 } });
}

const CATEGORIES = ['valid-bodies', 'text-values', 'equivalent-requests'];
const members: RuleCollection = {
  path: '/members',
  properties: { name, email },
  required: ['name', 'email'],
  reject: () => undefined,
};

const form = { ...members, isForm: true, properties: { email, note: name }, required: ['email'] };

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || text
  );
}

test.each<[string, RuleCollection]>([
  ['a taken text in another spelling', { ...members, reject: unique('name', 400) }],
  ['a taken e-mail in another spelling', { ...members, reject: unique('email', 422) }],
  ['a text whose slug is taken', { ...members, reject: unique('name', 400, slug) }],
  ['a text that is taken apart from white space', { ...members, reject: unique('name', 409, (one) => one.trim()) }],
  ['a taken field of a form', { ...form, reject: unique('email', 400) }],
  ['a taken field of a form as a conflict', { ...form, reject: unique('email', 409) }],
])('reports nothing for %s', async (_value, collection) => {
  const result = await run(collection, [...CATEGORIES, 'random']);
  expect(describeErrors(result)).toEqual([]);
  expect(result.findings).toEqual([]);
});

test.each<[string, string, RuleCollection]>([
  [
    'escaped slashes, and that taken names are rejected',
    'escaped slash',
    { ...members, reject: (sent) => (sent.text.includes('\\/') ? 400 : unique('name', 400)(sent)) },
  ],
  [
    'white space inside, and taken slugs',
    'white space inside',
    {
      ...members,
      reject: (sent) => (/\w {2,}\w/.test(textOf(sent.sent, 'name')) ? 400 : unique('name', 400, slug)(sent)),
    },
  ],
  [
    'indented JSON, and taken e-mails',
    'indented',
    { ...members, reject: (sent) => (sent.text.includes('\n') ? 422 : unique('email', 422)(sent)) },
  ],
])('reports an implementation that rejects %s', async (_fault, mutation, collection) => {
  expect(describeErrors(await run(collection, CATEGORIES))).toContainEqual(
    expect.stringMatching(`^valid-accepted: .*${mutation}`),
  );
});

test('creates lists of records whose e-mails have to be unique', async () => {
  const collection = { ...members, isBulk: true, reject: unique('email', 400) };
  const { findings, unchecked } = await run(collection, ['valid-bodies', 'boundary-values']);
  expect({ findings, unchecked }).toEqual({ findings: [], unchecked: [] });
});

test('varies an optional unique text, although a repeated request is accepted', async () => {
  const collection: RuleCollection = {
    path: '/products',
    key: 'sku',
    properties: {
      sku: { type: 'string', pattern: '^[A-Z]{8}$' },
      title: name,
      ean: { type: 'string', pattern: '^[0-9]{13}$' },
    },
    required: ['sku', 'title'],
    reject(request) {
      const { sent, others, url } = request;
      const isPut = url.pathname !== '/products';
      if (isPut && textOf(sent, 'sku') !== url.pathname.split('/').at(-1)) return 422;
      const isAgain = others.some((one) =>
        ['sku', 'title', 'ean'].every((key) => textOf(one, key) === textOf(sent, key)),
      );
      return isAgain ? undefined : (unique('sku', 422)(request) ?? unique('ean', 422)(request));
    },
  };
  const { findings, unchecked } = await run(collection, ['valid-bodies', 'lifecycles']);
  expect(findings).toEqual([]);
  expect(unchecked.filter(({ operation }) => operation === 'create products')).toEqual([]);
});
