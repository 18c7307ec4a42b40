/**
 * Regular expressions that every valid string of a schema matches. They may match more; the check against the contract
 * finds the rest.
 */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { estimatePatternCost } from '../../../../spec/validation/pattern-cost.ts';

/** In the verifier's syntax (Rust). Empty if nothing is certain. */
export function stringPatterns(schema: Schema): readonly string[] {
  const pattern = schema.pattern === undefined ? undefined : toRustPattern(schema.pattern);
  return [formatPatterns.get(schema.format ?? ''), pattern, lengthPattern(schema)].filter((rule) => rule !== undefined);
}

/** Wider than their definitions (RFC 3339, RFC 9562), never narrower. */
const formatPatterns: ReadonlyMap<string, string> = new Map([
  ['date', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'],
  ['date-time', '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt\\s][0-9]{2}:[0-9]{2}.*$'],
  ['uuid', '^(?:urn:uuid:)?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'],
]);

/** Longer repetitions are too expensive for the regular expression engine. */
const MAX_REPETITION = 1_000;

/** JSON Schema and Rust both count code points. */
function lengthPattern({ minLength = 0, maxLength }: Schema): string | undefined {
  const isLong = minLength > MAX_REPETITION || (maxLength ?? 0) > MAX_REPETITION;
  if (isLong || (minLength === 0 && maxLength === undefined)) return undefined;
  return `^[\\s\\S]{${minLength},${maxLength ?? ''}}$`;
}

/** Matches the declared strings; undefined if none of the values is a string. */
export function enumPattern(values: readonly Json[] = []): string | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : `^(?:${texts.map(escapePattern).join('|')})$`;
}

/**
 * Translates a regular expression to Rust syntax, which the verifier uses; undefined if it may not mean the same there.
 */
export function toRustPattern({ source, flags }: RegExp): string | undefined {
  if (/[^\x20-\x7e]/.test(source) || /[imsvy]/.test(flags)) return undefined;
  if (estimatePatternCost(source).size > MAX_PATTERN_SIZE) return undefined;
  const parts = [...source.matchAll(tokenPattern)].map(([token]) => translateToken(token));
  return parts.every((part) => part !== undefined) ? matchWhole(parts.join('')) : undefined;
}

/** The verifier matches the whole string, a schema any part of it. */
function matchWhole(pattern: string): string {
  const isWhole = /^\^.*\$$/.test(pattern) && !/\||\\\$$/.test(pattern);
  return isWhole ? pattern : `^[\\s\\S]*(?:${pattern})[\\s\\S]*$`;
}

const MAX_PATTERN_SIZE = 1_000;

const tokenPattern = /\\(?:[pPuxck][^\s]?|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?[:=!<]?|\{\d+(?:,\d*)?\}|[\s\S]/g;

const characterClasses: ReadonlyMap<string, string> = new Map([
  ['\\d', '[0-9]'],
  ['\\w', '[A-Za-z0-9_]'],
  ['\\D', '[^0-9]'],
  ['\\W', '[^A-Za-z0-9_]'],
  ['\\t', '\\t'],
  ['\\n', '\\n'],
  ['\\r', '\\r'],
  // These four are the line terminators of ECMAScript, which its dot does not match.
  ['.', '[^\\n\\r\\u2028\\u2029]'],
]);

function translateToken(token: string): string | undefined {
  const known = characterClasses.get(token);
  if (known !== undefined) return known;
  if (token.startsWith('[')) return translateClass(token);
  if (token.startsWith('(?')) return token === '(?:' ? token : undefined;
  if (token.startsWith('{')) return /^\{\d/.test(token) ? token : undefined;
  if (token === '}' || token === ']') return undefined;
  if (token.startsWith('\\')) return /^\\[\^$\\.*+?()[\]{}|/-]$/.test(token) ? token : undefined;
  return token;
}

/** Supports plain characters, ranges and short classes, but nothing that Rust reads as a set operation. */
function translateClass(text: string): string | undefined {
  const inner = text.slice(1, -1);
  const isNegated = inner.startsWith('^');
  const body = isNegated ? inner.slice(1) : inner;
  if (body === '' || /[[\]]|&&|--|~~/.test(body.replace(/\\./g, ''))) return undefined;
  const parts = [...body.matchAll(/\\[\s\S]|[^\\]/g)].map(([token]) => translateClassMember(token));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return `[${isNegated ? '^' : ''}${parts.join('')}]`;
}

function translateClassMember(token: string): string | undefined {
  if (token === '\\d') return '0-9';
  if (token === '\\w') return 'A-Za-z0-9_';
  if (!token.startsWith('\\')) return token;
  return /^\\[\^$\\.*+?()[\]{}|/tnr-]$/.test(token) ? token : undefined;
}

/** Escapes a string so that the pattern matches exactly that string. */
export function escapePattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, '\\$&');
}
