/** Pacts that break their contract in one way, and what is told of each: that, and nothing else. */
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

/** The comparator alone has no error for any of these. */
const missed: readonly Row[] = [
  [
    'a readOnly property in a request',
    { ...made, body: { lines: [line], number: 7 } },
    'warning request.body.read-only body.number',
  ],
  [
    'an int64 one too large in an answer',
    { ...read, responseBody: { id: 9223372036854775808n } },
    'error response.body.incompatible body.id',
  ],
  [
    'an int64 one too small in a list of answers',
    { request: 'GET /orders', headers: key, responseBody: [{ id: -9223372036854775809n }] },
    'error response.body.incompatible body[0].id',
  ],
  [
    'an int64 one too large in a path',
    { request: 'GET /orders/9223372036854775808', headers: key },
    'error request.path.incompatible path.orderId',
  ],
  [
    'an int64 one too large in a query',
    { request: 'GET /orders', headers: key, query: { ids: ['1', '9223372036854775808'] } },
    'error request.query.incompatible query.ids[1]',
  ],
  [
    'a cookie that breaks its schema',
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
    'a property of a request that its open schema does not have',
    { ...made, body: { lines: [line], colour: 'red' } },
    'warning request.body.unknown-property body.colour',
  ],
  [
    'the same within the items of a list, under allOf',
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
    'a property of a request where the contract says that others may come',
    { request: 'POST /anything', body: { a: 'a', b: 1 }, status: 200 },
    'warning request.body.unknown-property body.b',
  ],
  [
    'a query parameter that is not declared',
    { request: 'GET /orders', headers: key, query: { page: ['2'] } },
    'warning request.query.unknown query.page',
  ],
  [
    'a header that is not declared',
    { request: 'GET /orders', headers: { ...key, 'X-Shop': '1' } },
    'warning request.header.unknown header x-shop',
  ],
  [
    'an optional property, with nothing to bring it',
    { ...read, responseBody: { ...order, note: 'n' } },
    'warning response.body.optional body.note',
  ],
  [
    'an optional property within a list',
    { ...read, responseBody: { lines: [{ ...line, count: 1 }] } },
    'warning response.body.optional body.lines[0].count',
  ],
  [
    'a writeOnly property in an answer',
    { ...read, responseBody: { secret: 's' }, states: ['a secret'] },
    'warning response.body.write-only body.secret',
  ],
  [
    'a valid request that is refused without a reason',
    {
      ...made,
      body: { lines: [line] },
      status: 400,
      responseBody: { status: 400 },
      responseType: 'application/problem+json',
    },
    'warning request.valid.refused request',
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
    'a rule that no right answer meets',
    {
      ...read,
      responseBody: { lines: [line] },
      matchingRules: { body: { '$.lines': { matchers: [{ match: 'type', min: 4 }] } } },
    },
    'error response.rule.incompatible body.lines',
  ],
  [
    'a rule of version 2 that no right answer meets',
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
    'a rule that its own example does not meet',
    {
      ...read,
      responseBody: { lines: [{ sku: 'a' }] },
      matchingRules: { body: { '$.lines[*].sku': { matchers: [{ match: 'regex', regex: '(?i)^B' }] } } },
    },
    'warning response.rule.example body.lines[0].sku',
  ],
];

/** The comparator sees these too, or something of them. */
const seen: readonly Row[] = [
  [
    'an int32 too large in the body of a 4xx',
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
    'an int32 too large in a request',
    { ...made, body: { lines: [{ ...line, count: 2147483648 }] } },
    'error request.body.incompatible body.lines[0].count',
  ],
  [
    'an int32 too large in a query',
    { request: 'GET /orders', headers: key, query: { limit: ['2147483648'] } },
    'error request.query.incompatible query.limit',
  ],
  [
    'an int32 too large in a header',
    { request: 'GET /orders', headers: { ...key, 'X-Trace-Level': '2147483648' } },
    'error request.header.incompatible header["X-Trace-Level"]',
  ],
  [
    'an int32 too large beside a rule that says integer',
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
    'what is required at both levels of nested allOf',
    { ...made, body: { lines: [{ price: 1 }] } },
    'error request.body.incompatible body.lines[0].sku',
  ],
  [
    'the same of the inner level',
    { ...made, body: { lines: [{ sku: 'a' }] } },
    'error request.body.incompatible body.lines[0].price',
  ],
  ['what is required beside allOf', { ...made, body: { note: 'n' } }, 'error request.body.incompatible body.lines'],
  ['no body where one is required', made, 'error request.body.missing body'],
  [
    'a property that a closed object of a request does not have',
    { ...made, body: { lines: [line], address: { town: 't' } } },
    'error request.body.incompatible body.address.town',
  ],
  [
    'a property that a closed object of an answer does not have',
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
    'a property that nobody promised',
    { ...read, responseBody: { ...order, colour: 'red' } },
    'error response.body.incompatible body',
  ],
  [
    'the same within a list, under allOf',
    { ...read, responseBody: { lines: [{ sku: 'a', colour: 'red' }] } },
    'error response.body.incompatible body.lines[0]',
  ],
  [
    'a property where the contract says that others may come',
    { request: 'POST /anything', body: { a: 'a' }, responseBody: { x: 1 } },
    'warning response.body.unknown-property body',
  ],
  [
    'a type of the answer that is not declared',
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
    'a type of the request that is not declared',
    { ...made, headers: { ...key, 'Content-Type': 'text/plain' }, body: 'x', type: 'text/plain' },
    'error request.content-type.incompatible header content-type',
  ],
  [
    'an Accept that nothing declared meets',
    { request: 'GET /orders', headers: { ...key, Accept: 'text/html' } },
    'error request.accept.incompatible header accept',
  ],
  [
    'a body of an answer that has none',
    { request: 'PUT /pets', body: { kind: 'Dog', bark: 'b' }, status: 204, responseBody: { ok: true } },
    'error response.body.unknown body',
  ],
  ['a status that is not declared', { ...read, status: 202 }, 'error response.status.unknown status'],
  [
    'a path that the contract does not have',
    { request: 'GET /order', headers: key },
    'error request.path-or-method.unknown request',
  ],
  [
    'a method that the path does not have',
    { request: 'PATCH /orders/1', headers: key },
    'error request.path-or-method.unknown request',
  ],
  [
    'a header of the answer that nobody promised',
    { request: 'GET /orders', headers: key, responseHeaders: { 'X-Page': '1' } },
    'error response.header.unknown header x-page',
  ],
  [
    'a header of the answer that breaks its schema',
    { request: 'GET /orders', headers: key, responseHeaders: { 'X-Total': 'many' } },
    'error response.header.incompatible header x-total',
  ],
  [
    'a header that HTTP knows and nobody promised',
    { request: 'GET /orders', headers: key, responseHeaders: { ETag: '"1"' } },
    'warning response.header.undefined header etag',
  ],
  [
    'a list that is not exploded, sent exploded',
    { request: 'GET /orders', headers: key, query: { tags: ['a', 'b'] } },
    'warning request.query.style query.tags',
  ],
  [
    'a member of an object in the query',
    { request: 'GET /orders', headers: key, query: { 'filter[size]': ['big'] } },
    'error request.query.incompatible query.filter.size',
  ],
  [
    'a text where a number is in a form',
    {
      request: 'POST /login',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'user=a&attempts=many',
      type: 'application/x-www-form-urlencoded',
    },
    'error request.body.incompatible body.attempts',
  ],
  [
    'a part that is missing in a form',
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
    'a null where the schema has none',
    { ...read, responseBody: { id: null } },
    'error response.body.incompatible body.id',
  ],
  [
    'a format that the text does not have',
    { ...read, responseBody: { made: 'yesterday' }, states: ['made'] },
    'error response.body.incompatible body.made',
  ],
];

const ofGarden: readonly Row[] = [
  [
    'a path parameter that breaks its pattern',
    { request: 'GET /beds/North' },
    'error request.path.incompatible path.bedId',
  ],
  [
    'a type of none of several',
    { request: 'GET /beds/north', responseBody: { area: 'big' } },
    'error response.body.incompatible body.area',
  ],
  [
    'what fits no alternative',
    { request: 'GET /beds/north', responseBody: { soil: 5 }, states: ['soil'] },
    'error response.body.incompatible body.soil',
  ],
  [
    'a property that unevaluatedProperties refuses',
    { request: 'PATCH /beds/north', body: { wings: 1 }, type: 'application/merge-patch+json', status: 204 },
    'error request.body.incompatible body.wings',
  ],
  [
    'another const',
    { request: 'GET /beds/north', responseBody: { kind: 'pot' }, states: ['kind'] },
    'error response.body.incompatible body.kind',
  ],
  [
    'an optional property beside one that only stands beside the $ref',
    { request: 'GET /beds/north', responseBody: { area: 1, kind: 'bed' } },
    'warning response.body.optional body.kind',
  ],
];

describe('told is, and nothing else:', () => {
  test.each([...missed, ...seen])('%s', async (_what, exchange, finding) => {
    expect(await reportedFindings(shop, exchange)).toEqual([finding]);
  });

  test.each(ofGarden)('of 3.1: %s', async (_what, exchange, finding) => {
    expect(await reportedFindings(garden, exchange)).toEqual([finding]);
  });

  test('what breaks a schema in another file', async () => {
    expect(await reportedFindings(files, { request: 'GET /things', responseBody: { size: 2147483648 } })).toEqual([
      'error response.body.incompatible body.size',
    ]);
  });
});

describe('the comparator by itself has no error for', () => {
  test.each(missed)('%s', async (_what, exchange) => {
    expect(await comparatorErrors(shop, exchange)).toEqual([]);
  });
});
