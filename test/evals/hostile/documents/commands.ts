/** The commands of the command line, as a user runs them on a document, and what CPU they take. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../../cli/main.ts', import.meta.url));

/** The files of one document, and a folder for what is written. */
export interface CommandFiles {
  readonly folder: string;
  readonly document: string;
  readonly next: string;
}

export interface CommandRun {
  /** Seconds, user and system. */
  readonly cpu: number;
  /** Undefined where it was ended because it took too long. */
  readonly exitCode: number | undefined;
  /** The code of the kit's own error. */
  readonly errorCode: string | undefined;
  readonly output: string;
}

type Command = (files: CommandFiles) => Promise<CommandRun>;

export const commands: Readonly<Record<string, Command>> = {
  mock: served,
  verify: withMock((url, { document }) =>
    run(['verify', url, '--spec', document, '--budget', '100', '--max-time', '30']),
  ),
  gate: ({ document, folder }) =>
    run(['gate', '--spec', document, '--budget', '50', '--out', path.join(folder, 'report')]),
  'gate --baseline': ({ document, next, folder }) =>
    run(['gate', ...['--spec', next, '--baseline', document, '--budget', '50', '--out', path.join(folder, 'report')]]),
  diff: ({ document, next }) => run(['diff', document, next]),
  'diff with itself': ({ document, folder }) => run(['diff', document, path.join(folder, 'copy.json')]),
  'pact record': ({ document, folder }) =>
    run(['pact', 'record', '--spec', document, '--out', path.join(folder, 'pact.json')]),
  'pact compare': ({ next, folder }) =>
    run(['pact', 'compare', '--pact', path.join(folder, 'pact.json'), '--spec', next]),
  replay: withMock((url, { document }) => run(['replay', 'make/missing-properties/body.a', url, '--spec', document])),
};

/** Wall clock: far beyond what the CPU of a command takes where it comes to an end at all. */
const TIMEOUT_MS = 60_000;

function run(given: readonly string[]): Promise<CommandRun> {
  return started(given).exit;
}

interface Started {
  readonly exit: Promise<CommandRun>;
  /** The first text of its output that matches; undefined where it ends before. */
  readonly waitForOutput: (pattern: RegExp) => Promise<string | undefined>;
  readonly stop: () => void;
}

function started(given: readonly string[]): Started {
  const child = spawn(process.execPath, [cli, ...given], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let cpu = 0;
  let isLate = false;
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  // The system counts for as long as the process is there.
  const look = setInterval(() => {
    cpu = Math.max(cpu, cpuOf(child.pid));
  }, 50);
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, TIMEOUT_MS);
  const ended = new Promise<CommandRun>((resolve) => {
    child.on('close', (code) => {
      clearInterval(look);
      clearTimeout(timer);
      for (const listener of listeners) listener();
      // Findings are printed in the same form, but the exit code is 1 then.
      const rejected = code === 2 ? /error\[([a-z-]+)\]/.exec(output)?.[1] : undefined;
      resolve({ cpu, exitCode: isLate ? undefined : (code ?? 0), errorCode: rejected, output });
    });
  });
  const waitForOutput = (pattern: RegExp) =>
    new Promise<string | undefined>((resolve) => {
      const look = () => {
        const [, found] = pattern.exec(output) ?? [];
        if (found !== undefined || child.exitCode !== null || child.signalCode !== null) resolve(found);
      };
      listeners.add(look);
      look();
    });
  return { exit: ended, waitForOutput, stop: () => child.kill('SIGTERM') };
}

const TICKS_PER_SECOND = 100;

/** Of a process of Linux: the fields behind its name, `utime` and `stime`. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

function mockOf({ document }: CommandFiles): Started {
  return started(['mock', '--spec', document, '--port', '0', '--no-auth', '--log', 'none']);
}

/** One request that is valid, if any is, and some that are not. */
async function served(files: CommandFiles): Promise<CommandRun> {
  const mock = mockOf(files);
  const url = await mock.waitForOutput(ADDRESS);
  if (url !== undefined) {
    for (const body of ['{"a":"a"}', '{}', '1', '[{"a":"a"},{"a":1}]', '{"a":{"a":{"b":"aaaaaaaaaaaaa!"}}}'])
      await post(`${url}/things`, body).catch(() => undefined);
    mock.stop();
  }
  return mock.exit;
}

const ADDRESS = /(http:\/\/127\.0\.0\.1:\d+)/;

async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', body, headers }).then((response) => response.text());
}

function withMock(command: (url: string, files: CommandFiles) => Promise<CommandRun>): Command {
  return async (files) => {
    const mock = mockOf(files);
    const url = await mock.waitForOutput(ADDRESS);
    if (url === undefined) return mock.exit;
    try {
      return await command(url, files);
    } finally {
      mock.stop();
      await mock.exit;
    }
  };
}
