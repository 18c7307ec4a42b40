/** Other texts in the shape of an example: each character is replaced by others of its kind that the schema allows. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';

/** Values of a schema, numbered, so that distinct ones can be drawn. */
export interface ValueSpace {
  readonly size: number;
  /** Some values may be invalid. */
  valueAt(index: number): Json | undefined;
}

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
  const choices: (readonly string[])[] = characters.map((character) => [character]);
  // From the end, as numbers are encoded, and not further than the largest of them needs: a text may be very long.
  const first = Math.max(0, characters.length - MAX_VARIED_CHARACTERS);
  let capacity = 1;
  for (let index = characters.length - 1; index >= first && capacity <= MAX_NUMBER; index--) {
    const character = characters[index] ?? '';
    const others = characterClasses.find((one) => one.includes(character));
    if (others === undefined) continue;
    const [before, after] = [characters.slice(0, index).join(''), characters.slice(index + 1).join('')];
    const valid = others.filter((one) => isValid(schema, `${before}${one}${after}`, 'request'));
    if (valid.length === 0) continue;
    choices[index] = valid;
    capacity *= valid.length;
  }
  choicesCache.set(schema, (choicesCache.get(schema) ?? new Map()).set(text, choices));
  return choices;
}

/** Characters of other kinds, such as those of another script, are not varied. */
const MAX_VARIED_CHARACTERS = 64;

const characterClasses = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'].map((letters) => [
  ...letters,
]);

function textCapacity(choices: CharacterChoices): number {
  return choices.reduce((product, { length }) => product * Math.max(length, 1), 1);
}

/** Writes the number from the last character to the first, each with the base of its number of choices. */
export function encodeNumber(text: string, choices: CharacterChoices, number: number): string {
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

/** The texts of the length of the example, or longer ones where the example has too few variable characters. */
export function textSpace(example: string, schema: Schema): ValueSpace {
  const choices = characterChoices(example, schema);
  const size = textCapacity(choices);
  const extended = (number: number) => extendDigits(example, choices, { schema, number });
  return size < SUFFICIENT_CAPACITY && extended(MAX_NUMBER) !== undefined && extended(1) !== undefined
    ? { size: MAX_NUMBER, valueAt: extended }
    : { size, valueAt: (index) => encodeNumber(example, choices, index) };
}

/** The largest number that a text encodes. */
export const MAX_NUMBER = 2 ** 31 - 1;
