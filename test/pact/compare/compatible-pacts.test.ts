/** Pacts that conform to their contract: any error for one of them is a false positive. */
import { describe, expect, test } from 'vitest';
import { comparatorErrors, contracts, reportedFindings, type SmallInteraction } from './support.ts';

const { shop, garden, files } = contracts;
const key = { 'X-Api-Key': 'k' };
const line = { sku: 'a', price: 1.5 };
const problem = { 'Content-Type': 'application/problem+json' };

type Row = readonly [what: string, exchange: SmallInteraction];

const ofShop: readonly Row[] = [
  ['below the path of a server with variables', { request: 'GET /api/v1/orders', headers: key }],
  ['a header of credentials in any case', { request: 'GET /orders', headers: { 'x-aPI-kEY': 'k' } }],
  [
    'generated credentials',
    {
      request: 'GET /orders',
      generators: { header: { 'X-Api-Key': { type: 'ProviderState', expression: '$' + '{key}' } } },
    },
  ],
  [
    'credentials of an alternative, in a cookie',
    {
      request: 'POST /photos',
      headers: { Cookie: 'a=b; sid=1', 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--x--\r\n',
      type: 'multipart/form-data; boundary=x',
      status: 201,
    },
  ],
  [
    'a number in a part of a form',
    {
      request: 'POST /photos',
      headers: { Authorization: 'bearer t', 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--x\r\nContent-Disposition: form-data; name="width"\r\n\r\n7\r\n--x--\r\n',
      type: 'multipart/form-data; boundary=x',
      status: 201,
    },
  ],
  ['credentials in the query', { request: 'GET /feed', query: { api_key: ['k'] } }],
  [
    'an exploded array in the query',
    { request: 'GET /orders', headers: key, query: { ids: ['1', '9223372036854775807'] } },
  ],
  ['an array of one item in the query', { request: 'GET /orders', headers: key, query: { ids: ['7'] } }],
  ['an array in the query that is not exploded', { request: 'GET /orders', headers: key, query: { tags: ['a,b'] } }],
  ['a query as a string', { request: 'GET /orders', headers: key, query: 'ids=1&ids=2&limit=3', version: 2 }],
  [
    'an object in the query',
    { request: 'GET /orders', headers: key, query: { 'filter[state]': ['open'], 'filter[size]': ['3'] } },
  ],
  ['a parameter that can be empty', { request: 'GET /orders', headers: key, query: { verbose: [''] } }],
  ['a cookie among others', { request: 'GET /orders', headers: { ...key, Cookie: 'x=1; session=abc' } }],
  ['a header with a number', { request: 'GET /orders', headers: { ...key, 'x-trace-level': '3', 'User-Agent': 'c' } }],
  ['an id at the limit of int64 in the path', { request: 'GET /orders/9223372036854775807', headers: key }],
  [
    'a media type with parameters',
    {
      request: 'POST /orders',
      headers: {
        ...key,
        'Content-Type': 'application/json; charset=utf-8',
        Accept: 'application/json, */*;q=0.1',
      },
      body: { lines: [line] },
      type: 'application/json; charset=utf-8',
      status: 201,
      responseHeaders: { 'Content-Type': 'application/json;charset=UTF-8' },
      responseBody: { id: 1, lines: [line] },
    },
  ],
  [
    'a null of OpenAPI 3.0 and a response without required properties',
    {
      request: 'POST /orders',
      headers: key,
      body: { lines: [line], note: null },
      status: 201,
      responseBody: { note: null },
    },
  ],
  [
    'a problem response for a status range, with its own type',
    {
      request: 'GET /orders',
      headers: key,
      query: { limit: ['0'] },
      status: 422,
      responseHeaders: problem,
      responseBody: { status: 422, title: null },
      responseType: 'application/problem+json',
      states: ['a title'],
    },
  ],
  [
    'a status of "default"',
    {
      request: 'POST /orders',
      headers: key,
      body: { lines: [line] },
      status: 409,
      responseBody: { status: 409 },
      responseType: 'application/problem+json',
    },
  ],
  [
    'errors in a request that should be rejected',
    {
      request: 'POST /orders',
      headers: key,
      body: { lines: 7, extra: 1 },
      status: 400,
      responseBody: { status: 400 },
      responseType: 'application/problem+json',
    },
  ],
  ['an undeclared 401 to a request without credentials', { request: 'GET /orders/1', status: 401 }],
  ['a 403 to credentials that may be invalid', { request: 'GET /orders/1', headers: key, status: 403 }],
  ['HEAD for a declared GET', { request: 'HEAD /orders/1', headers: key }],
  [
    'a schema that refers to itself',
    {
      request: 'GET /orders/1',
      headers: key,
      responseBody: { id: 1, lines: [line], parent: { id: 2, parent: { id: 3 } } },
      states: ['an order with a parent'],
    },
  ],
  [
    'a property of a schema that extends the one with a discriminator',
    { request: 'GET /pets', responseBody: { kind: 'Cat', lives: 9 } },
  ],
  [
    'an alternative of a oneOf with a discriminator',
    { request: 'PUT /pets', body: { kind: 'Dog', bark: 'wau' }, status: 204 },
  ],
  [
    'a form',
    {
      request: 'POST /login',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'user=ann&attempts=2',
      type: 'application/x-www-form-urlencoded',
      responseBody: 'welcome',
      responseType: 'text/plain',
    },
  ],
  [
    'an XML body',
    {
      request: 'GET /feed',
      query: { api_key: ['k'] },
      responseHeaders: { 'Content-Type': 'application/atom+xml' },
      responseBody: '<feed/>',
      responseType: 'application/atom+xml',
    },
  ],
  [
    'a vendor JSON type next to XML',
    {
      request: 'GET /feed',
      query: { api_key: ['k'] },
      headers: { Accept: 'application/vnd.feed+json' },
      responseHeaders: { 'Content-Type': 'application/vnd.feed+json' },
      responseBody: { title: 't' },
      responseType: 'application/vnd.feed+json',
      states: ['a title'],
    },
  ],
  [
    'an Accept header without a response body',
    {
      request: 'POST /photos',
      headers: {
        Authorization: 'Bearer t',
        Accept: 'application/json',
        'Content-Type': 'multipart/form-data',
      },
      body: 'x',
      type: 'multipart/form-data',
      status: 403,
    },
  ],
  ['an empty body', { request: 'GET /orders', headers: key, body: '', responseBody: '', version: 3 }],
  [
    'an optional property that the request sends',
    {
      request: 'POST /orders',
      headers: key,
      body: { lines: [line], note: 'n' },
      status: 201,
      responseBody: { note: 'n' },
    },
  ],
  [
    'an optional property that the state names',
    {
      request: 'GET /orders/1',
      headers: key,
      responseBody: { made: '2026-01-01T00:00:00Z' },
      states: ['order 1 has been made'],
    },
  ],
  [
    'a declared header in a different case',
    {
      request: 'GET /orders',
      headers: key,
      responseHeaders: { 'x-total': '3', 'cache-control': 'no-store' },
    },
  ],
  [
    'an array that a rule allows to be longer',
    {
      request: 'GET /orders',
      headers: key,
      responseBody: [{ id: 1, lines: [line] }],
      matchingRules: { body: { $: { matchers: [{ match: 'type', min: 1 }] } } },
    },
  ],
];

const more: readonly Row[] = [
  [
    'an alternative that only the discriminator identifies',
    { request: 'POST /shapes', body: { kind: 'Round' }, responseBody: 'round', responseType: 'text/plain' },
  ],
  [
    'a string without a Content-Type header',
    { request: 'POST /shapes', body: { kind: 'Round' }, responseBody: 'round', version: 2 },
  ],
  [
    'an XML body without a Content-Type header',
    { request: 'GET /feed', query: 'api_key=k', responseBody: '<feed/>', version: 2 },
  ],
  [
    'a conditional request with a 304',
    { request: 'GET /orders/1', headers: { ...key, 'If-None-Match': '"1"' }, status: 304 },
  ],
  [
    'a JSON body written as a string',
    {
      request: 'POST /orders',
      headers: key,
      body: JSON.stringify({ lines: [line] }),
      status: 201,
      version: 2,
    },
  ],
  ['an id that is encoded in the path', { request: 'GET /orders/%37', headers: key }],
  ['alternative types without a discriminator', { request: 'POST /anything', body: { a: 'a' } }],
];

const ofGarden: readonly Row[] = [
  ['one of several types in OpenAPI 3.1', { request: 'GET /beds/north', responseBody: { area: null } }],
  [
    'an alternative that is null',
    { request: 'GET /beds/north', responseBody: { soil: null, area: 3 }, states: ['a bed without soil'] },
  ],
  ['items by their position', { request: 'GET /beds/north', responseBody: { corner: [1, 2] }, states: ['a corner'] }],
  [
    'a property that matches patternProperties',
    { request: 'GET /beds/north', responseBody: { 'x-note': 'a' }, states: ['x-note'] },
  ],
  [
    'a patch with its own media type, closed by unevaluatedProperties',
    {
      request: 'PATCH /beds/north',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: { soil: 'clay', kind: 'bed' },
      type: 'application/merge-patch+json',
      status: 204,
    },
  ],
  [
    'a body without a Content-Type header',
    { request: 'PATCH /beds/north', body: { soil: null }, status: 204, version: 3 },
  ],
  ['a const', { request: 'GET /beds/north', responseBody: { kind: 'bed' }, states: ['a kind'] }],
];

describe('a compatible pact has no errors or warnings', () => {
  test.each([...ofShop, ...more])('%s', async (_what, exchange) => {
    expect(await reportedFindings(shop, exchange)).toEqual([]);
  });

  test.each(ofGarden)('of 3.1: %s', async (_what, exchange) => {
    expect(await reportedFindings(garden, exchange)).toEqual([]);
  });

  test('of a contract of several files', async () => {
    expect(await reportedFindings(files, { request: 'GET /things', responseBody: { size: 2147483647 } })).toEqual([]);
  });
});

test('the comparator alone reports false positives for many of them', async () => {
  const reported: string[] = [];
  for (const [description, exchange] of ofShop)
    if ((await comparatorErrors(shop, exchange)).length > 0) reported.push(description);
  expect(reported.length).toBeGreaterThan(5);
  expect(reported).toContain('a property of a schema that extends the one with a discriminator');
});
