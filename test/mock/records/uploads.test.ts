/** Uploaded files are kept: the addresses in responses lead to their bytes. */
import { describe, expect, it } from 'vitest';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths, type TestMock } from '../support.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const binary = { type: 'string', format: 'binary' };
const form = (properties: JsonObject): JsonObject => ({
  requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } },
});
const uri = { type: 'string', format: 'uri', readOnly: true };
const photo = {
  type: 'object',
  required: ['id', 'url'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, url: uri },
};
const file = {
  type: 'object',
  properties: { url: uri, filename: { type: 'string' }, size: { type: 'integer' }, mimeType: { type: 'string' } },
};
const owner = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const document = {
  type: 'object',
  required: ['id', 'fileName', 'contentType', 'sizeBytes', 'owner', 'uploadedAt'],
  properties: {
    ...{ id: { type: 'integer' }, fileName: { type: 'string' }, contentType: { type: 'string' } },
    ...{ sizeBytes: { type: 'integer' }, owner, uploadedAt: { type: 'string', format: 'date-time' } },
  },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const paths: JsonObject = {
  '/photos': {
    post: {
      ...form({ title: { type: 'string' }, file: binary }),
      responses: { '201': { description: 'New', ...json(photo) } },
    },
  },
  '/photos/{id}': { get: { parameters: [id], responses: { '200': { description: 'One', ...json(photo) } } } },
  '/documents': {
    post: {
      ...form({ file: binary, caption: { type: 'string' } }),
      responses: { '201': { description: 'New', ...json(document) } },
    },
    get: { responses: { '200': { description: 'All', ...json({ type: 'array', items: document }) } } },
  },
  '/uploads': {
    post: {
      ...form({ files: { type: 'array', items: binary } }),
      responses: {
        '200': {
          description: 'All',
          ...json({ type: 'object', properties: { files: { type: 'array', items: file } } }),
        },
      },
    },
  },
  '/profile': {
    post: {
      ...form({ avatar: binary, cover: binary }),
      responses: {
        '200': {
          description: 'Both',
          ...json({
            type: 'object',
            properties: { data: { type: 'object', properties: { avatarUrl: { type: 'string' }, cover_url: uri } } },
          }),
        },
      },
    },
  },
};

type Part = readonly [field: string, name: string, type: string, content: string];

async function upload(mock: TestMock, path: string, parts: readonly Part[]): Promise<Json | undefined> {
  const body = new FormData();
  for (const [field, name, type, content] of parts) body.append(field, new File([content], name, { type }));
  return (await send(`${mock.url}${path}`, { method: 'POST', body })).json;
}

describe('an uploaded file', () => {
  it('is at the address in the response, with its media type and safe headers', async () => {
    const mock = await startMockWithPaths(paths);
    const created = await upload(mock, '/photos', [['file', 'a b;.html', 'text/html', '<script>1</script>']]);
    const url = String(member(created, 'url'));
    expect(url.startsWith(`${mock.url}/__uploads/`)).toBe(true);
    const { status, headers, text } = await send(url);
    expect([status, text]).toEqual([200, '<script>1</script>']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': "attachment; filename*=UTF-8''a%20b%3B.html",
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    const { json: read } = await send(`${mock.url}/photos/${String(member(created, 'id'))}`);
    expect(member(read, 'url')).toBe(url);
  });

  it('is described by its record: its name, size, media type and the present time', async () => {
    const mock = await startMockWithPaths(paths);
    const started = Date.now();
    const created = await upload(mock, '/documents', [['file', 'notes.txt', 'text/plain', 'hello world']]);
    expect(created).toMatchObject({ fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: 11 });
    expect(Date.parse(String(member(created, 'uploadedAt')))).toBeGreaterThanOrEqual(started);
    expect(member(member(created, 'owner'), 'name')).not.toBe('notes.txt');
    const { json: listed } = await send(`${mock.url}/documents`);
    expect(isJsonArray(listed) && listed.at(-1)).toEqual(created);
  });

  it('is one of several, each with its own address, name, size and type', async () => {
    const mock = await startMockWithPaths(paths);
    const shown = await upload(mock, '/uploads', [
      ['files', 'a.txt', 'text/plain', 'one'],
      ['files', 'b.png', 'image/png', 'three'],
    ]);
    const files = member(shown, 'files');
    expect(files).toMatchObject([
      { filename: 'a.txt', size: 3, mimeType: 'text/plain' },
      { filename: 'b.png', size: 5, mimeType: 'image/png' },
    ]);
    const contents = (isJsonArray(files) ? files : []).map(
      async (one) => (await send(String(member(one, 'url')))).text,
    );
    expect(await Promise.all(contents)).toEqual(['one', 'three']);
  });

  it('belongs to the property with the name of its field', async () => {
    const mock = await startMockWithPaths(paths);
    const shown = await upload(mock, '/profile', [
      ['cover', 'c.txt', 'text/plain', 'cover'],
      ['avatar', 'a.txt', 'text/plain', 'avatar'],
    ]);
    const data = member(shown, 'data');
    expect((await send(String(member(data, 'avatarUrl')))).text).toBe('avatar');
    expect((await send(String(member(data, 'cover_url')))).text).toBe('cover');
  });

  it('does not exist after a reset, and other paths are unknown', async () => {
    const mock = await startMockWithPaths(paths);
    const created = await upload(mock, '/photos', [['file', 'a.txt', 'no type', 'one']]);
    const url = String(member(created, 'url'));
    expect((await send(url)).headers.get('content-type')).toBe('application/octet-stream');
    await mock.reset();
    expect((await send(url)).status).toBe(404);
    expect((await send(`${mock.url}/__uploads/`)).status).toBe(404);
  });
});
