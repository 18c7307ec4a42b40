/** The process of a mock server in the foreground: its log on stderr, and its stop signals. */

/**
 * In UTF-16 units, of up to three bytes each: so that a write fits into what a pipe writes atomically (4,096 bytes),
 * since workers share one pipe.
 */
const MAX_BUFFERED_CHARACTERS = 1_300;

/** The lines of concurrent requests are written together: each write costs as much as a request. */
let logBuffer = '';

/** Writes the line at the end of this turn of the event loop. */
export function bufferLogLine(line: string): void {
  if (logBuffer.length + line.length >= MAX_BUFFERED_CHARACTERS) flushLog();
  if (logBuffer === '') setImmediate(flushLog);
  logBuffer += `${line}\n`;
}

/** Writes the line immediately, after the buffered ones. */
export function writeLine(line: string): void {
  flushLog();
  process.stderr.write(`${line}\n`);
}

/** Call before any other write to stderr. */
export function flushLog(): void {
  const text = logBuffer;
  logBuffer = '';
  if (text !== '') process.stderr.write(text);
}

// However the process ends, the buffered lines are written, before the error message.
for (const event of ['exit', 'uncaughtExceptionMonitor']) process.on(event, flushLog);

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first stop signal; a second one ends the process immediately. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** The documented limit is one second. */
const CLOSE_TIMEOUT_MS = 900;

interface CloseTimeout {
  /** Called when closing takes longer. */
  readonly exitCode: () => number;
  /** Receives the reason, as one line. */
  readonly log: (line: string) => void;
}

/** Ends the process even if open handles keep it alive. Call the result when closing has finished or failed. */
export function exitAfterTimeout({ exitCode, log }: CloseTimeout): () => void {
  let isClosed = false;
  const exitNow = () => {
    log(`still closing after ${CLOSE_TIMEOUT_MS} ms; open connections are cut off`);
    // Any argument, even `undefined`, would reset the exit code.
    if (isClosed) process.exit();
    process.exit(exitCode());
  };
  setTimeout(exitNow, CLOSE_TIMEOUT_MS).unref();
  return () => {
    isClosed = true;
  };
}
