/** Runs the command line, in this thread or as a separate process. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { kitFolder } from '../pact/support.ts';
import { type CommandResult, runInThread } from './run-in-thread.ts';

export const TOKEN = 'Zoo-7f3KpQ2xVn9sLd4wRt6y';

export const cliMain = path.join(kitFolder, 'cli/main.ts');

/** The command line in this thread, with the token in the environment, unless it is undefined. */
export function runPlantStore(args: readonly string[], token: string | undefined = TOKEN): Promise<CommandResult> {
  return runInThread(args, commandEnvironment(token));
}

export function runWithoutToken(...args: readonly string[]): Promise<CommandResult> {
  return runInThread(args, commandEnvironment(undefined));
}

/** As a separate process: for tests about the process, such as signals, memory or crashes. */
export function spawnPlantStore(args: readonly string[]): Promise<CommandResult> {
  return run(process.execPath, [cliMain, ...args], commandEnvironment(TOKEN));
}

/** The mock server with several workers starts its own command line again. */
export function spawnWithoutToken(...args: readonly string[]): Promise<CommandResult> {
  return run(process.execPath, [cliMain, ...args], commandEnvironment(undefined));
}

/** From the folder of the kit, so that files of the kit have short names. */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, cwd: kitFolder, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout: stdout(), stderr: stderr() }));
  });
}

/** Variables that vitest sets for itself must not reach the process. */
export function commandEnvironment(token: string | undefined): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|PLANT_STORE_|NODE_OPTIONS$|NO_COLOR$|FORCE_COLOR$|NODE_ENV$)/.test(name),
  );
  return { ...Object.fromEntries(own), ...(token === undefined ? {} : { PLANT_STORE_TOKEN: token }) };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
