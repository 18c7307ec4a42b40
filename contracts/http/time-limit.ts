/** Time limits for what comes over a connection. */

/**
 * Calls `end` when `ms` milliseconds are over. To a machine that was busy in that time something may have come that is not
 * yet read: it is read first, and may still call the limit off. Returns the function that does so.
 */
export function timeLimit(ms: number, end: () => void): () => void {
  let late: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    late = setImmediate(end);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(late);
  };
}
