/** Takes up changes of single files: those with code, records or rules. */
import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { KitError } from '../../errors.ts';
import { describeError } from '../../spec/modules/module-source.ts';

export interface FileWatchOptions {
  /** For the log: `the config file`. */
  readonly what: string;
  /** Reads the files again and applies them; resolves to the paths of what was read. */
  readonly reload: (revision: number) => Promise<readonly string[]>;
  /** Receives one line for each event. */
  readonly log: (line: string) => void;
  /** Between two looks at the files. */
  readonly intervalMs?: number;
}

export function watchFiles(
  files: readonly string[],
  { what, reload, log, intervalMs = 200 }: FileWatchOptions,
): { readonly close: () => Promise<void> } {
  const watched = new Set<string>();
  let running = Promise.resolve();
  let revision = 0;
  let isClosed = false;
  const watch = (found: readonly string[]) => {
    for (const file of found) {
      if (watched.has(file)) continue;
      watched.add(file);
      watchFile(file, { interval: intervalMs, persistent: false }, onChange);
    }
  };
  const onChange = (now: Stats, before: Stats) => {
    // An editor that replaces the file deletes it for a moment.
    if (now.mtimeMs === before.mtimeMs || now.mtimeMs === 0) return;
    running = running.then(reloadOnce);
  };
  const reloadOnce = async () => {
    if (isClosed) return;
    revision += 1;
    try {
      watch(await reload(revision));
      log(`reloaded ${what}`);
    } catch (error) {
      log(`${what}: not reloaded, what was read before stays active: ${reasonOf(error)}`);
    }
  };
  watch(files);
  return {
    close: async () => {
      isClosed = true;
      for (const file of watched) unwatchFile(file, onChange);
      await running;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof KitError)) return describeError(error);
  const where = error.where === undefined ? '' : `${error.where}: `;
  return `${where}${error.detail.replaceAll(/\s*\n\s*/g, ' ')}`;
}
