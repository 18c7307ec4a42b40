/**
 * Finds and runs the native `pact` binary: with a minimal environment and a time limit. Only a regular exit with code 0
 * or 1 is accepted.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ErrorCode, KitError } from '../../../errors.ts';

interface NativeRunOptions {
  readonly binary: string;
  readonly args: readonly string[];
  /** Milliseconds until the process is killed. */
  readonly timeoutMs: number;
  /** Additional environment variables. Secrets belong here, because other users can read arguments. */
  readonly env?: Readonly<Record<string, string>>;
}

interface NativeRunResult {
  /** 0: done, or all interactions pass; 1: not done, or some fail. */
  readonly exitCode: 0 | 1;
  /** stdout and stderr in the order of arrival; only the end is kept of long output. */
  readonly output: string;
  /** stdout alone, with the same limit. */
  readonly stdout: string;
}

/** The parts of a verifier's result that are used. */
export type VerifierResult = Pick<NativeRunResult, 'exitCode' | 'output'>;

/**
 * Runs `pact verifier`. Throws `pact-verifier-failed` if it is killed, does not start, or ends with any other exit
 * code.
 */
export function runVerifier(run: NativeRunOptions): Promise<NativeRunResult> {
  return runNative(run, 'pact-verifier-failed');
}

/** Runs `pact broker`. Throws `broker-cli-failed` if it is killed, does not start, or ends with any other exit code. */
export function runBrokerCli(run: NativeRunOptions): Promise<NativeRunResult> {
  return runNative(run, 'broker-cli-failed');
}

async function runNative(run: NativeRunOptions, code: ErrorCode): Promise<NativeRunResult> {
  const { exitCode, signal, output, stdout, hasTimedOut, startError } = await runToEnd(run);
  if (startError !== undefined) throw processError(code, `it could not be started: ${startError}`, '');
  if (hasTimedOut) throw processError(code, `it was killed after the time limit of ${run.timeoutMs} ms`, output);
  if (signal !== null) throw processError(code, `it was killed by ${signal}`, output);
  if (exitCode !== 0 && exitCode !== 1) throw processError(code, `it ended with exit code ${exitCode}`, output);
  return { exitCode, output, stdout };
}

interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly stdout: string;
  readonly hasTimedOut: boolean;
  /** Why the process could not be started. */
  readonly startError?: string;
}

function runToEnd({ binary, args, timeoutMs, env = {} }: NativeRunOptions): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const child = spawn(binary, args, {
      env: { ...childEnvironment(process.env), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let stdout = '';
    let hasTimedOut = false;
    const appendOutput = (chunk: string) => {
      output = (output + chunk).slice(-MAX_OUTPUT_CHARACTERS);
    };
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      hasTimedOut = true;
      kill();
      // A child of the process may keep the pipes open; do not wait for it.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    process.once('exit', kill);
    const end = (ended: Pick<ProcessEnd, 'exitCode' | 'signal' | 'startError'>) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve({ ...ended, output, stdout, hasTimedOut });
    };
    // Decodes characters that are split across two chunks.
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout = (stdout + chunk).slice(-MAX_OUTPUT_CHARACTERS);
      appendOutput(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', appendOutput);
    child.on('error', ({ message }) => end({ exitCode: null, signal: null, startError: message }));
    child.on('close', (exitCode, signal) => end({ exitCode, signal }));
  });
}

const MAX_OUTPUT_CHARACTERS = 200_000;

/**
 * Only the variables that a process needs. Removed are PACT_*, which filters interactions, publishes results and turns
 * a rejected deployment into exit code 0; proxy variables, which redirect the calls; and OTEL_*, which sends traces.
 */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'];
  const entries = kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...Object.fromEntries(entries), PACT_DO_NOT_TRACK: 'true', NO_PROXY: '*' };
}

function processError(code: ErrorCode, reason: string, output: string): KitError {
  const lines = output.trimEnd().split('\n').slice(-12).join('\n').trim();
  return new KitError(code, lines === '' ? reason : `${reason}; its last lines:\n${lines}`);
}

/** Creates a temporary folder for `work` and removes it afterwards, also if the process exits in between. */
export async function withTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  // Synchronous: if the process were ended while waiting for the folder, the exit handler would not know it yet.
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The path of the `pact` binary for this platform. Throws `pact-verifier-failed` if there is none. */
export function findPactBinary(): string {
  try {
    const load = createRequire(import.meta.url);
    const api: unknown = load('@pact-foundation/pact-cli/src/pact-standalone.js');
    if (hasStandalone(api)) {
      const found = api.standalone();
      if (hasPath(found)) return found.pactFullPath;
    }
  } catch (cause) {
    throw missingBinaryError(cause);
  }
  throw missingBinaryError(undefined);
}

function hasStandalone(value: unknown): value is { standalone: () => unknown } {
  return typeof value === 'object' && value !== null && 'standalone' in value && typeof value.standalone === 'function';
}

function hasPath(value: unknown): value is { pactFullPath: string } {
  return (
    typeof value === 'object' && value !== null && 'pactFullPath' in value && typeof value.pactFullPath === 'string'
  );
}

function missingBinaryError(cause: unknown): KitError {
  const platform = `${process.platform}-${process.arch}`;
  return new KitError('pact-verifier-failed', `there is no Pact verifier for ${platform} in node_modules`, {
    cause,
    fix: 'Install the optional dependencies: npm install --include=optional',
  });
}
