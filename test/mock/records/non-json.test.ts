/** Content other than JSON is returned unchanged: texts, images, documents; with any storage. */
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { stopSharedRedis, storages } from '../storage/storages.ts';
import { errorMessage, member, send, startMockWithPaths, type TestMock, type TestResponse } from '../support.ts';

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
const problem = {
  content: { 'application/problem+json': { schema: { type: 'object', properties: { detail: text } } } },
};
const etag = { ETag: { required: true, schema: text } };

const paths: JsonObject = {
  '/notes/{name}': {
    parameters: [{ ...inPath('name'), example: 'rules' }],
    get: {
      parameters: [{ name: 'If-None-Match', in: 'header', schema: text }],
      responses: {
        200: respond('It', { content: plain, headers: etag }),
        304: respond('Same'),
        404: respond('None', problem),
      },
    },
    put: { requestBody: body(plain), responses: { 201: respond('New'), 204: respond('Written') } },
    delete: { responses: { 204: respond('Gone'), '4XX': respond('None', problem) } },
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

/** Each is a record and a text. */
const documents: JsonObject = {
  '/documents': {
    post: {
      requestBody: body({ 'application/json': { schema: room() } }),
      responses: { 201: respond('New', { content: { 'application/json': { schema: room() } } }) },
    },
  },
  '/documents/{id}': {
    parameters: [inPath('id')],
    get: {
      responses: {
        200: respond('It', { content: { 'application/json': { schema: room() }, ...plain } }),
        404: respond('None'),
      },
    },
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

function listOfRooms(): JsonObject {
  return { 'application/json': { schema: { type: 'array', items: room() } } };
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

it('the error for content that does not exist names its path', async () => {
  const { url } = await startMockWithPaths(paths);
  const note = `${url}/notes/front%20door`;
  const expected = 'path: expected the path of existing content, got "/notes/front%20door"';
  expect(errorMessage(await send(note))).toBe(expected);
  expect(errorMessage(await remove(note))).toBe(expected);
});

it('names are case-sensitive, except UUIDs', async () => {
  const { url } = await startMockWithPaths(paths);
  await put(`${url}/notes/Doors`, 'Closed.');
  expect((await send(`${url}/notes/doors`)).status).toBe(404);
  const location = (await post(url, Buffer.from('one'))).headers.get('location') ?? '';
  const id = location.split('/').at(-1) ?? '';
  expect((await send(`${url}/photos/${id.toUpperCase()}`)).text).toBe('one');
});

it('a text that replaces a record requires the record', async () => {
  const { url } = await startMockWithPaths(documents);
  expect((await put(`${url}/documents/blue`, 'Quiet')).status).toBe(404);
  await send(`${url}/documents`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"id":"blue"}',
  });
  expect((await put(`${url}/documents/blue`, 'Quiet')).status).toBe(204);
});

it('a text under a new name creates a record that is shown as JSON', async () => {
  const shown = { 'application/json': { schema: room() } };
  const { url } = await startMockWithPaths({
    '/rules': { get: { responses: { 200: respond('All', { content: listOfRooms() }) } } },
    '/rules/{id}': {
      parameters: [inPath('id')],
      get: { responses: { 200: respond('It', { content: shown }), 404: respond('None') } },
      put: { requestBody: body(plain), responses: { 200: respond('Written') } },
      delete: { responses: { 204: respond('Gone'), 404: respond('None') } },
    },
  });
  expect((await send(`${url}/rules/noise`)).status).toBe(404);
  for (let time = 0; time < 2; time++) {
    expect((await put(`${url}/rules/noise`, 'Quiet')).status).toBe(200);
    expect((await put(`${url}/rules/noise`, 'Quieter')).status).toBe(200);
    expect(await send(`${url}/rules/noise`)).toMatchObject({ status: 200, text: '{"id":"noise"}' });
    expect((await remove(`${url}/rules/noise`)).status).toBe(204);
    expect((await send(`${url}/rules/noise`)).status).toBe(404);
  }
});

it('a text that another request deletes at the same time does not exist', async () => {
  const storage = createMemoryStorage();
  const records = { ...storage.records, remove: async () => false };
  const { url } = await startMockWithPaths(paths, {}, { storage: { ...storage, records } });
  await put(`${url}/notes/doors`, 'Closed.');
  const rejected = await remove(`${url}/notes/doors`);
  expect(rejected.status).toBe(404);
  expect(errorMessage(rejected)).toBe('path: expected the path of existing content, got "/notes/doors"');
});

it('content that was never written exists, unless it has its own name and the contract declares 404', async () => {
  const { url } = await startMockWithPaths(paths);
  expect((await send(`${url}/letters/9`)).status).toBe(200);
  await send(`${url}/rooms`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"id":"blue"}',
  });
  expect((await send(`${url}/rooms/blue/sign`)).status).toBe(200);
  expect((await send(`${url}/notes/doors`)).status).toBe(404);
});

it('a text is not sent again to a client that already has it', async () => {
  const { url } = await startMockWithPaths(paths);
  await put(`${url}/notes/doors`, 'Closed.');
  const tag = (await send(`${url}/notes/doors`)).headers.get('etag') ?? '';
  const read = (value: string) => send(`${url}/notes/doors`, { headers: { 'If-None-Match': value } });
  expect([(await read(tag)).status, (await read('"other"')).status]).toEqual([304, 200]);
});

it('the name of created content is in the property that the path names', async () => {
  const shown = { type: 'object', required: ['code', 'label'], properties: { code: text, label: text } };
  const { url } = await startMockWithPaths({
    '/scans': {
      post: {
        requestBody: body(pictures),
        responses: { 201: respond('Kept', { content: { 'application/json': { schema: shown } } }) },
      },
    },
    '/scans/{code}': {
      parameters: [inPath('code')],
      get: { responses: { 200: respond('It', { content: pictures }), 404: respond('None') } },
    },
  });
  const upload = { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: Buffer.from('one') };
  const { json } = await send(`${url}/scans`, upload);
  expect((await send(`${url}/scans/${String(member(json, 'code'))}`)).text).toBe('one');
});
