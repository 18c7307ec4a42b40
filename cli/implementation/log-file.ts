/** All that an implementation said, as a file beside the reports. */
import { writeWholeSync } from '../../spec/files/whole-file.ts';

export interface LogFile {
  /** Writes it anew. */
  keep(lines: readonly string[]): void;
}

/** Empties the file, which may be of an earlier run. No file, no log. Throws `file-unwritable`. */
export function openLogFile(file: string | undefined): LogFile {
  if (file === undefined) return { keep: () => {} };
  writeWholeSync(file, '');
  return { keep: (lines) => keep(file, lines) };
}

/** At once, since the process may be about to exit. */
function keep(file: string, lines: readonly string[]): void {
  try {
    writeWholeSync(file, lines.map((line) => `${line}\n`).join(''));
  } catch {
    // It could be written at the start; no verdict hangs on it.
  }
}
