/** Looks for many texts in one at once. */
import type { Range } from './unescape.ts';

/** A text to look for, in any case. */
export interface SearchTerm {
  readonly text: string;
  /** So many of its characters at least are recognised where the rest was cut off. */
  readonly minRecognized: number;
}

/** So short a one, such as `dev`, stands by chance within other words, which have to stay readable. */
export const MIN_LONG_LENGTH = 6;

/** The time that it takes depends on the text searched, not on how many are sought. Of two that are the same the last counts. */
export function createSearch(terms: readonly SearchTerm[]): (text: string) => readonly Range[] {
  const wordPatterns = terms.filter(({ text }) => text.length < MIN_LONG_LENGTH).map(({ text }) => wordPattern(text));
  const findLong = createLongSearch(terms.filter(({ text }) => text.length >= MIN_LONG_LENGTH));
  return (text) => [...wordPatterns.flatMap((word) => matchRanges(word, text)), ...findLong(foldCase(text))];
}

function wordPattern(text: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(text)}(?![A-Za-z0-9])`, 'g');
}

function matchRanges(word: RegExp, text: string): readonly Range[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** Each character keeps its place: but for the one that is replaced first, small letters are as long as capitals. */
function foldCase(text: string): string {
  // In forms a plus is a space.
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('+', ' ');
}

/** By so many characters it is recognised that one may begin. */
const PREFIX_LENGTH = 4;

function createLongSearch(terms: readonly SearchTerm[]): (text: string) => readonly Range[] {
  const minRecognizedByText = new Map(terms.map(({ text, minRecognized }) => [foldCase(text), minRecognized]));
  const all = [...minRecognizedByText].map(([text, minRecognized]): SearchTerm => ({ text, minRecognized }));
  const byPrefix = Map.groupBy(all, ({ text }) => text.slice(0, PREFIX_LENGTH));
  const prefixHashes = new Uint8Array(HASH_COUNT);
  for (const start of byPrefix.keys()) prefixHashes[hashPrefix(start)] = 1;
  const shortest = Math.min(...all.map(({ text }) => text.length));
  return (text) =>
    text.length < shortest && !TRUNCATION.test(text) ? [] : [...findMatches(text, { byPrefix, prefixHashes })];
}

const HASH_COUNT = 0x1_00_00;

/** Of the last four characters, whatever was before them. */
function rollHash(hash: number, code: number): number {
  return ((hash << 4) ^ code) & (HASH_COUNT - 1);
}

function hashPrefix(start: string): number {
  return [...Array(PREFIX_LENGTH).keys()].reduce((hash, index) => rollHash(hash, start.charCodeAt(index)), 0);
}

interface SearchIndex {
  readonly byPrefix: ReadonlyMap<string, readonly SearchTerm[]>;
  /** 1 at the hash of each start. */
  readonly prefixHashes: Uint8Array;
}

function* findMatches(text: string, { byPrefix, prefixHashes }: SearchIndex): Generator<Range> {
  /** Behind the last that was found of each. */
  const nextFree = new Map<SearchTerm, number>();
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    hash = rollHash(hash, text.charCodeAt(end));
    if (prefixHashes[hash] !== 1) continue;
    const from = end + 1 - PREFIX_LENGTH;
    for (const one of byPrefix.get(text.slice(from, end + 1)) ?? []) {
      const to = from < (nextFree.get(one) ?? 0) ? undefined : findMatchEnd(text, from, one);
      if (to === undefined) continue;
      nextFree.set(one, to);
      yield [from, to];
    }
  }
}

/** Where the one that begins there ends, whole or cut. */
function findMatchEnd(text: string, from: number, { text: terms, minRecognized }: SearchTerm): number | undefined {
  if (text.startsWith(terms, from)) return from + terms.length;
  let length = PREFIX_LENGTH;
  while (length < terms.length && text[from + length] === terms[length]) length += 1;
  if (length < minRecognized) return undefined;
  // Its own percent sign may be the first character of what was cut within an escape.
  return findTruncationEnd(text, from + length) ?? findTruncationEnd(text, from + length - 1);
}

const TRUNCATION = /\.{3}|…/;

/** Three points or the one character for them, where a text was cut for the screen: also within an escape. */
const TRUNCATED_ESCAPE =
  /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&(?:#?x?[0-9a-f]{0,6}|[a-z]{0,4}))?(?=\.{3}|…)/y;

function findTruncationEnd(text: string, at: number): number | undefined {
  TRUNCATED_ESCAPE.lastIndex = at;
  return TRUNCATED_ESCAPE.test(text) ? TRUNCATED_ESCAPE.lastIndex : undefined;
}
