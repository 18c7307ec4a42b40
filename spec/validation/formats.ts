/**
 * The supported formats: those of OpenAPI with exact integers, the others from ajv-formats. Unknown formats accept any
 * value.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isInteger, isNumeric, type Json } from '../json/exact-json.ts';
import { isRegExp } from './patterns.ts';

export interface Format {
  /** A noun phrase, such as `an integer from -2147483648 to 2147483647 (int32)`. */
  readonly expected: string;
  /** Also true for values of types that the format does not apply to. */
  accepts(value: Json): boolean;
}

/** Inclusive limits of the integer formats. */
export const integerRanges: ReadonlyMap<string, { readonly min: bigint; readonly max: bigint }> = new Map([
  ['int8', { min: -(2n ** 7n), max: 2n ** 7n - 1n }],
  ['int16', { min: -(2n ** 15n), max: 2n ** 15n - 1n }],
  ['int32', { min: -(2n ** 31n), max: 2n ** 31n - 1n }],
  ['int64', { min: -(2n ** 63n), max: 2n ** 63n - 1n }],
  ['uint8', { min: 0n, max: 2n ** 8n - 1n }],
  ['uint16', { min: 0n, max: 2n ** 16n - 1n }],
  ['uint32', { min: 0n, max: 2n ** 32n - 1n }],
  ['uint64', { min: 0n, max: 2n ** 64n - 1n }],
]);

export function findFormat(name: string): Format | undefined {
  return formats.get(name);
}

const FLOAT_MAX = 3.4028234663852886e38;

const integerFormats: [string, Format][] = [...integerRanges].map(([name, { min, max }]) => [
  name,
  {
    expected: `an integer from ${min} to ${max} (${name})`,
    accepts: (value) => !isNumeric(value) || (isInteger(value) && value >= min && value <= max),
  },
]);

const float: Format = {
  expected: 'a single-precision number (float)',
  accepts: (value) => !isNumeric(value) || Math.abs(Number(value)) <= FLOAT_MAX,
};

const double: Format = {
  expected: 'a double-precision number (double)',
  accepts: (value) => !isNumeric(value) || Number.isFinite(Number(value)),
};

/** Valid with or without the `u` flag, as `pattern` is compiled. */
const regex: Format = {
  expected: 'an ECMA-262 regular expression (regex)',
  accepts: (value) => typeof value !== 'string' || ['u', ''].some((flags) => isRegExp(value, flags)),
};

const stringFormatNames = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'byte',
] as const;

/** Valid values that ajv-formats rejects, which would report false positives. */
const addressLiteral = String.raw`\[(?:IPv6:[\da-f:.]+|\d{1,3}(?:\.\d{1,3}){3})\]`;
const templateVariable = String.raw`[\w%]+(?:\.[\w%]+)*(?::[1-9]\d{0,3}|\*)?`;
const additionallyValid: ReadonlyMap<string, RegExp> = new Map([
  [
    'email',
    new RegExp(
      String.raw`^(?:"(?:[^"\\]|\\.)+"@(?:[a-z\d.-]+|${addressLiteral})|[^\s@".]+(?:\.[^\s@".]+)*@${addressLiteral})$`,
      'i',
    ),
  ],
  [
    'uri-template',
    new RegExp(
      String.raw`^(?:[^{}\s<>\\^${'`'}|"\x00-\x1f\x7f]|\{[+#./;?&=,!@|]?${templateVariable}(?:,${templateVariable})*\})*$`,
    ),
  ],
]);

/** Seconds are parsed as a double, in which 59.999999999999999 is 60; three digits of the fraction are enough. */
function truncateFraction(text: string): string {
  return text.replace(/(\.\d{3})\d+/, '$1');
}

/**
 * Patterns for invalid values that ajv-formats accepts: RFC 3339 requires minutes in every offset, has no hour 24, and
 * so on.
 */
const additionallyRequired: ReadonlyMap<string, RegExp> = new Map([
  ['date-time', /^[\d-]{10}[t\s](?!24)\d\d:.*(?:z|[+-]\d\d:\d\d)$/i],
  ['time', /^(?!24)\d\d:.*(?:z|[+-]\d\d:\d\d)$/i],
  ['uuid', /^[\da-f]{8}-/i],
]);

const stringFormats: [string, Format][] = stringFormatNames.map((name) => {
  const matchesFormat = toStringTest(fullFormats[name]);
  const required = additionallyRequired.get(name);
  const alternative = additionallyValid.get(name);
  const prepare = name === 'date-time' || name === 'time' ? truncateFraction : (text: string) => text;
  const test = (text: string) =>
    (matchesFormat(prepare(text)) && required?.test(text) !== false) || alternative?.test(text) === true;
  return [
    name,
    {
      expected: `a string in the format ${name}`,
      accepts: (value) => typeof value !== 'string' || test(value),
    },
  ];
});

const formats: ReadonlyMap<string, Format> = new Map([
  ...integerFormats,
  ...stringFormats,
  ['regex', regex],
  ['float', float],
  ['double', double],
]);

/** ajv-formats defines a format as a regular expression, a function, or an object that contains one of them. */
function toStringTest(format: unknown): (text: string) => boolean {
  if (format instanceof RegExp) {
    // A regular expression with the `g` flag would continue from its last match.
    const whole = new RegExp(format.source, format.flags.replace('g', ''));
    return (text) => whole.test(text);
  }
  if (typeof format === 'function') return (text) => format(text) === true;
  if (typeof format === 'object' && format !== null && 'validate' in format) return toStringTest(format.validate);
  return () => true;
}
