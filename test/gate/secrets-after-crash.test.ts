/** However a gate ends, its files and output do not contain the token. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cliMain, commandEnvironment } from '../cli/support.ts';
import { UNUSED_URL } from '../free-port.ts';
import { committedPact, fileOf, kitFolder, temporaryFolder } from '../pact/support.ts';

const TOKEN = 'Qz7wVbN3kRtY8mPxLdFhJ2sG';
const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

/** An implementation that logs and returns its credentials and always responds incorrectly. */
const leakyProgram = `
  const { createServer } = require('node:http');
  let requests = 0;
  console.log('token in the environment: ' + process.env.PLANT_STORE_TOKEN);
  createServer((request, response) => {
    const said = request.headers.authorization ?? '';
    console.log(said, Buffer.from(said).toString('base64'));
    console.error(request.method, request.url, said);
    requests++;
    if (process.argv[3] === 'dies' && requests === 60) throw new Error('died with ' + said);
    response.writeHead(200, { 'content-type': 'application/json', 'x-you-said': said });
    response.end(JSON.stringify({ name: said, tag: said }));
  }).listen(Number(process.argv[2]), '127.0.0.1');
`;

async function started(mode: 'lives' | 'dies', extra: readonly string[] = []) {
  const url = UNUSED_URL;
  const program = fileOf(leakyProgram, 'telling.cjs');
  const out = temporaryFolder();
  const start = `"${process.execPath}" "${program}" ${new URL(url).port} ${mode}`;
  const args = ['gate', url, '--spec', copy, '--pact', committedPact, '--out', out, '--start', start, ...extra];
  const child = spawn(process.execPath, [cliMain, ...args], {
    cwd: kitFolder,
    env: commandEnvironment(TOKEN),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const receivedToken: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => receivedToken.push(chunk));
  return { child, out, url, said: () => Buffer.concat(receivedToken).toString() };
}

function written(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8')).join('\n');
}

function secretsIn(text: string): readonly string[] {
  const base64 = Buffer.from(`Bearer ${TOKEN}`).toString('base64');
  return [TOKEN, base64.slice(4, -4), TOKEN.slice(0, -1)].filter((form) => text.includes(form));
}

test('if the run completes: reports, the log of the implementation and the terminal', async () => {
  const { child, out, said: receivedToken } = await started('lives');
  await once(child, 'close');
  expect(existsSync(path.join(out, 'report.html'))).toBe(true);
  expect(existsSync(path.join(out, 'implementation.log'))).toBe(true);
  expect(secretsIn(`${receivedToken()}\n${written(out)}`)).toEqual([]);
});

test('if the implementation crashes during the run and its last lines are shown', async () => {
  const { child, out, said: receivedToken } = await started('dies');
  await once(child, 'close');
  expect(`${receivedToken()}\n${written(out)}`).toContain('died with');
  expect(secretsIn(`${receivedToken()}\n${written(out)}`)).toEqual([]);
});

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('if %s interrupts it', async (signal) => {
  const { child, out, url, said: receivedToken } = await started('lives');
  const ended = once(child, 'close');
  while (!/conformance|provider check/.test(receivedToken()) && child.exitCode === null) await pause(20);
  child.kill(signal);
  // If the process is killed with SIGKILL, the implementation keeps running.
  if (signal === 'SIGKILL') onTestFinished(() => endBehind(url));
  else await ended;
  expect(secretsIn(`${receivedToken()}\n${written(out)}`)).toEqual([]);
});

test('if the reports cannot be written', async () => {
  const { child, out, said: receivedToken } = await started('lives');
  const ended = once(child, 'close');
  while (!existsSync(path.join(out, 'implementation.log')) && child.exitCode === null) await pause(20);
  chmodSync(out, 0o500);
  await ended;
  chmodSync(out, 0o700);
  expect(secretsIn(`${receivedToken()}\n${written(out)}`)).toEqual([]);
});

/** Finds and ends the program by its port. */
async function endBehind(url: string): Promise<void> {
  const { port } = new URL(url);
  const isFree = () =>
    new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(Number(port), '127.0.0.1', () => server.close(() => resolve(true)));
    });
  if (await isFree()) return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (line.some((word) => word.endsWith('telling.cjs')) && line.includes(port))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Ended in the meantime.
    }
  }
}
