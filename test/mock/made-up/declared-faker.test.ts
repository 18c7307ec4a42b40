import { describe, expect, it } from 'vitest';
import { callDeclaredFaker, fakerProblem } from '../../../mock/made-up/declared-faker.ts';
import { loadFaker } from '../../../mock/made-up/faker.ts';
import { fakerProblems } from '../../../mock/made-up/faker-problems.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { contractFromJson } from '../support.ts';
import { makeUpObject } from './support.ts';

const faker = loadFaker('en');

describe('x-faker', () => {
  it('is used before the name, but not instead of an example', async () => {
    const made = await makeUpObject('User', {
      email: { type: 'string', 'x-faker': 'color.human' },
      phone: { type: 'string', 'x-faker': 'color.human', example: '1' },
    });
    expect(made['email']).not.toContain('@');
    expect(made['phone']).toBe('1');
  });

  it('accepts arguments', async () => {
    const made = await makeUpObject('Thing', {
      a: { type: 'integer', 'x-faker': { 'number.int': { min: 71, max: 71 } } },
      b: { type: 'integer', 'x-faker': { 'number.int': [{ min: 72, max: 72 }] } },
      c: { type: 'string', 'x-faker': { 'helpers.arrayElement': [['only']] } },
    });
    expect(made).toEqual({ a: 71, b: 72, c: 'only' });
  });

  it('is not used for a value that the schema rejects', async () => {
    const made = await makeUpObject('Thing', { count: { type: 'integer', 'x-faker': 'person.firstName' } });
    expect(made['count']).toEqual(expect.any(Number));
  });

  const refused: readonly Json[] = [
    ...['name.firstName', 'person', 'person.nothing', 'constructor.constructor', 'person.constructor', 'person.faker'],
    ...[
      '__proto__.toString',
      'person.__proto__',
      'person.toString',
      'helpers.fake',
      'helpers.mustache',
      'seed',
      'a.b.c',
    ],
    ...['helpers.fromRegExp', 'helpers.multiple', 'rawDefinitions.person', '{{person.firstName}}', ''],
    ...[7, null, [], {}, { 'person.firstName': [], 'person.lastName': [] }],
    ...[{ 'string.alpha': 1e9 }, { 'lorem.words': [{ min: 1, max: 1e9 }] }, { 'date.betweens': { count: 1e9 } }],
    { 'finance.accountNumber': { length: 1e9 } },
    ...[{ 'finance.accountNumber': [1e8] }, { 'finance.creditCardNumber': [{ issuer: '#{400000000}' }] }],
    ...[{ 'finance.creditCardNumber': ['/[0-9]{20000000}/#'] }, { 'finance.maskedNumber': [3e7] }],
    { 'finance.pin': [{ length: { min: 1e9, max: 1e9 } }] },
  ];

  it.each(refused)('%j calls nothing and is reported', (declared) => {
    expect(callDeclaredFaker(faker, declared)).toBeUndefined();
    expect(fakerProblem(faker, declared)).toEqual(expect.any(String));
  });

  it.each(['person.firstName', 'commerce.price', { 'date.between': [{ from: '2020-01-01', to: '2021-01-01' }] }])(
    '%j is known',
    (declared) => {
      expect(fakerProblem(faker, declared)).toBeUndefined();
      expect(callDeclaredFaker(faker, declared)).toBeDefined();
    },
  );
});

it('what Faker does not have is reported once, with its place', async () => {
  const name = { type: 'string', 'x-faker': 'name.firstName' };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/User' } } };
  const get = { responses: { '200': { description: 'ok', content } } };
  const User = { type: 'object', properties: { name, city: { type: 'string', 'x-faker': 'location.city' } } };
  const contract = await contractFromJson({
    ...{ openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: { '/a': { get }, '/b': { get } } },
    components: { schemas: { User } },
  });
  expect(fakerProblems(contract)).toEqual([
    expect.stringMatching(
      /openapi\.json:\d+: x-faker: Faker has no "name\.firstName"; the mock makes up another value$/,
    ),
  ]);
});
