/** Time limits for data received over a connection. */

/**
 * Calls `end` after `ms` milliseconds. On a busy machine, data may have arrived in time without being read yet: it is
 * read first, and can still cancel the limit. Returns the function that cancels it.
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
