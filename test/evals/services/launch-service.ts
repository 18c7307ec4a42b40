/** Starts a service as a process of its own, with an empty database, and stops it by its process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import type { Service } from './services.ts';

export interface LaunchedService {
  readonly url: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Resolves when the service serves its document. Throws, with the last lines of its output, if it does not in time. */
export async function launchService(service: Service): Promise<LaunchedService> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(...commandOf(service), { env: environmentOf(port, folder), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = captureOutput(child);
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  if (await isServed(`${url}${service.document}`, child)) return { url, stop };
  await stop();
  throw new Error(`${service.name} does not serve ${service.document}\n${output()}`);
}

function commandOf({ name, launcher }: Service): [string, string[]] {
  const interpreter = launcher.endsWith('.py') ? pathOf('.python/bin/python') : process.execPath;
  return [interpreter, [pathOf(`servers/${name}/${launcher}`)]];
}

/** Without telemetry, and with the packages of Debian that pip does not have. */
function environmentOf(port: number, folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(port),
    DATABASE: join(folder, 'database.sqlite'),
    PYTHONPATH: pathOf('.debian/usr/lib/python3/dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
    DO_NOT_TRACK: '1',
    SCARF_ANALYTICS: 'false',
    OTEL_SDK_DISABLED: 'true',
  };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

const MAX_OUTPUT = 2_000;

function captureOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = `${text}${part}`.slice(-MAX_OUTPUT);
    });
  return () => text;
}

async function isServed(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return true;
    await pause(100);
  }
  return false;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(killTimer);
}
