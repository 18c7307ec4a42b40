/** Any JSON value, with numbers kept as they were written. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON number as its own text: an int64 does not fit into a double. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string | number | bigint) {
    this.source = String(source);
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

/** @throws SyntaxError for text that is not JSON, RangeError for nesting that exhausts the stack */
export function parseJson(text: string): Json {
  return JSON.parse<Json>(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new JsonNumber(source) : value,
  );
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof JsonNumber);
}

/** Array.isArray does not narrow readonly arrays. */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The integer that a JSON number stands for (7, 7.0, 7e2); undefined for fractions and absurd lengths. */
export function wholeNumber({ source }: JsonNumber): bigint | undefined {
  // Longer numbers are far outside of int64 or made of zeros; stripping those would cost quadratic time.
  if (source.length > 400) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  const shift = Number(exponent) - fraction.length + digits.length - significant.length;
  if (shift < 0 || shift > 400) return undefined;
  return BigInt(`${sign}${significant}${'0'.repeat(shift)}`);
}
