/** Starts a stranger as a process of its own on a free port, and stops it by its process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';

export interface LaunchedStore {
  readonly url: string;
  /** How its process ended by itself, such as `exit code 1`; undefined while it runs. */
  exitReason(): string | undefined;
  stop(): Promise<void>;
}

/** Throws when nothing listens in time, with the last that the process said. */
export async function launchStore(name: string, token: string): Promise<LaunchedStore> {
  const port = await freePort();
  const launcher = fileURLToPath(new URL(`stores/${name}.mjs`, import.meta.url));
  const env = { ...process.env, PORT: String(port), STORE_TOKEN: token };
  const child = spawn(process.execPath, [launcher], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const stderrText = captureStderr(child);
  killOnExit(child);
  const ended = () => exitReason(child);
  try {
    await waitUntilListening(port, ended);
  } catch (error) {
    await stop(child);
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}\n${stderrText()}`);
  }
  return { url: `http://127.0.0.1:${port}`, exitReason: ended, stop: () => stop(child) };
}

function killOnExit(child: ChildProcess): void {
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

function captureStderr({ stderr }: ChildProcess): () => string {
  let stderrText = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrText = `${stderrText}${text}`.slice(-2_000);
  });
  return () => stderrText;
}

function exitReason({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode !== null) return `exit code ${exitCode}`;
  return signalCode === null ? undefined : `signal ${signalCode}`;
}

const START_TIMEOUT_MS = 30_000;

async function waitUntilListening(port: number, ended: () => string | undefined): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await acceptsConnection(port))) {
    const end = ended();
    if (end !== undefined) throw new Error(`ended at start, ${end}`);
    if (performance.now() > deadline) throw new Error(`does not listen after ${START_TIMEOUT_MS} ms`);
    await pause(100);
  }
}

function acceptsConnection(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (exitReason(child) !== undefined) return;
  const exited = once(child, 'exit');
  child.kill();
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await exited;
  clearTimeout(killTimer);
}
