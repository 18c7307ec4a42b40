import type { Schema } from '../../../../spec/model/schema.ts';
import { canTry } from '../../../../spec/validation/patterns.ts';
import { otherCase } from '../../request/values/choices.ts';
import type { Probe } from './probe.ts';

/** Longer ones are no limit that anybody tests. */
const LONGEST = 100_000;

export function* textProbes(flat: Schema, value: string): Generator<Probe> {
  const { pattern } = flat;
  // A text that the pattern refuses is refused for that, whatever its length.
  for (const probe of lengthProbes(flat, value)) {
    if (pattern === undefined || pattern.test(String(probe.value))) yield probe;
  }
  if (pattern !== undefined) yield* patternProbes(pattern, value);
}

function* lengthProbes(
  { minLength = 0, maxLength, format, pattern }: Schema,
  value: string,
): Generator<Probe> {
  // Of other formats nobody knows how long a text of them is.
  if (format !== undefined && format !== 'password') return;
  const length = Math.min(maxLength ?? minLength, LONGEST);
  const isOfLetters = pattern?.test('x'.repeat(length)) ?? true;
  const units = isOfLetters ? alphabets : [['its own characters', value] as const];
  for (const [words, unit] of units) {
    if (minLength > 0 && minLength < LONGEST)
      yield* around('minLength', { words, unit, last: minLength, first: minLength - 1 });
    if (maxLength === undefined || maxLength >= LONGEST) continue;
    yield* around('maxLength', { words, unit, last: maxLength, first: maxLength + 1 });
  }
  if (maxLength !== undefined && maxLength < LONGEST)
    yield beyond('maxLength', `${maxLength} characters long and a space`, `${ofLength('x', maxLength)} `);
  yield* inside({ minLength, maxLength }, units[0]);
}

/** One character from each bound, and none at all where there have to be some. */
function* inside(
  { minLength = 0, maxLength = LONGEST }: Partial<Pick<Schema, 'minLength' | 'maxLength'>>,
  [words, unit]: readonly [string, string] = alphabets[0],
): Generator<Probe> {
  const within = (keyword: string, length: number): Probe => {
    const value = ofLength(unit, length);
    return { keyword, words: `${length} characters long, ${words}`, value, side: 'within' };
  };
  if (minLength > 0 && minLength < LONGEST) {
    yield within('minLength', minLength + 1);
    yield beyond('minLength', 'an empty text', '');
  }
  if (maxLength > 0 && maxLength < LONGEST) yield within('maxLength', maxLength - 1);
}

/** A letter, two UTF-16 units, and two code points that look like one: who counts anything but code points is wrong by one of them. */
const alphabets = [
  ['letters', 'x'],
  ['astral characters', '🎈'],
  ['letters and combining marks', 'e\u0301'],
] as const;

interface Lengths {
  readonly words: string;
  readonly unit: string;
  /** The last length within the bound, and the first beyond. */
  readonly last: number;
  readonly first: number;
}

function* around(keyword: string, { words, unit, last, first }: Lengths): Generator<Probe> {
  const value = ofLength(unit, last);
  yield { keyword, words: `${last} characters long, ${words}`, value, side: 'within' };
  yield beyond(keyword, `${first} characters long, ${words}`, ofLength(unit, first));
}

function ofLength(unit: string, count: number): string {
  const units = [...unit];
  return Array.from({ length: count }, (_unused, index) => units[index % units.length] ?? 'x').join('');
}

function beyond(keyword: string, words: string, value: string): Probe {
  return { keyword, words, value, side: 'beyond' };
}

/** Each way in which a pattern is often only half applied: not to the end, not from the start, line by line, not at all. */
function* patternProbes(pattern: RegExp, value: string): Generator<Probe> {
  const attempts: readonly (readonly [string, string])[] = [
    ['a text that the pattern does not match', '!'],
    ['an empty text', ''],
    ['a matching text and a character more', `${value}!`],
    ['a character and a matching text', `!${value}`],
    ['a matching text and a line feed', `${value}\n`],
    ['a line and then a matching one', `!\n${value}`],
    ['a matching line and then another', `${value}\n!`],
    ['a matching text with a space', ` ${value}`],
    ['a matching text twice', `${value}${value}`],
    ['a matching text cut by one', value.slice(0, -1)],
    ['a matching text with arabic digits', value.replace(/\d/g, (digit) => arabic[Number(digit)] ?? digit)],
    ['a matching text in another case', otherCase(value)],
  ];
  for (const [words, text] of attempts) {
    if (canTry(pattern, text) && !pattern.test(text)) yield beyond('pattern', words, text);
  }
}

const arabic = [...'٠١٢٣٤٥٦٧٨٩'];
