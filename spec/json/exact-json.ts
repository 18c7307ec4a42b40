/**
 * Parses and serializes JSON with exact integers: an integer beyond ±(2^53-1) is a bigint, every other number a double.
 * All bodies go through this module (ECMA-262 `JSON.rawJSON` and the reviver's `context.source`).
 */
import { scanJson } from './json-scanner.ts';

export type Json = null | boolean | number | bigint | string | JsonArray | JsonObject;
export type JsonArray = readonly Json[];
export interface JsonObject {
  readonly [key: string]: Json;
}

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** Deeper values would overflow the stack of recursive functions. */
export const MAX_DEPTH = 1_000;
/** Integers with more digits are rejected without computing them: `1e999999999` would exhaust memory. */
export const MAX_DIGITS = 5_000;

/** Parses strictly (RFC 8259); never throws. */
export function parseJson(text: string): ParsedJson {
  const { depth, mayRound } = scanJson(text, MAX_DEPTH);
  if (depth > MAX_DEPTH) return { ok: false, reason: `nested deeper than ${MAX_DEPTH} levels` };
  try {
    const value: Json = mayRound ? JSON.parse(text, reviveExactly) : JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? describeSyntaxError(error.message) : String(error) };
  }
}

/** Each check reads the body of a response again; longer ones are not kept twice. */
const parsedBodies = new WeakMap<Uint8Array, ParsedJson>();
const MAX_KEPT_BYTES = 64_000;

/** Like `parseJson`, for bytes, which must be UTF-8 without a byte order mark, and which are not changed later. */
export function parseJsonBytes(bytes: Uint8Array): ParsedJson {
  const known = parsedBodies.get(bytes);
  if (known !== undefined) return known;
  const parsed = parseUtf8(bytes);
  if (bytes.length <= MAX_KEPT_BYTES) parsedBodies.set(bytes, parsed);
  return parsed;
}

function parseUtf8(bytes: Uint8Array): ParsedJson {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { ok: false, reason: 'a byte order mark before the JSON' };
  // No JSON text has a NUL as its first or second byte.
  if (bytes[0] === 0 || bytes[1] === 0) return { ok: false, reason: 'UTF-16 or UTF-32 bytes, not UTF-8' };
  try {
    return parseJson(utf8.decode(bytes));
  } catch {
    return { ok: false, reason: 'bytes that are not valid UTF-8' };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Serializes with exact integers. `indent` as for `JSON.stringify`. */
export function stringifyJson(value: Json, indent?: number): string {
  return containsBigInt(value)
    ? JSON.stringify(value, (_key, part: Json) => (typeof part === 'bigint' ? rawJson(part) : part), indent)
    : JSON.stringify(value, null, indent);
}

/** Few values contain one; for all others plain `JSON.stringify` is several times as fast. */
export function containsBigInt(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  if (isJsonArray(value)) return value.some(containsBigInt);
  if (!isJsonObject(value)) return false;
  // V8 deoptimizes `for in` loops when it meets an object of another shape.
  for (const key of Object.keys(value)) if (containsBigInt(value[key] ?? null)) return true;
  return false;
}

/** Deep equality as JSON Schema defines it: numbers by value, objects regardless of key order. */
export function isEqualJson(a: Json, b: Json): boolean {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b) === 0;
  if (isJsonArray(a))
    return isJsonArray(b) && a.length === b.length && a.every((item, i) => isEqualJson(item, b[i] ?? null));
  if (!isJsonObject(a)) return a === b;
  if (!isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqualJson(a[key] ?? null, b[key] ?? null))
  );
}

/** Returns the same text for equal values and different texts for others: keys sorted, numbers normalized. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return Object.is(value, -0) ? '0' : stringifyJson(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** Returns a negative number, zero or a positive number; exact also between a bigint and a double. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json | undefined): value is JsonArray {
  return Array.isArray(value);
}

export function isNumeric(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** True for integers of any size, `1.0` included: JSON Schema counts by value, not by spelling. */
export function isInteger(value: Json | undefined): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** The JSON Schema type of a value; 1.0 is an `integer`. */
export function jsonTypeOf(value: Json): 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' {
  if (typeof value === 'string') return 'string';
  if (isNumeric(value)) return isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (value === null) return 'null';
  return isJsonArray(value) ? 'array' : 'object';
}

/** Parses a JSON number: exact if it is an integer, otherwise the nearest double. */
export function numberFromSource(source: string): number | bigint {
  const double = Number(source);
  if (/^-?\d{1,15}$/.test(source)) return double;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null) return double;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const significant = trimTrailingZeros(fraction);
  const shift = Number(exponent) - significant.length;
  // Zero is zero with any exponent.
  if (!/[1-9]/.test(whole) && !/[1-9]/.test(fraction)) return double;
  if (whole.length + Math.abs(Number(exponent)) > MAX_DIGITS)
    throw new RangeError(`a number of more than ${MAX_DIGITS} digits`);
  if (shift < 0) return parseDecimal(`${whole}${significant}`, -shift, sign, double);
  return numberFromBigInt(BigInt(`${sign}${whole}${significant}`) * 10n ** BigInt(shift));
}

/** Not a regular expression: `/0+$/` takes quadratic time on zeros that are not trailing. */
function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function parseDecimal(digits: string, drop: number, sign: string, double: number): number | bigint {
  const fractionDigits = digits.slice(-drop);
  if (!/^0*$/.test(fractionDigits)) {
    if (Number.isFinite(double)) return Number.isInteger(double) ? nearestNonInteger(double) : double;
    throw new RangeError('a number with a fraction that is too large for a double');
  }
  return numberFromBigInt(BigInt(`${sign}${digits.slice(0, -drop) || '0'}`));
}

const MAX_FRACTIONAL = 2 ** 52;

/** A fraction that a double would round to an integer becomes the nearest double that is not an integer. */
function nearestNonInteger(double: number): number {
  if (double === 0) return Number.MIN_VALUE;
  const neighbor = double * (1 - Number.EPSILON);
  return Number.isInteger(neighbor) ? Math.sign(double) * (MAX_FRACTIONAL - 0.5) : neighbor;
}

/** Normalizes an integer: a double if that is exact, otherwise a bigint. */
export function numberFromBigInt(value: bigint): number | bigint {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}

function reviveExactly(_key: string, value: Json, context: { readonly source?: string }): Json {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return numberFromSource(context.source);
}

function rawJson(value: bigint): unknown {
  return JSON.rawJSON(value.toString());
}

/**
 * V8 quotes the text in its message. A body may contain secrets and may be long, so keep only the reason and the
 * position.
 */
function describeSyntaxError(message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const reason = message
    .replace(/,? ?\.{0,3}"[\s\S]*"\.{0,3} is not valid JSON/, '')
    .replace(/(?: in JSON| after JSON)? at position[\s\S]*$/, '')
    .replace(/ in JSON$/, '');
  if (reason === '') return 'not a JSON value';
  return position === undefined ? reason : `${reason} at position ${position}`;
}

/** Undefined for inherited members. */
export function ownMember(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
