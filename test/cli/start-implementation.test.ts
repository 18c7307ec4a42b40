import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Implementation,
  type StartOptions,
  startImplementation,
} from '../../cli/implementation/implementation.ts';
import { waitUntilReady } from '../../cli/implementation/readiness.ts';
import { KitError } from '../../errors.ts';
import { createMask } from '../../secrets/masking.ts';
import { freePort, UNUSED_URL } from '../free-port.ts';
import { kitFolder, SECRET, temporaryFolder } from '../pact/support.ts';
import { commandEnvironment } from './support.ts';

const node = `'${process.execPath}'`;
const program = path.join(kitFolder, 'test/fixtures/start/serve.mjs');

/** A shell command: the server on that port; `deaf` ignores SIGTERM; or with these statuses. */
const serve = (port: number, ...how: readonly (string | number)[]) => `${node} '${program}' ${port} ${how.join(' ')}`;

/** Only Linux shows zombies. */
const linuxTest = test.runIf(process.platform === 'linux');

describe('an implementation', () => {
  test('responds after the start, and has ended after the stop', async () => {
    const port = await freePort();
    const implementation = await start({ command: serve(port), port });
    const [pid = 0] = await printedPids(implementation, 1);
    expect(await responseAt(port)).toBe(String(pid));
    expect(implementation.describeExit()).toBeUndefined();
    await implementation.stop();
    expect([await responseAt(port), isAlive(pid)]).toEqual([undefined, false]);
  });

  test('has the environment of its parent', async () => {
    vi.stubEnv('DATABASE', 'in memory');
    onTestFinished(() => void vi.unstubAllEnvs());
    const port = await freePort();
    const implementation = await start({ command: `echo "database $DATABASE"; ${serve(port)}`, port });
    await expect.poll(implementation.lastLines).toContain('database in memory');
    await implementation.stop();
  });

  test('is ready with the first response below 500', async () => {
    const port = await freePort();
    const implementation = await start({ command: serve(port, 503, 500, 404, 503), port });
    expect(await statusAt(port)).toBe(503);
    await implementation.stop();
  });

  test('has an open stdin, since some servers exit when it closes', async () => {
    const port = await freePort();
    const implementation = await start({ command: `(${serve(port)}) & cat; kill $!`, port });
    await pause(300);
    expect([implementation.describeExit(), await statusAt(port)]).toEqual([undefined, 200]);
    await implementation.stop();
  });

  test('describes how it ended by itself', async () => {
    const port = await freePort();
    const killed = await start({ command: `exec ${serve(port)}`, port });
    for (const pid of await printedPids(killed, 1)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => killed.describeExit()).toBe('was ended by SIGKILL');
    await killed.stop();
    expect(killed.describeExit()).toBe('was ended by SIGKILL');

    const failing = await start({ command: `${serve(port)}; exit 7`, port });
    for (const pid of await printedPids(failing, 1)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => failing.describeExit()).toBe('ended with exit code 7');
  });

  test('has no such description after a stop', async () => {
    const port = await freePort();
    const implementation = await start({ command: serve(port), port });
    await implementation.stop();
    expect(implementation.describeExit()).toBeUndefined();
  });

  test('can be stopped again, and leaves no exit listener', async () => {
    const before = process.listenerCount('exit');
    const port = await freePort();
    const implementation = await start({ command: serve(port), port });
    await Promise.all([implementation.stop(), implementation.stop()]);
    await implementation.stop();
    expect(process.listenerCount('exit')).toBe(before);
  });
});

describe('the whole group ends', () => {
  test.each([
    ['of concurrent servers', (one: number, two: number) => `${serve(two)} & ${serve(one)} & wait`],
    ['of shells in shells', (one: number, two: number) => `sh -c "sh -c \\"${serve(two)}\\" & ${serve(one)}"; true`],
    ['whose leader went into the background', (one: number, two: number) => `${serve(one)} & ${serve(two)} &`],
  ])('%s', async (_name, command) => {
    const [one, two] = [await freePort(), await freePort()];
    const implementation = await start({ command: command(one, two), port: one });
    const pids = await printedPids(implementation, 2);
    expect(implementation.describeExit()).toBeUndefined();
    await implementation.stop();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('by SIGKILL when it ignores SIGTERM', async () => {
    const port = await freePort();
    const implementation = await start({ command: `${serve(port, 'deaf')}; true`, port, graceMs: 300 });
    const startedAt = performance.now();
    const pids = await printedPids(implementation, 1);
    await implementation.stop();
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(pids.map(isAlive)).toEqual([false]);
  });

  test('when only its leader was killed', async () => {
    const port = await freePort();
    const implementation = await start({ command: `echo process $$; ${serve(port)}; true`, port });
    const [leader = 0, server = 0] = await printedPids(implementation, 2);
    process.kill(leader, 'SIGKILL');
    await expect.poll(() => implementation.describeExit()).toBe('was ended by SIGKILL');
    expect(await responseAt(port)).toBe(String(server));
    await implementation.stop();
    expect(isAlive(server)).toBe(false);
  });

  linuxTest('when the dead are not collected', async () => {
    const port = await freePort();
    // Its child dies in the group, while the parent has left the group and does not wait for it.
    const leaver = `perl -MPOSIX -e 'fork() or exit; setsid(); $| = 1; print "process $$\\n"; sleep 60'`;
    const implementation = await start({ command: `${leaver} & exec ${serve(port)}`, port });
    const pids = await printedPids(implementation, 2);
    onTestFinished(() => pids.filter(isAlive).forEach((pid) => void process.kill(pid, 'SIGKILL')));
    await implementation.stop();
    expect(pids.filter(isAlive)).toHaveLength(1);
  });

  linuxTest('and who has left it is neither ended nor waited for', async () => {
    const run = await starter('stop', "setsid sh -c 'echo process $$; exec sleep 60' &");
    expect(await run.ended).toBe(0);
    expect(run.pids.filter(isAlive)).toHaveLength(1);
  });

  test('and no other process', async () => {
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    onTestFinished(() => void bystander.kill('SIGKILL'));
    const port = await freePort();
    const implementation = await start({ command: serve(port), port });
    await implementation.stop();
    await pause(100);
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  });
});

describe('a process that exits ends its implementation', () => {
  test.each([
    ['exit', 3],
    ['throw', 1],
    ['reject', 1],
    ['stop', 0],
  ])('%s', async (then, code) => {
    const run = await starter(then);
    expect(await run.ended).toBe(code);
    await expect.poll(() => run.pids.filter(isAlive)).toEqual([]);
    expect(readFileSync(run.log, 'utf8')).toMatch(/^process \d+ listens\nprocess \d+ listens\n/);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s', async (signal) => {
    const run = await starter('signal');
    run.process.kill(signal);
    expect(await run.ended).toBe(130);
    await expect.poll(() => run.pids.filter(isAlive)).toEqual([]);
  });
});

describe('a failed start', () => {
  test('reports the exit code and the last lines', async () => {
    const error = await failure({ command: 'echo first; echo "no database" >&2; exit 4' });
    expect(error).toMatchObject({ code: 'start-failed' });
    expect(error.detail).toMatch(
      /^the command ended with exit code 4 before http:\/\/127\.0\.0\.1:\d+\/ responded; its last lines:\n/,
    );
    expect(error.detail.split('\n').slice(1).toSorted()).toEqual(['first', 'no database']);
  });

  test('reports the signal', async () => {
    const { detail } = await failure({ command: 'kill -9 $$' });
    expect(detail).toMatch(/^the command was ended by SIGKILL before .* responded; it printed nothing$/);
  });

  test('is reported when the command succeeds and no process remains', async () => {
    const { detail } = await failure({ command: 'echo started somewhere' });
    expect(detail).toMatch(/^the command ended with exit code 0 before/);
  });

  test('is reported when the command fails, and remaining processes are ended', async () => {
    const port = await freePort();
    const { detail } = await failure({ command: `${serve(port)} & exit 5`, port });
    expect(detail).toMatch(/^the command ended with exit code 5 before/);
    expect(await responseAt(port)).toBeUndefined();
  });

  test('is reported for an unknown command', async () => {
    const { detail } = await failure({ command: 'no-such-command-here --port 80' });
    expect(detail).toMatch(/ended with exit code 127 .*\n.*no-such-command-here.*not found/s);
  });

  test('is reported with the last attempt after the timeout, and the command is ended', async () => {
    const mark = path.join(temporaryFolder(), 'mark');
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const failing = failure({ command: `echo process $$; touch '${mark}'; sleep 600`, timeoutMs: 2_500 });
    while (!existsSync(mark)) await pause(10);
    vi.advanceTimersByTime(2_500);
    const error = await failing;
    expect(error.code).toBe('start-failed');
    expect(error.detail).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/ did not respond within 2\.5 s; the last attempt: connect ECONNREFUSED .*; its last/,
    );
    expect(pidsOf(error.detail.split('\n')).map(isAlive)).toEqual([false]);
  });

  test.each([
    ['always responds with 503', createServer((_request, response) => response.writeHead(503).end()), 'status 503'],
    ['accepts the connection and sends nothing', createTcpServer(), 'no response'],
    ['speaks another protocol', createTcpServer((socket) => socket.end('SSH-2.0\r\n')), 'Parse Error'],
    // After it has read: unread bytes would cause a reset.
    [
      'closes the connection',
      createTcpServer((socket) => socket.once('data', () => socket.destroy())),
      'socket hang up',
    ],
  ])('is reported when the server %s until the timeout', async (_name, server, attempt) => {
    const url = new URL(await listening(server));
    const why = await waitUntilReady({ url, timeoutMs: 300, describeExit: () => undefined });
    expect(why).toContain(`did not respond within 0.3 s; the last attempt: ${attempt}`);
  });
});

describe('when a server already listens', () => {
  test.each([
    ['on HTTP', createServer((_request, response) => response.end())],
    ['on another protocol', createTcpServer()],
  ])('nothing is started: %s', async (_name, server) => {
    const { port } = new URL(await listening(server));
    const mark = path.join(temporaryFolder(), 'mark');
    const error = await failure({ command: `touch '${mark}'`, port: Number(port) });
    expect(error).toMatchObject({ code: 'start-taken', detail: `http://127.0.0.1:${port}/` });
    expect(existsSync(mark)).toBe(false);
    const otherPath = await failure({ command: 'true', baseUrl: `http://127.0.0.1:${port}/v1` });
    expect(otherPath).toMatchObject({ code: 'start-taken', detail: `http://127.0.0.1:${port}/v1` });
  });
});

describe('the output', () => {
  const saying = async (bytes: string | Buffer) => {
    const port = await freePort();
    const [file, logFile] = ['said', 'log'].map((name) => path.join(temporaryFolder(), name));
    writeFileSync(file ?? '', bytes);
    const command = `cat '${file}'; exec ${serve(port)} >/dev/null`;
    const implementation = await start({ command, port, logFile, mask: createMask([SECRET]) });
    await implementation.stop();
    return { last: implementation.lastLines(), log: readFileSync(logFile ?? '', 'utf8').split('\n') };
  };

  test('has masked secrets, also across colors and in the log', async () => {
    const half = SECRET.length / 2;
    const colored = `${SECRET.slice(0, half)}\x1b[31m${SECRET.slice(half)}`;
    const { last, log } = await saying(`token=${SECRET}\ntoken ${colored}\n`);
    expect(last).toEqual(['token=$PLANT_STORE_TOKEN', 'token $PLANT_STORE_TOKEN']);
    expect(log).toEqual([...last, '']);
  });

  test('has no terminal control characters', async () => {
    const output = '\x1b[32mgreen\x1b[0m\x1b]0;title\x07\n10 %\r20 %\r100 %\r\nbell\x07 \u202eback\n';
    const { last } = await saying(output);
    expect(last).toEqual(['green', '100 %', 'bell\\u0007 \\u202eback']);
  });

  test('may be invalid UTF-8', async () => {
    const { last } = await saying(Buffer.concat([Buffer.from('caf\xe9\n', 'latin1'), Buffer.from('café ✓\n')]));
    expect(last).toEqual(['caf\\xe9', 'café ✓']);
  });

  test('may end without a newline', async () => {
    expect((await saying('one\ntwo')).last).toEqual(['one', 'two']);
  });

  test('is truncated to the last lines, and each line to the size of a screen', async () => {
    const { last, log } = await saying(`${'x'.repeat(1_000_000)}\n\n\n${'line\n'.repeat(50)}${'y'.repeat(2_000)}\n`);
    expect(last).toEqual([...Array(19).fill('line'), `${'y'.repeat(400)}...`]);
    expect(log[0]).toBe(`${'x'.repeat(8_192)}...`);
    expect(log).toHaveLength(55);
  });

  test('keeps its end, not its beginning, when it is too long', async () => {
    const { last, log } = await saying(`${`${'z'.repeat(99)}\n`.repeat(100_000)}the end\n`);
    expect(last.at(-1)).toBe('the end');
    expect(log.length).toBeGreaterThan(39_900);
    expect(log.length).toBeLessThan(50_100);
  });
});

describe('rejected before the start', () => {
  test.each(['127.0.0.1:80', 'ftp://127.0.0.1/', 'tcp://127.0.0.1:80', 'http://me:secret@127.0.0.1/', ''])(
    '--wait-for %j',
    async (waitFor) => {
      const error = await startImplementation({ ...usual, waitFor, command: 'true' }).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'option-invalid', detail: expect.stringContaining('--wait-for') });
      expect(error.message).not.toContain('secret');
    },
  );

  test('an unwritable log', async () => {
    const mark = path.join(temporaryFolder(), 'mark');
    const error = await failure({ command: `touch '${mark}'`, logFile: '/no/such/folder/log' });
    expect(error).toMatchObject({ code: 'file-unwritable' });
    expect(existsSync(mark)).toBe(false);
  });

  test('Windows', async () => {
    const { platform } = process;
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
    Object.defineProperty(process, 'platform', { value: 'win32' });
    expect(await failure({ command: 'true' })).toMatchObject({ code: 'start-unsupported' });
  });
});

const usual = { timeoutMs: 120_000, mask: (text: string) => text };

type Given = Partial<StartOptions> & { readonly command: string; readonly port?: number };

async function start({ port, ...given }: Given): Promise<Implementation> {
  const waitFor = `http://127.0.0.1:${port ?? (await freePort())}`;
  const implementation = await startImplementation({ ...usual, waitFor, ...given });
  onTestFinished(() => implementation.stop());
  return implementation;
}

/** Without a port nothing can respond. */
async function failure(given: Given): Promise<KitError> {
  const error = await start({ ...(given.port === undefined ? { waitFor: UNUSED_URL } : {}), ...given }).catch(
    (thrown: unknown) => thrown,
  );
  if (error instanceof KitError) return error;
  throw new Error(`expected a KitError, received ${error}`);
}

/** A separate process that starts two, the first a server that ignores SIGTERM, and then exits in some way. */
async function starter(then: string, first = `${serve(0, 'deaf')} &`) {
  const [one, log] = [await freePort(), path.join(temporaryFolder(), 'log')];
  const command = `${first} ${serve(one)}; true`;
  const file = path.join(kitFolder, 'test/fixtures/start/starter.ts');
  const child = spawn(process.execPath, [file, String(one), '500', log, command, then], {
    env: commandEnvironment(undefined),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => code);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await expect.poll(() => pidsOf(output.split('\n')).length).toBe(2);
  const pids = pidsOf(output.split('\n'));
  onTestFinished(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  return { process: child, ended, log, pids };
}

/** The URL. */
async function listening(server: TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server.address())}`;
}

/** Waits for this number: they may respond before their output is read. */
async function printedPids(implementation: Implementation, count: number): Promise<readonly number[]> {
  await expect.poll(() => pidsIn(implementation)).toHaveLength(count);
  return pidsIn(implementation);
}

function pidsIn(implementation: Implementation): readonly number[] {
  return pidsOf(implementation.lastLines());
}

function pidsOf(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => (/^process (\d+)/.exec(line)?.slice(1) ?? []).map(Number));
}

/** Zombies do not count; only Linux shows them without another program. */
function isAlive(pid: number): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}

async function statusAt(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}`)).status;
}

/** Undefined without a response. */
function responseAt(port: number): Promise<string | undefined> {
  return fetch(`http://127.0.0.1:${port}`).then(
    (response) => response.text(),
    () => undefined,
  );
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
