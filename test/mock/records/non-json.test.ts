/** Content other than JSON is returned unchanged: texts, images, documents; with any storage. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { stopSharedRedis, storages } from '../storage/storages.ts';
import { send, startMockWithPaths, type TestMock, type TestResponse } from '../support.ts';

afterAll(stopSharedRedis);

const text = { type: 'string' };
const bytes = { type: 'string', format: 'binary' };
const body = (content: JsonObject): JsonObject => ({ required: true, content });
const respond = (description: string, more: JsonObject = {}): JsonObject => ({ description, ...more });
const inPath = (name: string, schema: Json = text): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema,
});

const plain = { 'text/plain': { schema: text } };
const pictures = { 'image/png': { schema: bytes }, 'image/jpeg': { schema: bytes } };
const etag = { ETag: { required: true, schema: text } };

const paths: JsonObject = {
  '/notes/{name}': {
    parameters: [{ ...inPath('name'), example: 'rules' }],
    get: { responses: { 200: respond('It', { content: plain, headers: etag }), 404: respond('None') } },
    put: { requestBody: body(plain), responses: { 201: respond('New'), 204: respond('Written') } },
    delete: { responses: { 204: respond('Gone'), '4XX': respond('None') } },
  },
  '/photos': {
    post: {
      requestBody: body(pictures),
      responses: {
        201: respond('Kept', {
          headers: { Location: { schema: text } },
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id'],
                properties: { id: { type: 'string', format: 'uuid' } },
              },
            },
          },
        }),
      },
    },
  },
  '/photos/{id}': {
    parameters: [inPath('id', { type: 'string', format: 'uuid' })],
    get: { responses: { 200: respond('It', { content: pictures }), 404: respond('None') } },
  },
  '/letters/{id}': {
    parameters: [inPath('id')],
    get: { responses: { 200: respond('It', { content: { 'application/xml': { schema: xmlSchema() } } }) } },
    put: {
      requestBody: body({ 'application/xml': { schema: xmlSchema() } }),
      responses: { 204: respond('Written') },
    },
  },
  '/rooms': {
    post: {
      requestBody: body({ 'application/json': { schema: room() } }),
      responses: { 201: respond('New', { content: { 'application/json': { schema: room() } } }) },
    },
  },
  '/rooms/{id}': {
    parameters: [inPath('id')],
    get: {
      responses: {
        200: respond('It', { content: { 'application/json': { schema: room() } } }),
        404: respond('None'),
      },
    },
    delete: { responses: { 204: respond('Gone'), 404: respond('None') } },
  },
  '/rooms/{id}/sign': {
    parameters: [inPath('id')],
    get: { responses: { 200: respond('It', { content: plain }), 404: respond('None') } },
    put: { requestBody: body(plain), responses: { 204: respond('Written'), 404: respond('None') } },
  },
};

function xmlSchema(): JsonObject {
  return {
    type: 'object',
    xml: { name: 'letter' },
    properties: { subject: text, pages: { type: 'integer' } },
  };
}

function room(): JsonObject {
  return { type: 'object', required: ['id'], properties: { id: text } };
}

const put = (url: string, body: string | Buffer<ArrayBuffer>, type = 'text/plain'): Promise<TestResponse> =>
  send(url, { method: 'PUT', headers: { 'Content-Type': type }, body });
const remove = (url: string): Promise<TestResponse> => send(url, { method: 'DELETE' });

describe.each(storages)('stored in $name', ({ open }) => {
  const store = async (): Promise<TestMock> => startMockWithPaths(paths, {}, { storage: await open() });

  it('a text exists from its creation until its deletion', async () => {
    const { url } = await store();
    const note = `${url}/notes/doors`;
    expect((await send(note)).status).toBe(404);
    expect((await put(note, 'Schließen um acht.\r\n')).status).toBe(201);
    expect(await send(note)).toMatchObject({ status: 200, text: 'Schließen um acht.\r\n' });
    expect((await put(note, 'Offen.')).status).toBe(204);
    expect((await send(note)).text).toBe('Offen.');
    expect((await remove(note)).status).toBe(204);
    expect((await send(note)).status).toBe(404);
    expect((await remove(note)).status).toBe(404);
  });

  it('bytes are returned unchanged, with their media type', async () => {
    const { url } = await store();
    const sent = Buffer.from([0xff, 0xd8, 0x00, 0x0a, 0xc3, 0x28]);
    const made = await post(url, sent, 'image/jpeg');
    const got = await fetch(`${url}${made.headers.get('location')}`);
    expect(got.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await got.arrayBuffer())).toEqual(sent);
  });
});

function post(url: string, body: Buffer<ArrayBuffer>, type = 'image/png'): Promise<TestResponse> {
  return send(`${url}/photos`, { method: 'POST', headers: { 'Content-Type': type }, body });
}

it('two mocks with a shared storage have the same content', async () => {
  const [memory] = storages;
  const storage = await memory?.open();
  const options = storage === undefined ? {} : { storage };
  const [one, two] = [await startMockWithPaths(paths, {}, options), await startMockWithPaths(paths, {}, options)];
  await put(`${one.url}/notes/doors`, 'Closed.');
  expect((await send(`${two.url}/notes/doors`)).text).toBe('Closed.');
});

it('each created one has a unique name', async () => {
  const { url } = await startMockWithPaths(paths);
  const [one, two] = [await post(url, Buffer.from('one')), await post(url, Buffer.from('two'))];
  expect(one.json).not.toEqual(two.json);
  expect((await send(`${url}${one.headers.get('location')}`)).text).toBe('one');
  expect((await send(`${url}${two.headers.get('location')}`)).text).toBe('two');
});

it('named examples exist initially, and a reset restores them', async () => {
  const mock = await startMockWithPaths(paths);
  const before = await send(`${mock.url}/notes/rules`);
  expect(before.status).toBe(200);
  await put(`${mock.url}/notes/rules`, 'New rules.');
  expect((await send(`${mock.url}/notes/rules`)).text).toBe('New rules.');
  await mock.reset();
  expect((await send(`${mock.url}/notes/rules`)).text).toBe(before.text);
});

it('a text in another charset is returned in the charset of the response', async () => {
  const { url } = await startMockWithPaths(paths);
  await put(`${url}/notes/doors`, Buffer.from('Grün', 'latin1'), 'text/plain; charset=latin1');
  const { text, headers } = await send(`${url}/notes/doors`);
  expect([text, headers.get('content-type')]).toEqual(['Grün', 'text/plain; charset=utf-8']);
});

it('the ETag of a text changes with it', async () => {
  const { url } = await startMockWithPaths(paths);
  const tagOf = async (written: string) => {
    await put(`${url}/notes/doors`, written);
    return (await send(`${url}/notes/doors`)).headers.get('etag');
  };
  const [first, second, again] = [await tagOf('a'), await tagOf('b'), await tagOf('a')];
  expect(first).toBe(again);
  expect(first).not.toBe(second);
});

it('a document is returned unchanged', async () => {
  const { url } = await startMockWithPaths(paths);
  const written = '<letter>\n  <subject>More light</subject>\n  <pages>2</pages>\n</letter>';
  await put(`${url}/letters/1`, written, 'application/xml');
  expect((await send(`${url}/letters/1`)).text).toBe(written);
});

it('the content below a record is deleted with it', async () => {
  const { url } = await startMockWithPaths(paths);
  const create = () =>
    send(`${url}/rooms`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id":"blue"}',
    });
  expect((await put(`${url}/rooms/blue/sign`, 'Quiet')).status).toBe(404);
  await create();
  expect((await put(`${url}/rooms/blue/sign`, 'Quiet')).status).toBe(204);
  expect((await send(`${url}/rooms/blue/sign`)).text).toBe('Quiet');
  await remove(`${url}/rooms/blue`);
  expect((await send(`${url}/rooms/blue/sign`)).status).toBe(404);
  await create();
  expect((await send(`${url}/rooms/blue/sign`)).text).not.toBe('Quiet');
});

it('texts are not listed as records', async () => {
  const mock = await startMockWithPaths(paths);
  await put(`${mock.url}/notes/doors`, 'Closed.');
  const names = (await mock.records.collections()).map(({ name }) => name);
  expect(names.filter((name) => name.includes('notes'))).toEqual([]);
});
