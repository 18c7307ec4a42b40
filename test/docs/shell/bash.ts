import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface CommandOutput {
  readonly exitCode: number;
  /** stdout and stderr, as a terminal shows them. */
  readonly output: string;
}

/** A shell that stays, so that a later command has the variables and the folder of an earlier one. */
export interface Bash {
  readonly run: (command: string) => Promise<CommandOutput>;
  /** In the background; resolves when it listens. Whichever it started before is ended first. */
  readonly serve: (command: string) => Promise<CommandOutput>;
  /** Ends it, with all that it started. */
  readonly end: () => Promise<void>;
}

/** For one command; on a busy machine a gate takes its time. */
const TIMEOUT_SECONDS = 500;

/** `env.SERVER` is the file that a server writes its process id to. */
export function startBash(folder: string, env: NodeJS.ProcessEnv): Bash {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(shell, 'exit');
  const [script, output] = [path.join(folder, '.command'), path.join(folder, '.output')];
  const serverOutput = path.join(folder, '.served');
  const runLine = async (text: string) => {
    const response = once(shell.stdout, 'data', { signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000) });
    shell.stdin.write(`${text}\n`);
    const [code] = await Promise.race([response, ended.then(() => ['-1'])]).catch(throwTimeout);
    return Number(code);
  };
  return {
    run: async (command) => {
      writeFileSync(script, `${command}\n`);
      const exitCode = await runLine(`. '${script}' </dev/null >'${output}' 2>&1; echo $?`);
      return { exitCode, output: readFileSync(output, 'utf8') };
    },
    serve: async (command) => {
      await endServer(env['SERVER'] ?? '');
      rmSync(serverOutput, { force: true });
      writeFileSync(script, `${command}\n`);
      await runLine(`. '${script}' </dev/null >'${serverOutput}' 2>&1 & echo 0`);
      return waitUntilReady(serverOutput, env['SERVER'] ?? '');
    },
    end: async () => {
      await endServer(env['SERVER'] ?? '');
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid);
      await ended;
    },
  };
}

function throwTimeout(): never {
  throw new Error(`a command has not ended after ${TIMEOUT_SECONDS} s`);
}

/** The last line that a store prints when it is ready is that of its console. */
async function waitUntilReady(file: string, pidFile: string): Promise<CommandOutput> {
  for (const until = Date.now() + TIMEOUT_SECONDS * 1_000; Date.now() < until; await wait(20)) {
    const output = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (/^console .*\n/m.test(output)) return { exitCode: 0, output };
    const pid = pidIn(pidFile);
    if (pid !== undefined && !isRunning(pid)) return { exitCode: -1, output };
  }
  return { exitCode: -1, output: `not ready after ${TIMEOUT_SECONDS} s` };
}

async function endServer(pidFile: string): Promise<void> {
  const pid = pidIn(pidFile);
  if (pid === undefined) return;
  if (isRunning(pid)) process.kill(pid);
  while (isRunning(pid)) await wait(10);
  rmSync(pidFile);
}

/** Undefined while none is written there. */
function pidIn(file: string): number | undefined {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
