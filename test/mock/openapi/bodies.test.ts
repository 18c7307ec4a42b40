/** Request bodies of each kind in OpenAPI. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { errorMessage, member, send, startMockWithPaths, type TestMock } from '../support.ts';

const declaredResponses = { 200: { description: 'Taken' }, 400: { description: 'Refused' } };

function taking(content: JsonObject, required = true): Promise<TestMock> {
  const post = { operationId: 'take', requestBody: { required, content }, responses: declaredResponses };
  return startMockWithPaths({ '/things': { post } });
}

async function statusOf(mock: TestMock, type: string, body: string | Uint8Array<ArrayBuffer>) {
  const sent = { method: 'POST', headers: { 'Content-Type': type }, body };
  return (await send(`${mock.url}/things`, sent)).status;
}

const order = {
  type: 'object',
  required: ['id', 'tags'],
  xml: { name: 'order' },
  properties: {
    id: { type: 'integer', xml: { attribute: true } },
    tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
    line: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
  },
};

describe('an XML body', () => {
  test.each([
    [200, '<order id="7"><tags><tag>a</tag><tag>b</tag></tags></order>'],
    [200, '<o:order xmlns:o="urn:o" id="7"><tags/></o:order>'],
    [200, '<order id="7"><tags/><line><count>1</count></line><line><count>2</count></line></order>'],
    [200, '<order id="7"><tags><tag><![CDATA[a < b]]></tag></tags></order>'],
    [400, '<order id="7"><tags></order>'],
    [400, 'not XML at all'],
    [400, '<order id="7"/>'],
    [400, '<order id="seven"><tags/></order>'],
    [400, '<order id="7"><tags/><line><count>one</count></line></order>'],
  ])('gets %s for %s', async (status, text) => {
    const mock = await taking({ 'application/xml': { schema: order } });
    expect(await statusOf(mock, 'application/xml', text)).toBe(status);
  });

  test('of a schema without XML keywords is only checked for its syntax', async () => {
    const mock = await taking({ 'application/atom+xml': {} });
    expect(await statusOf(mock, 'application/atom+xml', '<feed/>')).toBe(200);
    expect(await statusOf(mock, 'application/atom+xml', '<feed>')).toBe(400);
  });

  test('may be in another encoding that it declares', async () => {
    const mock = await taking({ 'text/xml': { schema: { type: 'string' } } });
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e9</a>', 'latin1');
    expect(await statusOf(mock, 'text/xml', new Uint8Array(latin))).toBe(200);
  });

  test('creates a record that is read as JSON', async () => {
    const json = { description: 'It', content: { 'application/json': { schema: order } } };
    const mock = await startMockWithPaths({
      '/orders': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: order }, 'application/xml': { schema: order } },
          },
          responses: { 201: json },
        },
      },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: json, 404: { description: 'None' } } },
      },
    });
    const headers = { 'Content-Type': 'application/xml' };
    const body = '<order id="7"><tags><tag>a</tag></tags></order>';
    expect((await send(`${mock.url}/orders`, { method: 'POST', headers, body })).status).toBe(201);
    expect(member((await send(`${mock.url}/orders/7`)).json, 'tags')).toEqual(['a']);
  });
});

const form = (parts: readonly string[], end = '--b--\r\n') =>
  `${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}${end}`;

describe('a multipart form', () => {
  const schema = {
    type: 'object',
    required: ['picture'],
    properties: {
      picture: { type: 'string', format: 'binary' },
      more: { type: 'array', items: { type: 'string', format: 'binary' } },
      meta: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
      list: { type: 'array', items: { type: 'integer' } },
      size: { type: 'integer' },
    },
  };
  const encoding = { picture: { contentType: 'image/png, image/jpeg' } };
  const png = 'name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG';

  test.each([
    [200, 'a file of a declared type', form([png])],
    [200, 'several files', form([png, 'name="more"; filename="1"\r\n\r\n1', 'name="more"; filename="2"\r\n\r\n2'])],
    [200, 'a JSON part', form([png, 'name="meta"\r\nContent-Type: application/json\r\n\r\n{"n":1}'])],
    [200, 'an array in one JSON part', form([png, 'name="list"\r\nContent-Type: application/json\r\n\r\n[1,2]'])],
    [200, 'a field that is not a file', form([png, 'name=size\r\n\r\n7'])],
    [200, 'a preamble and an epilogue', `before\r\n${form([png])}after`],
    [400, 'a file of another type', form(['name="picture"; filename="a"\r\nContent-Type: text/plain\r\n\r\nPNG'])],
    [
      400,
      'a JSON part that violates its schema',
      form([png, 'name="meta"\r\nContent-Type: application/json\r\n\r\n{}']),
    ],
    [400, 'without a required part', form(['name="size"\r\n\r\n7'])],
    [400, 'a string instead of a number', form([png, 'name="size"\r\n\r\nseven'])],
    [400, 'a form without a final boundary', form([png], '')],
    [400, 'a part without a name', form([png, 'filename="a"\r\n\r\n1'])],
  ])('gets %s for %s', async (status, _what, text) => {
    const mock = await taking({ 'multipart/form-data': { schema, encoding } });
    expect(await statusOf(mock, 'multipart/form-data; boundary=b', text)).toBe(status);
  });

  test('with a part of a wrong media type gets its name', async () => {
    const mock = await taking({ 'multipart/form-data': { schema, encoding } });
    const text = form(['name="picture"; filename="a"\r\nContent-Type: text/html\r\n\r\nPNG']);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const response = await send(`${mock.url}/things`, { method: 'POST', headers, body: text });
    expect(errorMessage(response)).toBe('body.picture: expected a part of image/png or image/jpeg, got "text/html"');
  });

  test('without a boundary is rejected', async () => {
    const mock = await taking({ 'multipart/form-data': { schema } });
    expect(await statusOf(mock, 'multipart/form-data', form([png]))).toBe(400);
  });
});

describe('a urlencoded form', () => {
  const schema = {
    type: 'object',
    properties: {
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      pipes: { type: 'array', items: { type: 'integer' } },
      meta: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
    },
    additionalProperties: { type: 'integer' },
  };
  const encoding = {
    tags: { style: 'form', explode: false },
    pipes: { style: 'pipeDelimited', explode: false },
  };

  test.each([
    [200, 'tags=a,b'],
    [400, 'tags=a,c'],
    [200, 'pipes=1%7C2'],
    [200, 'pipes=1|2'],
    [400, 'pipes=1|b'],
    [200, 'meta=%7B%22n%22%3A1%7D'],
    [400, 'meta=%7B%22n%22%3A%22x%22%7D'],
    [200, 'meta[n]=1'],
    [200, 'other=7'],
    [400, 'other=seven'],
    [400, 'other=%zz'],
    [200, ''],
  ])('gets %s for %j', async (status, text) => {
    const mock = await taking({ 'application/x-www-form-urlencoded': { schema, encoding } });
    expect(await statusOf(mock, 'application/x-www-form-urlencoded', text)).toBe(status);
  });
});

describe('a body of', () => {
  const upload = { schema: { type: 'string', format: 'binary' } };
  const anyBytes = Uint8Array.of(0, 0xff, 0xfe, 0x0d, 0x0a, 0x7b);

  test.each([
    [200, 'text/plain', { schema: { type: 'integer' } }, '7'],
    [400, 'text/plain', { schema: { type: 'integer' } }, 'seven'],
    [200, 'text/plain', { schema: { type: 'string', enum: ['on', 'off'] } }, 'on'],
    [400, 'text/plain', { schema: { type: 'string', enum: ['on', 'off'] } }, 'dim'],
    [200, 'text/csv', { schema: { type: 'string', pattern: '^a,b' } }, 'a,b\r\n1,2\r\n'],
    [400, 'text/csv', { schema: { type: 'string', pattern: '^a,b' } }, 'b,a\r\n'],
    [200, 'text/plain; charset=iso-8859-1', { schema: { type: 'string', maxLength: 1 } }, Uint8Array.of(0xe9)],
    [400, 'text/plain', { schema: { type: 'string' } }, Uint8Array.of(0xe9)],
    [200, 'application/octet-stream', upload, anyBytes],
    [200, 'image/png', upload, anyBytes],
    [200, 'application/vnd.orders+json; charset=utf-8', { schema: { type: 'object' } }, '{}'],
    [400, 'application/vnd.orders+json', { schema: { type: 'object' } }, '[]'],
    [200, 'multipart/mixed; boundary=b', {}, '--b\r\n\r\nx\r\n--b--'],
  ])('gets %s as %s', async (status, type, media, body) => {
    const mock = await taking({ [type.split(';')[0] ?? '']: media });
    expect(await statusOf(mock, type, body)).toBe(status);
  });

  test('a range of media types accepts all of them, including JSON', async () => {
    const mock = await taking({ '*/*': upload });
    expect(await statusOf(mock, 'image/webp', anyBytes)).toBe(200);
    expect(await statusOf(mock, 'application/json', '{"any":"thing"}')).toBe(200);
    const images = await taking({ 'image/*': upload });
    expect(await statusOf(images, 'image/webp', anyBytes)).toBe(200);
    expect(await statusOf(images, 'text/plain', 'x')).toBe(400);
  });

  test('one of several media types is validated by the schema of that type', async () => {
    const mock = await taking({
      'application/json': { schema: { type: 'object', required: ['n'] } },
      'text/plain': { schema: { type: 'integer' } },
    });
    expect(await statusOf(mock, 'application/json', '{"n":1}')).toBe(200);
    expect(await statusOf(mock, 'application/json', '7')).toBe(400);
    expect(await statusOf(mock, 'text/plain', '7')).toBe(200);
    expect(await statusOf(mock, 'text/plain', '{"n":1}')).toBe(400);
  });

  test.each([
    [true, 400],
    [false, 200],
  ])('without bytes, with required %s, gets %s', async (required, status) => {
    const mock = await taking({ 'application/json': { schema: { type: 'object' } } }, required);
    expect((await send(`${mock.url}/things`, { method: 'POST' })).status).toBe(status);
  });
});
