/** Runs the native verifier: an environment of its own, a time limit, and no end but its own that counts. */
import { spawn } from 'node:child_process';
import { KitError } from '../../../errors.ts';

export interface VerifierRun {
  readonly binary: string;
  readonly args: readonly string[];
  /** Milliseconds until it is killed. */
  readonly timeoutMs: number;
}

export interface VerifierExit {
  /** 0: all interactions hold; 1: some do not. */
  readonly exitCode: 0 | 1;
  /** stdout and stderr as they came; long ones lose their beginning. */
  readonly output: string;
}

/** Throws `pact-verifier-failed` when it is killed, does not start, or ends with any other code. */
export async function runVerifier(run: VerifierRun): Promise<VerifierExit> {
  const { exitCode, signal, output, timedOut } = await finished(run);
  if (timedOut) throw failed(`it was stopped after ${run.timeoutMs} ms`, output);
  if (signal !== null) throw failed(`it was ended by ${signal}`, output);
  if (exitCode !== 0 && exitCode !== 1) throw failed(`it ended with exit code ${exitCode}`, output);
  return { exitCode, output };
}

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly timedOut: boolean;
}

function finished({ binary, args, timeoutMs }: VerifierRun): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, {
      env: childEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let timedOut = false;
    const take = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
    };
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
      // A grandchild that holds the pipes open must not keep us waiting.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    process.once('exit', kill);
    const end = () => {
      clearTimeout(timer);
      process.off('exit', kill);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (cause) => {
      end();
      reject(failed(`it does not start: ${cause.message}`, ''));
    });
    child.on('close', (exitCode, signal) => {
      end();
      resolve({ exitCode, signal, output, timedOut });
    });
  });
}

const MAX_OUTPUT = 200_000;

/**
 * Only what a process needs to run. PACT_* filters interactions and publishes results, proxies take the calls
 * elsewhere, OTEL_* sends traces: none of them comes through.
 */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'];
  const entries = kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...Object.fromEntries(entries), PACT_DO_NOT_TRACK: 'true', NO_PROXY: '*' };
}

function failed(reason: string, output: string): KitError {
  const lines = output.trimEnd().split('\n').slice(-12).join('\n').trim();
  return new KitError('pact-verifier-failed', lines === '' ? reason : `${reason}; its last lines:\n${lines}`);
}
