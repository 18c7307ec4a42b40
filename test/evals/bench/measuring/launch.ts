/** A server in a fresh process of its own, on a free port, until it has answered for the first time. */
import type { ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { freePort } from '../../../free-port.ts';
import { start, stopped } from './child.ts';
import { temporaryFolder } from './folder.ts';
import { cpuSinceStart, peakMemory } from './processes.ts';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whose files are copied to where it runs. */
  readonly folder?: string;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Since the process was started. */
interface Moment {
  readonly seconds: number;
  /** Of the whole tree, in ms. Null where it cannot be measured. */
  readonly cpu: number | null;
}

export interface Launched {
  readonly url: string;
  readonly pid: number;
  readonly ready: Moment;
  readonly answered: Moment;
  readonly first: { readonly status: number; readonly body: string };
  /** In MB, until now. */
  peak(): number | null;
  stop(): Promise<void>;
}

export interface Start {
  readonly program: (port: number) => Program;
  /** The first request, which is sent as soon as the server listens. */
  readonly call: Call;
  readonly timeoutMs: number;
}

/**
 * Its output goes nowhere: a terminal or a file would be measured with it. Throws where it ends, or does not answer in time,
 * with the reason; the command to try by hand goes to stderr, since its paths are nothing for a page.
 */
export async function launch({ program, call, timeoutMs }: Start): Promise<Launched> {
  const port = await freePort();
  const { file, args, env, folder: files } = program(port);
  const folder = temporaryFolder();
  if (files !== undefined) cpSync(files, folder, { recursive: true });
  const begun = performance.now();
  const child = start(file, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
  const stop = async () => {
    await stopped(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const pid = child.pid ?? 0;
  const now = (): Moment => ({ seconds: (performance.now() - begun) / 1000, cpu: cpuSinceStart(pid) });
  const url = `http://127.0.0.1:${port}`;
  const deadline = { signal: AbortSignal.timeout(timeoutMs), child };
  try {
    await listening(port, deadline);
    const ready = now();
    const first = await answerOf(url, call, deadline);
    return { url, pid, ready, answered: now(), first, peak: () => peakMemory(pid), stop };
  } catch (cause) {
    await stop();
    const reason = reasonOf(child, deadline.signal, timeoutMs);
    process.stderr.write(`${reason}: ${[file, ...args].join(' ')}\n`);
    throw new Error(reason, { cause });
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly child: ChildProcess;
}

const LOOK_MS = 5;

async function listening(port: number, { signal, child }: Deadline): Promise<void> {
  child.on('error', () => undefined);
  while (!(await accepts(port))) {
    signal.throwIfAborted();
    if (child.pid === undefined || child.exitCode !== null) throw new Error('it ended');
    await pause(LOOK_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function answerOf(url: string, { path, ...call }: Call, { signal }: Deadline) {
  const answer = await request(`${url}${path}`, {
    ...call,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
    reset: true,
  });
  return { status: answer.statusCode, body: await answer.body.text() };
}

function reasonOf({ pid, exitCode }: ChildProcess, { aborted }: AbortSignal, timeoutMs: number): string {
  if (pid === undefined) return 'could not be started';
  if (aborted) return `no answer after ${timeoutMs / 1000} s`;
  return exitCode === null ? 'did not answer' : `ended with exit code ${exitCode}`;
}
