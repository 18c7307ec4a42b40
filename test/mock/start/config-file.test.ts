import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findConfigFile, loadConfigFile } from '../../../mock/start/config-file.ts';
import { type PrepareMockOptions, prepareMock, servePreparedMock } from '../../../mock/start/prepare-mock.ts';
import { toleratedFailure } from '../../../spec/modules/tolerated-failures.ts';
import { shop } from '../handlers/shop.ts';
import { send } from '../support.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

async function serve(configFile: string, options: PrepareMockOptions = {}) {
  const prepared = await prepareMock({ spec: shop, auth: false, configFile, ...options });
  const mock = await servePreparedMock(prepared);
  onTestFinished(() => mock.close());
  return { mock, prepared };
}

const seeds = "'/orders': { count: 3, record: ({ index, faker }) => ({ name: faker.commerce.product() + index }) }";

describe('findConfigFile', () => {
  it('finds the file beside a document, otherwise in the working directory', async () => {
    const folder = await folderWith({
      'plant-store.config.js': '',
      'api/plant-store.config.ts': '',
      'other/x.yaml': '',
    });
    const find = (...documents: unknown[]) => findConfigFile(documents, folder);
    expect(find(path.join(folder, 'api/api.yaml'))).toBe('api/plant-store.config.ts');
    expect(find(path.join(folder, 'other/x.yaml'))).toBe('plant-store.config.js');
    expect(find('https://example.com/api.yaml', shop)).toBe('plant-store.config.js');
    expect(findConfigFile([], path.join(folder, 'other'))).toBeUndefined();
    // A document from elsewhere may come with code.
    expect(findConfigFile([path.join(folder, 'api/api.yaml')], path.join(folder, 'other'))).toBeUndefined();
  });
});

describe('a config file', () => {
  it('gives objects that a path returns on its own', async () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } };
    const spec = {
      ...shop,
      paths: { ...shop.paths, '/me': { get: { responses: { 200: { description: 'You', content } } } } },
    };
    const folder = await folderWith({ 'c.mjs': "export default { seeds: { '/me': { name: 'Ann' } } };" });
    const { mock } = await serve(path.join(folder, 'c.mjs'), { spec });
    expect((await send(`${mock.url}/me`)).json).toEqual({ name: 'Ann' });
  });

  it('gives the same seeds in each process, and others for another seed', async () => {
    const folder = await folderWith({ 'c.mjs': `export default { seeds: { ${seeds} } };` });
    const records = async (seed?: number) => {
      const { mock } = await serve(path.join(folder, 'c.mjs'), seed === undefined ? {} : { seed });
      const before = await mock.records.list('/orders');
      await mock.records.clear();
      await mock.reset();
      expect(await mock.records.list('/orders')).toEqual(before);
      return before;
    };
    expect(await records()).toEqual(await records());
    expect(await records(7)).not.toEqual(await records());
  });

  it('shows file and line to clients when a handler fails, and no other path', async () => {
    const folder = await folderWith({
      'c.ts':
        'export default { handlers: {\n  readOrder: () => {\n    throw new Error(import.meta.filename);\n  },\n} };',
    });
    const file = path.relative(process.cwd(), path.join(folder, 'c.ts'));
    const { mock } = await serve(file);
    const { text } = await send(`${mock.url}/orders/4`);
    expect(JSON.parse(text)).toMatchObject({
      detail: expect.stringContaining(`the handler readOrder (${file}:3) threw`),
    });
    expect(text.replaceAll(file, '')).not.toContain(folder);
  });

  it.each([
    ['no default export', 'export const x = 1;', 'it has no default export', undefined],
    ['an unknown key', 'export default {\n  handler: {} };', 'unknown key "handler" (did you mean handlers?)', 2],
    [
      'a misspelled operation',
      'export default { handlers: {\n  creteOrder: () => 1 } };',
      'did you mean createOrder?',
      2,
    ],
    ['an invalid seed', "export default { seeds: {\n  '/orders': 5 } };", 'expected a list of records, or { count', 2],
    [
      'an invalid record',
      "export default { seeds: {\n  '/orders': [{ name: 5 }] } };",
      '/orders[0].name: expected string',
      2,
    ],
    [
      'a seed with another function',
      "export default { seeds: {\n  '/orders': { count: 1, make: () => ({}) } } };",
      'expected a list of records, or { count',
      2,
    ],
    [
      'an object for a collection',
      "export default { seeds: {\n  '/orders': { name: 'a' } } };",
      'expected an array',
      2,
    ],
    ['an unknown collection', "export default { seeds: {\n  '/order': [] } };", 'collection "/order"', 2],
    [
      'a seed that throws',
      "export default { seeds: {\n '/orders': { count: 1,\n record: () => { throw new Error('no') } } } };",
      'no',
      3,
    ],
  ])('is rejected with its line: %s', async (_case, text, detail, line) => {
    const folder = await folderWith({ 'c.ts': text });
    const file = path.join(folder, 'c.ts');
    const failure = await serve(file).catch((error: unknown) => error);
    expect(failure).toMatchObject({ detail: expect.stringContaining(detail) });
    if (line !== undefined) expect(failure).toMatchObject({ where: `${file}:${line}` });
  });

  it('is not plant-store.yaml', async () => {
    await expect(loadConfigFile('plant-store.yaml')).rejects.toMatchObject({
      code: 'mock-config-unreadable',
      fix: expect.stringContaining('settings of verify and gate'),
    });
  });

  it('may fail outside of a request without ending the process', async () => {
    const folder = await folderWith({ 'c.ts': 'export default {};' });
    const file = path.join(folder, 'c.ts');
    await loadConfigFile(file);
    const late = new Error('late');
    late.stack = `Error: late\n    at Timeout._onTimeout (file://${file}:7:3)`;
    expect(toleratedFailure(late)).toContain('c.ts:7: Error: late');
    expect(toleratedFailure(new Error('of the kit'))).toBeUndefined();
    expect(toleratedFailure('a text')).toMatch(/^probably in .*: it threw a text/);
    const ofNode = new TypeError('fetch failed');
    ofNode.stack = 'TypeError: fetch failed\n    at node:internal/deps/undici/undici:1:2';
    expect(toleratedFailure(ofNode)).toContain('TypeError: fetch failed');
  });
});
