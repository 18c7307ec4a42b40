/** Regular expressions that every valid text of a schema matches; what they let pass besides is left to the contract. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { estimatePatternCost } from '../../../../spec/validation/pattern-cost.ts';

/** In the syntax of the verifier's engine. Empty where nothing is certain. */
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

/** Longer repetitions cost the engine more than they tell. */
const MAX_REPETITION = 1_000;

/** Both count code points. */
function lengthPattern({ minLength = 0, maxLength }: Schema): string | undefined {
  const isLong = minLength > MAX_REPETITION || (maxLength ?? 0) > MAX_REPETITION;
  if (isLong || (minLength === 0 && maxLength === undefined)) return undefined;
  return `^[\\s\\S]{${minLength},${maxLength ?? ''}}$`;
}

/** That a text is one of the declared ones; undefined where none of them is a text. */
export function enumPattern(values: readonly Json[] = []): string | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : `^(?:${texts.map(escapePattern).join('|')})$`;
}

/**
 * A regular expression in the syntax of the verifier's engine, which is Rust's; undefined where it is not certain to
 * mean the same.
 */
export function toRustPattern({ source, flags }: RegExp): string | undefined {
  if (/[^\x20-\x7e]/.test(source) || /[imsvy]/.test(flags)) return undefined;
  if (estimatePatternCost(source).size > MAX_PATTERN_SIZE) return undefined;
  const parts = [...source.matchAll(tokenPattern)].map(([token]) => translateToken(token));
  return parts.every((part) => part !== undefined) ? matchWhole(parts.join('')) : undefined;
}

/** The verifier wants the whole text to match; a schema is content with a part of it. */
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
  // The last four are what ECMAScript excludes, so that the dot of both is no narrower here.
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

/** Plain characters, ranges and the short classes; what Rust reads as set operations is not taken. */
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

/** A text as a pattern that it alone matches. */
export function escapePattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, '\\$&');
}
