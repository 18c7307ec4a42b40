/** How the store in the foreground is told to stop. */

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first request to stop; a second one, whichever it is, ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** What is promised is a second; whatever is still open then is not worth waiting for. */
const PATIENCE_MS = 900;

export interface LateEnd {
  /** Asked for where closing is not over by then. */
  readonly exitCode: () => number;
  /** Gets the reason, as one line. */
  readonly say: (line: string) => void;
}

/** Ends the process even if something keeps it from ending by itself. Call what it gives when closing is over, well or not. */
export function endSoon({ exitCode, say }: LateEnd): () => void {
  let isOver = false;
  const end = () => {
    say(`still closing after ${PATIENCE_MS} ms; what is open is cut off`);
    // With an argument, be it undefined, it would forget the exit code that is set.
    if (isOver) process.exit();
    process.exit(exitCode());
  };
  setTimeout(end, PATIENCE_MS).unref();
  return () => {
    isOver = true;
  };
}
