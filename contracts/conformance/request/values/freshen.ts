/**
 * Puts fresh values into bodies, so that implementations that reject duplicates cause no false positives in repeated
 * runs.
 */
import {
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { findFormat, integerRanges } from '../../../../spec/validation/formats.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import { withOrderedBounds } from './bound-pairs.ts';
import { regenerateText } from './distinct-texts.ts';
import { withEqualPairs } from './equal-pairs.ts';
import { isIdentifier, isOnceOnlyName } from './identifier-names.ts';
import { shapedSpace } from './shaped-texts.ts';
import { distinctValue, valueSpace } from './value-space.ts';

/** Replaces the values that may have to be unique: integers, UUIDs and required free text. */
export function freshen(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenBody(value, schema, { fresh, texts: 'required' });
}

/** The same for every free text: two such values share no distinguishable value. */
export function freshenAll(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenBody(value, schema, { fresh, texts: 'all' });
}

/** The same without free text. */
export function freshenNumbers(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenBody(value, schema, { fresh, texts: 'none' });
}

/** Only idempotency keys, request ids and nonces. */
export function freshenOnceOnly(value: Json, schema: Schema, fresh: FreshValues): Json {
  return freshenBody(value, schema, { fresh, texts: 'once only' });
}

interface FresheningOptions {
  readonly fresh: FreshValues;
  /** `once only`: no other value either. */
  readonly texts: 'none' | 'required' | 'all' | 'once only';
}

function freshenBody(value: Json, schema: Schema, options: FresheningOptions): Json {
  const freshened = withKey(freshenObject(value, schema, options), options);
  return options.fresh.isVerbatim ? freshened : withOrderedBounds(freshened, schema);
}

/** With a key in the shape of an example, or with one that is accepted where not every key is. */
function withKey(value: Json, { fresh: { key, isVerbatim }, texts }: FresheningOptions): Json {
  if (key === undefined || isVerbatim || !isJsonObject(value) || !Object.hasOwn(value, key.property)) return value;
  const isFreshened = key.isFixed || texts === 'required' || texts === 'all';
  const next = isFreshened ? key.next() : undefined;
  return next === undefined ? value : { ...value, [key.property]: next };
}

function freshenObject(value: Json, schema: Schema, options: FresheningOptions): Json {
  if (isJsonArray(value) && options.fresh.regeneratesTexts === true) return freshenItems(value, schema, options);
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
  const freshened = withEqualPairs(Object.fromEntries(members), schema);
  return isValid(schema, freshened, 'request') ? freshened : value;
}

/** The objects of a list: `[{ "email": ... }]`. */
function freshenItems(value: JsonArray, schema: Schema, options: FresheningOptions): Json {
  const { items } = flattenSchema(schema);
  if (items === undefined || options.fresh.isVerbatim) return value;
  const freshened = value.map((item) => (isJsonObject(item) ? freshenObject(item, items, options) : item));
  const isChanged = freshened.some((item, index) => item !== value[index]);
  return isChanged && isValid(schema, freshened, 'request') ? freshened : value;
}

/**
 * The objects of a list that repeats one of them, made different where that may be required, such as in their codes and
 * titles. Identifiers and numbers stay: they may name other records.
 */
export function freshenRepeated(items: JsonArray, schema: Schema, fresh: FreshValues): JsonArray {
  const flat = flattenSchema(schema);
  if (flat.items === undefined || items.length < 2) return items;
  const itemSchema = flat.items;
  const preservedNames = new Set([...(fresh.preservedNames ?? []), ...items.flatMap(possibleReferences)]);
  const options = { fresh: { ...fresh, regeneratesTexts: true, preservedNames }, texts: 'required' } as const;
  return items.map((item) => (isJsonObject(item) ? freshenObject(item, itemSchema, options) : item));
}

function possibleReferences(item: Json): readonly Json[] {
  const members = isJsonObject(item) ? Object.entries(item) : [];
  return members
    .filter(([name, value]) => /_id$|Id$/.test(name) || isInteger(value) || isUuid(value))
    .map(([, value]) => value);
}

function isUuid(value: Json): boolean {
  return typeof value === 'string' && findFormat('uuid')?.accepts(value) === true;
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
  if (isOnceOnlyName(name)) return freshOnceOnly(value, schema, fresh);
  if (options.texts === 'once only') return value;
  if (fresh.regeneratesTexts === true && typeof value === 'string' && flat.pattern !== undefined)
    return regeneratePatterned(value, schema, fresh);
  const withText =
    options.texts === 'all' || (options.texts === 'required' && (isRequired || fresh.regeneratesTexts === true));
  const isName = flat.pattern !== undefined && flat.format === undefined && isIdentifier(name);
  const freshened =
    isName && withText ? appendWord(value, flat, fresh) : freshenValue(value, flat, { withText, fresh });
  return freshened === value || isValid(schema, freshened, 'request') ? freshened : value;
}

/**
 * In the shape of the value; where that has too few characters to vary (`~`, `12B`), in another one that the pattern allows,
 * or one after the other where there are not many.
 */
function regeneratePatterned(value: string, schema: Schema, fresh: FreshValues): Json {
  const other = regenerateText(value, schema, () => fresh.number());
  const hasOthers = other === value && (valueSpace(value, schema)?.size ?? 0) >= MIN_PATTERNED;
  return hasOthers ? (distinctValue(value, schema, fresh) ?? value) : other;
}

/** With fewer, a run would use up the values that other records of the implementation have left. */
const MIN_PATTERNED = 500;

function freshOnceOnly(value: Json, schema: Schema, fresh: FreshValues): Json {
  const freshened = freshenValue(value, flattenSchema(schema), { withText: true, fresh });
  if (freshened !== value && isValid(schema, freshened, 'request')) return freshened;
  return distinctValue(value, schema, fresh) ?? value;
}

/** For identifiers that have to match a pattern. */
function appendWord(value: Json, flat: Schema, fresh: FreshValues): Json {
  return typeof value === 'string' ? (regenerateCode(value, flat, fresh) ?? `${value}${fresh.word()}`) : value;
}

function freshenValue(
  value: Json,
  flat: Schema,
  { withText, fresh }: { readonly withText: boolean; readonly fresh: FreshValues },
): Json {
  if (flat.enum !== undefined || flat.const !== undefined) return value;
  if (isInteger(value)) return allowsFreshNumber(flat) ? fresh.number() : value;
  if (typeof value !== 'string') return value;
  if (flat.format === 'uuid') return fresh.uuid();
  if (flat.format === 'email') return `${fresh.word()}@example.com`;
  const isFreeText = [flat.format, flat.pattern, flat.contentMediaType].every((keyword) => keyword === undefined);
  if (!isFreeText || !withText) return value;
  return regenerateCode(value, flat, fresh) ?? replaceEndWithWord(value, fresh.word());
}

/** `my-custom-strategy` and `SKU-000123`: another text in the same shape; undefined for prose, and for few texts. */
function regenerateCode(text: string, flat: Schema, fresh: FreshValues): string | undefined {
  if (fresh.appendsWords === true || !isCode(text)) return undefined;
  const space = shapedSpace(text, flat);
  if (space === undefined || space.size < MIN_CODES) return undefined;
  const value = space.valueAt(fresh.number() % space.size);
  if (typeof value !== 'string') return undefined;
  fresh.recordText?.(value);
  return value;
}

/** With fewer, values would repeat within a run. */
const MIN_CODES = 100_000;

/** One word with digits or separators, or in upper case. */
function isCode(text: string): boolean {
  return /^[a-z\d]+(?:[-_.:/#]+[a-z\d]+)*$/i.test(text) && (/[-_.:/#\d]/.test(text) || /^[A-Z]{2,}$/.test(text));
}

/** Not longer than before, since implementations have limits that the contract does not state. */
function replaceEndWithWord(text: string, word: string): string {
  const characters = [...text];
  const available = characters.length - word.length - 1;
  const start = available > 0 ? characters.slice(0, available).join('') : text;
  const separator = wordSeparator(text);
  return `${separator === ' ' ? start : start.replace(/[-_.]+$/, '')}${separator}${word}`;
}

/** `my-custom-strategy` stays a name without spaces. */
function wordSeparator(text: string): string {
  const [, separator = ' '] = /^[a-z0-9]+(?:([-_.])[a-z0-9]+)(?:[-_.][a-z0-9]+)*$/i.exec(text) ?? [];
  return separator;
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
  nextIndex: (size) => 1_234_567 % size,
};
