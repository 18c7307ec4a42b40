/** Writes what a run has found, and tells it. */

/**
 * A run may have taken an hour: where its reports cannot be written the result is told on stdout all the same, and only then
 * what kept them from being written is thrown. `words` has lines, each with its end; it is given what was written.
 */
export async function writeAndTell<Written>(
  write: () => Promise<Written>,
  words: (written: Written | undefined) => string,
): Promise<void> {
  const outcome = await write().then(
    (written) => ({ written }),
    (error: unknown) => ({ error }),
  );
  process.stdout.write(words('error' in outcome ? undefined : outcome.written));
  if ('error' in outcome) throw outcome.error;
}
