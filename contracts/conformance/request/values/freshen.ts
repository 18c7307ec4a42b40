/**
 * Puts fresh values into bodies, so that implementations that reject duplicates cause no false positives in repeated
 * runs.
 */
import { compareNumbers, isInteger, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import { isIdentifier } from './identifier-names.ts';

/** Replaces the values that may have to be unique: integers, UUIDs and required free text. */
export function freshen(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenObject(value, schema, { fresh, texts: 'required' });
}

/** The same for every free text: two such values share no distinguishable value. */
export function freshenAll(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenObject(value, schema, { fresh, texts: 'all' });
}

/** The same without free text. */
export function freshenNumbers(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenObject(value, schema, { fresh, texts: 'none' });
}

interface FresheningOptions {
  readonly fresh: FreshValues;
  readonly texts: 'none' | 'required' | 'all';
}

function freshenObject(value: Json, schema: Schema, options: FresheningOptions): Json {
  if (!isJsonObject(value) || options.fresh.isVerbatim) return value;
  const flat = flattenSchema(schema);
  let isChanged = false;
  const members = Object.entries(value).map(([name, part]) => {
    const declared = flat.properties.get(name);
    if (declared === undefined) return [name, part] as const;
    const isRequired = flat.required.has(name);
    const freshened = freshenProperty(part, { name, schema: declared, isRequired }, options);
    isChanged ||= freshened !== part;
    return [name, freshened] as const;
  });
  if (!isChanged) return value;
  const freshened = Object.fromEntries(members);
  return isValid(schema, freshened, 'request') ? freshened : value;
}

interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function freshenProperty(value: Json, { name, schema, isRequired }: Property, options: FresheningOptions): Json {
  if (isJsonObject(value) || isJsonArray(value)) return freshenObject(value, schema, options);
  const { fresh } = options;
  if (fresh.preservedNames?.has(value) === true) return value;
  const flat = flattenSchema(schema);
  if (fresh.regeneratesTexts === true && typeof value === 'string' && flat.pattern !== undefined)
    return regenerateText(value, schema, () => fresh.number());
  const withText =
    options.texts === 'all' || (options.texts === 'required' && (isRequired || fresh.regeneratesTexts === true));
  const isName = flat.pattern !== undefined && flat.format === undefined && isIdentifier(name);
  const freshened = isName && withText ? appendWord(value, fresh) : freshenValue(value, flat, withText, fresh);
  return freshened === value || isValid(schema, freshened, 'request') ? freshened : value;
}

/** For identifiers that have to match a pattern. */
function appendWord(value: Json, fresh: FreshValues): Json {
  return typeof value === 'string' ? `${value}${fresh.word()}` : value;
}

function freshenValue(value: Json, flat: Schema, withText: boolean, fresh: FreshValues): Json {
  if (flat.enum !== undefined || flat.const !== undefined) return value;
  if (isInteger(value)) return allowsFreshNumber(flat) ? fresh.number() : value;
  if (typeof value !== 'string') return value;
  if (flat.format === 'uuid') return fresh.uuid();
  if (flat.format === 'email') return `${fresh.word()}@example.com`;
  const isFreeText = flat.format === undefined && flat.pattern === undefined;
  return isFreeText && withText ? replaceEndWithWord(value, fresh.word()) : value;
}

/** Not longer than before, since implementations have limits that the contract does not state. */
function replaceEndWithWord(text: string, word: string): string {
  const characters = [...text];
  const available = characters.length - word.length - 1;
  return available > 0 ? `${characters.slice(0, available).join('')} ${word}` : `${text} ${word}`;
}

/** An integer with a small range (a page size, a percentage) is not an identifier. */
function allowsFreshNumber({ minimum, maximum, exclusiveMaximum, multipleOf, format }: Schema): boolean {
  const upperBound = maximum ?? exclusiveMaximum ?? integerRanges.get(format ?? '')?.max ?? HIGHEST;
  return (
    multipleOf === undefined &&
    // Single precision rounds large numbers.
    format !== 'float' &&
    compareNumbers(upperBound, HIGHEST) >= 0 &&
    compareNumbers(minimum ?? 0, LOWEST) <= 0
  );
}

const LOWEST = 1_000_000;

const HIGHEST = 2 ** 31 - 1;

/** Numbers and words that no sample contains, for requests that are built before a run has fresh values. */
export const unlikelyFreshValues: FreshValues = {
  acceptedNumber: () => 1_234_567,
  number: () => 1_234_567,
  word: () => 'unlikely',
  uuid: () => '5b1e7c0a-93d4-4f26-8a1b-0c6d2e9f7a35',
};

/** Encodes a number in the characters of a text that may vary; unchanged where the pattern leaves too few choices. */
export function regenerateText(text: string, schema: Schema, number: () => number): string {
  const { pattern, enum: enumValues, const: constValue } = flattenSchema(schema);
  if (pattern === undefined || enumValues !== undefined || constValue !== undefined) return text;
  const choices = characterChoices(text, schema);
  const drawnNumber = number();
  const extended =
    textCapacity(choices) < SUFFICIENT_CAPACITY
      ? extendDigits(text, choices, { schema, number: drawnNumber })
      : undefined;
  if (extended !== undefined || textCapacity(choices) < MIN_CAPACITY) return extended ?? text;
  const other = encodeNumber(text, choices, drawnNumber);
  return isValid(schema, other, 'request') ? other : text;
}

/** With fewer possible texts, values would repeat within a run. */
const MIN_CAPACITY = 100_000;

/** Enough texts without extending the length. */
const SUFFICIENT_CAPACITY = 100_000_000;

/** For each character the characters that may replace it, at least itself. */
type CharacterChoices = readonly (readonly string[])[];

const choicesCache = new WeakMap<Schema, Map<string, CharacterChoices>>();

function characterChoices(text: string, schema: Schema): CharacterChoices {
  const cached = choicesCache.get(schema)?.get(text);
  if (cached !== undefined) return cached;
  const characters = [...text];
  const choices = characters.map((character, index) => {
    const others = characterClasses.find((one) => one.includes(character)) ?? [character];
    return others.filter((one) => isValid(schema, characters.with(index, one).join(''), 'request'));
  });
  choicesCache.set(schema, (choicesCache.get(schema) ?? new Map()).set(text, choices));
  return choices;
}

const characterClasses = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'].map((letters) => [
  ...letters,
]);

function textCapacity(choices: CharacterChoices): number {
  return choices.reduce((product, { length }) => product * Math.max(length, 1), 1);
}

/** Writes the number from the last character to the first, each with the base of its number of choices. */
function encodeNumber(text: string, choices: CharacterChoices, number: number): string {
  let remaining = number;
  const characters = [...text].map((character, index, all) => {
    const place = all.length - 1 - index;
    const choice = choices[place] ?? [];
    const chosen = choice[remaining % Math.max(choice.length, 1)];
    remaining = Math.floor(remaining / Math.max(choice.length, 1));
    return chosen ?? all[place] ?? character;
  });
  return characters.toReversed().join('');
}

/** Replaces the last variable character by the number, if the pattern allows more digits. */
function extendDigits(
  text: string,
  choices: CharacterChoices,
  { schema, number }: { readonly schema: Schema; readonly number: number },
): string | undefined {
  const last = choices.findLastIndex(({ length }) => length > 1);
  const characters = [...text];
  const extended = [...characters.slice(0, last), String(number), ...characters.slice(last + 1)].join('');
  return last >= 0 && isValid(schema, extended, 'request') ? extended : undefined;
}
