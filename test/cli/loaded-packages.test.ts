/** Which packages a command loads before its first output: each one makes every start slower. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { command as pact } from '../../cli/commands/pact.ts';
import { startMock } from '../../mock/index.ts';
import { kitFolder, temporaryFolder } from '../pact/support.ts';
import { cliMain, commandEnvironment, TOKEN } from './support.ts';

/** To validate values: numbers by format, XML, patterns. */
const verifying = ['ajv-formats', 'saxes', 'xmlchars'];

/** To read and validate a plain OpenAPI 3.0 document: its validator is compiled, and compares values with those of Ajv. */
const reading = [...verifying, 'js-yaml', 'ajv', 'fast-deep-equal'];

/** To generate random cases. */
const drawing = ['fast-check', 'pure-rand'];

const document = 'spec/plant-store.yaml';

const commands = [
  ...['init', 'mock', 'verify', 'gate', 'merge', 'certificate', 'diff', 'replay', 'explain', 'demo'],
  ...Object.keys(pact.subcommands).map((name) => `pact ${name}`),
];

describe.concurrent('before its first output', () => {
  test.each([
    ...['--help', '--version', 'pact --help', 'verify --no-such-option'],
    ...commands.map((name) => `${name} --help`),
  ])('%s loads no package', async (line) => {
    expect(await loadedBy(line.split(' '))).toEqual([]);
  });

  test('explain loads the packages of checks and test categories', async () => {
    expect(await loadedBy(['explain'])).toEqual([...verifying, ...drawing, 'js-yaml'].toSorted());
  });

  test('diff loads the packages that read documents and generate values', async () => {
    expect(await loadedBy(['diff', document, document])).toEqual([...reading, ...drawing].toSorted());
  });

  test('verify loads the packages that read the document, generate values and send requests', async ({
    onTestFinished,
  }) => {
    const mock = await startMock({ token: TOKEN });
    onTestFinished(() => mock.close());
    const loaded = await loadedBy(['verify', mock.url, '--only', 'authentication']);
    expect(loaded).toEqual([...reading, ...drawing, 'undici'].toSorted());
  });

  test('mock loads the packages that read the document, but not those that generate responses', async () => {
    expect(await loadedBy(['mock', '--port', '0'])).toEqual(reading.toSorted());
  });
});

/** Loaded by the command until it writes to stdout or ends; sorted. */
async function loadedBy(args: readonly string[]): Promise<readonly string[]> {
  const record = path.join(temporaryFolder(), 'loaded');
  writeFileSync(record, '');
  const recorder = path.join(kitFolder, 'test/fixtures/loaded/record.mjs');
  const child = spawn(process.execPath, ['--import', recorder, cliMain, ...args], {
    cwd: kitFolder,
    env: { ...commandEnvironment(TOKEN), RECORD: record },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.once('data', () => void child.kill());
  await once(child, 'close');
  return readFileSync(record, 'utf8').split('\n').filter(Boolean).toSorted();
}
