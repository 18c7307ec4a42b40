/** Reads the pacts that `--pact` names: files, the files of folders, and URLs. Each pact is read once. */
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../../errors.ts';
import { displayPath } from '../../../spec/files/display-path.ts';
import { canonicalJson } from '../../../spec/json/exact-json.ts';
import { isDefaultContract } from '../../../spec/kit.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { type HeadersForUrl, isUrl, type PactFile, readPactWithHeaders } from './pact-file.ts';

export interface PactSources {
  /** In the order given; files of a folder are sorted by name. Empty only if no location was given. */
  readonly pacts: readonly PactFile[];
  /** Remarks for the user; for example, that a pact was named twice. */
  readonly notes: readonly string[];
}

/**
 * `headersForUrl` is called for each URL that is fetched. Throws `pact-unreadable` also for a folder without pacts, and
 * the errors of `readPact`.
 */
export async function readPactSources(named: readonly string[], headersForUrl?: HeadersForUrl): Promise<PactSources> {
  const allLocations = (await Promise.all(named.map(locatePacts))).flat();
  const locations = deduplicate(allLocations, ({ canonicalName }) => canonicalName);
  const pacts = await Promise.all(locations.kept.map(({ name }) => readPactWithHeaders(name, headersForUrl)));
  const uniquePacts = deduplicate(pacts, pactContentKey);
  const duplicateNames = [
    ...locations.duplicates.map(({ one, first }) => [one.displayName, first.displayName] as const),
    ...uniquePacts.duplicates.map(({ one, first }) => [one.file, first.file] as const),
  ];
  return {
    pacts: uniquePacts.kept,
    notes: [
      ...duplicateNames.map(([one, first]) => duplicateNote(one, first)),
      ...conflictingPactNotes(uniquePacts.kept),
    ],
  };
}

function duplicateNote(one: string, first: string): string {
  return one === first ? `${one} is given twice and used once` : `${one} is the same pact as ${first} and used once`;
}

interface PactLocation {
  /** The path or URL to read from. */
  readonly name: string;
  /** For messages; a URL without its query. */
  readonly displayName: string;
  /** Equal for two names of one file. */
  readonly canonicalName: string;
}

async function locatePacts(named: string): Promise<readonly PactLocation[]> {
  if (isUrl(named))
    return [
      {
        name: named,
        displayName: named.replace(/[?#].*$/s, ''),
        canonicalName: URL.parse(named)?.href ?? named,
      },
    ];
  const found = await stat(named).catch(() => undefined);
  if (found?.isDirectory() !== true) return [await locateFile(named)];
  const names = await readdir(named).catch((cause: Error) => {
    throw new KitError('pact-unreadable', `${named}: ${cause.message}`, { cause });
  });
  const pacts = names.filter((name) => name.endsWith('.json')).toSorted();
  if (pacts.length > 0) return Promise.all(pacts.map((name) => locateFile(path.join(named, name))));
  throw new KitError('pact-unreadable', `${named}: the folder contains no .json file`);
}

/** A missing file is reported later, when it is read. */
async function locateFile(name: string): Promise<PactLocation> {
  return { name, displayName: name, canonicalName: await realpath(name).catch(() => path.resolve(name)) };
}

function pactContentKey({ consumer, provider, value }: PactFile): string {
  return canonicalJson([consumer, provider, value]);
}

interface DeduplicatedItems<T> {
  readonly kept: readonly T[];
  readonly duplicates: readonly { readonly one: T; readonly first: T }[];
}

function deduplicate<T>(all: readonly T[], keyOf: (one: T) => string): DeduplicatedItems<T> {
  const firsts = new Map<string, T>();
  const duplicates: { one: T; first: T }[] = [];
  for (const one of all) {
    const key = keyOf(one);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, one);
    else duplicates.push({ one, first });
  }
  return { kept: [...firsts.values()], duplicates };
}

/** These may be two versions of one pact: both are verified, although the user may have meant only one. */
function conflictingPactNotes(pacts: readonly PactFile[]): readonly string[] {
  const same = Map.groupBy(pacts, ({ consumer, provider }) => canonicalJson([consumer, provider]));
  return [...same.values()].flatMap((group) => {
    const [{ consumer, provider } = { consumer: '', provider: '' }] = group;
    const files = group.map(({ file }) => file).join(', ');
    return group.length < 2
      ? []
      : [`${group.length} different pacts of ${consumer} and ${provider}, all of them checked: ${files}`];
  });
}

/** The pacts that the user names or, without any, those of the kit's own contract. */
export interface PactSelection {
  readonly named: readonly string[];
  readonly contract: Contract;
  /** The option that names them, for the error message: `--pact FILE`. */
  readonly option: string;
}

/**
 * Returns the locations for `readPactSources`. The kit's own pact belongs to the Plant Store; for any other contract
 * the user must name pacts. Throws `argument-missing`.
 */
export async function resolvePactSources({ named, contract, option }: PactSelection): Promise<readonly string[]> {
  if (named.length > 0) return named;
  if (isDefaultContract(contract)) return committedPacts();
  throw new KitError('argument-missing', `${option} is missing; name the pact that belongs to this document`);
}

/** The folder of the committed pacts, last recorded by the consumer tests with `UPDATE_PACTS=1`. */
export const committedFolder = fileURLToPath(new URL('../../pacts/', import.meta.url));

/** Paths for display: relative to the working directory if they are inside it. Sorted. */
export async function committedPacts(): Promise<readonly string[]> {
  const names = await readdir(committedFolder);
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => displayPath(path.join(committedFolder, name)));
}
