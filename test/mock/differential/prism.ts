/** Prism's command line as a child process, restarted if a request has crashed it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

export interface Prism {
  readonly url: () => string;
  /** Call it after a connection failed: returns whether Prism has crashed, and then restarts it. */
  readonly revive: () => Promise<boolean>;
  /** Replaces the process: one that has not responded in time may still crash. */
  readonly renew: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startPrism(file: string): Promise<Prism> {
  let running = await launch(file);
  let spare = launch(file);
  const replaceRunning = async () => {
    running = await spare;
    spare = launch(file);
  };
  return {
    url: () => `http://127.0.0.1:${running.port}`,
    revive: async () => {
      if (!(await hasEnded(running))) return false;
      await replaceRunning();
      return true;
    },
    renew: async () => {
      const before = running;
      await replaceRunning();
      await end(before);
    },
    close: async () => {
      for (const one of [running, await spare]) await end(one);
    },
  };
}

async function end({ child }: Running): Promise<void> {
  if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
}

/**
 * A crashing process closes its connections some time before it exits: long before on a busy machine. Only a response
 * shows that it still runs.
 */
async function hasEnded({ child, port }: Running): Promise<boolean> {
  for (let waited = 0; waited < MAX_EXIT_POLLS; waited++) {
    if (child.exitCode !== null) return true;
    if (waited >= MIN_EXIT_POLLS && (await respondsOn(port))) return child.exitCode !== null;
    await sleep(POLL_MS);
  }
  throw new Error('Prism neither responds nor exits');
}

const POLL_MS = 50;
const MIN_EXIT_POLLS = 40;
const MAX_EXIT_POLLS = 2_400;

function respondsOn(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

async function launch(file: string): Promise<Running> {
  const port = await freePort();
  const args = ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', file, '-p', String(port)];
  const child = spawn(process.execPath, [...args, '-h', '127.0.0.1', '--multiprocess', 'false'], {
    stdio: 'ignore',
    env: { ...process.env, SCARF_ANALYTICS: 'false', NODE_ENV: 'test' },
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`Prism does not start with ${file}`);
    await sleep(50);
  }
  return { child, port };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
