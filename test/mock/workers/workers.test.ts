import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { TICKS_A_SECOND, tellingTicks, ticksToldIn } from '../../effort.ts';
import { sharedRedis, stopSharedRedis } from '../storage/subjects.ts';
import { send } from '../support.ts';

afterAll(stopSharedRedis);

interface Run {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** From the signal that ended it to its end, told by itself and its workers. */
  readonly ticks: () => number;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [...tellingTicks, 'test/fixtures/mock/worker-main.ts', ...args]);
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
    ticks: () => ticksToldIn(printed.err),
    ended,
  };
}

async function urlOf({ out, err }: Run): Promise<string> {
  await expect.poll(() => `${out()}${err()}`).toMatch(/\n/);
  return out().trim();
}

const answerOf = async (url: string): Promise<number> => Number((await send(url)).text);
const many = (length: number, url: string) => Promise.all(Array.from({ length }, () => answerOf(url)));

/** Of so many workers: which of them takes a connection is left to the system. */
async function pidsOf(count: number, url: string): Promise<readonly number[]> {
  const pids = new Set<number>();
  const look = async () => {
    for (const pid of await many(30, `${url}/pid`)) pids.add(pid);
    return pids.size;
  };
  await expect.poll(look).toBe(count);
  return [...pids];
}

describe.each(['memory', 'Redis'])('workers that share %s', (store) => {
  const storeOf = async () =>
    store === 'memory' ? store : `${(await sharedRedis()).url}?prefix=${crypto.randomUUID()}:`;

  it('serve one port and one store, and are told as ready once', async () => {
    const crew = run('3', await storeOf());
    const url = await urlOf(crew);
    expect(await pidsOf(3, url)).toHaveLength(3);
    const numbers = await many(60, `${url}/number`);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(crew.out()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  it('are replaced when they are killed, and what they kept stays', async () => {
    const crew = run('2', await storeOf());
    const url = await urlOf(crew);
    await many(10, `${url}/number`);
    const [killed = 0] = await pidsOf(2, url);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isAlive(killed)).toBe(false);
    expect(await pidsOf(2, url)).not.toContain(killed);
    expect(await answerOf(`${url}/number`)).toBe(11);
    expect(crew.err()).toBe('a worker has ended (SIGKILL); another one starts in 100 ms\n');
    expect(crew.out()).toBe(`${url}\n`);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'end with code 0 within a second of %s, also with a client waiting',
    async (signal) => {
      const crew = run('2', await storeOf());
      const url = await urlOf(crew);
      const pids = await pidsOf(2, url);
      const waiting = send(`${url}/hang`).catch(() => 'cut off');
      await answerOf(`${url}/number`);
      crew.process.kill(signal);
      expect(await crew.ended).toBe(0);
      expect(crew.ticks()).toBeLessThan(TICKS_A_SECOND);
      expect(await waiting).toBe('cut off');
      expect(pids.filter(isAlive)).toEqual([]);
      expect(crew.err()).toBe('');
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

  it('list an entry for each request that was answered, through whichever worker, also while more come', async () => {
    const url = await startThree();
    const others: Promise<unknown>[] = [];
    for (let round = 1; round <= 8; round++) {
      await many(20, `${url}/add`);
      others.push(many(5, `${url}/add`));
      for (const count of await many(6, `${url}/entries`)) expect(count).toBeGreaterThanOrEqual(20 * round);
    }
    await Promise.all(others);
    expect(await many(6, `${url}/entries`)).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it('list none of those that were answered before a reset', async () => {
    const url = await startThree();
    for (let round = 0; round < 5; round++) {
      await many(20, `${url}/add`);
      await send(`${url}/clear`);
      expect(await many(6, `${url}/entries`)).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });

  it('all know of a rule when the one that has added it has answered', async () => {
    const url = await startThree();
    for (let round = 0; round < 5; round++) {
      await send(`${url}/rule`);
      expect(await many(12, `${url}/mayHaveRules`)).toEqual(Array.from({ length: 12 }, () => 1));
      await send(`${url}/clear`);
    }
  });
});

it('list what was answered by the workers that live when another one was killed', async () => {
  const url = await urlOf(run('2', 'memory'));
  const pids = await pidsOf(2, url);
  await many(40, `${url}/add`);
  const before = await answerOf(`${url}/entries`);
  const [killed = 0] = pids;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  await many(10, `${url}/add`);
  expect([before, await answerOf(`${url}/entries`)]).toEqual([40, 50]);
});

it('stays on the port that was told when all workers are killed at once, and one more after that', async () => {
  const crew = run('3', 'memory');
  const url = await urlOf(crew);
  await many(10, `${url}/number`);
  const killed = await pidsOf(3, url);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await expect.poll(() => answerOf(`${url}/pid`).catch(() => 0)).toBeGreaterThan(0);
  const [another = 0] = await pidsOf(3, url);
  expect(killed).not.toContain(another);
  process.kill(another, 'SIGKILL');
  await expect.poll(() => isAlive(another)).toBe(false);
  expect(await pidsOf(3, url)).not.toContain(another);
  expect(await answerOf(`${url}/number`)).toBe(11);
});

it('ends within a second also when a worker hangs', async () => {
  const crew = run('2', 'memory');
  const url = await urlOf(crew);
  const [stuck = 0] = await many(1, `${url}/pid`);
  hang(stuck);
  crew.process.kill('SIGTERM');
  expect(await crew.ended).toBe(0);
  expect(crew.ticks()).toBeLessThan(TICKS_A_SECOND);
  expect(isAlive(stuck)).toBe(false);
});

it('answers each request while one worker hangs and another was killed', async () => {
  const crew = run('3', 'memory');
  const url = await urlOf(crew);
  const [killed = 0, stuck = 0] = await pidsOf(3, url);
  hang(stuck);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  const pids = await many(100, `${url}/pid`);
  expect(pids).toHaveLength(100);
  expect(pids).not.toContain(stuck);
});

it('ends the workers when their primary is killed', async () => {
  const crew = run('2', 'memory');
  const url = await urlOf(crew);
  const pids = await pidsOf(2, url);
  crew.process.kill('SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

it('gives up on workers that end again and again, and says so', async () => {
  const crew = run('2', 'memory', '0', 'dies');
  expect(await crew.ended).toBe(2);
  expect(crew.err()).toContain('error[workers-failed]: The worker processes do not stay alive');
  expect(crew.err()).toContain('exit code 7');
  expect(crew.err().match(/another one starts in/g)?.length).toBeLessThanOrEqual(8);
});

it('says once why the first worker does not start, and ends with its code', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const crew = run('3', 'memory', String(port));
  expect(await crew.ended).toBe(2);
  expect(crew.err().match(/port-taken/g)).toHaveLength(1);
  expect(crew.err()).not.toContain('a worker has ended');
  expect(crew.out()).toBe('');
});

it('says once that the storage of the workers cannot be reached', async () => {
  const crew = run('2', 'redis://:s3cret@127.0.0.1:1');
  expect(await crew.ended).toBe(2);
  expect(crew.err().match(/storage-unreachable/g)).toHaveLength(1);
  expect(crew.err()).not.toContain('s3cret');
});

it('is stopped while the first worker still starts', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const crew = run('2', `redis://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  await once(silent, 'connection');
  crew.process.kill('SIGTERM');
  expect(await crew.ended).toBe(0);
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
