/** The process of a store in the foreground: its log on standard error, and how it is told to stop. */

/** UTF-16 units, of which a line has up to three bytes each: what a pipe takes in one piece (4,096 bytes), as workers share one. */
const MAX_BUFFERED_CHARACTERS = 1_300;

/** The lines of requests that come at the same time go out in one write: each write costs as much as a request. */
let logBuffer = '';

/** At the end of this turn of the event loop. */
export function bufferLogLine(line: string): void {
  if (logBuffer.length + line.length >= MAX_BUFFERED_CHARACTERS) flushLog();
  if (logBuffer === '') setImmediate(flushLog);
  logBuffer += `${line}\n`;
}

/** At once, after what was gathered. */
export function writeLine(line: string): void {
  flushLog();
  process.stderr.write(`${line}\n`);
}

/** To be called before anything else is written. */
export function flushLog(): void {
  const text = logBuffer;
  logBuffer = '';
  if (text !== '') process.stderr.write(text);
}

// Whatever ends the process, what it has said before is not lost, and stands before the reason.
for (const event of ['exit', 'uncaughtExceptionMonitor']) process.on(event, flushLog);

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first request to stop; a second one, whichever it is, ends the process at once. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** What is promised is a second; whatever is still open then is not worth waiting for. */
const CLOSE_TIMEOUT_MS = 900;

interface CloseTimeout {
  /** Asked for where closing is not over by then. */
  readonly exitCode: () => number;
  /** Gets the reason, as one line. */
  readonly log: (line: string) => void;
}

/** Ends the process even if something keeps it from ending by itself. Call what it gives when closing is over, well or not. */
export function exitAfterTimeout({ exitCode, log }: CloseTimeout): () => void {
  let isClosed = false;
  const exitNow = () => {
    log(`still closing after ${CLOSE_TIMEOUT_MS} ms; what is open is cut off`);
    // With an argument, be it undefined, it would forget the exit code that is set.
    if (isClosed) process.exit();
    process.exit(exitCode());
  };
  setTimeout(exitNow, CLOSE_TIMEOUT_MS).unref();
  return () => {
    isClosed = true;
  };
}
