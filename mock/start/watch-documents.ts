/** Reloads the documents when they are edited; records, journal and rules are kept. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { watch } from 'chokidar';
import { KitError, splitError } from '../../errors.ts';
import type { Mount } from '../serve/mounts.ts';

export interface WatchOptions {
  /** Loads all documents again; throws a KitError for an invalid one. */
  readonly load: () => Promise<readonly Mount[]>;
  /** Replaces the served contracts. */
  readonly apply: (mounts: readonly Mount[]) => Promise<void>;
  /** Receives one line for each event. */
  readonly log: (line: string) => void;
}

export interface Watcher {
  /** No changes are applied after it. */
  readonly close: () => Promise<void>;
}

/** Editors save several files, or one file in several steps; reloads wait until there was no change for this time. */
const DEBOUNCE_MS = 80;

/** Resolves when the watcher is ready. */
export async function watchMounts(mounts: readonly Mount[], parts: WatchOptions): Promise<Watcher> {
  const { log } = parts;
  for (const url of remoteSources(mounts)) log(`not watched: ${url} (not a local file)`);
  const reloader = createReloader({ mounts, referenced: await filesToWaitFor(mounts) }, parts);
  const files = watch([...reloader.watchedFiles()], { ignoreInitial: true });
  const reload = async () => {
    await reloader.reload();
    files.add([...reloader.watchedFiles()]);
  };
  const debouncer = createDebouncer(DEBOUNCE_MS, reload);
  files.on('all', (_event, file) => {
    if (reloader.watchedFiles().has(path.resolve(file))) debouncer.schedule();
  });
  files.on('error', (error) => log(`watching: ${error instanceof Error ? error.message : String(error)}`));
  await new Promise<void>((resolve) => files.once('ready', resolve));
  return {
    close: async () => {
      // A reload that still runs adds files.
      await debouncer.close();
      await files.close();
    },
  };
}

interface ServedDocuments {
  readonly mounts: readonly Mount[];
  /** Absolute paths of files that they refer to, existing or not. */
  readonly referenced: readonly string[];
}

/** An operation may be disabled because a file does not exist yet. */
async function filesToWaitFor(mounts: readonly Mount[]): Promise<readonly string[]> {
  const isIncomplete = mounts.some(({ contract }) => contract.repairs !== undefined);
  return isIncomplete ? filesReferencedByMainDocuments(mounts) : [];
}

/** Tracks the served mounts and whether the last reload failed. */
function createReloader(initial: ServedDocuments, { load, apply, log }: WatchOptions) {
  let { mounts, referenced } = initial;
  let failure: string | undefined;
  const reloadIfChanged = async () => {
    const loaded = await load();
    if (failure === undefined && isSame(loaded, mounts)) return;
    await apply(loaded);
    log(`${failure === undefined ? 'reloaded' : 'reloaded, the error is fixed'}: ${summarizeMounts(loaded)}`);
    [mounts, failure, referenced] = [loaded, undefined, await filesToWaitFor(loaded)];
  };
  return {
    /** Absolute paths: the files that were read, and those that an invalid document refers to. */
    watchedFiles: (): ReadonlySet<string> => new Set([...localSources(mounts), ...referenced]),
    reload: async () => {
      try {
        await reloadIfChanged();
      } catch (error) {
        referenced = await filesReferencedByMainDocuments(mounts);
        const reason = failureReason(error);
        if (reason !== failure) log(`not reloaded, the previous contract stays active: ${reason}`);
        failure = reason;
      }
    },
  };
}

/** Runs sequentially, and once more if there were changes meanwhile. */
function createDebouncer(quietMs: number, act: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isClosed = false;
  const run = () => {
    running = running.then(() => (isClosed ? undefined : act()));
  };
  return {
    schedule: () => {
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

function documentSources(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap(({ contract }) => [...contract.sources.keys()]);
}

function isRemote(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

function remoteSources(mounts: readonly Mount[]): readonly string[] {
  return documentSources(mounts).filter(isRemote);
}

function localSources(mounts: readonly Mount[]): ReadonlySet<string> {
  const names = documentSources(mounts).filter((name) => !isRemote(name));
  return new Set(names.map((name) => path.resolve(name)));
}

async function filesReferencedByMainDocuments(mounts: readonly Mount[]): Promise<readonly string[]> {
  const mainDocuments = mounts.map(({ contract }) => contract.file).filter((name) => !isRemote(name));
  const found = await Promise.all(mainDocuments.map((name) => referencedFiles(path.resolve(name))));
  return found.flatMap((files) => [...files]);
}

/** Whether files were saved without a change. */
function isSame(loaded: readonly Mount[], served: readonly Mount[]): boolean {
  return loaded.every(({ contract }, index) => {
    const servedSources = served[index]?.contract.sources;
    return (
      contract.sources.size === servedSources?.size &&
      [...contract.sources].every(([name, text]) => servedSources.get(name) === text)
    );
  });
}

function summarizeMounts(mounts: readonly Mount[]): string {
  return mounts
    .map(({ prefix, contract: { title, version, operations } }) => {
      const where = prefix === '' ? '' : ` at ${prefix}`;
      return `${title} ${version}${where}, ${operations.length} ${operations.length === 1 ? 'route' : 'routes'}`;
    })
    .join('; ');
}

/** `api.yaml:12: Title: detail` with the first of several errors: further ones often follow from it. */
function failureReason(error: unknown): string {
  if (!(error instanceof KitError)) return error instanceof Error ? error.message : String(error);
  const where = error.where === undefined ? '' : `${error.where}: `;
  const [first = error] = splitError(error);
  return `${where}${error.title}: ${first.detail.replaceAll(/\s*\n\s*/g, ' ')}`;
}

const MAX_FILES = 1_000;

/**
 * The files that an invalid document refers to, existing or not, because an edit of any of them may fix it: absolute
 * paths, including `main`. Only files in its folder or below, because a contract may not refer to others.
 */
async function referencedFiles(main: string): Promise<ReadonlySet<string>> {
  const folder = `${path.dirname(main)}${path.sep}`;
  const found = new Set([main]);
  for (const file of found) {
    for (const referenced of await findReferences(file)) {
      if (referenced.startsWith(folder) && found.size < MAX_FILES) found.add(referenced);
    }
  }
  return found;
}

/** Searches the text, because it may currently be invalid YAML. */
async function findReferences(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const refs = text.matchAll(/["']?\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g);
  return [...refs].map(([, ref = '']) => path.resolve(path.dirname(file), decodeReference(ref)));
}

/** References are URLs: `a%20b.yaml`. */
function decodeReference(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
