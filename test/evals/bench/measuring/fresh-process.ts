/** Processes started anew, timed until they end or listen, with the CPU that their whole tree took. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../free-port.ts';
import { type NodeProgram, spawnChild, startServer, stopChild } from './child-process.ts';
import { cpuOfEnded, cpuSinceStart } from './process-usage.ts';

export interface ProcessTime {
  readonly wallMs: number;
  /** User and system, to 10 ms; null where it cannot be measured. */
  readonly cpuMs: number | null;
}

/** Until it has ended. Throws where it fails. */
export async function timeUntilExit({ args, env = process.env }: NodeProgram): Promise<ProcessTime> {
  const cpuBefore = cpuOfEnded();
  const startedAt = performance.now();
  const child = spawnChild(process.execPath, args, { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  const wallMs = performance.now() - startedAt;
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}`);
  const cpu = cpuOfEnded();
  return { wallMs, cpuMs: cpu === null || cpuBefore === null ? null : cpu - cpuBefore };
}

export interface ServerTimes {
  /** Until it says that it listens. */
  readonly ready: ProcessTime;
  /** Until the first response, asked for as soon as it was ready. */
  readonly responded: ProcessTime;
  /** Until it has nothing more to do. */
  readonly idle: ProcessTime;
}

interface ServerProgram extends NodeProgram {
  /** What it says when it listens. */
  readonly line: RegExp;
  /** Asks for the first response. */
  readonly sendFirstRequest: (port: number) => Promise<unknown>;
}

/** A server on the port that stands for PORT in its arguments; ended afterwards. */
export async function timeUntilServed({ args, sendFirstRequest, ...program }: ServerProgram): Promise<ServerTimes> {
  const port = await freePort();
  const own = args.map((arg) => arg.replace('PORT', String(port)));
  const startedAt = performance.now();
  const { child, pid } = await startServer({ ...program, args: own });
  const elapsed = () => ({ wallMs: performance.now() - startedAt, cpuMs: cpuSinceStart(pid) });
  try {
    const ready = elapsed();
    await sendFirstRequest(port);
    const responded = elapsed();
    await waitUntilIdle(pid);
    return { ready, responded, idle: elapsed() };
  } finally {
    await stopChild(child);
  }
}

const IDLE_MS = 300;

/** At once where the CPU cannot be measured. */
async function waitUntilIdle(pid: number): Promise<void> {
  let before: number | null = null;
  for (let now = cpuSinceStart(pid); now !== before; now = cpuSinceStart(pid)) {
    before = now;
    await pause(IDLE_MS);
  }
}
