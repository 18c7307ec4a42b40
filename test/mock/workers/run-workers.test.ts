import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { reportedTicks, TICKS_PER_SECOND, tickReportingArgs } from '../../cpu-time.ts';
import { sharedRedis, stopSharedRedis } from '../storage/storages.ts';
import { send } from '../support.ts';

afterAll(stopSharedRedis);

interface Run {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** From the signal to its end, reported by itself and its workers. */
  readonly ticks: () => number;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [...tickReportingArgs, 'test/fixtures/mock/worker-main.ts', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.err += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return {
    process: child,
    out: () => printed.out,
    err: () => printed.err.replaceAll(/^\d+ ticks to the end\n/gm, ''),
    ticks: () => reportedTicks(printed.err),
    ended,
  };
}

async function urlOf({ out, err }: Run): Promise<string> {
  await expect.poll(() => `${out()}${err()}`).toMatch(/\n/);
  return out().trim();
}

const requestNumber = async (url: string): Promise<number> => Number((await send(url)).text);
const requestMany = (length: number, url: string) => Promise.all(Array.from({ length }, () => requestNumber(url)));

/** Of several workers; the operating system selects which one accepts a connection. */
async function pidsOf(count: number, url: string): Promise<readonly number[]> {
  const pids = new Set<number>();
  const look = async () => {
    for (const pid of await requestMany(30, `${url}/pid`)) pids.add(pid);
    return pids.size;
  };
  await expect.poll(look).toBe(count);
  return [...pids];
}

describe.each(['memory', 'Redis'])('workers that share %s', (store) => {
  const storeOf = async () =>
    store === 'memory' ? store : `${(await sharedRedis()).url}?prefix=${crypto.randomUUID()}:`;

  it('serve one port with one state, and are reported as ready once', async () => {
    const workers = run('3', await storeOf());
    const url = await urlOf(workers);
    expect(await pidsOf(3, url)).toHaveLength(3);
    const numbers = await requestMany(60, `${url}/number`);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(workers.out()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  it('are replaced if they are killed, and their state remains', async () => {
    const workers = run('2', await storeOf());
    const url = await urlOf(workers);
    await requestMany(10, `${url}/number`);
    const [killed = 0] = await pidsOf(2, url);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isAlive(killed)).toBe(false);
    expect(await pidsOf(2, url)).not.toContain(killed);
    expect(await requestNumber(`${url}/number`)).toBe(11);
    expect(workers.err()).toBe('a worker exited (SIGKILL); a replacement starts in 100 ms\n');
    expect(workers.out()).toBe(`${url}\n`);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'exit with code 0 within a second after %s, also with a waiting client',
    async (signal) => {
      const workers = run('2', await storeOf());
      const url = await urlOf(workers);
      const pids = await pidsOf(2, url);
      const waiting = send(`${url}/hang`).catch(() => 'cut off');
      await requestNumber(`${url}/number`);
      workers.process.kill(signal);
      expect(await workers.ended).toBe(0);
      expect(workers.ticks()).toBeLessThan(TICKS_PER_SECOND);
      expect(await waiting).toBe('cut off');
      expect(pids.filter(isAlive)).toEqual([]);
      expect(workers.err()).toBe('');
    },
  );
});

describe.each([
  ['memory', 'quiet'],
  ['memory', 'watching'],
  ['Redis', 'quiet'],
])('workers that share %s, each of them %s,', (store, habit) => {
  const startThree = async () => {
    const given = store === 'memory' ? store : `${(await sharedRedis()).url}?prefix=${crypto.randomUUID()}:`;
    const url = await urlOf(run('3', given, '0', habit));
    await pidsOf(3, url);
    return url;
  };

  it('list an entry for each completed request, through any worker, also while more arrive', async () => {
    const url = await startThree();
    const others: Promise<unknown>[] = [];
    for (let round = 1; round <= 8; round++) {
      await requestMany(20, `${url}/add`);
      others.push(requestMany(5, `${url}/add`));
      for (const count of await requestMany(6, `${url}/entries`)) expect(count).toBeGreaterThanOrEqual(20 * round);
    }
    await Promise.all(others);
    expect(await requestMany(6, `${url}/entries`)).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it('list no requests from before a reset', async () => {
    const url = await startThree();
    for (let round = 0; round < 5; round++) {
      await requestMany(20, `${url}/add`);
      await send(`${url}/clear`);
      expect(await requestMany(6, `${url}/entries`)).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });

  it('all apply a rule when its addition is acknowledged', async () => {
    const url = await startThree();
    for (let round = 0; round < 5; round++) {
      await send(`${url}/rule`);
      expect(await requestMany(12, `${url}/mayHaveRules`)).toEqual(Array.from({ length: 12 }, () => 1));
      await send(`${url}/clear`);
    }
  });
});

it('list the requests of running workers after another one was killed', async () => {
  const url = await urlOf(run('2', 'memory'));
  const pids = await pidsOf(2, url);
  await requestMany(40, `${url}/add`);
  const before = await requestNumber(`${url}/entries`);
  const [killed = 0] = pids;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  await requestMany(10, `${url}/add`);
  expect([before, await requestNumber(`${url}/entries`)]).toEqual([40, 50]);
});

it('stays on the reported port if all workers are killed concurrently, and one more after that', async () => {
  const workers = run('3', 'memory');
  const url = await urlOf(workers);
  await requestMany(10, `${url}/number`);
  const killed = await pidsOf(3, url);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await expect.poll(() => requestNumber(`${url}/pid`).catch(() => 0)).toBeGreaterThan(0);
  const [another = 0] = await pidsOf(3, url);
  expect(killed).not.toContain(another);
  process.kill(another, 'SIGKILL');
  await expect.poll(() => isAlive(another)).toBe(false);
  expect(await pidsOf(3, url)).not.toContain(another);
  expect(await requestNumber(`${url}/number`)).toBe(11);
});

it('ends within a second also if a worker hangs', async () => {
  const workers = run('2', 'memory');
  const url = await urlOf(workers);
  const [stuck = 0] = await requestMany(1, `${url}/pid`);
  hang(stuck);
  workers.process.kill('SIGTERM');
  expect(await workers.ended).toBe(0);
  expect(workers.ticks()).toBeLessThan(TICKS_PER_SECOND);
  expect(isAlive(stuck)).toBe(false);
});

it('responds to each request while one worker hangs and another was killed', async () => {
  const workers = run('3', 'memory');
  const url = await urlOf(workers);
  const [killed = 0, stuck = 0] = await pidsOf(3, url);
  hang(stuck);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  const pids = await requestMany(100, `${url}/pid`);
  expect(pids).toHaveLength(100);
  expect(pids).not.toContain(stuck);
});

it('ends the workers if their primary is killed', async () => {
  const workers = run('2', 'memory');
  const url = await urlOf(workers);
  const pids = await pidsOf(2, url);
  workers.process.kill('SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

it('gives up on workers that repeatedly exit, and reports it', async () => {
  const workers = run('2', 'memory', '0', 'dies');
  expect(await workers.ended).toBe(2);
  expect(workers.err()).toContain('error[workers-failed]: The worker processes keep exiting');
  expect(workers.err()).toContain('exit code 7');
  expect(workers.err().match(/a replacement starts in/g)?.length).toBeLessThanOrEqual(8);
});

it('reports once why the first worker does not start, and exits with its code', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const workers = run('3', 'memory', String(port));
  expect(await workers.ended).toBe(2);
  expect(workers.err().match(/port-taken/g)).toHaveLength(1);
  expect(workers.err()).not.toContain('a worker exited');
  expect(workers.out()).toBe('');
});

it('reports once that the storage of the workers cannot be reached', async () => {
  const workers = run('2', 'redis://:s3cret@127.0.0.1:1');
  expect(await workers.ended).toBe(2);
  expect(workers.err().match(/storage-unreachable/g)).toHaveLength(1);
  expect(workers.err()).not.toContain('s3cret');
});

it('can be stopped while the first worker is starting', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const workers = run('2', `redis://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  await once(silent, 'connection');
  workers.process.kill('SIGTERM');
  expect(await workers.ended).toBe(0);
});

function hang(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
