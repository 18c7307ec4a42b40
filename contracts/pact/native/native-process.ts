/**
 * Finds the native `pact` binary and runs it: an environment of its own, a time limit, and no end but its own that counts.
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
  /** Milliseconds until it is killed. */
  readonly timeoutMs: number;
  /** Beside what every process gets: the place for a secret, which arguments are not. */
  readonly env?: Readonly<Record<string, string>>;
}

interface NativeRunResult {
  /** 0: it did, or all interactions hold; 1: it did not, or some do not. */
  readonly exitCode: 0 | 1;
  /** stdout and stderr as they came; long ones lose their beginning. */
  readonly output: string;
  /** stdout alone, bounded likewise. */
  readonly stdout: string;
}

/** What is looked at of a verifier's end. */
export type VerifierResult = Pick<NativeRunResult, 'exitCode' | 'output'>;

/** `pact verifier`. Throws `pact-verifier-failed` when it is killed, does not start, or ends with any other code. */
export function runVerifier(run: NativeRunOptions): Promise<NativeRunResult> {
  return runNative(run, 'pact-verifier-failed');
}

/** `pact broker`. Throws `broker-cli-failed` when it is killed, does not start, or ends with any other code. */
export function runBrokerCli(run: NativeRunOptions): Promise<NativeRunResult> {
  return runNative(run, 'broker-cli-failed');
}

async function runNative(run: NativeRunOptions, code: ErrorCode): Promise<NativeRunResult> {
  const { exitCode, signal, output, stdout, hasTimedOut, startError } = await runToEnd(run);
  if (startError !== undefined) throw processError(code, `it does not start: ${startError}`, '');
  if (hasTimedOut) throw processError(code, `it was stopped after ${run.timeoutMs} ms`, output);
  if (signal !== null) throw processError(code, `it was ended by ${signal}`, output);
  if (exitCode !== 0 && exitCode !== 1) throw processError(code, `it ended with exit code ${exitCode}`, output);
  return { exitCode, output, stdout };
}

interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly stdout: string;
  readonly hasTimedOut: boolean;
  /** Why there is no process. */
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
      // A grandchild that holds the pipes open must not keep us waiting.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    process.once('exit', kill);
    const end = (ended: Pick<ProcessEnd, 'exitCode' | 'signal' | 'startError'>) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve({ ...ended, output, stdout, hasTimedOut });
    };
    // A character may come in two chunks.
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
 * Only what a process needs to run. PACT_* filters interactions, publishes results and turns a refusal to deploy into
 * exit code 0, proxies take the calls elsewhere, OTEL_* sends traces: none of them comes through.
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

/** A folder for the time of some work, gone afterwards: also when the process is told to end in the middle. */
export async function withTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  // At once: told to end while it waits, the process would not know of it yet.
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

/** The path of the `pact` binary for this machine. Throws `pact-verifier-failed` where there is none. */
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
    fix: 'Install with optional dependencies: npm ci --include=optional',
  });
}
