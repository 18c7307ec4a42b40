import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPlantStore, startVariant, type Variant, variants } from '../evals/zoo/index.ts';
import { defectSources } from '../evals/zoo/table.ts';

const named = (name: string): Variant => {
  const variant = variants.find((candidate) => candidate.name === name);
  if (variant === undefined) throw new Error(`the zoo has no ${name}`);
  return variant;
};

const post = (
  { url, token }: RunningPlantStore,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  });

const anError = { error: expect.any(Number), message: expect.any(String) };

describe('the correct implementation', () => {
  let store: RunningPlantStore;
  beforeAll(async () => {
    store = await startVariant(named('right-store'));
  });
  afterAll(() => store.close());

  test.each([
    ['{"id":1,"name":"Boston fern"}', { name: 'Boston fern' }],
    ['{"id":2,"name":"Boston fern","tag":"fern"}', { name: 'Boston fern', tag: 'fern' }],
    ['{"id":3,"name":"","tag":""}', { name: '', tag: '' }],
    ['{"id":4,"name":" \\u00e9\\ud83c\\udf3f\\u0000 ","more":{}}', { name: ' é🌿\0 ' }],
    ['{"tag":"<b>\'\\"\\\\","name":"e\\u0301","id":-0}', { name: 'e\u0301', tag: '<b>\'"\\' }],
  ])('returns 200 for %s with the values that were sent', async (body, plant) => {
    const response = await post(store, body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(plant);
  });

  test.each(['9007199254740993', '9223372036854775807', '-9223372036854775808', '0', '1.0', '1e3', '100e-2'])(
    'accepts the id %s',
    async (id) => {
      expect((await post(store, `{"id":${id},"name":"Fern"}`)).status).toBe(200);
    },
  );

  test.each([
    '9223372036854775808',
    '-9223372036854775809',
    '1.5',
    '1e400',
    '1e-400',
    '"7"',
    'null',
    'true',
    '[7]',
    '{}',
  ])('rejects the id %s', async (id) => {
    const response = await post(store, `{"id":${id},"name":"Fern"}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(anError);
  });

  test.each([
    ['a missing name', '{"id":1}'],
    ['a missing id', '{"name":"Fern"}'],
    ['fields of the prototype', '{"__proto__":{"id":1,"name":"Fern"}}'],
    ['a name that is a number', '{"id":1,"name":7}'],
    ['a name that is null', '{"id":1,"name":null}'],
    ['a tag that is null', '{"id":1,"name":"Fern","tag":null}'],
    ['a tag that is a list', '{"id":1,"name":"Fern","tag":["a"]}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no body', ''],
    ['white space', ' '],
    ['broken JSON', '{"id":1,"name":"Fern",}'],
    ['nesting without end', '['.repeat(200_000)],
    ['nesting without bound', `{"id":1,"name":"Fern","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['broken UTF-8', Uint8Array.from(Buffer.from('{"id":1,"name":"\xff"}', 'latin1'))],
    ['nine megabytes', `{"id":1,"name":"${'n'.repeat(9_000_000)}"}`],
  ])('refuses %s', async (_case, body) => {
    const response = await post(store, body);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(anError);
  });

  test('rejects another media type', async () => {
    const response = await post(store, '{"id":1,"name":"Fern"}', { 'content-type': 'text/plain' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(anError);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Bearer wrong', 'Bearer TOKENx', 'Basic TOKEN'])(
    'returns 401 for the credentials "%s"',
    async (credentials) => {
      const authorization = credentials.replace('TOKEN', store.token);
      const response = await post(store, '{"id":1,"name":"Fern"}', { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual(anError);
    },
  );

  test('accepts the scheme in any case', async () => {
    const authorization = `bEARER ${store.token}`;
    expect((await post(store, '{"id":1,"name":"Fern"}', { authorization })).status).toBe(200);
  });
});

describe('the variants', () => {
  test('have unique names in kebab case', () => {
    const names = variants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('say in one sentence what they do', () => {
    for (const { description } of variants) expect(description).toMatch(/^It .*\.$/);
  });

  test('are at least 50 that one request shows, 100 that take more, and 70 right ones', () => {
    const count = (kind: Variant['kind'], depth?: string): number =>
      variants.filter((variant) => variant.kind === kind && (!('depth' in variant) || variant.depth === depth)).length;
    expect(count('faulty', 'basic')).toBeGreaterThanOrEqual(50);
    expect(count('faulty', 'deep')).toBeGreaterThanOrEqual(100);
    expect(count('right')).toBeGreaterThanOrEqual(70);
  });

  test.each(['Java', 'Go', 'PHP', 'Python', 'C#', 'JavaScript'])(
    'were seen in %s, and name their source',
    (language) => {
      const origins = variants
        .filter((variant) => variant.kind === 'faulty')
        .flatMap(({ seenIn }) => (seenIn?.language === language ? [seenIn] : []));
      expect(origins.length).toBeGreaterThanOrEqual(5);
      for (const { description, source } of origins) {
        expect(description).toMatch(/\w/);
        expect(source).toMatch(/^[\w.-]+\/[\w.-]+#\d+$|^[\w.-]+\.[a-z]+\/[\w./-]+$/);
      }
    },
  );

  test('have their origins in docs/explanation/zoo.md', () => {
    const page = readFileSync(new URL('../../docs/explanation/zoo.md', import.meta.url), 'utf8');
    expect(page).toContain(defectSources(variants));
  });

  test.each(variants.filter(({ kind }) => kind === 'right'))('$name keeps the contract', async (variant) => {
    const store = await startVariant(variant);
    const created = await post(store, '{"id":1,"name":"Zoë’s 🌿 </b>","tag":"a/\\"b\\""}');
    expect(created.status).toBe(200);
    expect(await created.json()).toMatchObject({ name: 'Zoë’s 🌿 </b>', tag: 'a/"b"' });
    const rejected = await post(store, '{"id":2,"name":7}');
    expect(rejected.status).toBe(400);
    expect(await rejected.json()).toMatchObject(anError);
    const unknown = await post(store, '{"id":3,"name":"Fern"}', { authorization: 'Bearer wrong' });
    expect([400, 401, 403]).toContain(unknown.status);
    await store.close();
  });

  test('remember nothing from one start to the next', async () => {
    for (const attempt of [1, 2]) {
      const store = await startVariant(named('rejects-duplicate-ids'), { token: `own-${attempt}` });
      expect(store.token).toBe(`own-${attempt}`);
      expect((await post(store, '{"id":1,"name":"Fern"}')).status).toBe(200);
      expect((await post(store, '{"id":1,"name":"Fern"}')).status).toBe(400);
      await store.close();
    }
  });

  test('can be closed while a request hangs', async () => {
    const store = await startVariant(named('hangs-on-missing-body'));
    const received = post(store, '').catch(() => 'no response');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await store.close();
    expect(await received).toBe('no response');
  });
});
