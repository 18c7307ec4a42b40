/** Runs with one seed against implementations that reject duplicates. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { runPlantStore as command } from '../cli/support.ts';
import { temporaryFolder } from '../pact/support.ts';
import { describeErrors, verify } from './support.ts';
import { startUniqueLabelStore } from './unique-label-store.ts';

const file = 'test/fixtures/conformance/things.yaml';
const contract = await loadContract(file);
const schema = contract.operations.find(({ id }) => id === 'addThing')?.requestBody?.content[0]?.schema;
if (schema === undefined) throw new Error('things.yaml has no schema for what is added');

const right = { id: 7, made: '2026-01-31T10:00:00Z' };
const started = (list: 200 | 400, added: JsonObject = right) =>
  startUniqueLabelStore(onTestFinished, { schema, list, added });

/** Without times and addresses. */
function timeless(text: string, url: string): string {
  return text
    .replaceAll(new URL(url).host, 'HOST')
    .replaceAll(/"(startedAt|finishedAt|sentAt)": "[^"]*"/g, '"$1"')
    .replaceAll(/"ms": \d+/g, '"ms"')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'DATE');
}

test('reports of two new implementations that reject duplicates differ only in times and addresses', async () => {
  const reported: string[] = [];
  for (const name of ['one', 'other']) {
    const { url } = await started(200, { ...right, id: 'no number' });
    const report = path.join(temporaryFolder(), `${name}.json`);
    await command([
      'verify',
      url,
      '--spec',
      file,
      '--seed',
      '5',
      '--only',
      'valid-bodies',
      '--only',
      'random',
      '--report',
      `json=${report}`,
    ]);
    reported.push(timeless(readFileSync(report, 'utf8'), url));
  }
  expect(reported[0]).toContain('sample ');
  expect(reported[1]).toBe(reported[0]);
});

test.each([
  ['accepts all other requests', 200],
  ['rejects all requests to another operation', 400],
] as const)('sends the same to two new implementations that %s', async (_what, list) => {
  const sent: (readonly string[])[] = [];
  for (let time = 0; time < 2; time++) {
    const store = await started(list);
    await verify({
      contract,
      baseUrl: store.url,
      categories: ['valid-bodies', 'wrong-types'],
      isRepeatable: true,
    });
    sent.push(store.sent());
  }
  expect(sent[0]?.length).toBeGreaterThan(10);
  expect(sent[1]).toEqual(sent[0]);
});

test.each([
  ['all that', false],
  ['all but the first of what', true],
])('reports nothing for an implementation that rejects %s an earlier run has left', async (_what, forgets) => {
  const store = await started(200);
  const cases: number[] = [];
  for (let time = 0; time < 2; time++) {
    const only = ['valid-bodies', 'missing-properties', 'wrong-types', 'random'];
    const result = await verify({ contract, baseUrl: store.url, categories: only, isRepeatable: true });
    expect([describeErrors(result), result.unchecked]).toEqual([[], []]);
    cases.push(result.cases);
    if (forgets) store.forgetFirst();
  }
  expect(cases[1]).toBe(cases[0]);
});
