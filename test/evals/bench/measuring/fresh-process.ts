/** Processes started anew, timed until they end or listen, with the CPU that their whole tree took. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../free-port.ts';
import { type Program, start, startServer, stopped } from './child.ts';
import { cpuOfEnded, cpuSinceStart } from './processes.ts';

export interface Taken {
  readonly wallMs: number;
  /** User and system, to 10 ms; null where it cannot be measured. */
  readonly cpuMs: number | null;
}

/** Until it has ended. Throws where it fails. */
export async function untilEnd({ args, env = process.env }: Program): Promise<Taken> {
  const cpuBefore = cpuOfEnded();
  const begun = performance.now();
  const child = start(process.execPath, args, { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  const wallMs = performance.now() - begun;
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}`);
  const cpu = cpuOfEnded();
  return { wallMs, cpuMs: cpu === null || cpuBefore === null ? null : cpu - cpuBefore };
}

export interface Served {
  /** Until it says that it listens. */
  readonly ready: Taken;
  /** Until the first answer, asked for as soon as it was ready. */
  readonly answered: Taken;
  /** Until it has nothing more to do. */
  readonly idle: Taken;
}

interface ServerProgram extends Program {
  /** What it says when it listens. */
  readonly line: RegExp;
  /** Asks for the first answer. */
  readonly ask: (port: number) => Promise<unknown>;
}

/** A server on the port that stands for PORT in its arguments; ended afterwards. */
export async function untilServed({ args, ask, ...program }: ServerProgram): Promise<Served> {
  const port = await freePort();
  const own = args.map((arg) => arg.replace('PORT', String(port)));
  const begun = performance.now();
  const { child, pid } = await startServer({ ...program, args: own });
  const taken = () => ({ wallMs: performance.now() - begun, cpuMs: cpuSinceStart(pid) });
  try {
    const ready = taken();
    await ask(port);
    const answered = taken();
    await idle(pid);
    return { ready, answered, idle: taken() };
  } finally {
    await stopped(child);
  }
}

const QUIET_MS = 300;

/** At once where the CPU cannot be measured. */
async function idle(pid: number): Promise<void> {
  let before: number | null = null;
  for (let now = cpuSinceStart(pid); now !== before; now = cpuSinceStart(pid)) {
    before = now;
    await pause(QUIET_MS);
  }
}
