/** A server in a process of its own, with the probe in it, which says what its heap holds and where its time goes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../free-port.ts';
import { type BenchServer, plantStoreDocument } from '../servers.ts';
import { stopChild } from './child-process.ts';
import type { CpuProfile } from './profile-parts.ts';

export interface ProbedServer {
  readonly url: string;
  readonly pid: number;
  collectGarbage(): Promise<void>;
  heap(): Promise<HeapState>;
  startProfile(): Promise<void>;
  stopProfile(): Promise<CpuProfile>;
  stop(): Promise<void>;
}

export interface HeapState {
  readonly bytes: number;
  /** Since the start of the process. */
  readonly collections: number;
}

/** So large that some hundred requests end before a collection: what they allocate is then the growth of the heap. */
const HEAP_OPTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--expose-gc'];

const START_TIMEOUT_MS = 60_000;

/** Its output goes nowhere. Throws if it does not listen in time. */
export async function startProbedServer({ program, name }: BenchServer): Promise<ProbedServer> {
  const port = await freePort();
  const { file, args, env } = program({ port, document: plantStoreDocument });
  const probe = fileURLToPath(new URL('probe.mjs', import.meta.url));
  const child = spawn(file, [...HEAP_OPTIONS, '--import', probe, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const end = performance.now() + START_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`${name} does not listen`);
    await pause(POLL_MS);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    collectGarbage: async () => void (await ask(child, 'collect')),
    heap: () => ask<HeapState>(child, 'heap'),
    startProfile: async () => void (await ask(child, 'startProfile')),
    stopProfile: () => ask<CpuProfile>(child, 'stopProfile'),
    stop: async () => {
      process.off('exit', kill);
      await stopChild(child);
    },
  };
}

const POLL_MS = 20;

/** One command at a time. */
async function ask<Result>(child: ChildProcess, command: string): Promise<Result> {
  const replied: Promise<readonly { readonly result: Result }[]> = once(child, 'message');
  child.send(command);
  const [reply] = await replied;
  if (reply === undefined) throw new Error(`no reply to ${command}`);
  return reply.result;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
