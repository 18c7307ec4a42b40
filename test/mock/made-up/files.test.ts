/** Made-up attachments: their names, types and addresses agree, and the addresses lead to files of the mock. */
import { describe, expect, it } from 'vitest';
import { findPlaceholder } from '../../../mock/made-up/placeholder-file.ts';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { contentOf } from '../records/json-client.ts';
import { send, startMockWithPaths } from '../support.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const properties = {
  id: integer,
  size: integer,
  fileSizeBytes: integer,
  fileName: text,
  contentType: text,
  url: { ...text, format: 'uri' },
};
const attachment = { type: 'object', required: Object.keys(properties), properties };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const form = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { ...text, format: 'binary' } } },
  },
};
const paths = {
  '/attachments': {
    get: { responses: { 200: { description: 'all', content: contentOf({ type: 'array', items: attachment }) } } },
    post: {
      requestBody: { required: true, content: form },
      responses: { 201: { description: 'new', content: contentOf(attachment) } },
    },
  },
  '/attachments/{id}': {
    get: { parameters: [id], responses: { 200: { description: 'one', content: contentOf(attachment) } } },
  },
};
const types = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['txt', 'text/plain'],
]);

it('each attachment has the address of a file with its name, type and size', async () => {
  const mock = await startMockWithPaths(paths, {}, { recordCount: 8 });
  const { json } = await send(`${mock.url}/attachments`);
  const all = json !== undefined && isJsonArray(json) ? json.map(Object) : [];
  expect(all.length).toBeGreaterThan(7);
  for (const { fileName, contentType, url, size, fileSizeBytes } of all) {
    expect(url).toBe(`${mock.url}/__store/file/${fileName}`);
    expect(types.get(fileName.split('.')[1])).toBe(contentType);
    const { status, headers } = await send(url);
    expect([status, headers.get('content-type')]).toEqual([200, contentType]);
    expect([size, fileSizeBytes]).toEqual(Array(2).fill(Number(headers.get('content-length'))));
  }
});

it('a file that is uploaded without a name has an address that works', async () => {
  const mock = await startMockWithPaths(paths);
  const part = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nhello\r\n--b--\r\n';
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const { json } = await send(`${mock.url}/attachments`, { method: 'POST', headers, body: part });
  expect(json).toMatchObject({ fileName: 'file' });
  expect((await send(Object(json).url)).text).toBe('hello');
});

describe('the file at a placeholder address', () => {
  it('is downloaded under its name', () => {
    const { headers } = Object(findPlaceholder('/__store/file/a%20b.pdf?x=1'));
    expect(headers['Content-Disposition']).toBe("attachment; filename*=UTF-8''a%20b.pdf");
  });

  it.each(['a.html', 'a.svg', 'a', '', '../a.pdf', 'a%\r\n.pdf', `${'a'.repeat(300)}.pdf`])('%j is none', (name) => {
    expect(findPlaceholder(`/__store/file/${name}`)).toBeUndefined();
  });
});
