/** `--login-command`: a shell command of the user, whose first line of output is a credential. */
import { type ChildProcess, spawn } from 'node:child_process';
import { KitError } from '../../../errors.ts';
import { sanitizeLine, truncate } from '../../../sanitize.ts';
import { createMask } from '../../../secrets/masking.ts';
import { timeLimit } from '../../http/time-limit.ts';
import { loginSecrets, type UserLogin } from '../../options/login.ts';
import { jwtLifetime, type TokenSource } from './obtained-token.ts';

export interface CommandLogin {
  readonly command: string;
  readonly login: UserLogin;
  /** In milliseconds; a minute by default. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Runs the command in a shell with the environment of this process, as `--start` does, and without input. Its output is
 * a secret: after a failure, only what it wrote to stderr is shown, masked. Throws `login-failed`.
 */
export function createCommandSource({ command, login, timeoutMs = DEFAULT_TIMEOUT_MS }: CommandLogin): TokenSource {
  return async () => {
    const { output, errors, failure } = await runCommand(command, timeoutMs);
    const [token = ''] = output
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const reason = failure ?? describeUnusable(token);
    if (reason === undefined) return { token, lifetime: jwtLifetime(token, Date.now()) };
    const mask = createMask([...loginSecrets({ user: login, otherUser: {} }), ...output.split(/\s+/)]);
    const lastLines = errors.split(/\r?\n/).filter((line) => line.trim() !== '');
    const shown = lastLines.slice(-MAX_LINES).map((line) => truncate(sanitizeLine(mask(line)), MAX_LINE_LENGTH));
    throw new KitError('login-failed', [`--login-command ${reason}`, ...shown].join('\n'), {
      fix: 'Run the command by hand: it must print a token, an API key, user:password or the value of a cookie in its first line, and nothing else.',
    });
  };
}

const MAX_LINES = 5;
const MAX_LINE_LENGTH = 300;

function describeUnusable(token: string): string | undefined {
  if (token === '') return 'printed nothing';
  return /^\P{Cc}+$/u.test(token) ? undefined : 'printed characters that no header can carry';
}

interface CommandResult {
  readonly output: string;
  readonly errors: string;
  /** Undefined if it ended well. */
  readonly failure: string | undefined;
}

function runCommand(command: string, timeoutMs: number): Promise<CommandResult> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32';
    const child = spawn(command, { shell: true, detached: isGroup, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors] = [collect(child.stdout), collect(child.stderr)];
    const stop = () => killAll(child, isGroup);
    const finish = (failure: string | undefined) => {
      cancelTimeout();
      process.off('exit', stop);
      resolve({ output: output(), errors: errors(), failure });
    };
    const cancelTimeout = timeLimit(timeoutMs, () => {
      stop();
      finish(`did not end within ${timeoutMs / 1000} s`);
    });
    process.once('exit', stop);
    child.once('error', ({ message }) => finish(`does not start: ${message}`));
    child.once('close', (code, signal) => {
      if (code === 0) return finish(undefined);
      finish(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`);
    });
  });
}

const MAX_OUTPUT_LENGTH = 100_000;

function collect(stream: NonNullable<ChildProcess['stdout']>): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_OUTPUT_LENGTH) text += chunk;
  });
  return () => text;
}

/** With the processes that the command has started. */
function killAll({ pid, stdout, stderr }: ChildProcess, isGroup: boolean): void {
  stdout?.destroy();
  stderr?.destroy();
  try {
    if (pid !== undefined) process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
