/** A file that is written again as it changes: at most every second, and less if it is work. */
import { writeWhole } from '../../../spec/files/whole-file.ts';

export interface AtomicFile {
  /** Throws `file-unwritable`. */
  readonly write: () => Promise<void>;
  /** Writes soon. */
  readonly changed: () => void;
  /** Writes what has changed. Throws `file-unwritable`. */
  readonly close: () => Promise<void>;
}

const INTERVAL_MS = 1_000;
/** So much of the time, at the most, goes into making the text: nothing else runs meanwhile. */
const SHARE = 0.1;

export function createAtomicFile(file: string, text: () => string): AtomicFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isStale = false;
  let interval = INTERVAL_MS;
  const make = () => {
    const begun = performance.now();
    const made = text();
    interval = Math.max(INTERVAL_MS, (performance.now() - begun) / SHARE);
    return made;
  };
  const write = () => {
    isStale = false;
    writing = writing.catch(() => undefined).then(() => writeWhole(file, make()));
    return writing;
  };
  return {
    write,
    changed: () => {
      isStale = true;
      timer ??= setTimeout(() => {
        timer = undefined;
        // Told at the end, when it fails again.
        write().catch(() => {
          isStale = true;
        });
      }, interval).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await (isStale ? write() : writing.catch(write));
    },
  };
}
