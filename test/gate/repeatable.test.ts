/** Two gates with the same seed against the same implementation have the same output, except for times. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runPlantStore, TOKEN } from '../cli/support.ts';
import { committedPact, fileOf, kitFolder, temporaryFolder, zooStore } from '../pact/support.ts';

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

function filesIn(folder: string): Readonly<Record<string, readonly string[]>> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(entries.map(({ name }) => [name, timeless(readFileSync(path.join(folder, name), 'utf8'))]));
}

/** Times, durations and the digests that depend on them. */
function timeless(text: string): readonly string[] {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}Z)?/g, 'INSTANT')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'INSTANT')
    .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'DATE')
    .replace(/\d\d:\d\d:\d\d\b/g, 'CLOCK')
    .replace(/\b\d+\.\d+ ?s\b/g, 'DURATION')
    .replace(/\(\d+m?s loading, [\dms ]+ verification\)/g, '(TIME)')
    .replace(/"(ms|time|wait)": \d+/g, '"$1"')
    .replace(/time="[\d.]+"/g, 'time')
    .replace(/"(sha256|digest)": "[\da-f]{64}"/g, '"$1"')
    .split('\n');
}

test.each(['swaps-name-and-tag', 'takes-numeric-string-as-id', 'right-store'])('%s', async (name) => {
  const url = await zooStore(name, TOKEN);
  const out = temporaryFolder();
  const reported: unknown[] = [];
  for (let time = 0; time < 2; time++) {
    const args = ['gate', url, '--seed', '7', '--budget', '300', '--spec', copy, '--pact', committedPact, '--out', out];
    const { stdout, stderr } = await runPlantStore(args);
    reported.push({ stdout: timeless(stdout), stderr: timeless(stderr), files: filesIn(out) });
  }
  expect(reported[1]).toEqual(reported[0]);
  expect(Object.keys(filesIn(out)).length).toBeGreaterThanOrEqual(8);
});

test('an implementation that rejects duplicates passes a second gate with the same seed', async () => {
  const url = await zooStore('rejects-duplicate-ids', TOKEN);
  for (let time = 0; time < 2; time++) {
    const args = ['gate', url, '--seed', '7', '--budget', '300', '--spec', copy, '--pact', committedPact];
    const { exitCode } = await runPlantStore([...args, '--out', temporaryFolder()]);
    expect(exitCode).toBe(0);
  }
});
