/** Runs the command line without a process of its own: a start costs nothing, and modules are already compiled. */
import { runCommandLine } from '../../cli/run-command-line.ts';

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that was not ended by a signal. */
export interface CompletedCommand extends CommandResult {
  readonly exitCode: number;
}

let previous: Promise<unknown> = Promise.resolve();

/** One at a time, because output and environment belong to the thread. `env` replaces the environment meanwhile. */
export function runInThread(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CompletedCommand> {
  const result = previous.then(() => runNow(args, env));
  previous = result.catch(() => undefined);
  return result;
}

async function runNow(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CompletedCommand> {
  const restoreEnvironment = replaceEnvironment(env);
  const [stdout, stderr] = [captureWrites(process.stdout), captureWrites(process.stderr)];
  try {
    const exitCode = await runCommandLine(args);
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.restore();
    stderr.restore();
    restoreEnvironment();
  }
}

function captureWrites(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const chunks: Buffer[] = [];
  const { write } = stream;
  stream.write = (chunk: Uint8Array | string, ...others: readonly unknown[]) => {
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk));
    for (const callback of others) if (typeof callback === 'function') callback();
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    restore: () => {
      stream.write = write;
    },
  };
}

function replaceEnvironment(env: NodeJS.ProcessEnv): () => void {
  const before = process.env;
  process.env = { ...env };
  return () => {
    process.env = before;
  };
}
