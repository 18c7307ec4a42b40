/** `--start`: runs the implementation as a child process for the time of the checks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TlsSettings } from '../../contracts/options/connection-settings.ts';
import { KitError } from '../../errors.ts';
import { writeFileAtomicallySync } from '../../spec/files/atomic-write.ts';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import { collectOutput } from './process-output.ts';
import { displayUrl, isPortInUse, parseWaitUrl, waitUntilReady } from './readiness.ts';

export interface StartOptions {
  /** A shell command. */
  readonly command: string;
  /** An http(s) URL; a response with a status below 500 means that the implementation is ready. */
  readonly waitFor: string;
  /** Milliseconds until it must be ready. */
  readonly timeoutMs: number;
  /** Masks secrets in its output. */
  readonly mask: (text: string) => string;
  /** The URL to check, if it differs from `waitFor`: its port must be free before the start, too. */
  readonly baseUrl?: string | undefined;
  readonly tls?: TlsSettings | undefined;
  /** File for its output, in an existing folder. */
  readonly logFile?: string | undefined;
  /** Milliseconds from SIGTERM to SIGKILL; 5 000 by default. */
  readonly graceMs?: number | undefined;
}

/** A running implementation. */
export interface Implementation {
  /** The last lines of its output: masked and sanitized. */
  lastLines(): readonly string[];
  /** How it ended by itself, for example `ended with exit code 1`; later results are not about it. */
  describeExit(): string | undefined;
  /** Ends all of its processes and waits for them; idempotent. Throws `start-unstoppable`. */
  stop(): Promise<void>;
}

/**
 * Resolves when the implementation is ready. If this process exits before `stop`, the implementation is ended too.
 * Throws `option-invalid`, `start-unsupported`, `start-taken`, `start-failed` and `file-unwritable`.
 */
export async function startImplementation(options: StartOptions): Promise<Implementation> {
  if (process.platform === 'win32') throw new KitError('start-unsupported', 'Windows has no process groups');
  const url = parseWaitUrl(options.waitFor);
  await rejectTakenPorts([url, parseWaitUrl(options.baseUrl ?? options.waitFor)]);
  const implementation = launch(options);
  const { timeoutMs, tls } = options;
  const notReadyReason = await waitUntilReady({ url, timeoutMs, tls, describeExit: implementation.describeExit });
  if (notReadyReason === undefined) return implementation;
  await implementation.stop();
  throw new KitError('start-failed', withLastLines(notReadyReason, implementation));
}

/** Formats a failure: the reason, followed by the last lines of the output. */
export function withLastLines(reason: string, { lastLines }: Pick<Implementation, 'lastLines'>): string {
  const lines = lastLines();
  return lines.length === 0 ? `${reason}; it printed nothing` : `${reason}; its last lines:\n${lines.join('\n')}`;
}

/** Otherwise another server on the same port would be checked. */
async function rejectTakenPorts(urls: readonly URL[]): Promise<void> {
  for (const url of urls) if (await isPortInUse(url)) throw new KitError('start-taken', displayUrl(url));
}

function launch({ command, mask, logFile, graceMs = 5_000 }: StartOptions): Implementation {
  const log = createLogFile(logFile);
  const group = startProcessGroup(command);
  const processExit = watchExit(group);
  const output = collectOutput([group.leader.stdout, group.leader.stderr], mask);
  const stopSync = () => {
    group.endSync(graceMs);
    log.write(output.lines());
  };
  process.once('exit', stopSync);
  const stop = async () => {
    processExit.markStopped();
    const hasEnded = await group.end(graceMs);
    await closeStreams(group);
    process.off('exit', stopSync);
    log.write(output.lines());
    if (!hasEnded) throw new KitError('start-unstoppable', `process group ${group.leader.pid}`);
  };
  return { lastLines: output.lastLines, describeExit: processExit.describe, stop };
}

/** Waits for the last output. A process that left the group may keep the streams open, so the wait is limited. */
async function closeStreams({ leader }: ProcessGroup): Promise<void> {
  const streams = [leader.stdout, leader.stderr];
  // Pending output is read between two polls, even when a busy machine delays them.
  for (let polls = 0; polls < MAX_POLLS && streams.some((stream) => !stream.closed); polls++)
    await pause(POLL_INTERVAL_MS);
  for (const stream of [...streams, leader.stdin]) stream.destroy();
}

const POLL_INTERVAL_MS = 10;

const MAX_POLLS = 50;

/** How a process group ended, unless it was stopped by this process. */
interface ProcessExit {
  /**
   * For example `ended with exit code 1`; undefined while it runs, and after `markStopped` unless it had ended before.
   */
  describe(): string | undefined;
  /** Call before stopping the group. */
  markStopped(): void;
}

/** Call right after the group is started. */
function watchExit({ leader, isAlive }: ProcessGroup): ProcessExit {
  let startError: string | undefined;
  let description: string | undefined;
  let isStopped = false;
  leader.once('error', ({ message }) => {
    startError = `does not start: ${message}`;
  });
  const describe = () => {
    if (!isStopped) description ??= startError ?? describeExit(leader, isAlive);
    return description;
  };
  const markStopped = () => {
    describe();
    isStopped = true;
  };
  return { describe, markStopped };
}

/** A leader that exits with 0 while other processes of the group run has started a daemon. */
function describeExit({ exitCode, signalCode }: ProcessGroup['leader'], isAlive: () => boolean): string | undefined {
  if (signalCode !== null) return `was ended by ${signalCode}`;
  if (exitCode === null || (exitCode === 0 && isAlive())) return undefined;
  return `ended with exit code ${exitCode}`;
}

/** The output of an implementation, as a file in the report folder. */
interface LogFile {
  /** Overwrites the file. */
  write(lines: readonly string[]): void;
}

/** Empties the file, which may be from an earlier run. Without a file there is no log. Throws `file-unwritable`. */
function createLogFile(file: string | undefined): LogFile {
  if (file === undefined) return { write: () => {} };
  writeFileAtomicallySync(file, '');
  return { write: (lines) => writeLines(file, lines) };
}

/** Synchronously, since the process may be about to exit. */
function writeLines(file: string, lines: readonly string[]): void {
  try {
    writeFileAtomicallySync(file, lines.map((line) => `${line}\n`).join(''));
  } catch {
    // The log is not essential, and it could be written at the start.
  }
}
