/** `--start`: the implementation as a process of ours, from before it is judged until after. */
import { setTimeout as pause } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import { writeFileAtomicallySync } from '../../spec/files/atomic-write.ts';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import { collectOutput } from './process-output.ts';
import { displayUrl, isPortInUse, parseWaitUrl, waitUntilReady } from './readiness.ts';

/** What to start, and when it counts as started. */
export interface StartOptions {
  /** For the shell. */
  readonly command: string;
  /** An http(s) URL; any answer with a status below 500 says that it is up. */
  readonly waitFor: string;
  /** Milliseconds until it has to be up. */
  readonly timeoutMs: number;
  /** Takes secrets out of what it says. */
  readonly mask: (text: string) => string;
  /** What is judged, where that is not `waitFor`: nobody may answer there before either. */
  readonly baseUrl?: string | undefined;
  /** Where all that it says is kept, in a folder that exists. */
  readonly logFile?: string | undefined;
  /** Milliseconds from SIGTERM to SIGKILL; 5 000 unless told. */
  readonly graceMs?: number | undefined;
}

/** One that is up. */
export interface Implementation {
  /** The last that it said: masked, fit for a terminal. */
  lastLines(): readonly string[];
  /** How it ended by itself, such as `ended with exit code 1`. What was judged since then was not it. */
  describeExit(): string | undefined;
  /** Ends all of its processes and waits for that; again does nothing. Throws `start-unstoppable`. */
  stop(): Promise<void>;
}

/**
 * Resolves when it answers. Should this process exit before `stop`, however it does, it takes the implementation along.
 * Throws `option-invalid`, `start-unsupported`, `start-taken`, `start-failed` and `file-unwritable`.
 */
export async function startImplementation(options: StartOptions): Promise<Implementation> {
  if (process.platform === 'win32')
    throw new KitError('start-unsupported', 'Windows has no process groups that could be ended as one');
  const url = parseWaitUrl(options.waitFor);
  await rejectTakenPorts([url, parseWaitUrl(options.baseUrl ?? options.waitFor)]);
  const implementation = launch(options);
  const { timeoutMs } = options;
  const notReadyReason = await waitUntilReady({ url, timeoutMs, describeExit: implementation.describeExit });
  if (notReadyReason === undefined) return implementation;
  await implementation.stop();
  throw new KitError('start-failed', withLastLines(notReadyReason, implementation));
}

/** As a failure tells of it: `reason`, and below it the last lines that there are. */
export function withLastLines(reason: string, { lastLines }: Pick<Implementation, 'lastLines'>): string {
  const lines = lastLines();
  return lines.length === 0 ? `${reason}; it said nothing` : `${reason}; its last lines:\n${lines.join('\n')}`;
}

/** Else another would be judged in its place. */
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
    const isGone = await group.end(graceMs);
    await closeStreams(group);
    process.off('exit', stopSync);
    log.write(output.lines());
    if (!isGone) throw new KitError('start-unstoppable', `process group ${group.leader.pid}`);
  };
  return { lastLines: output.lastLines, describeExit: processExit.describe, stop };
}

/** The last words are read; one who left the group may hold the streams open, and is not waited for. */
async function closeStreams({ leader }: ProcessGroup): Promise<void> {
  const streams = [leader.stdout, leader.stderr];
  // Some of what is there is read between two looks, also where a busy machine makes one wait long.
  for (let looks = 0; looks < MOST_LOOKS && streams.some((stream) => !stream.closed); looks++) await pause(LOOK_MS);
  for (const stream of [...streams, leader.stdin]) stream.destroy();
}

const LOOK_MS = 10;

const MOST_LOOKS = 50;

/** How a group came to its end, as long as it was not we who ended it. */
interface ProcessExit {
  /** Such as `ended with exit code 1`; undefined while it runs, and after `byUs` unless it had ended before. */
  describe(): string | undefined;
  /** From here on it is we who end it. */
  markStopped(): void;
}

/** To be called before anything else can happen to the group. */
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

/** A leader that ends well and leaves someone behind has gone into the background. */
function describeExit({ exitCode, signalCode }: ProcessGroup['leader'], isAlive: () => boolean): string | undefined {
  if (signalCode !== null) return `was ended by ${signalCode}`;
  if (exitCode === null || (exitCode === 0 && isAlive())) return undefined;
  return `ended with exit code ${exitCode}`;
}

/** All that an implementation said, as a file beside the reports. */
interface LogFile {
  /** Writes it anew. */
  write(lines: readonly string[]): void;
}

/** Empties the file, which may be of an earlier run. No file, no log. Throws `file-unwritable`. */
function createLogFile(file: string | undefined): LogFile {
  if (file === undefined) return { write: () => {} };
  writeFileAtomicallySync(file, '');
  return { write: (lines) => writeLines(file, lines) };
}

/** At once, since the process may be about to exit. */
function writeLines(file: string, lines: readonly string[]): void {
  try {
    writeFileAtomicallySync(file, lines.map((line) => `${line}\n`).join(''));
  } catch {
    // It could be written at the start; no verdict hangs on it.
  }
}
