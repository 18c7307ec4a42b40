/** A server in a fresh process of its own, on a free port, until it has answered for the first time. */
import type { ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { freePort } from '../../../free-port.ts';
import { spawnChild, stopChild } from './child-process.ts';
import { createTemporaryFolder } from './folder.ts';
import { cpuSinceStart, peakMemory } from './process-usage.ts';

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whose files are copied to where it runs. */
  readonly folder?: string;
}

export interface FirstRequest {
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

export interface LaunchedServer {
  readonly url: string;
  readonly pid: number;
  readonly ready: Moment;
  readonly responded: Moment;
  readonly first: { readonly status: number; readonly body: string };
  /** In MB, until now. */
  peakMemory(): number | null;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  readonly program: (port: number) => ServerCommand;
  /** The first request, which is sent as soon as the server listens. */
  readonly call: FirstRequest;
  readonly timeoutMs: number;
}

/**
 * Its output goes nowhere: a terminal or a file would be measured with it. Throws where it ends, or does not answer in time,
 * with the reason; the command to try by hand goes to stderr, since its paths are nothing for a page.
 */
export async function launchServer({ program, call, timeoutMs }: LaunchOptions): Promise<LaunchedServer> {
  const port = await freePort();
  const { file, args, env, folder: files } = program(port);
  const folder = createTemporaryFolder();
  if (files !== undefined) cpSync(files, folder, { recursive: true });
  const startedAt = performance.now();
  const child = spawnChild(file, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
  const stop = async () => {
    await stopChild(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const pid = child.pid ?? 0;
  const now = (): Moment => ({ seconds: (performance.now() - startedAt) / 1000, cpu: cpuSinceStart(pid) });
  const url = `http://127.0.0.1:${port}`;
  const deadline = { signal: AbortSignal.timeout(timeoutMs), child };
  try {
    await waitUntilListening(port, deadline);
    const ready = now();
    const first = await sendFirstRequest(url, call, deadline);
    return { url, pid, ready, responded: now(), first, peakMemory: () => peakMemory(pid), stop };
  } catch (error) {
    await stop();
    const reason = failureReason(child, deadline.signal, timeoutMs);
    process.stderr.write(`${reason}: ${[file, ...args].join(' ')}\n`);
    throw new Error(reason, { cause: error });
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly child: ChildProcess;
}

const POLL_MS = 5;

async function waitUntilListening(port: number, { signal, child }: Deadline): Promise<void> {
  child.on('error', () => undefined);
  while (!(await accepts(port))) {
    signal.throwIfAborted();
    if (child.pid === undefined || child.exitCode !== null) throw new Error('it ended');
    await pause(POLL_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function sendFirstRequest(url: string, { path, ...call }: FirstRequest, { signal }: Deadline) {
  const response = await request(`${url}${path}`, {
    ...call,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
    reset: true,
  });
  return { status: response.statusCode, body: await response.body.text() };
}

function failureReason({ pid, exitCode }: ChildProcess, { aborted }: AbortSignal, timeoutMs: number): string {
  if (pid === undefined) return 'could not be started';
  if (aborted) return `no response after ${timeoutMs / 1000} s`;
  return exitCode === null ? 'did not answer' : `ended with exit code ${exitCode}`;
}
