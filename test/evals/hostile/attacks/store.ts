/** The fake stores that are attacked: real processes, and what can be seen of them from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childrenOf, memoryNow } from '../../bench/measuring/processes.ts';
import type { StoreName } from './attack.ts';
import { CONTROL_TOKEN, TOKEN } from './requests.ts';
import type { Address } from './wire/wire.ts';

export interface AttackedStore {
  readonly address: Address;
  /** All that it wrote on stdout and stderr. */
  readonly said: () => string;
  readonly isAlive: () => boolean;
  /** What it and its workers hold at this moment; undefined where the system does not tell. */
  readonly holds: () => Holdings | undefined;
  readonly stop: () => Promise<void>;
}

export interface Holdings {
  /** Of resident memory. */
  readonly megabytes: number;
  readonly sockets: number;
}

const main = fileURLToPath(new URL('../../../../cli/main.ts', import.meta.url));

/** How each is started, besides its port and its token. */
const startedWith: Readonly<Record<StoreName, readonly string[]>> = {
  usual: [],
  impatient: ['--limit', 'header-time=1s', '--limit', 'request-time=2s', '--limit', 'headers=100kb'],
  narrow: ['--limit', 'header-time=1s', '--limit', 'request-time=2s', '--limit', 'connections=100'],
  forms: ['--spec', 'test/evals/hostile/attacks/forms.yaml'],
  guarded: ['--control-token', CONTROL_TOKEN],
  workers: ['--workers', '2'],
  tls: ['--tls', '--limit', 'header-time=3s'],
  proxy: ['--upstream'],
};

/** A proxy has a store of its own behind it. */
export async function startStore(name: StoreName): Promise<AttackedStore> {
  if (name !== 'proxy') return start(startedWith[name]);
  const behind = await start([]);
  const { host, port } = behind.address;
  const proxy = await start([...startedWith.proxy, `http://${host}:${port}`]);
  return {
    ...proxy,
    said: () => proxy.said() + behind.said(),
    isAlive: () => proxy.isAlive() && behind.isAlive(),
    stop: async () => {
      await proxy.stop();
      await behind.stop();
    },
  };
}

async function start(args: readonly string[]): Promise<AttackedStore> {
  // Nothing of what the vitest around us sets for itself.
  const env = { PATH: process.env['PATH'], PLANT_STORE_TOKEN: TOKEN };
  const child = spawn(process.execPath, [main, 'mock', '--port', '0', ...args], { env });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
  const said = () => Buffer.concat(pieces).toString('utf8');
  while (!said().includes('\nconsole '))
    await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  const url = new URL(/listening on (\S+)/.exec(said())?.[1] ?? '');
  return {
    address: { host: url.hostname, port: Number(url.port), tls: url.protocol === 'https:' },
    said,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    holds: () => holdingsOf(child),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

function holdingsOf({ pid = 0 }: ChildProcess): Holdings | undefined {
  const megabytes = memoryNow(pid);
  if (megabytes === null) return undefined;
  const sockets = [pid, ...childrenOf(pid)].reduce((sum, one) => sum + socketsOf(one), 0);
  return { megabytes, sockets };
}

/** Those for listening among them. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => linkOf(`${folder}/${name}`).startsWith('socket:')).length;
}

/** Closed since the list was made. */
function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
