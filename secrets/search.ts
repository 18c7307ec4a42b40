/** Looks for many texts in one at once. */
import type { Range } from './readings.ts';

/** A text to look for, in any case. */
export interface Sought {
  readonly text: string;
  /** So many of its characters at least are recognised where the rest was cut off. */
  readonly recognised: number;
}

/** So short a one, such as `dev`, stands by chance within other words, which have to stay readable. */
export const SHORT = 6;

/** The time that it takes depends on the text searched, not on how many are sought. Of two that are the same the last counts. */
export function createSearch(sought: readonly Sought[]): (text: string) => readonly Range[] {
  const words = sought.filter(({ text }) => text.length < SHORT).map(({ text }) => wordOf(text));
  const findLong = createLongSearch(sought.filter(({ text }) => text.length >= SHORT));
  return (text) => [...words.flatMap((word) => rangesOf(word, text)), ...findLong(inOneCase(text))];
}

function wordOf(text: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(text)}(?![A-Za-z0-9])`, 'g');
}

function rangesOf(word: RegExp, text: string): readonly Range[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** Each character keeps its place: but for the one that is replaced first, small letters are as long as capitals. */
function inOneCase(text: string): string {
  // In forms a plus is a space.
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('+', ' ');
}

/** By so many characters it is recognised that one may begin. */
const START = 4;

function createLongSearch(sought: readonly Sought[]): (text: string) => readonly Range[] {
  const texts = new Map(sought.map(({ text, recognised }) => [inOneCase(text), recognised]));
  const all = [...texts].map(([text, recognised]): Sought => ({ text, recognised }));
  const byStart = Map.groupBy(all, ({ text }) => text.slice(0, START));
  const maybe = new Uint8Array(HASHES);
  for (const start of byStart.keys()) maybe[hashOf(start)] = 1;
  const shortest = Math.min(...all.map(({ text }) => text.length));
  return (text) =>
    text.length < shortest && !ANY_CUT.test(text) ? [] : [...foundIn(text, { byStart, maybe })];
}

const HASHES = 0x1_00_00;

/** Of the last four characters, whatever was before them. */
function rolled(hash: number, code: number): number {
  return ((hash << 4) ^ code) & (HASHES - 1);
}

function hashOf(start: string): number {
  return [...Array(START).keys()].reduce((hash, index) => rolled(hash, start.charCodeAt(index)), 0);
}

interface Prepared {
  readonly byStart: ReadonlyMap<string, readonly Sought[]>;
  /** 1 at the hash of each start. */
  readonly maybe: Uint8Array;
}

function* foundIn(text: string, { byStart, maybe }: Prepared): Generator<Range> {
  /** Behind the last that was found of each. */
  const free = new Map<Sought, number>();
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    hash = rolled(hash, text.charCodeAt(end));
    if (maybe[hash] !== 1) continue;
    const from = end + 1 - START;
    for (const one of byStart.get(text.slice(from, end + 1)) ?? []) {
      const to = from < (free.get(one) ?? 0) ? undefined : endOf(text, from, one);
      if (to === undefined) continue;
      free.set(one, to);
      yield [from, to];
    }
  }
}

/** Where the one that begins there ends, whole or cut. */
function endOf(text: string, from: number, { text: sought, recognised }: Sought): number | undefined {
  if (text.startsWith(sought, from)) return from + sought.length;
  let length = START;
  while (length < sought.length && text[from + length] === sought[length]) length += 1;
  if (length < recognised) return undefined;
  // Its own percent sign may be the first character of what was cut within an escape.
  return cutAt(text, from + length) ?? cutAt(text, from + length - 1);
}

const ANY_CUT = /\.{3}|…/;

/** Three points or the one character for them, where a text was cut for the screen: also within an escape. */
const CUT = /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&(?:#?x?[0-9a-f]{0,6}|[a-z]{0,4}))?(?=\.{3}|…)/y;

function cutAt(text: string, at: number): number | undefined {
  CUT.lastIndex = at;
  return CUT.test(text) ? CUT.lastIndex : undefined;
}
