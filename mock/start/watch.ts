/** Takes up edits of the documents while the store runs; records, journal and rules stay. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { watch } from 'chokidar';
import { KitError } from '../../errors.ts';
import type { Mount } from '../serve/mounts.ts';

export interface WatchParts {
  /** Reads all documents again; throws a KitError for a broken one. */
  readonly load: () => Promise<readonly Mount[]>;
  /** Puts them in place of those that are served. */
  readonly apply: (mounts: readonly Mount[]) => Promise<void>;
  /** Gets one line for each thing that happened. */
  readonly say: (line: string) => void;
}

export interface Watcher {
  /** Nothing is taken up after it. */
  readonly close: () => Promise<void>;
}

/** An editor saves several files, or one file in several steps: so long nothing may have come. */
const QUIET_MS = 80;

/** Resolves when watching. */
export async function watchMounts(mounts: readonly Mount[], parts: WatchParts): Promise<Watcher> {
  const { say } = parts;
  for (const url of remoteSources(mounts)) say(`not watched: ${url} (no file of this machine)`);
  const current = createCurrent(mounts, parts);
  const files = watch([...localSources(mounts)], { ignoreInitial: true });
  const reload = async () => {
    await current.reload();
    files.add([...current.wanted()]);
  };
  const calm = createCalm(QUIET_MS, reload);
  files.on('all', (_event, file) => {
    if (current.wanted().has(path.resolve(file))) calm.poke();
  });
  files.on('error', (error) => say(`watching: ${error instanceof Error ? error.message : String(error)}`));
  await new Promise<void>((resolve) => files.once('ready', resolve));
  return {
    close: async () => {
      await Promise.all([calm.close(), files.close()]);
    },
  };
}

/** What is served, and whether the files on the disk are as good. */
function createCurrent(initial: readonly Mount[], { load, apply, say }: WatchParts) {
  let mounts = initial;
  let fault: string | undefined;
  let referred: readonly string[] = [];
  const take = async () => {
    const loaded = await load();
    if (fault === undefined && isSame(loaded, mounts)) return;
    await apply(loaded);
    say(`${fault === undefined ? 'reloaded' : 'reloaded, all is well again'}: ${summary(loaded)}`);
    [mounts, fault, referred] = [loaded, undefined, []];
  };
  return {
    /** Absolute paths: the files that were read, and those that a broken document leads to. */
    wanted: (): ReadonlySet<string> => new Set([...localSources(mounts), ...referred]),
    reload: async () => {
      try {
        await take();
      } catch (error) {
        referred = await referredByMains(mounts);
        const reason = reasonOf(error);
        if (reason !== fault) say(`not reloaded, the contract stays as it was: ${reason}`);
        fault = reason;
      }
    },
  };
}

/** One after the other, and once more when something came meanwhile. */
function createCalm(quietMs: number, act: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isClosed = false;
  const run = () => {
    running = running.then(() => (isClosed ? undefined : act()));
  };
  return {
    poke: () => {
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(run, quietMs);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function sourcesOf(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap(({ contract }) => [...contract.sources.keys()]);
}

function isRemote(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

function remoteSources(mounts: readonly Mount[]): readonly string[] {
  return sourcesOf(mounts).filter(isRemote);
}

function localSources(mounts: readonly Mount[]): ReadonlySet<string> {
  const names = sourcesOf(mounts).filter((name) => !isRemote(name));
  return new Set(names.map((name) => path.resolve(name)));
}

async function referredByMains(mounts: readonly Mount[]): Promise<readonly string[]> {
  const mains = mounts.map(({ contract }) => contract.file).filter((name) => !isRemote(name));
  const found = await Promise.all(mains.map((name) => referredFiles(path.resolve(name))));
  return found.flatMap((files) => [...files]);
}

/** Saved without a change. */
function isSame(loaded: readonly Mount[], served: readonly Mount[]): boolean {
  return loaded.every(({ contract }, index) => {
    const before = served[index]?.contract.sources;
    return (
      contract.sources.size === before?.size &&
      [...contract.sources].every(([name, text]) => before.get(name) === text)
    );
  });
}

function summary(mounts: readonly Mount[]): string {
  return mounts
    .map(({ prefix, contract: { title, version, operations } }) => {
      const where = prefix === '' ? '' : ` at ${prefix}`;
      return `${title} ${version}${where}, ${operations.length} ${operations.length === 1 ? 'route' : 'routes'}`;
    })
    .join('; ');
}

/** `api.yaml:12: Title: detail`, in one line. */
function reasonOf(error: unknown): string {
  if (!(error instanceof KitError)) return error instanceof Error ? error.message : String(error);
  const where = error.where === undefined ? '' : `${error.where}: `;
  return `${where}${error.title}: ${error.detail.replaceAll(/\s*\n\s*/g, ' ')}`;
}

const MOST_FILES = 1_000;

/**
 * The files that a broken document leads to, there or not, as an edit of any may mend it: absolute paths, `main` included.
 * Only those in its folder and below, as a contract may reach no others.
 */
async function referredFiles(main: string): Promise<ReadonlySet<string>> {
  const folder = `${path.dirname(main)}${path.sep}`;
  const found = new Set([main]);
  for (const file of found) {
    for (const referred of await refsIn(file)) {
      if (referred.startsWith(folder) && found.size < MOST_FILES) found.add(referred);
    }
  }
  return found;
}

/** Read as text, since it may not be YAML at the moment. */
async function refsIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const refs = text.matchAll(/["']?\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g);
  return [...refs].map(([, ref = '']) => path.resolve(path.dirname(file), decoded(ref)));
}

/** References are URLs: `a%20b.yaml`. */
function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
