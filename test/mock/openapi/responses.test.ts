/** Responses of each kind in OpenAPI. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseXml } from '../../../spec/wire/xml.ts';
import { contractFromJson, send, startMockWithPaths } from '../support.ts';

async function startMockWithResponse(response: JsonObject, status = '200') {
  const mock = await startMockWithPaths({
    '/things': { get: { responses: { [status]: { description: 'It', ...response } } } },
  });
  return (init: RequestInit = {}) => send(`${mock.url}/things`, { redirect: 'manual', ...init });
}

describe('a required header of a response', () => {
  const object = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'integer', const: 1 }, b: { type: 'string', const: 'x' } },
  };

  test.each<[string, JsonObject, string]>([
    ['a list', { schema: { type: 'array', items: { const: 7, type: 'integer' }, minItems: 2 } }, '7,7'],
    ['an object', { schema: object }, 'a,1,b,x'],
    ['an exploded object', { explode: true, schema: object }, 'a=1,b=x'],
    ['a JSON document', { content: { 'application/json': { schema: object } } }, '{"a":1,"b":"x"}'],
    ['a string that is a valid header value', { schema: { type: 'string', enum: ['gr\u00fcn', 'blue'] } }, 'blue'],
    ['a nullable number', { schema: { type: ['integer', 'null'], minimum: 5 } }, '5'],
    ['a boolean', { schema: { type: 'boolean', const: false } }, 'false'],
  ])('is %s', async (_what, header, text) => {
    const get = await startMockWithResponse({ headers: { 'X-Given': { required: true, ...header } } });
    expect((await get()).headers.get('x-given')).toBe(text);
  });

  test.each([
    ['ETag', /^"[^"]*"$/],
    ['Last-Modified', /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/],
    ['Link', /^<[^>]+>; rel="\w+"$/],
    ['Set-Cookie', /^\w+=\w+$/],
  ])('%s has the format that HTTP defines', async (name, form) => {
    const get = await startMockWithResponse({
      headers: { [name]: { required: true, schema: { type: 'string' } } },
    });
    expect((await get()).headers.get(name)).toMatch(form);
  });

  test('is the example of the document', async () => {
    const get = await startMockWithResponse({
      headers: { ETag: { required: true, schema: { type: 'string' }, example: 'W/"7"' } },
    });
    expect((await get()).headers.get('etag')).toBe('W/"7"');
  });
});

describe('a body that is not JSON', () => {
  test.each([
    ['image/png', '\u0089PNG\r\n'],
    ['image/*', '\u0089PNG\r\n'],
    ['image/jpeg', '\u00ff\u00d8\u00ff'],
    ['application/pdf', '%PDF-1.4'],
    ['application/zip', 'PK'],
    ['text/html', '<!DOCTYPE html>'],
    ['text/csv', 'name,count\r\n'],
  ])('of %s begins with the signature of the file type', async (type, start) => {
    const mock = await startMockWithPaths({
      '/things': {
        get: {
          responses: {
            200: { description: 'It', content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
          },
        },
      },
    });
    const response = await fetch(`${mock.url}/things`);
    expect(
      Buffer.from(await response.arrayBuffer())
        .toString('latin1')
        .slice(0, start.length),
    ).toBe(start);
  });

  test('is the example of the document if there is one', async () => {
    const get = await startMockWithResponse({
      content: { 'text/html': { schema: { type: 'string' }, example: '<p>Hello' } },
    });
    expect((await get()).text).toBe('<p>Hello');
  });

  test('of text/csv has one line for each object', async () => {
    const item = {
      type: 'object',
      properties: { name: { const: 'a "b", c' }, n: { type: 'integer', const: 7 } },
    };
    const get = await startMockWithResponse({
      content: { 'text/csv': { schema: { type: 'array', minItems: 2, items: item } } },
    });
    expect((await get()).text).toBe('name,n\r\n"a ""b"", c",7\r\n"a ""b"", c",7\r\n');
  });

  test('of XML follows the xml objects of the schema', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'tags', 'lines'],
      xml: { name: 'order', prefix: 'o', namespace: 'urn:orders' },
      properties: {
        id: { type: 'integer', const: 7, xml: { attribute: true } },
        tags: {
          type: 'array',
          minItems: 2,
          maxItems: 2,
          xml: { wrapped: true },
          items: { const: '<a>', xml: { name: 'tag' } },
        },
        lines: { type: 'array', minItems: 1, maxItems: 1, items: { const: 1, xml: { name: 'line' } } },
      },
    };
    const { text } = await (await startMockWithResponse({ content: { 'application/xml': { schema } } }))();
    expect(text.split('\n')[1]).toBe(
      '<o:order xmlns:o="urn:orders" id="7"><tags><tag>&lt;a&gt;</tag><tag>&lt;a&gt;</tag></tags><line>1</line></o:order>',
    );
    expect(parseXml(text)?.name).toBe('order');
  });
});

describe('the status', () => {
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

  test.each([
    ['2XX', 200],
    ['default', 200],
    ['4XX', 400],
    ['304', 304],
    ['204', 204],
    ['302', 302],
  ])('of %s alone is %s', async (declared, status) => {
    expect((await (await startMockWithResponse({}, declared))()).status).toBe(status);
  });

  test('of an error range is the requested one, with the schema of the range', async () => {
    const get = await startMockWithResponse(
      json({ type: 'object', required: ['status'], properties: { status: { type: 'integer' } } }),
      '5XX',
    );
    const received = await get({ headers: { Prefer: 'code=507' } });
    expect([received.status, received.json]).toEqual([507, { status: 507 }]);
  });
});

describe('the media type', () => {
  test.each([
    [undefined, 'application/json'],
    ['application/vnd.x+json;q=0.9, text/plain;q=0.1', 'application/vnd.x+json'],
    ['text/*', 'text/plain; charset=utf-8'],
    ['*/*;q=0.1, text/plain', 'text/plain; charset=utf-8'],
    ['application/json;q=0, */*', 'application/vnd.x+json'],
  ])('for %s is %s', async (accept, type) => {
    const content = { 'application/json': {}, 'application/vnd.x+json': {}, 'text/plain': {} };
    const get = await startMockWithResponse({ content });
    expect((await get(accept === undefined ? {} : { headers: { Accept: accept } })).headers.get('content-type')).toBe(
      type,
    );
  });
});

describe('a response conforms to its schema', () => {
  const cat = {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
  };
  const dog = {
    type: 'object',
    required: ['kind', 'barks'],
    properties: { kind: { type: 'string' }, barks: { type: 'boolean' } },
  };
  const pets = { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] };

  test.each<[string, JsonObject]>([
    ['not', { type: 'string', not: { enum: ['string', 'sample'] } }],
    [
      'if, then',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { const: 1 } },
        if: { properties: { a: { const: 1 } } },
        then: { required: ['b'], properties: { b: { type: 'integer', minimum: 3 } } },
      },
    ],
    [
      'dependentRequired',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        dependentRequired: { a: ['b'] },
      },
    ],
    [
      'dependentSchemas',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' } },
        dependentSchemas: { a: { required: ['c'], properties: { c: { type: 'boolean' } } } },
      },
    ],
    [
      'prefixItems',
      { type: 'array', minItems: 2, prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
    ],
    ['contains', { type: 'array', contains: { const: 7 }, minContains: 2, items: { type: 'integer' } }],
    [
      'unevaluatedProperties',
      {
        allOf: [{ properties: { a: { type: 'integer' } } }],
        type: 'object',
        required: ['a'],
        unevaluatedProperties: false,
      },
    ],
    ['uniqueItems', { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'integer', minimum: 5 } }],
    ['types', { type: ['integer', 'null'], minimum: 100 }],
    [
      'a mapped discriminator',
      { ...pets, discriminator: { propertyName: 'kind', mapping: { miau: '#/components/schemas/Cat' } } },
    ],
    ['a discriminator without a mapping', { ...pets, discriminator: { propertyName: 'kind' } }],
    ['minItems of 20,000', { type: 'array', minItems: 20_000, items: { type: 'integer' } }],
    ['int64', { type: 'integer', format: 'int64', minimum: 9007199254740993n }],
    ...[
      'date',
      'time',
      'date-time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'uuid',
      'byte',
      'json-pointer',
      'regex',
      'password',
    ].map((format): [string, JsonObject] => [`format ${format}`, { type: 'string', format }]),
  ])('with %s', async (_what, schema) => {
    const paths = {
      '/things': {
        get: { responses: { 200: { description: 'It', content: { 'application/json': { schema } } } } },
      },
    };
    const components = { schemas: { Cat: cat, Dog: dog } };
    const contract = await contractFromJson({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths,
      components,
    });
    const [operation] = contract.operations;
    const validating = operation?.responses[0]?.content[0]?.schema;
    if (operation === undefined || validating === undefined) throw new Error('the contract has no schema');
    const mock = await startMockWithPaths(paths, { components });
    for (const prefer of ['', 'dynamic=true']) {
      const { json, text } = await send(`${mock.url}/things`, { headers: { Prefer: prefer } });
      expect(json !== undefined && isValid(validating, json, 'response'), text.slice(0, 200)).toBe(true);
    }
  });

  test('a property for one direction is omitted at every depth', async () => {
    const inner = {
      type: 'object',
      required: ['open', 'secret'],
      properties: { open: { const: 1 }, secret: { type: 'string', writeOnly: true } },
    };
    const schema = {
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', minItems: 1, maxItems: 1, items: inner } },
    };
    const { json } = await (await startMockWithResponse({ content: { 'application/json': { schema } } }))();
    expect(json).toEqual({ list: [{ open: 1 }] });
  });

  test('a dynamic one has no undeclared properties', async () => {
    const schema = { type: 'object', required: ['t'], properties: { t: { type: 'string', minLength: 30 } } };
    const get = await startMockWithResponse({ content: { 'application/json': { schema } } });
    const { json } = await get({ headers: { Prefer: 'dynamic=true, seed=7' } });
    expect(Object.keys(Object(json))).toEqual(['t']);
  });
});

test.each(['allOf', 'anyOf'])('twenty levels of doubled %s get a response', async (keyword) => {
  const schemas: Record<string, Json> = {
    L20: { type: 'object', required: ['z'], properties: { z: { const: 1 } } },
  };
  for (let level = 0; level < 20; level++) {
    const below = { $ref: `#/components/schemas/L${level + 1}` };
    schemas[`L${level}`] = { [keyword]: [below, { [keyword]: [below] }] };
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/L0' } } };
  const mock = await startMockWithPaths(
    { '/things': { get: { responses: { 200: { description: 'It', content } } } } },
    { components: { schemas } },
  );
  expect((await send(`${mock.url}/things`)).json).toEqual({ z: 1 });
});
