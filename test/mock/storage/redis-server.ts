/** A Redis for the test, on a free port and without a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const MISSING = 'redis-server is not installed: apt-get install redis-server';

/** `args` such as `--requirepass secret`. */
export async function startRedis(options: { port?: number; args?: readonly string[] } = {}): Promise<RedisServer> {
  const port = options.port ?? (await freePort());
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...args, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  let printed = '';
  server.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  server.once('error', () => ended.reject(new Error(MISSING)));
  server.once('exit', () => ended.reject(new Error(`redis-server ended: ${printed}`)));
  while (!printed.includes('Ready to accept connections')) await Promise.race([sleep(5), ended.promise]);
  return { port, url: `redis://127.0.0.1:${port}`, process: server, stop: () => stop(server) };
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
