/** The commands and the tests that docs/pact.md names. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { environment, main } from '../cli/support.ts';
import { committedPact } from '../pact/support.ts';
import { codesIn, commandsOf, tableOf } from './pages.ts';

const page = 'docs/pact.md';
const token = 'plant-store-dev-token';

/** With the pacts, the document and the program that the page speaks of. */
async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  onTestFinished(() => rm(made, { recursive: true }));
  await cp('spec/plant-store.yaml', path.join(made, 'api.yaml'));
  await mkdir(path.join(made, 'pacts'));
  await cp(committedPact, path.join(made, 'pacts/shop.json'));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
  await writeFile(path.join(made, 'plant-store'), program, { mode: 0o755 });
  return made;
}

async function stateEndpoint(): Promise<string> {
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
}

interface Ran {
  readonly exitCode: number | string | null | undefined;
  /** What it printed, unless it went well. */
  readonly failure: string;
}

function run(line: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', line], options, (error, stdout, stderr) => {
      if (error === null) resolve({ exitCode: 0, failure: '' });
      else resolve({ exitCode: error.code, failure: stdout + stderr });
    });
  });
}

it.each(commandsOf(page))('$at: $line', async ({ line }) => {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  // The first answer takes the longest, and longer still on a busy machine.
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${mock.url}/plants`, { method: 'POST', headers, body: '{"id":1,"name":"fern"}' });
  const cwd = await folder();
  const states = await stateEndpoint();
  const command = line
    .replaceAll('http://127.0.0.1:4010', mock.url)
    .replaceAll('http://127.0.0.1:4011', states);
  const env = { ...environment(token), PATH: `${cwd}:${process.env['PATH']}` };
  expect(await run(command, { cwd, env })).toEqual({ exitCode: 0, failure: '' });
});

it('every trap names tests that there are', () => {
  const rows = tableOf(page, 'trap');
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const held = row.at(-1) ?? '';
    const tests = held
      .split('; ')
      .map((one) => ({ file: codesIn(one)[0] ?? '', title: one.split('`: ')[1] ?? '?' }));
    for (const { file, title } of tests)
      expect([file, readFileSync(file, 'utf8')]).toEqual([file, expect.stringContaining(title)]);
  }
});
