/** `--ref-root` of the commands whose documents are no `--spec` of a run. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { command as certificate } from '../../cli/commands/certificate.ts';
import { writeFolder } from '../spec/support.ts';
import { runPlantStore } from './support.ts';

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n';
const item = (more: string) => `get: {responses: {'200': {description: ok}}}\n${more}`;

function writeVersions() {
  return writeFolder({
    'old/api.yaml': `${head}paths:\n  /a: {$ref: ../shared/old.yaml}\n`,
    'new/api.yaml': `${head}paths:\n  /a: {$ref: ../shared/new.yaml}\n`,
    'shared/old.yaml': item("delete: {responses: {'204': {description: ok}}}\n"),
    'shared/new.yaml': item(''),
  });
}

test('diff reads both documents with it', async () => {
  const folder = writeVersions();
  const args = ['diff', path.join(folder, 'old/api.yaml'), path.join(folder, 'new/api.yaml')];
  const [without, result] = await Promise.all([
    runPlantStore(args),
    runPlantStore([...args, '--ref-root', path.join(folder, 'shared')]),
  ]);
  expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining('--ref-root DIR')]);
  expect([result.exitCode, result.stdout]).toEqual([1, expect.stringContaining('DELETE /a')]);
});

test('diff ignores it for a version that is no file', async () => {
  const folder = writeVersions();
  const args = ['diff', 'git:HEAD:spec/plant-store.yaml', path.join(folder, 'new/api.yaml'), '--json'];
  const { exitCode, stderr } = await runPlantStore([...args, '--ref-root', folder]);
  expect([exitCode, stderr]).toEqual([1, '']);
});

test('init reads the document with it', async () => {
  const folder = writeVersions();
  const file = path.join(folder, 'plant-store.yaml');
  const args = ['init', '--spec', path.join(folder, 'new/api.yaml'), '--out', file, '--ref-root', folder, '--json'];
  const { exitCode, stdout } = await runPlantStore(args);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('plant-store.yaml')]);
});

test('certificate has it', () => {
  expect(Object.keys(certificate.options)).toContain('ref-root');
});
