/** Programs in processes of their own, none of which outlives this one. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function start(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, options);
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

const PATIENCE_MS = 3_000;

/** Told to end, and made to where it does not. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await gone;
  clearTimeout(patience);
}

export interface Program {
  /** What Node is to run, with its arguments. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** All that it writes to stdout. Throws where it fails. */
export async function outputOf({ args, env = process.env }: Program): Promise<string> {
  const child = start(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}`);
  return output;
}

export interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What the groups of `line` stand for. */
  readonly said: readonly string[];
}

/** Until it writes what `line` matches to stdout. Throws where it ends before. */
export function startServer({
  args,
  env = process.env,
  line,
}: Program & { readonly line: RegExp }): Promise<Server> {
  const child = start(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const [all, ...said] = line.exec(output) ?? [];
      if (all === undefined) return;
      // What else it writes is read, as it would wait for that, and dropped.
      child.stdout?.removeAllListeners('data').resume();
      resolve({ child, pid: child.pid ?? 0, said });
    });
    child.once('close', () => reject(new Error(`${args.join(' ')}: ended before it listened: ${output}`)));
  });
}
