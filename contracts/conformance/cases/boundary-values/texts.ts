import { isJsonType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { canMatchInTime } from '../../../../spec/validation/patterns.ts';
import { pluralize } from '../../../../spec/validation/violation.ts';
import { swapCase } from '../../request/values/alternative-values.ts';
import { formatLengthProbes } from './format-lengths.ts';
import { type BoundaryProbe, boundText } from './probe.ts';

/** Longer limits are not tested. */
const LONGEST = 100_000;

export function* textProbes(flat: Schema, value: string): Generator<BoundaryProbe> {
  const { pattern } = flat;
  // A string that does not match the pattern is rejected for that, whatever its length.
  for (const probe of withContent(flat, lengthProbes(flat, value))) {
    if (pattern === undefined || pattern.test(String(probe.value))) yield probe;
  }
  if (pattern !== undefined) yield* patternProbes(pattern, value);
  yield* formatLengthProbes(flat);
}

/** JSON of the same length where the schema states that media type; texts of other types cannot be made up. */
function* withContent({ contentMediaType }: Schema, probes: Iterable<BoundaryProbe>): Generator<BoundaryProbe> {
  for (const probe of probes) {
    if (contentMediaType === undefined || probe.side === 'beyond') {
      yield probe;
      continue;
    }
    const characters = [...String(probe.value)];
    if (isJsonType(contentMediaType) && characters.length >= 2)
      yield { ...probe, value: JSON.stringify(characters.slice(2).join('')) };
  }
}

function* lengthProbes({ minLength = 0, maxLength, format, pattern }: Schema, value: string): Generator<BoundaryProbe> {
  if (format !== undefined && format !== 'password') return;
  const length = Math.min(maxLength ?? minLength, LONGEST);
  const matchesLetters = pattern?.test('x'.repeat(length)) ?? true;
  const characters = matchesLetters ? alphabets : [{ ...letters, name: 'its own characters', character: value }];
  for (const alphabet of characters) {
    if (minLength > 0 && minLength < LONGEST)
      yield* probesAroundLength('minLength', {
        alphabet,
        withinLength: minLength,
        beyondLength: minLength - 1,
      });
    if (maxLength === undefined || maxLength >= LONGEST) continue;
    yield* probesAroundLength('maxLength', {
      alphabet,
      withinLength: maxLength,
      beyondLength: maxLength + 1,
    });
  }
  if (maxLength !== undefined && maxLength < LONGEST) {
    const value = `${textOfLength('x', maxLength)} `;
    const description = `${describeLength(letters, maxLength)} plus a trailing space${boundText('maxLength', maxLength)}`;
    yield beyondProbe('maxLength', `${maxLength} characters long and a space`, value, description);
  }
  yield* lengthsWithinBounds({ minLength, maxLength }, characters[0]);
}

/** One character inside each bound, and an empty string where characters are required. */
function* lengthsWithinBounds(
  { minLength = 0, maxLength = LONGEST }: Partial<Pick<Schema, 'minLength' | 'maxLength'>>,
  alphabet: Alphabet = letters,
): Generator<BoundaryProbe> {
  const within = (keyword: LengthKeyword, length: number, bound: number): BoundaryProbe => ({
    keyword,
    ...namesOfLength(alphabet, length, boundText(keyword, bound)),
    value: textOfLength(alphabet.character, length),
    side: 'within',
  });
  if (minLength > 0 && minLength < LONGEST) {
    yield within('minLength', minLength + 1, minLength);
    yield beyondProbe('minLength', 'an empty text', '', 'an empty string');
  }
  if (maxLength > 0 && maxLength < LONGEST) yield within('maxLength', maxLength - 1, maxLength);
}

interface Alphabet {
  readonly name: string;
  readonly character: string;
  /** The unit and what follows it: `3 characters long`. */
  readonly unit: string;
  readonly suffix?: string;
}

const letters: Alphabet = { name: 'letters', character: 'x', unit: 'character' };

/**
 * A letter, two UTF-16 units, and two code points that look like one letter: any other unit than the code point gives a
 * wrong length for one of them.
 */
const alphabets: readonly Alphabet[] = [
  letters,
  { name: 'astral characters', character: '🎈', unit: 'astral character' },
  {
    name: 'letters and combining marks',
    character: 'e\u0301',
    unit: 'character',
    suffix: ' with combining marks',
  },
];

function describeLength({ unit, suffix = '' }: Alphabet, length: number): string {
  return `${pluralize(length, unit)} long${suffix}`;
}

function namesOfLength(alphabet: Alphabet, length: number, bound: string): Pick<BoundaryProbe, 'name' | 'description'> {
  const name = `${length} characters long, ${alphabet.name}`;
  return { name, description: `${describeLength(alphabet, length)}${bound}` };
}

type LengthKeyword = 'minLength' | 'maxLength';

interface LengthBound {
  readonly alphabet: Alphabet;
  /** The last length within the bound, and the first beyond. */
  readonly withinLength: number;
  readonly beyondLength: number;
}

function* probesAroundLength(
  keyword: LengthKeyword,
  { alphabet, withinLength, beyondLength }: LengthBound,
): Generator<BoundaryProbe> {
  for (const [length, side] of [
    [withinLength, 'within'],
    [beyondLength, 'beyond'],
  ] as const) {
    const names = namesOfLength(alphabet, length, boundText(keyword, withinLength));
    yield { keyword, ...names, value: textOfLength(alphabet.character, length), side };
  }
}

function textOfLength(character: string, count: number): string {
  const characters = [...character];
  const { length } = characters;
  if (length === 0) return 'x'.repeat(count);
  return character.repeat(Math.floor(count / length)) + characters.slice(0, count % length).join('');
}

function beyondProbe(keyword: string, name: string, value: string, description = name): BoundaryProbe {
  return { keyword, name, description, value, side: 'beyond' };
}

/**
 * Common mistakes in the use of patterns: not anchored at the end or the start, matched line by line, not checked at
 * all.
 */
function* patternProbes(pattern: RegExp, value: string): Generator<BoundaryProbe> {
  const attempts: readonly (readonly [name: string, text: string, description: string])[] = [
    ['a text that the pattern does not match', '!', 'a string that does not match the pattern'],
    ['an empty text', '', 'an empty string'],
    ['a matching text and a character more', `${value}!`, 'a matching string with an extra character at the end'],
    ['a character and a matching text', `!${value}`, 'a matching string with an extra character at the start'],
    ['a matching text and a line feed', `${value}\n`, 'a matching string with a trailing line feed'],
    ['a line and then a matching one', `!\n${value}`, 'a matching line after another line'],
    ['a matching line and then another', `${value}\n!`, 'a matching line before another line'],
    ['a matching text with a space', ` ${value}`, 'a matching string with a leading space'],
    ['a matching text twice', `${value}${value}`, 'a matching string repeated twice'],
    ['a matching text cut by one', value.slice(0, -1), 'a matching string without its last character'],
    [
      'a matching text with arabic digits',
      value.replace(/\d/g, (digit) => arabicDigits[Number(digit)] ?? digit),
      'a matching string with Arabic digits',
    ],
    ['a matching text in another case', swapCase(value), 'a matching string in swapped case'],
  ];
  for (const [name, text, description] of attempts) {
    if (canMatchInTime(pattern, text) && !pattern.test(text)) yield beyondProbe('pattern', name, text, description);
  }
}

const arabicDigits = [...'٠١٢٣٤٥٦٧٨٩'];
