/** The character sets and tokens of a regular expression. */
import { memoizeString } from '../../memoize.ts';

/** Ranges of code points, sorted and not adjacent. */
export type Ranges = readonly (readonly [from: number, to: number])[];

const LAST_CODE_POINT = 0x10ffff;
export const anyCharacter: Ranges = [[0, LAST_CODE_POINT]];

export const tokenPattern =
  /\\(?:[pP]\{[^}]+\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<[A-Za-z_]\w*>|<?[=!]|:)|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/** Returns the characters that a token matches. Throws if the token is not a character set. */
export function toCharacterSet(text: string): Ranges {
  if (text.startsWith('[')) return parseClass(text);
  if (text === '.') return complement(lineEnds);
  return text.startsWith('\\') ? escapeToSet(text) : [singleCharacter(text)];
}

function singleCharacter(text: string): readonly [number, number] {
  const code = text.codePointAt(0) ?? 0;
  return [code, code];
}

const lineEnds: Ranges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const digits: Ranges = [[48, 57]];
const wordCharacters: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const spaces: Ranges = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

const classes: ReadonlyMap<string, Ranges> = new Map([
  ['\\d', digits],
  ['\\w', wordCharacters],
  ['\\s', spaces],
  ['\\D', complement(digits)],
  ['\\W', complement(wordCharacters)],
  ['\\S', complement(spaces)],
]);
const controls: ReadonlyMap<string, number> = new Map([
  ['\\t', 9],
  ['\\n', 10],
  ['\\v', 11],
  ['\\f', 12],
  ['\\r', 13],
  ['\\0', 0],
]);

function escapeToSet(text: string): Ranges {
  const classSet = classes.get(text);
  if (classSet !== undefined) return classSet;
  if (/^\\[pP]\{/.test(text)) return unicodePropertySet(text);
  const code = controls.get(text) ?? parseCodeEscape(text);
  if (code !== undefined) return [[code, code]];
  // `\b`, `\1` and other escapes with a letter or digit.
  if (/^\\[\w]$/.test(text)) throw unsupportedPatternError();
  return [singleCharacter(text.slice(1))];
}

/** A Unicode property: the ranges of its characters among all characters in order. */
const unicodePropertySet = memoizeString((text: string): Ranges => {
  planes ??= [charactersBetween(0, 0xd7ff), charactersBetween(0xe000, LAST_CODE_POINT)];
  const runs = planes.flatMap((plane) => plane.match(new RegExp(`${text}+`, 'gu')) ?? []);
  return runs.map((run) => [run.codePointAt(0) ?? 0, [...run.slice(-2)].at(-1)?.codePointAt(0) ?? 0]);
});

let planes: readonly string[] | undefined;

function charactersBetween(from: number, to: number): string {
  const length = Math.min(to - from + 1, MAX_ARGUMENTS);
  const first = String.fromCodePoint(...Array.from({ length }, (_unused, index) => from + index));
  return from + length > to ? first : first + charactersBetween(from + length, to);
}

const MAX_ARGUMENTS = 4_096;

function parseCodeEscape(text: string): number | undefined {
  const [, hex] = /^\\[ux]\{?([\da-fA-F]+)\}?$/.exec(text) ?? [];
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}

function parseClass(text: string): Ranges {
  const isNegated = text.startsWith('[^');
  const inside = text.slice(isNegated ? 2 : 1, -1);
  const parts = [...inside.matchAll(tokenPattern)].map(([part]) => part);
  const ranges: (readonly [number, number])[] = [];
  for (let i = 0; i < parts.length; i++) {
    const from = parseClassMember(parts[i] ?? '');
    if (parts[i + 1] === '-' && parts[i + 2] !== undefined) {
      const to = parseClassMember(parts[i + 2] ?? '');
      ranges.push([from[0]?.[0] ?? 0, to[0]?.[1] ?? 0]);
      i += 2;
    } else ranges.push(...from);
  }
  return isNegated ? complement(ranges) : unionRanges(ranges);
}

function parseClassMember(part: string): Ranges {
  if (part.length > 1 && !part.startsWith('\\') && [...part].length > 1) throw unsupportedPatternError();
  return part.startsWith('\\') ? escapeToSet(part) : [singleCharacter(part)];
}

function unionRanges(ranges: Ranges): Ranges {
  const all: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

function complement(ranges: Ranges): Ranges {
  const gaps: (readonly [number, number])[] = [];
  let from = 0;
  for (const [start, end] of unionRanges(ranges)) {
    if (start > from) gaps.push([from, start - 1]);
    from = end + 1;
  }
  return from > LAST_CODE_POINT ? gaps : [...gaps, [from, LAST_CODE_POINT]];
}

export function unsupportedPatternError(): Error {
  return new Error('not a regular expression in the formal sense');
}
