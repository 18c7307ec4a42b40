/** A faulty file service differs from the correct one in a response, and every correct one keeps its main promises. */
import { beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { files } from '../../evals/zoo/files/index.ts';
import { knownErrorNames } from '../../evals/zoo/files/variants/missed.ts';
import type { RunningZooStore, VariantInfo } from '../../evals/zoo/zoo.ts';
import { call } from './client.ts';
import { probe } from './probe.ts';
import { fullFolder, json, upload } from './requests.ts';

const all = files.variants;
const faulty = all.filter(({ kind }) => kind === 'faulty');
const named = (variant: VariantInfo) => [variant.name, variant] as const;

/** The zoo shows the defect of the others: the verifier finds it. */
const compared = faulty.filter(({ name }, index) => index % 12 === 0 || knownErrorNames.includes(name));
const start = ({ name }: VariantInfo): Promise<RunningZooStore> => files.start(name);

let expected: ReadonlyMap<string, string>;
beforeAll(async () => {
  const store = await files.start('right-vault');
  expected = await probe(store.url);
  await store.close();
});

test('the correct implementation responds in the same way in every run', async () => {
  const store = await files.start('right-vault');
  expect(await probe(store.url)).toEqual(expected);
  await store.close();
});

test.concurrent.for(compared.map(named))(
  '%s differs from the correct implementation',
  async ([, variant], { expect }) => {
    const store = await start(variant);
    const received = await probe(store.url);
    await store.close();
    const different = [...expected].filter(([label, text]) => received.get(label) !== text);
    expect(different, variant.description).not.toEqual([]);
  },
);

const correct = all.filter(({ kind }) => kind === 'right');

test.concurrent.for(correct.map(named))('%s keeps folders, files and notes', async ([, variant], { expect }) => {
  const store = await start(variant);
  const patient = async (...request: Parameters<typeof call>): Promise<Response> => {
    const response = await call(...request);
    return response.status === 429 ? patient(...request) : response;
  };
  const folder = await (await patient(store.url, 'POST', '/folders', json(fullFolder))).text();
  expect(folder).toContain('9223372036854775807');
  const [, id] = /"id":(\d+)/.exec(folder) ?? [];
  const uploaded = await patient(store.url, 'POST', `/folders/${id}/files`, upload({ content: '0123456789' }));
  expect(uploaded.status).toBe(201);
  const [, path = ''] = /(\/folders\/.*)$/.exec(uploaded.headers.get('location') ?? '') ?? [];
  expect(await (await patient(store.url, 'GET', `${path}/content`)).text()).toBe('0123456789');
  const headers = { 'content-type': 'text/plain' };
  const note = { as: 'cookie', headers, body: 'é\r\n' } as const;
  expect((await patient(store.url, 'PUT', `/folders/${id}/notes/a%2Fb`, note)).status).toBe(204);
  expect(await (await patient(store.url, 'GET', `/folders/${id}/notes/a%2Fb`, { as: 'cookie' })).text()).toBe('é\r\n');
  const ofOtherTenant = variant.name === 'returns-403-for-what-other-tenants-have' ? 403 : 404;
  expect((await patient(store.url, 'GET', `/folders/${id}`, { as: 'other-key' })).status).toBe(ofOtherTenant);
  expect((await patient(store.url, 'GET', `/folders/${id}`, { as: 'none' })).status).toBe(401);
  await store.close();
});

test('every variant has a unique name, and every faulty one names its operations and checks', async () => {
  const { operations } = await loadContract(files.contract);
  const ids = operations.map(({ id }) => id);
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { description } of all) expect(description).toMatch(/^It .*\.$/s);
  for (const one of faulty) {
    expect(files.foundBy(one), one.name).not.toEqual([]);
    const touched = one.kind === 'faulty' ? (one.operations ?? ['none']) : [];
    expect(ids, one.name).toEqual(expect.arrayContaining([...touched]));
  }
});

test('every known error of the verifier names a variant', () => {
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([...knownErrorNames]));
});
