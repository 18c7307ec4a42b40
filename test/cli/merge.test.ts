import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { certifiableReport } from '../certificate/support.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { reportWith, stageWith } from '../report/support.ts';
import { runPlantStore } from './support.ts';

const shard = (index: number, of: number) => JSON.stringify({ ...reportWith([stageWith()]), shard: { index, of } });

test('exits with 2 instead of overwriting the report of a shard', async () => {
  const first = fileOf(shard(1, 2), 'report.json');
  const second = fileOf(shard(2, 2), 'two.json');
  const link = path.join(temporaryFolder(), 'link');
  symlinkSync(path.dirname(first), link);
  for (const where of [
    ['--out', path.dirname(first)],
    ['--out', link],
    ['--report', `junit=${second}`],
  ]) {
    const { exitCode, stderr } = await runPlantStore(['merge', first, second, ...where]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is an input and would be overwritten')]);
  }
  expect([first, second].map((file) => readFileSync(file, 'utf8'))).toEqual([
    expect.stringContaining('"index":1'),
    expect.stringContaining('"index":2'),
  ]);
});

test('exits with 2 for unreadable parts, and deletes earlier reports', async () => {
  const out = temporaryFolder();
  const old = ['certificate.json', 'report.json'].map((name) => path.join(out, name));
  for (const file of old) writeFileSync(file, '{}');
  const { exitCode, stderr } = await runPlantStore(['merge', fileOf(shard(1, 2)), '/nowhere.json', '--out', out]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('/nowhere.json: no such file')]);
  expect(old.filter((file) => existsSync(file))).toEqual([]);
});

test('prints whether there is a certificate, and why not', async () => {
  const whole = fileOf(JSON.stringify({ ...certifiableReport(), shard: { index: 1, of: 1 } }));
  const [good, bad] = [temporaryFolder(), temporaryFolder()];
  const merged = await runPlantStore(['merge', whole, '--out', good]);
  expect([merged.exitCode, merged.stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`\ncertificate: ${good}/certificate.json\n$`)),
  ]);
  const open = await runPlantStore(['merge', fileOf(shard(1, 2)), '--out', bad]);
  expect(open.exitCode).toBe(2);
  expect(open.stdout).toMatch(/\nno certificate: the verdict is: inconclusive: shard 2 of 2 is missing/);
});

test('rejects a report of an older version and says what to do: exit 2', async () => {
  const older = fileOf(shard(1, 2).replace('"reportVersion":3', '"reportVersion":2'), 'report.json');
  const { exitCode, stderr } = await runPlantStore(['merge', older, fileOf(shard(2, 2))]);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining(`${older} has version 2; this release reads version 3`),
  ]);
  expect(stderr).toContain('Run verify again, or use the release that wrote it (docs/reference/upgrading.md');
});
