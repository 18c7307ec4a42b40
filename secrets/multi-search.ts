/** Searches a text for many terms in one pass. */
import { escapeRegExp } from '../sanitize.ts';
import type { Range } from './unescape.ts';

/** A text to search for, ignoring case. */
export interface SearchTerm {
  readonly text: string;
  /** Minimum number of characters that must match when the rest was truncated. */
  readonly minRecognized: number;
}

/** Shorter terms, such as `dev`, occur within other words, so they only match whole words. */
export const MIN_LONG_LENGTH = 6;

/** The time depends on the length of the text, not on the number of terms. Of two equal terms the last one counts. */
export function createSearch(terms: readonly SearchTerm[]): (text: string) => readonly Range[] {
  const wordPatterns = terms.filter(({ text }) => text.length < MIN_LONG_LENGTH).map(({ text }) => wordPattern(text));
  const findLong = createLongSearch(terms.filter(({ text }) => text.length >= MIN_LONG_LENGTH));
  return (text) => [...wordPatterns.flatMap((word) => matchRanges(word, text)), ...findLong(foldCase(text))];
}

function wordPattern(text: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${escapeRegExp(text)}(?![A-Za-z0-9])`, 'g');
}

function matchRanges(word: RegExp, text: string): readonly Range[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** Keeps the offsets: `İ` is the only character whose lower case has another length, so it is replaced first. */
function foldCase(text: string): string {
  // In form encoding a plus is a space.
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('+', ' ');
}

/** Number of characters by which possible matches are found. */
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

/** A rolling hash of the last four characters. */
function rollHash(hash: number, code: number): number {
  return ((hash << 4) ^ code) & (HASH_COUNT - 1);
}

function hashPrefix(start: string): number {
  return [...Array(PREFIX_LENGTH).keys()].reduce((hash, index) => rollHash(hash, start.charCodeAt(index)), 0);
}

interface SearchIndex {
  readonly byPrefix: ReadonlyMap<string, readonly SearchTerm[]>;
  /** 1 at the hash of each prefix. */
  readonly prefixHashes: Uint8Array;
}

function* findMatches(text: string, { byPrefix, prefixHashes }: SearchIndex): Generator<Range> {
  /** End of the last match of each term. */
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

/** The end of a match that starts at `from`, complete or truncated. */
function findMatchEnd(text: string, from: number, { text: term, minRecognized }: SearchTerm): number | undefined {
  if (text.startsWith(term, from)) return from + term.length;
  let length = PREFIX_LENGTH;
  while (length < term.length && text[from + length] === term[length]) length += 1;
  if (length < minRecognized) return undefined;
  // The last matching character may be the percent sign of a truncated escape.
  return findTruncationEnd(text, from + length) ?? findTruncationEnd(text, from + length - 1);
}

const TRUNCATION = /\.{3}|…/;

/** An ellipsis (`...` or `…`) of a truncated text, perhaps after an incomplete escape. */
const TRUNCATED_ESCAPE =
  /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&(?:#?x?[0-9a-f]{0,6}|[a-z]{0,4}))?(?=\.{3}|…)/y;

function findTruncationEnd(text: string, at: number): number | undefined {
  TRUNCATED_ESCAPE.lastIndex = at;
  return TRUNCATED_ESCAPE.test(text) ? TRUNCATED_ESCAPE.lastIndex : undefined;
}
