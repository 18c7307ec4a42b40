import { describe, expect, it, test } from 'vitest';
import { findGenerators } from '../../../mock/made-up/find-generator.ts';
import { generators } from '../../../mock/made-up/generators.ts';
import { formatTable, nameTable } from '../../../mock/made-up/name-table.ts';
import { propertyWords } from '../../../mock/made-up/property-words.ts';
import { makeUpObject } from './support.ts';

const text = { type: 'string' };

test('every spelling of a name has the same words, the last one singular', () => {
  for (const name of ['postalCode', 'postal_code', 'postal-code', 'PostalCodes', 'POSTAL_CODE'])
    expect(propertyWords(name)).toEqual(['postal', 'code']);
  expect(propertyWords('imageURLs')).toEqual(['image', 'url']);
  expect(['categories', 'addresses', 'status', 'boxes', 'sizes', 'news'].flatMap(propertyWords)).toEqual([
    ...['category', 'address', 'status', 'box', 'size', 'news'],
  ]);
});

test('a name means what its object is about', () => {
  const kind = (name: string, ...objectNames: string[]) => findGenerators({ name, objectNames }, undefined)[0];
  expect(kind('name', 'user')).toBe('fullName');
  expect(kind('name', 'Product')).toBe('productName');
  expect(kind('product_name')).toBe('productName');
  expect(kind('name', 'company', 'User')).toBe('companyName');
  expect(kind('name', 'category', 'Product')).toBe('category');
  expect(kind('name', 'city')).toBe('city');
  expect(kind('name', 'Widget')).toBe('words');
  expect(kind('homePhone')).toBe('phone');
  expect(kind('fileName')).toBe('fileName');
  expect(kind('whatever')).toBeUndefined();
});

test('a value that is about no property has no name', () => {
  expect(findGenerators({ name: undefined, objectNames: ['user'] }, undefined)).toEqual([]);
});

describe('the table', () => {
  it('has no name twice in the same surroundings', () => {
    const names = nameTable.flatMap(({ names: row, within = '' }) =>
      row.split(' ').flatMap((name) => within.split(' ').map((one) => `${one}.${name}`)),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has names that a property can have', () => {
    const odd = nameTable.flatMap(({ names }) => names.split(' ').filter((name) => !/^[a-z]+[0-9]?$/.test(name)));
    expect(odd).toEqual([]);
  });

  it('uses every kind of value', () => {
    const used = new Set<string>([...nameTable.map(({ value }) => value), ...Object.values(formatTable)]);
    const byType = ['words', 'word', 'number'];
    expect(Object.keys(generators).filter((name) => !used.has(name) && !byType.includes(name))).toEqual([]);
  });
});

test('no made-up value is "string" or "sample"', async () => {
  const names = [...new Set(nameTable.flatMap(({ names: row }) => row.split(' ')))];
  const made = await makeUpObject('Thing', Object.fromEntries(names.map((name) => [name, text])));
  expect(Object.keys(made)).toEqual(names);
  for (const value of Object.values(made)) expect(value).not.toMatch(/^(?:string|sample|)$/);
});

test('secrets, numbers and addresses are clearly fake', async () => {
  const made = await makeUpObject('Account', {
    ...{ email: text, phone: text, accessToken: text, password: text, cardNumber: text, ipAddress: text, url: text },
  });
  expect(made).toMatchObject({
    email: expect.stringMatching(/@example\.com$/),
    phone: expect.stringMatching(/^\+120255501\d\d$/),
    accessToken: expect.stringMatching(/^fake-/),
    password: expect.stringMatching(/^Fake-/),
    cardNumber: '4242424242424242',
    ipAddress: expect.stringMatching(/^192\.0\.2\./),
    url: expect.stringMatching(/^https:\/\/example\.com\//),
  });
});
