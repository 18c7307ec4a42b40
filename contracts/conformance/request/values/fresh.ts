/** Fresh values in a body, so that a store that refuses duplicates is not accused, in this run or the next. */
import {
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonObject,
  type Json,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Fresh } from '../../model/draft.ts';
import { isIdentifier } from './names.ts';

/** The value with every property that may have to be unique made so: whole numbers, uuids and required free text. */
export function freshen(value: Json, schema: Schema, fresh: Fresh): Json {
  return freshenPart(value, schema, { fresh, texts: 'required' });
}

/** The same, with every free text: two such values have nothing in common that can be told apart. */
export function freshenAll(value: Json, schema: Schema, fresh: Fresh): Json {
  return freshenPart(value, schema, { fresh, texts: 'all' });
}

/** The same, but free text stays as it is. */
export function freshenNumbers(value: Json, schema: Schema, fresh: Fresh): Json {
  return freshenPart(value, schema, { fresh, texts: 'none' });
}

interface Renewal {
  readonly fresh: Fresh;
  readonly texts: 'none' | 'required' | 'all';
}

function freshenPart(value: Json, schema: Schema, renewal: Renewal): Json {
  if (!isJsonObject(value) || renewal.fresh.isFrozen) return value;
  const flat = flatten(schema);
  let isOther = false;
  const members = Object.entries(value).map(([name, part]) => {
    const declared = flat.properties.get(name);
    if (declared === undefined) return [name, part] as const;
    const isRequired = flat.required.has(name);
    const renewed = freshProperty(part, { name, schema: declared, isRequired }, renewal);
    isOther ||= renewed !== part;
    return [name, renewed] as const;
  });
  if (!isOther) return value;
  const renewed = Object.fromEntries(members);
  return isValid(schema, renewed, 'request') ? renewed : value;
}

interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function freshProperty(value: Json, { name, schema, isRequired }: Property, renewal: Renewal): Json {
  if (isJsonObject(value) || isJsonArray(value)) return freshenPart(value, schema, renewal);
  const { fresh } = renewal;
  if (fresh.kept?.has(value) === true) return value;
  const flat = flatten(schema);
  if (fresh.redraws === true && typeof value === 'string' && flat.pattern !== undefined)
    return redrawn(value, schema, () => fresh.number());
  const withText =
    renewal.texts === 'all' || (renewal.texts === 'required' && (isRequired || fresh.redraws === true));
  const isName = flat.pattern !== undefined && flat.format === undefined && isIdentifier(name);
  const renewed = isName && withText ? longer(value, fresh) : renew(value, flat, withText, fresh);
  return renewed === value || isValid(schema, renewed, 'request') ? renewed : value;
}

/** For what names a record, and has to follow a pattern. */
function longer(value: Json, fresh: Fresh): Json {
  return typeof value === 'string' ? `${value}${fresh.word()}` : value;
}

function renew(value: Json, flat: Schema, withText: boolean, fresh: Fresh): Json {
  if (flat.enum !== undefined || flat.const !== undefined) return value;
  if (isInteger(value)) return hasRoom(flat) ? fresh.number() : value;
  if (typeof value !== 'string') return value;
  if (flat.format === 'uuid') return fresh.uuid();
  if (flat.format === 'email') return `${fresh.word()}@example.com`;
  const isFreeText = flat.format === undefined && flat.pattern === undefined;
  return isFreeText && withText ? withWord(value, fresh.word()) : value;
}

/** No longer than it was: implementations have limits of which the contract does not speak. */
function withWord(text: string, word: string): string {
  const characters = [...text];
  const room = characters.length - word.length - 1;
  return room > 0 ? `${characters.slice(0, room).join('')} ${word}` : `${text} ${word}`;
}

/** A small range (a page size, a percentage) is no identifier. */
function hasRoom({ minimum, maximum, exclusiveMaximum, multipleOf, format }: Schema): boolean {
  const top = maximum ?? exclusiveMaximum ?? integerRanges.get(format ?? '')?.max ?? HIGHEST;
  return (
    multipleOf === undefined &&
    // Single precision rounds what is large.
    format !== 'float' &&
    compareNumbers(top, HIGHEST) >= 0 &&
    compareNumbers(minimum ?? 0, LOWEST) <= 0
  );
}

const LOWEST = 1_000_000;

const HIGHEST = 2 ** 31 - 1;

/** Numbers and words that no sample has: to see what a request would be like before there is one. */
export const unlikely: Fresh = {
  known: () => 1_234_567,
  number: () => 1_234_567,
  word: () => 'unlikely',
  uuid: () => '5b1e7c0a-93d4-4f26-8a1b-0c6d2e9f7a35',
};

/** The text with its free characters replaced by what `number` is in them; as it was where a pattern leaves no room. */
export function redrawn(text: string, schema: Schema, number: () => number): string {
  const { pattern, enum: values, const: only } = flatten(schema);
  if (pattern === undefined || values !== undefined || only !== undefined) return text;
  const free = freeCharacters(text, schema);
  const given = number();
  const extended = capacityOf(free) < ENOUGH ? lengthened(text, free, { schema, number: given }) : undefined;
  if (extended !== undefined || capacityOf(free) < FEWEST) return extended ?? text;
  const other = written(text, free, given);
  return isValid(schema, other, 'request') ? other : text;
}

/** Fewer texts than these would come again within a run. */
const FEWEST = 100_000;

/** So many that no longer ones are needed. */
const ENOUGH = 100_000_000;

/** For each character those that may stand in its place, itself alone where none may. */
type Free = readonly (readonly string[])[];

const known = new WeakMap<Schema, Map<string, Free>>();

function freeCharacters(text: string, schema: Schema): Free {
  const before = known.get(schema)?.get(text);
  if (before !== undefined) return before;
  const characters = [...text];
  const free = characters.map((character, index) => {
    const others = classes.find((one) => one.includes(character)) ?? [character];
    return others.filter((one) => isValid(schema, characters.with(index, one).join(''), 'request'));
  });
  known.set(schema, (known.get(schema) ?? new Map()).set(text, free));
  return free;
}

const classes = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'].map((letters) => [
  ...letters,
]);

function capacityOf(free: Free): number {
  return free.reduce((product, { length }) => product * Math.max(length, 1), 1);
}

/** From the last to the first, each with as many digits as it has characters to choose from. */
function written(text: string, free: Free, number: number): string {
  let left = number;
  const characters = [...text].map((character, index, all) => {
    const place = all.length - 1 - index;
    const choice = free[place] ?? [];
    const chosen = choice[left % Math.max(choice.length, 1)];
    left = Math.floor(left / Math.max(choice.length, 1));
    return chosen ?? all[place] ?? character;
  });
  return characters.toReversed().join('');
}

/** Where a run of digits may be longer than it is. */
function lengthened(
  text: string,
  free: Free,
  { schema, number }: { readonly schema: Schema; readonly number: number },
): string | undefined {
  const last = free.findLastIndex(({ length }) => length > 1);
  const characters = [...text];
  const extended = [...characters.slice(0, last), String(number), ...characters.slice(last + 1)].join('');
  return last >= 0 && isValid(schema, extended, 'request') ? extended : undefined;
}
