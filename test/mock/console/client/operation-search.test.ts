import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { findOperations } from '../../../../mock/console/client/operation-search.js';

const operations = [
  { method: 'get', path: '/customers/{id}/orders', id: 'listOrdersOfCustomer', tags: ['Customers'] },
  { method: 'get', path: '/orders', id: 'listOrders', summary: 'Returns every order', tags: ['Sales'] },
  { method: 'post', path: '/orders', id: 'createOrder', summary: 'Places an order', tags: ['Sales'] },
  { method: 'get', path: '/postal-codes', id: 'listPostalCodes', summary: 'Codes of a country' },
  { method: 'get', path: '/straße', id: 'GET /straße' },
];

const found = (query: string) => findOperations(operations, query).map(({ id }) => id);

describe('the search over operations', () => {
  it.each([
    ['a method', 'post', ['createOrder', 'listPostalCodes']],
    ['a whole path', '/orders', ['listOrders', 'createOrder', 'listOrdersOfCustomer']],
    ['a word of an operationId in camelCase', 'codes list', ['listPostalCodes']],
    ['a summary', 'country', ['listPostalCodes']],
    ['a tag, in any case', 'SALES', ['listOrders', 'createOrder']],
    ['a part of a word', 'ustomer', ['listOrdersOfCustomer']],
    ['letters of any alphabet', 'STRAßE', ['GET /straße']],
  ])('finds %s', (_name, query, ids) => expect(found(query)).toEqual(ids));

  it('requires every word, in any order and in any field', () => {
    expect(found('places post')).toEqual(['createOrder']);
    expect(found('post nothing')).toEqual([]);
  });

  it('keeps the order without words', () => {
    expect(findOperations(operations, ' \t ')).toBe(operations);
  });

  it('reads characters of regular expressions as text', () => {
    expect(found('{id}')).toEqual(['listOrdersOfCustomer']);
    expect(found('.*')).toEqual([]);
  });

  it('is fast enough for each key with 1,000 operations', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      ...{ method: 'get', path: `/shops/{shop}/resources-${at}/items`, id: `listItemsOfResource${at}` },
      ...{ summary: `Lists the items of resource ${at} in a shop`, tags: ['Resources', `Group ${at % 20}`] },
    }));
    findOperations(many, 'warm up');
    const start = performance.now();
    const [best] = findOperations(many, 'items resource 777');
    // Some 10 ms on a free machine.
    expect(performance.now() - start).toBeLessThan(500);
    expect(best?.id).toBe('listItemsOfResource777');
  });
});
