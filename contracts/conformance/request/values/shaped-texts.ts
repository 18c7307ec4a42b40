/**
 * Other texts in the shape of an example: a slug stays a slug, upper case stays upper case, digits stay digits, and
 * separators and the length stay as they are. Implementations have rules for keys and codes that no schema states.
 */
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { encodeNumber, MAX_NUMBER, type ValueSpace } from './distinct-texts.ts';
import { formatSpace } from './format-space.ts';

/** Undefined where the shape leaves too few texts. */
export function shapedSpace(example: string, schema: Schema): ValueSpace | undefined {
  const cached = spaces.get(schema) ?? new Map<string, ValueSpace | undefined>();
  spaces.set(schema, cached);
  if (!cached.has(example)) cached.set(example, createSpace(example, schema));
  return cached.get(example);
}

const spaces = new WeakMap<Schema, Map<string, ValueSpace | undefined>>();

function createSpace(example: string, schema: Schema): ValueSpace | undefined {
  const format = formats.find(([pattern]) => pattern.test(example));
  if (format !== undefined) {
    const space = formatSpace(format[1], example);
    return space !== undefined && isAllowed(space, schema) ? space : undefined;
  }
  const found = candidates(example, schema).find(({ space, minSize }) => space.size >= minSize);
  return found !== undefined && isAllowed(found.space, schema) ? found.space : undefined;
}

/** What an example shows although its schema has no format. */
const formats: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'uuid'],
  [/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'email'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'date-time'],
  [/^https?:\/\//, 'uri'],
];

/** Letters in front may be a prefix that stays: they vary only where the digits alone are too few. */
function candidates(example: string, schema: Schema) {
  const longer = lengthen(example);
  return [
    { space: varying(example, schema, isDigit), minSize: ENOUGH_DIGITS },
    { space: varying(example, schema, isVariable), minSize: MIN_SIZE },
    ...(longer === undefined ? [] : [{ space: varying(longer, schema, isVariable), minSize: MIN_SIZE }]),
  ];
}

const ENOUGH_DIGITS = 100_000;
const MIN_SIZE = 1_000;

/** The texts in which only the last so many of the characters differ that may vary: the nearest ones. */
export function nearestTexts(example: string, schema: Schema, count: number): readonly string[] {
  const places = [...example].flatMap((character, index) => (isVariable(character) ? [index] : [])).slice(-count);
  const space = varying(example, schema, (_character, index) => places.includes(index));
  return Array.from({ length: Math.min(space.size, MAX_NEAREST) }, (_unused, index) => space.valueAt(index))
    .filter((text) => typeof text === 'string')
    .filter((text) => text !== example && isValid(schema, text, 'request'));
}

const MAX_NEAREST = 200;

/** The texts in which only the part behind the last separator varies; undefined without separators. */
export function lastPartSpace(example: string, schema: Schema): ValueSpace | undefined {
  const start = example.search(/[\p{L}\p{N}]*$/u);
  if (start <= 0 || start >= example.length) return undefined;
  const from = [...example.slice(0, start)].length;
  const space = varying(example, schema, (character, index) => index >= from && isVariable(character));
  return space.size >= MIN_PART_SIZE ? space : undefined;
}

const MIN_PART_SIZE = 100;

type Varies = (character: string, index: number) => boolean;

function varying(example: string, schema: Schema, varies: Varies): ValueSpace {
  const characters = [...example];
  const choices = characters.map((character): readonly string[] => [character]);
  const isHex = looksHexadecimal(example);
  let size = 1;
  // From the end, as numbers are encoded: what is in front stays.
  for (let index = characters.length - 1; index >= 0 && size <= MAX_NUMBER; index--) {
    const character = characters[index] ?? '';
    if (!varies(character, index)) continue;
    const [before, after] = [characters.slice(0, index).join(''), characters.slice(index + 1).join('')];
    const others = similarCharacters(character, { isFirst: index === 0, isHex });
    const valid = others.filter((one) => isValid(schema, `${before}${one}${after}`, 'request'));
    if (valid.length < 2) continue;
    choices[index] = valid;
    size *= valid.length;
  }
  return { size: Math.min(size, MAX_NUMBER), valueAt: (index) => encodeNumber(example, choices, index) };
}

/** Of the same kind; a number does not begin with zero where the example does not. */
function similarCharacters(
  character: string,
  { isFirst, isHex }: { readonly isFirst: boolean; readonly isHex: boolean },
): readonly string[] {
  if (isDigit(character)) return isFirst && character !== '0' ? [...'123456789'] : [...'0123456789'];
  if (/[a-z]/.test(character)) return isHex ? [...'abcdef'] : [...'abcdefghijklmnopqrstuvwxyz'];
  return isHex ? [...'ABCDEF'] : [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
}

function looksHexadecimal(text: string): boolean {
  const plain = text.replaceAll(/[^a-z\d]/gi, '');
  const isOneCase = /^[\da-f]+$/.test(plain) || /^[\dA-F]+$/.test(plain);
  return isOneCase && plain.length >= 8 && /\d.*\d/.test(plain) && /[a-f].*[a-f]/i.test(plain);
}

function isDigit(character: string): boolean {
  return /^\d$/.test(character);
}

function isVariable(character: string): boolean {
  return /^[a-z\d]$/i.test(character);
}

/** A short example with its last letter or digit several times. */
function lengthen(example: string): string | undefined {
  const characters = [...example];
  const index = characters.findLastIndex(isVariable);
  const last = characters[index];
  return last === undefined || characters.length > MAX_SHORT
    ? undefined
    : [...characters.slice(0, index), last.repeat(EXTRA_CHARACTERS), ...characters.slice(index)].join('');
}

const MAX_SHORT = 4;
const EXTRA_CHARACTERS = 4;

function isAllowed({ size, valueAt }: ValueSpace, schema: Schema): boolean {
  return [1, Math.floor(size / 2), size - 1].some((index) => {
    const value = valueAt(index);
    return value !== undefined && isValid(schema, value, 'request');
  });
}
