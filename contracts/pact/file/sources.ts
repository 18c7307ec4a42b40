/** What `--pact` names, read: files, the files of folders, URLs. Each pact once. */
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../../errors.ts';
import { canonicalText } from '../../../spec/json/exact-json.ts';
import { isHome } from '../../../spec/kit.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { type HeadersFor, isUrl, type PactFile, readPactWith } from './pact-file.ts';

export interface PactSources {
  /** In the order named; of a folder in that of its names. Not empty unless nothing was named. */
  readonly pacts: readonly PactFile[];
  /** What a person has to know of the choice, such as that a pact was named twice. */
  readonly notes: readonly string[];
}

/**
 * `headersFor` is asked for each URL that is fetched. Throws `pact-unreadable` for what is no pact and for a folder
 * without any, and as `readPact` does.
 */
export async function readSources(named: readonly string[], headersFor?: HeadersFor): Promise<PactSources> {
  const places = (await Promise.all(named.map(placesIn))).flat();
  const unlike = distinct(places, ({ real }) => real);
  const pacts = await Promise.all(unlike.kept.map(({ name }) => readPactWith(name, headersFor)));
  const different = distinct(pacts, contentOf);
  const twice = [
    ...unlike.dropped.map(({ one, first }) => [one.shown, first.shown] as const),
    ...different.dropped.map(({ one, first }) => [one.file, first.file] as const),
  ];
  return {
    pacts: different.kept,
    notes: [...twice.map(([one, first]) => told(one, first)), ...rivals(different.kept)],
  };
}

function told(one: string, first: string): string {
  return one === first
    ? `${one} is named twice, and taken once`
    : `${one} is the same pact as ${first}, and taken once`;
}

interface PactPlace {
  /** To read it by. */
  readonly name: string;
  /** A URL without its query. */
  readonly shown: string;
  /** The same for two names of one file. */
  readonly real: string;
}

async function placesIn(named: string): Promise<readonly PactPlace[]> {
  if (isUrl(named))
    return [{ name: named, shown: named.replace(/[?#].*$/s, ''), real: URL.parse(named)?.href ?? named }];
  const found = await stat(named).catch(() => undefined);
  if (found?.isDirectory() !== true) return [await fileAt(named)];
  const names = await readdir(named).catch((cause: Error) => {
    throw new KitError('pact-unreadable', `${named}: ${cause.message}`, { cause });
  });
  const pacts = names.filter((name) => name.endsWith('.json')).toSorted();
  if (pacts.length > 0) return Promise.all(pacts.map((name) => fileAt(path.join(named, name))));
  throw new KitError('pact-unreadable', `${named}: the folder holds no .json file`);
}

/** That a file is missing is told when it is read. */
async function fileAt(name: string): Promise<PactPlace> {
  return { name, shown: name, real: await realpath(name).catch(() => path.resolve(name)) };
}

function contentOf({ consumer, provider, value }: PactFile): string {
  return canonicalText([consumer, provider, value]);
}

interface Distinct<T> {
  readonly kept: readonly T[];
  readonly dropped: readonly { readonly one: T; readonly first: T }[];
}

function distinct<T>(all: readonly T[], keyOf: (one: T) => string): Distinct<T> {
  const firsts = new Map<string, T>();
  const dropped: { one: T; first: T }[] = [];
  for (const one of all) {
    const key = keyOf(one);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, one);
    else dropped.push({ one, first });
  }
  return { kept: [...firsts.values()], dropped };
}

/** Two versions of one agreement, perhaps: both count, and somebody may have meant only one. */
function rivals(pacts: readonly PactFile[]): readonly string[] {
  const same = Map.groupBy(pacts, ({ consumer, provider }) => canonicalText([consumer, provider]));
  return [...same.values()].flatMap((group) => {
    const [{ consumer, provider } = { consumer: '', provider: '' }] = group;
    const files = group.map(({ file }) => file).join(', ');
    return group.length < 2
      ? []
      : [`${group.length} different pacts of ${consumer} and ${provider}, all judged: ${files}`];
  });
}

/** The pacts that somebody names, or those that go with the kit's own contract. */
export interface NamedPacts {
  readonly named: readonly string[];
  readonly contract: Contract;
  /** What names them, for whoever left it out: `--pact FILE`. */
  readonly option: string;
}

/**
 * What `readSources` is to read. The kit's own pact is one of the Plant Store; any other contract needs to be told
 * which. Throws `argument-missing`.
 */
export async function namedOrOwn({ named, contract, option }: NamedPacts): Promise<readonly string[]> {
  if (named.length > 0) return named;
  if (isHome(contract)) return committedPacts();
  throw new KitError('argument-missing', `${option} is missing: which pact goes with this document?`);
}

/** The pacts that this repository keeps: what the consumer tests last recorded on request. */
export const committedFolder = fileURLToPath(new URL('../../pacts/', import.meta.url));

/** Paths as shown to people: relative to the working directory where that is shorter. Sorted. */
export async function committedPacts(): Promise<readonly string[]> {
  const names = await readdir(committedFolder);
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => shownPath(path.join(committedFolder, name)));
}

function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
