/** Pacts that violate their contract in one way, each with its only finding. */
import { describe, expect, test } from 'vitest';
import { comparatorErrors, contracts, reportedFindings, type SmallInteraction } from './support.ts';

const { shop, garden, files } = contracts;
const key = { 'X-Api-Key': 'k' };
const line = { sku: 'a', price: 1.5 };
const order = { id: 1, lines: [line] };
const problem = { 'Content-Type': 'application/problem+json' };
const made = { request: 'POST /orders', headers: key, status: 201 } as const;
const read = { request: 'GET /orders/1', headers: key } as const;
const photo = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--x--\r\n';
const state = ['order 1 is there'] as const;

type Row = readonly [what: string, exchange: SmallInteraction, finding: string];

/** The comparator alone reports no error for any of these. */
const missed: readonly Row[] = [
  [
    'a readOnly property in a request',
    { ...made, body: { lines: [line], number: 7 } },
    'warning request.body.read-only body.number',
  ],
  [
    'an int64 that is too large by one in a response',
    { ...read, responseBody: { id: 9223372036854775808n } },
    'error response.body.incompatible body.id',
  ],
  [
    'an int64 that is too small by one in a response array',
    { request: 'GET /orders', headers: key, responseBody: [{ id: -9223372036854775809n }] },
    'error response.body.incompatible body[0].id',
  ],
  [
    'an int64 that is too large by one in a path',
    { request: 'GET /orders/9223372036854775808', headers: key },
    'error request.path.incompatible path.orderId',
  ],
  [
    'an int64 that is too large by one in a query',
    { request: 'GET /orders', headers: key, query: { ids: ['1', '9223372036854775808'] } },
    'error request.query.incompatible query.ids[1]',
  ],
  [
    'a cookie that violates its schema',
    { request: 'GET /orders', headers: { ...key, Cookie: 'session=a' } },
    'error request.cookie.incompatible cookie.session',
  ],
  [
    'no credentials in a cookie',
    {
      request: 'POST /photos',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: photo,
      type: 'multipart/form-data; boundary=x',
      status: 201,
    },
    'error request.authorization.missing credentials',
  ],
  [
    'an undeclared request property with an open schema',
    { ...made, body: { lines: [line], colour: 'red' } },
    'warning request.body.unknown-property body.colour',
  ],
  [
    'the same in array items, under allOf',
    {
      ...made,
      body: {
        lines: [
          { ...line, colour: 'red' },
          { ...line, colour: 'red' },
        ],
      },
    },
    'warning request.body.unknown-property body.lines[0].colour',
  ],
  [
    'the same in no alternative of a oneOf',
    { request: 'PUT /pets', body: { kind: 'Dog', bark: 'b', wings: 2 }, status: 204 },
    'warning request.body.unknown-property body.wings',
  ],
  [
    'an undeclared request property where additional properties are allowed',
    { request: 'POST /anything', body: { a: 'a', b: 1 }, status: 200 },
    'warning request.body.unknown-property body.b',
  ],
  [
    'an undeclared query parameter',
    { request: 'GET /orders', headers: key, query: { page: ['2'] } },
    'warning request.query.unknown query.page',
  ],
  [
    'an undeclared header',
    { request: 'GET /orders', headers: { ...key, 'X-Shop': '1' } },
    'warning request.header.unknown header x-shop',
  ],
  [
    'an optional property that nothing sets',
    { ...read, responseBody: { ...order, note: 'n' } },
    'warning response.body.optional body.note',
  ],
  [
    'an optional property in an array',
    { ...read, responseBody: { lines: [{ ...line, count: 1 }] } },
    'warning response.body.optional body.lines[0].count',
  ],
  [
    'a writeOnly property in a response',
    { ...read, responseBody: { secret: 's' }, states: ['a secret'] },
    'warning response.body.write-only body.secret',
  ],
  [
    'a valid request that is rejected without a reason',
    {
      ...made,
      body: { lines: [line] },
      status: 400,
      responseBody: { status: 400 },
      responseType: 'application/problem+json',
    },
    'warning request.valid.rejected request',
  ],
  [
    'a deprecated operation',
    { request: 'DELETE /orders/1', headers: key, status: 204 },
    'warning request.operation.deprecated request',
  ],
  [
    'a success that only "default" declares',
    { ...made, body: { lines: [line] }, status: 202 },
    'warning response.status.default status',
  ],
  [
    'a rule that no conforming response matches',
    {
      ...read,
      responseBody: { lines: [line] },
      matchingRules: { body: { '$.lines': { matchers: [{ match: 'type', min: 4 }] } } },
    },
    'error response.rule.incompatible body.lines',
  ],
  [
    'a rule of version 2 that no conforming response matches',
    {
      ...read,
      version: 2,
      states: state,
      responseBody: { state: 'open' },
      matchingRules: { '$.body.state': { match: 'regex', regex: '^new$' } },
    },
    'error response.rule.incompatible body.state',
  ],
  [
    'a rule that its own example does not match',
    {
      ...read,
      responseBody: { lines: [{ sku: 'a' }] },
      matchingRules: { body: { '$.lines[*].sku': { matchers: [{ match: 'regex', regex: '(?i)^B' }] } } },
    },
    'warning response.rule.example body.lines[0].sku',
  ],
];

/** The comparator also reports these, at least in part. */
const seen: readonly Row[] = [
  [
    'an int32 that is too large in the body of a 4xx',
    {
      request: 'GET /orders',
      headers: { ...key, Accept: 'application/problem+json' },
      query: { limit: ['0'] },
      status: 400,
      responseHeaders: problem,
      responseBody: { status: 2147483648 },
      responseType: 'application/problem+json',
    },
    'error response.body.incompatible body.status',
  ],
  [
    'an int32 that is too large in a request',
    { ...made, body: { lines: [{ ...line, count: 2147483648 }] } },
    'error request.body.incompatible body.lines[0].count',
  ],
  [
    'an int32 that is too large in a query',
    { request: 'GET /orders', headers: key, query: { limit: ['2147483648'] } },
    'error request.query.incompatible query.limit',
  ],
  [
    'an int32 that is too large in a header',
    { request: 'GET /orders', headers: { ...key, 'X-Trace-Level': '2147483648' } },
    'error request.header.incompatible header["X-Trace-Level"]',
  ],
  [
    'an int32 that is too large with an integer rule',
    {
      ...made,
      body: { lines: [line] },
      status: 400,
      responseBody: { status: 2147483648 },
      responseHeaders: problem,
      responseType: 'application/problem+json',
      states: state,
      matchingRules: { body: { '$.status': { matchers: [{ match: 'integer' }] } } },
    },
    'error response.body.incompatible body.status',
  ],
  ['no credentials', { request: 'GET /orders' }, 'error request.authorization.missing credentials'],
  [
    'credentials in the query that belong in a header',
    { request: 'GET /orders', query: { 'x-api-key': ['k'] } },
    'error request.authorization.incompatible credentials',
  ],
  [
    'credentials of another scheme',
    {
      request: 'POST /photos',
      headers: { Authorization: 'Basic dTpw', 'Content-Type': 'multipart/form-data' },
      body: 'x',
      type: 'multipart/form-data',
      status: 201,
    },
    'error request.authorization.incompatible credentials',
  ],
  [
    'a property required at both levels of nested allOf',
    { ...made, body: { lines: [{ price: 1 }] } },
    'error request.body.incompatible body.lines[0].sku',
  ],
  [
    'the same at the inner level',
    { ...made, body: { lines: [{ sku: 'a' }] } },
    'error request.body.incompatible body.lines[0].price',
  ],
  ['a property required next to allOf', { ...made, body: { note: 'n' } }, 'error request.body.incompatible body.lines'],
  ['no body where one is required', made, 'error request.body.missing body'],
  [
    'an undeclared property in a closed request object',
    { ...made, body: { lines: [line], address: { town: 't' } } },
    'error request.body.incompatible body.address.town',
  ],
  [
    'an undeclared property in a closed response object',
    {
      ...read,
      status: 404,
      responseHeaders: problem,
      responseBody: { status: 1, reason: 'r' },
      responseType: 'application/problem+json',
    },
    'error response.body.incompatible body.reason',
  ],
  [
    'an undeclared response property',
    { ...read, responseBody: { ...order, colour: 'red' } },
    'error response.body.incompatible body',
  ],
  [
    'the same in an array, under allOf',
    { ...read, responseBody: { lines: [{ sku: 'a', colour: 'red' }] } },
    'error response.body.incompatible body.lines[0]',
  ],
  [
    'an undeclared response property where additional properties are allowed',
    { request: 'POST /anything', body: { a: 'a' }, responseBody: { x: 1 } },
    'warning response.body.unknown-property body',
  ],
  [
    'an undeclared response media type',
    {
      request: 'GET /orders',
      headers: key,
      responseHeaders: { 'Content-Type': 'text/html' },
      responseBody: '<p>',
      responseType: 'text/html',
    },
    'error response.content-type.incompatible header content-type',
  ],
  [
    'an undeclared request media type',
    { ...made, headers: { ...key, 'Content-Type': 'text/plain' }, body: 'x', type: 'text/plain' },
    'error request.content-type.incompatible header content-type',
  ],
  [
    'an Accept header without a declared media type',
    { request: 'GET /orders', headers: { ...key, Accept: 'text/html' } },
    'error request.accept.incompatible header accept',
  ],
  [
    'a body of a response without content',
    { request: 'PUT /pets', body: { kind: 'Dog', bark: 'b' }, status: 204, responseBody: { ok: true } },
    'error response.body.unknown body',
  ],
  ['an undeclared status', { ...read, status: 202 }, 'error response.status.unknown status'],
  ['an undeclared path', { request: 'GET /order', headers: key }, 'error request.path-or-method.unknown request'],
  [
    'an undeclared method',
    { request: 'PATCH /orders/1', headers: key },
    'error request.path-or-method.unknown request',
  ],
  [
    'an undeclared response header',
    { request: 'GET /orders', headers: key, responseHeaders: { 'X-Page': '1' } },
    'error response.header.unknown header x-page',
  ],
  [
    'a response header that violates its schema',
    { request: 'GET /orders', headers: key, responseHeaders: { 'X-Total': 'many' } },
    'error response.header.incompatible header x-total',
  ],
  [
    'an undeclared standard response header',
    { request: 'GET /orders', headers: key, responseHeaders: { ETag: '"1"' } },
    'warning response.header.undefined header etag',
  ],
  [
    'an array that is not exploded, sent exploded',
    { request: 'GET /orders', headers: key, query: { tags: ['a', 'b'] } },
    'warning request.query.style query.tags',
  ],
  [
    'a member of an object in the query',
    { request: 'GET /orders', headers: key, query: { 'filter[size]': ['big'] } },
    'error request.query.incompatible query.filter.size',
  ],
  [
    'a string instead of a number in a form',
    {
      request: 'POST /login',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'user=a&attempts=many',
      type: 'application/x-www-form-urlencoded',
    },
    'error request.body.incompatible body.attempts',
  ],
  [
    'a missing part in a form',
    {
      request: 'POST /photos',
      headers: { Authorization: 'Bearer t', 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="width"\r\n\r\n7\r\n--x--\r\n',
      type: 'multipart/form-data; boundary=x',
      status: 201,
    },
    'error request.body.incompatible request body',
  ],
  [
    'a null that the schema does not allow',
    { ...read, responseBody: { id: null } },
    'error response.body.incompatible body.id',
  ],
  [
    'a string with an invalid format',
    { ...read, responseBody: { made: 'yesterday' }, states: ['made'] },
    'error response.body.incompatible body.made',
  ],
];

const ofGarden: readonly Row[] = [
  [
    'a path parameter that violates its pattern',
    { request: 'GET /beds/North' },
    'error request.path.incompatible path.bedId',
  ],
  [
    'a value of none of several types',
    { request: 'GET /beds/north', responseBody: { area: 'big' } },
    'error response.body.incompatible body.area',
  ],
  [
    'a value that matches no alternative',
    { request: 'GET /beds/north', responseBody: { soil: 5 }, states: ['soil'] },
    'error response.body.incompatible body.soil',
  ],
  [
    'a property that unevaluatedProperties rejects',
    { request: 'PATCH /beds/north', body: { wings: 1 }, type: 'application/merge-patch+json', status: 204 },
    'error request.body.incompatible body.wings',
  ],
  [
    'another const',
    { request: 'GET /beds/north', responseBody: { kind: 'pot' }, states: ['kind'] },
    'error response.body.incompatible body.kind',
  ],
  [
    'an optional property next to one declared beside the $ref',
    { request: 'GET /beds/north', responseBody: { area: 1, kind: 'bed' } },
    'warning response.body.optional body.kind',
  ],
];

describe('reports only:', () => {
  test.each([...missed, ...seen])('%s', async (_what, exchange, finding) => {
    expect(await reportedFindings(shop, exchange)).toEqual([finding]);
  });

  test.each(ofGarden)('of 3.1: %s', async (_what, exchange, finding) => {
    expect(await reportedFindings(garden, exchange)).toEqual([finding]);
  });

  test('a value that violates a schema in another file', async () => {
    expect(await reportedFindings(files, { request: 'GET /things', responseBody: { size: 2147483648 } })).toEqual([
      'error response.body.incompatible body.size',
    ]);
  });
});

describe('the comparator alone reports no error for', () => {
  test.each(missed)('%s', async (_what, exchange) => {
    expect(await comparatorErrors(shop, exchange)).toEqual([]);
  });
});
