/** Shells that run printed lines: as a script, and typed into a terminal as a reader pastes them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** Canaries that no part of a line may reach: a file and a variable, in a folder where nothing else may appear. */
export interface Canary {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Fails if a file changed or appeared, or if one of the two is in the received requests. */
  check(received: string): void;
}

const IN_FILE = 'canary-in-a-file-5d1f';
const IN_VARIABLE = 'canary-in-a-variable-77c2';

export function canary(): Canary {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-canary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'canary'), IN_FILE);
  // A file whose name is an option, which a glob pattern could expand to.
  writeFileSync(path.join(folder, '-K'), IN_FILE);
  const files = () => readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);
  const before = files();
  return {
    folder,
    environment: {
      PATH: process.env['PATH'],
      HOME: folder,
      TERM: 'xterm',
      CANARY: IN_VARIABLE,
      HISTFILE: '/dev/null',
    },
    check: (received) => {
      expect(files()).toEqual(before);
      expect(received).not.toContain(IN_FILE);
      expect(received).not.toContain(IN_VARIABLE);
    },
  };
}

export interface Pasting {
  readonly lines: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Resolves when the line with this index has finished. */
  done(index: number): Promise<void>;
}

/** `sh` and `dash` read a file. */
export async function runScript(shell: string, { lines, folder, environment }: Pasting): Promise<void> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'plant-store-script-')), 'lines.sh');
  onTestFinished(() => rmSync(path.dirname(file), { recursive: true, force: true }));
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const child = spawn(shell, [file], { cwd: folder, env: environment, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', reject);
  });
}

/** Into an interactive shell on a terminal of its own, line by line. */
export async function paste(command: string, { lines, folder, environment, done }: Pasting): Promise<void> {
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const shown: string[] = [];
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => shown.push(text));
  const closed = new Promise((resolve) => terminal.once('close', resolve));
  try {
    // What a careless line could bring back from the history.
    terminal.stdin.write('touch history-was-run; rm history-was-run\n');
    for (const [index, line] of lines.entries()) {
      terminal.stdin.write(`${line}\n`);
      await done(index).catch((error: unknown) => {
        throw new Error(`${line}\n${shown.join('').slice(-2_000)}`, { cause: error });
      });
    }
    terminal.stdin.write('exit\n');
    await closed;
  } finally {
    terminal.kill('SIGKILL');
  }
}
