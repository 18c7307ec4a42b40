/** Gives a made-up value the type, length and bounds that a schema requires. */
import { compareNumbers, type Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';

export type LeafType = 'string' | 'integer' | 'number';

/** Undefined if the schema accepts no form of the value. */
export function fitValue(value: Json | Date, schema: Schema, type: LeafType): Json | undefined {
  const typed = toType(value, schema, type);
  return typed === undefined ? undefined : variants(typed, schema).find((one) => isValid(schema, one, 'response'));
}

function toType(value: Json | Date, { format }: Schema, type: LeafType): Json | undefined {
  if (value instanceof Date) return type === 'string' ? timeText(value, format) : Math.floor(value.getTime() / 1_000);
  if (type === 'string') return typeof value === 'number' ? numberText(value) : value;
  if (typeof value !== 'number') return undefined;
  return type === 'integer' ? Math.round(value) : value;
}

function timeText(time: Date, format: string | undefined): string {
  const text = time.toISOString().replace(/\.\d+/, '');
  if (format === 'date') return text.slice(0, 10);
  return format === 'time' ? text.slice(11) : text;
}

/** A price has its cents. */
function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.max(2, String(value).split('.')[1]?.length ?? 0));
}

function variants(value: Json, schema: Schema): readonly Json[] {
  if (typeof value === 'string') return [value, ...textVariants(value, schema)];
  return typeof value === 'number' ? [value, ...numberVariants(value, schema)] : [value];
}

/** Only texts without syntax are shortened or repeated: half an address is none. */
function textVariants(text: string, { format, minLength = 0, maxLength = Infinity }: Schema): readonly string[] {
  const length = [...text].length;
  if (format !== undefined || /[@:/]/.test(text)) return [];
  if (length > maxLength) return [shorten(text, maxLength)];
  if (length >= minLength || length === 0 || minLength > MAX_REPEATED) return [];
  const repeated = `${text} `.repeat(Math.ceil(minLength / (length + 1)) + 1);
  return [[...repeated].slice(0, Math.max(minLength, Math.min(maxLength, minLength + 1))).join('')].map((one) =>
    one.endsWith(' ') ? `${one.slice(0, -1)}.` : one,
  );
}

const MAX_REPEATED = 5_000;

/** At the end of a word. */
function shorten(text: string, maxLength: number): string {
  const words = text.split(' ');
  while (words.length > 1 && [...words.join(' ')].length > maxLength) words.pop();
  return words.join(' ');
}

/** The last resort: a part of a word. */
export function cutText(text: string, { maxLength = Infinity }: Schema): string {
  return [...text].slice(0, maxLength).join('').trim();
}

/** The nearest values that the bounds and `multipleOf` allow. */
function numberVariants(value: number, schema: Schema): readonly Json[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const isBelow = low !== undefined && compareNumbers(value, low) < 0;
  const isAbove = high !== undefined && compareNumbers(value, high) > 0;
  const bounded = isBelow || isAbove ? withinBounds(value, low, high) : value;
  const step = multipleOf === undefined ? 1 : Number(multipleOf);
  const rounded = Number((Math.round(bounded / step) * step).toPrecision(15));
  return [bounded, rounded, Number((rounded + step).toPrecision(15)), Number((rounded - step).toPrecision(15))];
}

const NARROW = 10;

/** Not always at the bound itself: in a range, by the fraction of the value. */
function withinBounds(value: number, low: number | bigint | undefined, high: number | bigint | undefined): number {
  if (low !== undefined && high !== undefined) {
    const [from, to] = [Number(low), Number(high)];
    const inside = from + ((Math.abs(value * 7) % 100) / 100) * (to - from);
    // A share between 0 and 1 is seldom 0 or 1; for an integer it is rounded.
    return to - from < NARROW ? Number(inside.toFixed(2)) : Math.round(inside);
  }
  return low !== undefined ? Number(low) + Math.abs(value) : Number(high) - Math.abs(value);
}
