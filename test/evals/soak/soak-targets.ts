/** What is looked at in a soak: processes under load, each with a way to look at it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import { childrenOf, memoryNow } from '../bench/measuring/process-usage.ts';
import type { ProcessUsage } from './process-usage.ts';

export interface SoakTarget {
  readonly name: string;
  /** The base URL of what takes load. */
  readonly url: string | undefined;
  measure(): Promise<ProcessUsage>;
  stop(): Promise<void>;
}

export const TOKEN = 'soak-7f3KpQ2xVn9sLd4w';

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const environment = { ...process.env, PLANT_STORE_TOKEN: TOKEN };

/** A program of this folder that tells what it holds. */
export async function startTarget(name: string, program: string): Promise<SoakTarget> {
  const child = fork(fileOf(program), { execArgv: ['--expose-gc'], env: environment, stdio: 'inherit' });
  const [url] = await once(child, 'message');
  return {
    name,
    url: url === '' ? undefined : String(url),
    async measure() {
      child.send('look');
      const [held] = await once(child, 'message');
      return held;
    },
    stop: () => stopProcess(child),
  };
}

/** The fake store as the command starts it with two workers: three processes, into which only the system can look. */
export async function startWorkersTarget(): Promise<SoakTarget> {
  const port = await freePort();
  const args = [fileOf('../../../cli/main.ts'), 'mock', '--workers', '2', '--port', String(port), '--log', 'none'];
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/__store/ready`);
  return {
    name: 'mock server, 2 workers',
    url,
    async measure() {
      await fetch(`${url}/__store/reset`, { method: 'POST', ...newConnection });
      const { pid = 0 } = child;
      const handles = [pid, ...childrenOf(pid)].reduce((sum, one) => sum + filesOf(one), 0);
      return { heapMB: null, rssMB: memoryNow(pid) ?? 0, handles };
    },
    stop: () => stopProcess(child),
  };
}

/** One that has been idle may be closed while it is used again. */
const newConnection = { headers: { connection: 'close' } };

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(url, newConnection).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(50);
  }
}

function filesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const end = once(child, 'close');
  child.kill();
  await end;
}
