/** The file of a record at a path below it: `GET /attachments/{id}/content`. */
import { describe, expect, it } from 'vitest';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const binary = { type: 'string', format: 'binary' };
const text = { type: 'string' };
const integer = { type: 'integer' };
const idIn = (name: string): JsonObject => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] });
const issue = { type: 'object', required: ['id'], properties: { id: integer, title: text } };
const attachment = {
  type: 'object',
  required: ['id', 'issueId', 'fileName', 'contentType', 'size'],
  properties: {
    ...{ id: integer, issueId: integer, fileName: text, contentType: text, size: integer },
    url: { type: 'string', format: 'uri' },
  },
};
const missing = { '404': { description: 'None' } };

/** The document, in which the file has one of these media types. */
const pathsWith = (...types: readonly string[]): JsonObject => ({
  '/issues': { get: { responses: { '200': { description: 'All', ...json({ type: 'array', items: issue }) } } } },
  '/issues/{issueId}': { ...idIn('issueId'), get: { responses: { '200': { description: 'One', ...json(issue) } } } },
  '/issues/{issueId}/attachments': {
    ...idIn('issueId'),
    get: { responses: { '200': { description: 'All', ...json({ type: 'array', items: attachment }) } } },
    post: {
      requestBody: {
        content: {
          'multipart/form-data': { schema: { type: 'object', properties: { fileName: text, file: binary } } },
        },
      },
      responses: { '201': { description: 'New', ...json(attachment) } },
    },
  },
  '/attachments/{attachmentId}': {
    ...idIn('attachmentId'),
    get: { responses: { '200': { description: 'One', ...json(attachment) }, ...missing } },
    delete: { responses: { '204': { description: 'Deleted' }, ...missing } },
  },
  '/attachments/{attachmentId}/content': {
    ...idIn('attachmentId'),
    get: {
      responses: {
        '200': { description: 'Bytes', content: Object.fromEntries(types.map((type) => [type, { schema: binary }])) },
        ...missing,
      },
    },
  },
});

const OCTETS = 'application/octet-stream';

async function start(types: readonly string[], records?: Record<string, JsonObject[]>) {
  const issues = { '/issues': [{ id: 1, title: 'First' }] };
  const given = records === undefined ? {} : { records: { ...issues, ...records } };
  const mock = await startMockWithPaths(pathsWith(...types), {}, { recordCount: 3, ...given });
  const contentOf = async (id: Json | undefined) => {
    const response = await fetch(`${mock.url}/attachments/${String(id)}/content`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type'), bytes };
  };
  const upload = async (content: string, type: string) => {
    const body = new FormData();
    body.append('file', new File([content], 'a.txt', { type }));
    return (await send(`${mock.url}/issues/1/attachments`, { method: 'POST', body })).json;
  };
  return { mock, contentOf, upload };
}

describe('an uploaded file below a parent', () => {
  it('is returned with its bytes at the shorter path, until its record is deleted', async () => {
    const { mock, contentOf, upload } = await start([OCTETS], { '/attachments': [] });
    const [first, second] = [await upload('hello', 'text/plain'), await upload('other', OCTETS)];
    const { status, type, bytes } = await contentOf(member(first, 'id'));
    expect([status, type, bytes.toString()]).toEqual([200, OCTETS, 'hello']);
    expect((await contentOf(member(second, 'id'))).bytes.toString()).toBe('other');
    await send(`${mock.url}/attachments/${String(member(first, 'id'))}`, { method: 'DELETE' });
    expect((await contentOf(member(first, 'id'))).status).toBe(404);
  });

  it('has its own media type where the contract declares that', async () => {
    const { contentOf, upload } = await start(['image/png', OCTETS], { '/attachments': [] });
    const { type, bytes } = await contentOf(member(await upload('pixels', 'image/png'), 'id'));
    expect([type, bytes.toString()]).toEqual(['image/png', 'pixels']);
  });
});

describe('the file of a record that nothing has uploaded', () => {
  it('is the one that the address in the record leads to', async () => {
    const { mock, contentOf } = await start([OCTETS]);
    const { json: issues } = await send(`${mock.url}/issues`);
    const lists = (isJsonArray(issues) ? issues : []).map((one) =>
      send(`${mock.url}/issues/${String(member(one, 'id'))}/attachments`),
    );
    const shown = (await Promise.all(lists)).flatMap(({ json: list }) => (isJsonArray(list) ? list : []));
    expect(shown.length).toBeGreaterThan(2);
    for (const one of shown) {
      const file = Buffer.from(await (await fetch(String(member(one, 'url')))).arrayBuffer());
      const { bytes } = await contentOf(member(one, 'id'));
      expect(bytes.equals(file)).toBe(true);
      expect(bytes.length).toBe(member(one, 'size'));
    }
  });

  it('has the media type and the size that the record shows', async () => {
    const given = (id: number, contentType: string, size: number) => ({
      id,
      issueId: 1,
      fileName: 'a',
      contentType,
      size,
    });
    const { contentOf } = await start(['image/png', OCTETS], {
      '/attachments': [given(1, 'text/plain', 40), given(2, 'image/png', 300), given(3, 'application/x-own', 5)],
    });
    const [plain, image, own] = [await contentOf(1), await contentOf(2), await contentOf(3)];
    expect([plain.type, plain.bytes.length, plain.bytes.toString().trim()]).toEqual([OCTETS, 40, 'A short text.']);
    expect([image.type, image.bytes.length, image.bytes.toString('latin1', 1, 4)]).toEqual(['image/png', 300, 'PNG']);
    expect(own.bytes.length).toBe(5);
  });

  it('is not found without a record', async () => {
    const { contentOf } = await start([OCTETS]);
    expect((await contentOf(999_999)).status).toBe(404);
  });
});
