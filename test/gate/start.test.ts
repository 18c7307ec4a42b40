import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cliMain, commandEnvironment, runPlantStore, TOKEN } from '../cli/support.ts';
import { freePort } from '../free-port.ts';
import { fileOf, kitFolder, temporaryFolder } from '../pact/support.ts';

/** A copy of the contract is not the kit's own, for which the consumer tests would run first. */
const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

const node = `'${process.execPath}'`;

/** A shell command: the conforming implementation of the zoo, in a shell that outlives it. */
const store = (port: number, ...options: readonly string[]) =>
  `${node} ${options.join(' ')} test/evals/zoo/main.ts right-store --port ${port}; code=$?; echo over; exit $code`;

test('the gate starts, checks and stops the implementation', async () => {
  const { url, port, out, log } = await place();
  const { exitCode, stdout, stderr } = await runPlantStore([...gateArgs(url, out), '--start', store(port)]);
  expect([exitCode, await respondWith(url)]).toEqual([0, false]);
  expect(stderr).toMatch(
    new RegExp(`^started +implementation +${url}/ responds \\(\\d+\\.\\d s\\)\npassed +contract lint`),
  );
  expect(stdout).toContain(`conforms: 0 errors`);
  expect(log()).toContain(`URL    ${url}`);
  expect(log()).toContain('token  $PLANT_STORE_TOKEN');
  expect(log()).not.toContain(TOKEN);
});

test('an implementation that does not start is not checked, and its last lines are shown', async () => {
  const { url, out } = await place();
  const { exitCode, stderr } = await runPlantStore([...gateArgs(url, out), '--start', `echo no ${TOKEN}; exit 3`]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/error\[start-failed\].*exit code 3 before .*\n {4}no \$PLANT_STORE_TOKEN\n/s);
});

test('an implementation that ends during the run is reported with its last lines', async () => {
  const { url, port, out } = await place();
  const dying = store(port, '--import', './test/fixtures/start/dies-after-50-requests.mjs');
  const { exitCode } = await runPlantStore([...gateArgs(url, out), '--start', dying]);
  expect(exitCode).toBeGreaterThan(0);
  const summary = readFileSync(path.join(out, 'summary.md'), 'utf8');
  expect(summary).toMatch(/the implementation ended with exit code 9 during the run.*panic.*out of plants/);
});

test('rejects an implementation that is already running at the URL', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  const { exitCode, stderr } = await runPlantStore([...gateArgs(url, temporaryFolder()), '--start', 'echo started']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('error[start-taken]')]);
});

test('does not check another server that responds at the URL', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { url, port } = await place();
  const taken = `http://127.0.0.1:${portOf(server.address())}`;
  const args = [...gateArgs(taken, temporaryFolder()), '--start', store(port), '--wait-for', url];
  const { exitCode, stderr } = await runPlantStore(args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('error[start-taken]')]);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const)('%s also ends the implementation', async (signal, code) => {
  const { url, port, log, gate } = await underWay(store);
  gate.kill(signal);
  expect(await once(gate, 'exit')).toEqual([code, null]);
  expect([await respondWith(url), log()]).toEqual([false, expect.stringContaining(`:${port}`)]);
});

test('a second Ctrl-C also ends an implementation that shuts down slowly', async () => {
  const { url, gate } = await underWay((port) => `${node} test/fixtures/start/serve.mjs ${port} deaf`);
  const ended = once(gate, 'exit');
  gate.kill('SIGINT');
  await pause(500);
  gate.kill('SIGINT');
  expect([await ended, await respondWith(url)]).toEqual([[130, null], false]);
});

/** A gate whose implementation has responded. */
async function underWay(command: (port: number) => string) {
  const { url, port, out, log } = await place();
  const gate = spawn(process.execPath, [cliMain, ...gateArgs(url, out), '--start', command(port)], {
    cwd: kitFolder,
    env: commandEnvironment(TOKEN),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void gate.kill('SIGKILL'));
  let reported = '';
  gate.stderr.setEncoding('utf8').on('data', (text: string) => {
    reported += text;
  });
  // It knows so itself, and has read what the implementation had said before.
  await expect.poll(() => reported).toMatch(/^started +implementation/);
  return { url, port, log, gate };
}

const gateArgs = (url: string, out: string) => ['gate', url, '--spec', copy, '--out', out];

async function place() {
  const [port, out] = [await freePort(), temporaryFolder()];
  const log = () => readFileSync(path.join(out, 'implementation.log'), 'utf8');
  return { url: `http://127.0.0.1:${port}`, port, out, log };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function respondWith(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
