import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createRecording } from '../../../contracts/pact/record/record-pact.ts';
import { runWithoutToken } from '../../cli/support.ts';
import { contract, fileOf, temporaryFolder } from '../support.ts';

async function record(...args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { exitCode, stdout, stderr } = await runWithoutToken('pact', 'record', ...args);
  return { code: exitCode, stdout, stderr };
}

it('prints only the pact to stdout', async () => {
  const { code, stdout, stderr } = await record();
  expect([code, stdout]).toEqual([0, createRecording(contract).text]);
  expect(stderr).toContain('createPlant: 3 valid, 58 invalid, 4 without valid credentials');
  expect(stderr).toContain('Use it to verify an implementation');
});

it('writes to --out, and --json prints a summary', async () => {
  const file = path.join(temporaryFolder(), 'pact.json');
  const { code, stdout } = await record('--out', file, '--consumer', 'me', '--provider', 'you', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    file,
    consumer: 'me',
    provider: 'you',
    operations: [{ id: 'createPlant', needsState: 0, noInvalidReason: null, omitted: [] }],
  });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    consumer: { name: 'me' },
    provider: { name: 'you' },
  });
});

it.each([
  ['--json without --out', ['--json'], 'error[argument-missing]'],
  ['an empty name', ['--consumer', ' '], 'error[option-invalid]'],
  ['an extra argument', ['openapi.yaml'], 'error[option-invalid]'],
])('rejects %s', async (_what, args, message) => {
  const { code, stdout, stderr } = await record(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

it('does not overwrite a pact that was not generated', async () => {
  const file = fileOf('{"consumer":{"name":"shop"}}');
  const { code, stderr } = await record('--out', file);
  expect([code, readFileSync(file, 'utf8')]).toEqual([2, '{"consumer":{"name":"shop"}}']);
  expect(stderr).toContain('error[file-unwritable]');
});

it('fails if nothing can be recorded, and reports why', async () => {
  const spec = path.join(temporaryFolder(), 'forms.yaml');
  writeFileSync(
    spec,
    `openapi: 3.1.0
info: { title: Forms, version: 1.0.0 }
paths:
  /forms:
    post:
      operationId: send
      requestBody: { required: true, content: { text/csv: {} } }
      responses: { '200': { description: ok } }
`,
  );
  const { code, stdout, stderr } = await record('--spec', spec);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('no JSON media type is declared for its request body (text/csv)');
  expect(stderr).toContain('error[nothing-checked]');
});
