import { invalidField } from './error.ts';
import type { Value } from './http.ts';
import type { Scalar } from './rules.ts';

/** How each kind of text is read; a variant replaces some. Throw `Refusal`. */
export interface Readers {
  text(text: string, name: string, rule: Limits): Value;
  integer(text: string, name: string): number;
  number(text: string, name: string): number;
  boolean(text: string, name: string): Value;
  date(text: string, name: string): Value;
  email(text: string, name: string): Value;
  uuid(text: string, name: string): Value;
  choice(text: string, name: string, options: readonly string[]): Value;
  /** Of an integer or a number. */
  within(value: number, name: string, rule: Limits): number;
}

export interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

export const readers: Readers = {
  text,
  integer: (text, name) => {
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw invalidField(name, 'is no integer');
    return Number(text);
  },
  number: (text, name) => {
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) || !Number.isFinite(Number(text)))
      throw invalidField(name, 'is no number');
    return Number(text);
  },
  boolean: (text, name) => {
    if (text !== 'true' && text !== 'false') throw invalidField(name, 'is neither true nor false');
    return text === 'true';
  },
  date: (text, name) => {
    if (!isDate(text)) throw invalidField(name, 'is no date');
    return text;
  },
  email: (text, name) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw invalidField(name, 'is no address');
    return text;
  },
  uuid: (text, name) => {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) throw invalidField(name, 'is no UUID');
    return text;
  },
  choice: (text, name, options) => {
    if (!options.includes(text)) throw invalidField(name, `is none of ${options.join(', ')}`);
    return text;
  },
  within: (value, name, { min = -Infinity, max = Infinity }) => {
    if (value < min || value > max) throw invalidField(name, `is not from ${min} to ${max}`);
    return value;
  },
};

function text(text: string, name: string, { min = 0, max = Infinity, pattern }: Limits): string {
  const { length } = [...text];
  if (length < min || length > max) throw invalidField(name, `has not from ${min} to ${max} characters`);
  if (pattern !== undefined && !pattern.test(text)) throw invalidField(name, 'is not written as it should be');
  return text;
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The value that a text stands for. */
export function readScalar(read: Readers, rule: Scalar, text: string, name: string): Value {
  switch (rule.kind) {
    case 'text':
      return read.text(text, name, rule);
    case 'integer':
    case 'number':
      return read.within(read[rule.kind](text, name), name, rule);
    case 'choice':
      return read.choice(text, name, rule.options);
    default:
      return read[rule.kind](text, name);
  }
}
