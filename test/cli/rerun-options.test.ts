/** The options that a report names to repeat its run. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { command as gate } from '../../cli/commands/gate.ts';
import { command as verify } from '../../cli/commands/verify.ts';
import { withConfiguration } from '../../cli/options/configured-options.ts';
import { readRerunOptions } from '../../cli/options/rerun-options.ts';
import { readCredentials } from '../../cli/options/shared-options.ts';
import { parseInput } from '../../cli/parsing/parse-arguments.ts';
import type { RerunOptions } from '../../contracts/report/report.ts';
import { temporaryFolder } from '../pact/support.ts';

const config = path.join(temporaryFolder(), 'staging.yaml');
writeFileSync(config, 'exclude: [admin]\nlimits: { timeout: 50 }\n');

async function rerun(args: readonly string[], command = verify): Promise<RerunOptions> {
  const input = parseInput(command, ['http://127.0.0.1:1', ...args]);
  const configured = await withConfiguration(input, 0);
  return readRerunOptions({ ...configured, given: input.options }, readCredentials(configured));
}

test('those that were given are named, and not what plant-store.yaml adds', async () => {
  const given = [
    '--config',
    config,
    '--exclude',
    'mail',
    '--exclude',
    'DELETE *',
    '--read-only',
    '--overlay',
    'o.yaml',
  ];
  expect(await rerun(given)).toEqual({
    options: [
      ['overlay', 'o.yaml'],
      ['exclude', 'mail'],
      ['exclude', 'DELETE *'],
      ['read-only', true],
      ['config', config],
    ],
    isComplete: true,
  });
});

test('what the report has by itself and what only writes files is not named', async () => {
  const given = [
    '--no-config',
    '--spec',
    'a.yaml',
    '--seed',
    '7',
    '--shard',
    '1/2',
    '--report',
    'json=a.json',
    '--json',
  ];
  expect(await rerun(given)).toEqual({ options: [['no-config', true]], isComplete: true });
});

test('headers and proxies without secrets are named', async () => {
  const given = ['--no-config', '--header', 'X-Tenant: blue', '--insecure', '--token', 'token-4711'];
  expect(await rerun(given)).toEqual({
    options: [
      ['no-config', true],
      ['insecure', true],
      ['header', 'X-Tenant: blue'],
    ],
    isComplete: true,
  });
});

test.each([
  ['a secret header', ['--header', 'X-Api-Key: key-4711']],
  ['the credential of the second user', ['--auth-other', 'key=key-4711']],
  ['a login command', ['--login-command', 'echo key-4711']],
])('%s is left out, and the report says that options are missing', async (_name, given) => {
  const { options, isComplete } = await rerun(['--no-config', '--strict', ...given]);
  expect(options).toEqual([
    ['strict', true],
    ['no-config', true],
  ]);
  expect(isComplete).toBe(false);
});

test('the command that starts the implementation is left out', async () => {
  const { options, isComplete } = await rerun(['--no-config', '--start', 'PASSWORD=key-4711 npm start'], gate);
  expect(options).toEqual([['no-config', true]]);
  expect(isComplete).toBe(false);
});
