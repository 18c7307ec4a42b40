/** `gate --lint FILE`: rules of the user in whole commands. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, kitFolder, temporaryFolder } from '../pact/support.ts';
import { runInThread } from './run-in-thread.ts';
import { commandEnvironment } from './support.ts';

const document = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

test('their violations fail the gate until they are waived, also when plant-store.yaml names the file', async () => {
  const folder = temporaryFolder();
  const inFolder = (name: string) => path.join(folder, name);
  writeFileSync(inFolder('redocly.yaml'), 'rules: { operation-description: error }\n');
  writeFileSync(inFolder('plant-store.yaml'), 'lint: redocly.yaml\n');
  const gate = ['gate', '--spec', document, '--profile', 'smoke', '--out', inFolder('report')];
  const env = commandEnvironment(undefined);
  const failed = await runInThread([...gate, '--lint', inFolder('redocly.yaml'), '--no-config'], env);
  expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining(`lint: ${inFolder('redocly.yaml')}\n`)]);
  expect(failed.stdout).toContain('error[redocly-operation-description]: The document breaks the rule');
  const [, id = ''] = /id +(redocly-operation-description\/createPlant\/\w+)/.exec(failed.stdout) ?? [];
  writeFileSync(inFolder('waivers.yaml'), `waivers:\n  - { id: ${id}, reason: known, expires: 2099-01-01 }\n`);
  const configured = [...gate, '--config', inFolder('plant-store.yaml'), '--waivers', inFolder('waivers.yaml')];
  const waived = await runInThread(configured, env);
  expect([waived.exitCode, waived.stdout]).toEqual([0, expect.stringContaining(`waived  ${id}`)]);
});

test('explain says where a rule of the user is from', async () => {
  const { exitCode, stdout } = await runInThread(['explain', 'redocly-info-license'], commandEnvironment(undefined));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Redocly configuration of its run (--lint)')]);
});
