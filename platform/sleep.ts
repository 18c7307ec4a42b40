/** Waits as `node:timers/promises` does, also in a browser. */

/** Rejects when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', end);
    resolve();
  }, milliseconds);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return promise;
}
