import type { Schema } from '../../../../spec/model/schema.ts';
import { canMatchInTime } from '../../../../spec/validation/patterns.ts';
import { swapCase } from '../../request/values/alternative-values.ts';
import type { BoundaryProbe } from './probe.ts';

/** Longer limits are not tested. */
const LONGEST = 100_000;

export function* textProbes(flat: Schema, value: string): Generator<BoundaryProbe> {
  const { pattern } = flat;
  // A text that does not match the pattern is rejected for that, whatever its length.
  for (const probe of lengthProbes(flat, value)) {
    if (pattern === undefined || pattern.test(String(probe.value))) yield probe;
  }
  if (pattern !== undefined) yield* patternProbes(pattern, value);
}

function* lengthProbes({ minLength = 0, maxLength, format, pattern }: Schema, value: string): Generator<BoundaryProbe> {
  // The length of texts in other formats is unknown.
  if (format !== undefined && format !== 'password') return;
  const length = Math.min(maxLength ?? minLength, LONGEST);
  const matchesLetters = pattern?.test('x'.repeat(length)) ?? true;
  const characters = matchesLetters ? alphabets : [['its own characters', value] as const];
  for (const [description, character] of characters) {
    if (minLength > 0 && minLength < LONGEST)
      yield* probesAroundLength('minLength', {
        description,
        character,
        withinLength: minLength,
        beyondLength: minLength - 1,
      });
    if (maxLength === undefined || maxLength >= LONGEST) continue;
    yield* probesAroundLength('maxLength', {
      description,
      character,
      withinLength: maxLength,
      beyondLength: maxLength + 1,
    });
  }
  if (maxLength !== undefined && maxLength < LONGEST)
    yield beyondProbe('maxLength', `${maxLength} characters long and a space`, `${textOfLength('x', maxLength)} `);
  yield* lengthsWithinBounds({ minLength, maxLength }, characters[0]);
}

/** One character inside each bound, and an empty text where characters are required. */
function* lengthsWithinBounds(
  { minLength = 0, maxLength = LONGEST }: Partial<Pick<Schema, 'minLength' | 'maxLength'>>,
  [description, character]: readonly [string, string] = alphabets[0],
): Generator<BoundaryProbe> {
  const within = (keyword: string, length: number): BoundaryProbe => {
    const value = textOfLength(character, length);
    return { keyword, description: `${length} characters long, ${description}`, value, side: 'within' };
  };
  if (minLength > 0 && minLength < LONGEST) {
    yield within('minLength', minLength + 1);
    yield beyondProbe('minLength', 'an empty text', '');
  }
  if (maxLength > 0 && maxLength < LONGEST) yield within('maxLength', maxLength - 1);
}

/**
 * A letter, two UTF-16 units, and two code points that look like one letter: any other unit than the code point gives a
 * wrong length for one of them.
 */
const alphabets = [
  ['letters', 'x'],
  ['astral characters', '🎈'],
  ['letters and combining marks', 'e\u0301'],
] as const;

interface LengthBound {
  readonly description: string;
  readonly character: string;
  /** The last length within the bound, and the first beyond. */
  readonly withinLength: number;
  readonly beyondLength: number;
}

function* probesAroundLength(
  keyword: string,
  { description, character, withinLength, beyondLength }: LengthBound,
): Generator<BoundaryProbe> {
  const value = textOfLength(character, withinLength);
  yield { keyword, description: `${withinLength} characters long, ${description}`, value, side: 'within' };
  yield beyondProbe(keyword, `${beyondLength} characters long, ${description}`, textOfLength(character, beyondLength));
}

function textOfLength(character: string, count: number): string {
  const characters = [...character];
  return Array.from({ length: count }, (_unused, index) => characters[index % characters.length] ?? 'x').join('');
}

function beyondProbe(keyword: string, description: string, value: string): BoundaryProbe {
  return { keyword, description, value, side: 'beyond' };
}

/**
 * Common mistakes in the use of patterns: not anchored at the end or the start, matched line by line, not checked at
 * all.
 */
function* patternProbes(pattern: RegExp, value: string): Generator<BoundaryProbe> {
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
    ['a matching text with arabic digits', value.replace(/\d/g, (digit) => arabicDigits[Number(digit)] ?? digit)],
    ['a matching text in another case', swapCase(value)],
  ];
  for (const [description, text] of attempts) {
    if (canMatchInTime(pattern, text) && !pattern.test(text)) yield beyondProbe('pattern', description, text);
  }
}

const arabicDigits = [...'٠١٢٣٤٥٦٧٨٩'];
