/** All that an implementation said, as a file beside the reports. */
import { writeFileSync } from 'node:fs';
import { KitError } from '../../errors.ts';

export interface LogFile {
  /** Writes it anew. */
  keep(lines: readonly string[]): void;
}

/** Empties the file, which may be of an earlier run. No file, no log. Throws `file-unwritable`. */
export function openLogFile(file: string | undefined): LogFile {
  if (file === undefined) return { keep: () => {} };
  try {
    writeFileSync(file, '');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('file-unwritable', `${file}: ${reason}`, { cause: error });
  }
  return { keep: (lines) => keep(file, lines) };
}

/** At once, since the process may be about to exit. */
function keep(file: string, lines: readonly string[]): void {
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  } catch {
    // It could be written at the start; no verdict hangs on it.
  }
}
