/** Programs in processes of their own, none of which outlives this one. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function spawnChild(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, options);
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

const KILL_AFTER_MS = 3_000;

/** Told to end, and made to where it does not. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  const killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await exited;
  clearTimeout(killTimer);
}

export interface NodeProgram {
  /** What Node is to run, with its arguments. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** All that it writes to stdout. Throws where it fails. */
export async function runForOutput({ args, env = process.env }: NodeProgram): Promise<string> {
  const child = spawnChild(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}`);
  return output;
}

export interface StartedServer {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What the groups of `line` stand for. */
  readonly matches: readonly string[];
}

/** Until it writes what `line` matches to stdout. Throws where it ends before. */
export function startServer({
  args,
  env = process.env,
  line,
}: NodeProgram & { readonly line: RegExp }): Promise<StartedServer> {
  const child = spawnChild(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const [all, ...matches] = line.exec(output) ?? [];
      if (all === undefined) return;
      // What else it writes is read, as it would wait for that, and dropped.
      child.stdout?.removeAllListeners('data').resume();
      resolve({ child, pid: child.pid ?? 0, matches });
    });
    child.once('close', () => reject(new Error(`${args.join(' ')}: ended before it listened: ${output}`)));
  });
}
