/** Starts a stranger as a process of its own on a free port, and stops it by its process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';

export interface Launched {
  readonly url: string;
  /** How its process ended by itself, such as `exit code 1`; undefined while it runs. */
  ended(): string | undefined;
  stop(): Promise<void>;
}

/** Throws when nothing listens in time, with the last that the process said. */
export async function launch(name: string, token: string): Promise<Launched> {
  const port = await freePort();
  const launcher = fileURLToPath(new URL(`stores/${name}.mjs`, import.meta.url));
  const env = { ...process.env, PORT: String(port), STORE_TOKEN: token };
  const child = spawn(process.execPath, [launcher], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = lastWords(child);
  stopWithUs(child);
  const ended = () => endOf(child);
  try {
    await listening(port, ended);
  } catch (error) {
    await stop(child);
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}\n${said()}`);
  }
  return { url: `http://127.0.0.1:${port}`, ended, stop: () => stop(child) };
}

function stopWithUs(child: ChildProcess): void {
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

function lastWords({ stderr }: ChildProcess): () => string {
  let said = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000);
  });
  return () => said;
}

function endOf({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode !== null) return `exit code ${exitCode}`;
  return signalCode === null ? undefined : `signal ${signalCode}`;
}

const START_MS = 30_000;

async function listening(port: number, ended: () => string | undefined): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await answers(port))) {
    const end = ended();
    if (end !== undefined) throw new Error(`ended at start, ${end}`);
    if (performance.now() > deadline) throw new Error(`does not listen after ${START_MS} ms`);
    await pause(100);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (endOf(child) !== undefined) return;
  const gone = once(child, 'exit');
  child.kill();
  const patience = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(patience);
}
