import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from '../pact/support.ts';
import { reportWith, stageWith } from '../report/support.ts';
import { plantStore } from './support.ts';

const shard = (index: number, of: number) =>
  JSON.stringify({ ...reportWith([stageWith()]), shard: { index, of } });

test('the report of a shard is not written over: exit 2', async () => {
  const first = fileOf(shard(1, 2), 'report.json');
  const second = fileOf(shard(2, 2), 'two.json');
  for (const where of [
    ['--out', path.dirname(first)],
    ['--report', `junit=${second}`],
  ]) {
    const { exitCode, stderr } = await plantStore(['merge', first, second, ...where]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is a part, and would be written over')]);
  }
  expect([first, second].map((file) => readFileSync(file, 'utf8'))).toEqual([
    expect.stringContaining('"index":1'),
    expect.stringContaining('"index":2'),
  ]);
});
