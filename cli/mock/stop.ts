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

/** Ends the process even if something keeps it from ending by itself. */
export function endSoon(): void {
  setTimeout(() => process.exit(), PATIENCE_MS).unref();
}
