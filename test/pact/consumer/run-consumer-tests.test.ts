import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runConsumerTests } from '../../../contracts/pact/consumer/run-consumer-tests.ts';
import { committedPact, kitErrorOf, temporaryFolder } from '../support.ts';

test('the committed pact is exactly what the consumer tests record', async () => {
  const before = statSync(committedPact).mtimeMs;
  const outDir = path.join(temporaryFolder(), 'new', 'folder');
  const run = await runConsumerTests({ outDir });
  if (run.kind !== 'ran') throw new Error(run.reason);
  expect(run.output).toContain('8 passed');
  expect(run).toMatchObject({ ok: true, interactions: 7, stale: [] });
  expect(run.pactFiles).toEqual([path.join(outDir, path.basename(committedPact))]);
  expect(readFileSync(run.pactFiles[0] ?? '')).toEqual(readFileSync(committedPact));
  expect(statSync(committedPact).mtimeMs).toBe(before);
});

test('is reported as stale if the committed one differs', async () => {
  const run = await runConsumerTests({ outDir: temporaryFolder(), committedDir: temporaryFolder() });
  expect(run).toMatchObject({
    ok: true,
    stale: [expect.stringContaining('plant-store-client-plant-store.json')],
  });
});

test('a killed run does not pass and reports the signal', async () => {
  const run = await runConsumerTests({ outDir: temporaryFolder(), timeoutMs: 50 });
  expect(run).toMatchObject({ kind: 'ran', ok: false, interactions: 0, pactFiles: [] });
  expect(run).toMatchObject({ output: expect.stringContaining('killed by SIGKILL; the time limit is 50 ms') });
});

test('reports a folder that the pact cannot be written to', async () => {
  const outDir = temporaryFolder();
  mkdirSync(path.join(outDir, path.basename(committedPact)));
  expect(await kitErrorOf(runConsumerTests({ outDir }))).toMatchObject({
    code: 'file-unwritable',
    detail: expect.stringContaining(outDir),
  });
});

test('the pact contains only placeholder tokens', () => {
  const tokens = readFileSync(committedPact, 'utf8').match(/Bearer (?!\$\{token\})[^"]+/g);
  expect(new Set(tokens)).toEqual(new Set(['Bearer EXAMPLE-TOKEN-NOT-A-SECRET', 'Bearer WRONG-TOKEN-NOT-A-SECRET']));
});
