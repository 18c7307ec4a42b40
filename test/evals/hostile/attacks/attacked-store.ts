/** The fake stores that are attacked: real processes, and what can be seen of them from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childrenOf, memoryNow } from '../../bench/measuring/process-usage.ts';
import type { StoreName } from './attack.ts';
import { CONTROL_TOKEN, TOKEN } from './requests.ts';
import type { StoreAddress } from './wire/connection.ts';

export interface AttackedStore {
  readonly address: StoreAddress;
  /** All that it wrote on stdout and stderr. */
  readonly output: () => string;
  readonly isAlive: () => boolean;
  /** What it and its workers hold at this moment; undefined where the system does not tell. */
  readonly usage: () => ResourceUsage | undefined;
  readonly stop: () => Promise<void>;
}

export interface ResourceUsage {
  /** Of resident memory. */
  readonly megabytes: number;
  readonly sockets: number;
}

const main = fileURLToPath(new URL('../../../../cli/main.ts', import.meta.url));

/** How each is started, besides its port and its token. */
const storeOptions: Readonly<Record<StoreName, readonly string[]>> = {
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
export async function startAttackedStore(name: StoreName): Promise<AttackedStore> {
  if (name !== 'proxy') return start(storeOptions[name]);
  const upstream = await start([]);
  const { host, port } = upstream.address;
  const proxy = await start([...storeOptions.proxy, `http://${host}:${port}`]);
  return {
    ...proxy,
    output: () => proxy.output() + upstream.output(),
    isAlive: () => proxy.isAlive() && upstream.isAlive(),
    stop: async () => {
      await proxy.stop();
      await upstream.stop();
    },
  };
}

async function start(args: readonly string[]): Promise<AttackedStore> {
  // Nothing of what the vitest around us sets for itself.
  const env = { PATH: process.env['PATH'], PLANT_STORE_TOKEN: TOKEN };
  const child = spawn(process.execPath, [main, 'mock', '--port', '0', ...args], { env });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
  const output = () => Buffer.concat(pieces).toString('utf8');
  while (!output().includes('\nconsole ')) await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  const url = new URL(/listening on (\S+)/.exec(output())?.[1] ?? '');
  return {
    address: { host: url.hostname, port: Number(url.port), tls: url.protocol === 'https:' },
    output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    usage: () => measureUsage(child),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function measureUsage({ pid = 0 }: ChildProcess): ResourceUsage | undefined {
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
