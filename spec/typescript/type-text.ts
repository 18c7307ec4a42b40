/** Text of TypeScript types: property names, literals, unions and comments. Nothing of a document ends a string or a comment. */
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';

/** A property name, in quotes unless it is an identifier. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quote(name);
}

/** Of a `__proto__` also in brackets: `{ __proto__: T }` would be no property. */
export function quote(text: string): string {
  // JSON allows these two, which end a line in older parsers.
  const escaped = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return escaped;
}

export function literalType(value: Json): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return 'number';
  if (isJsonArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (!isJsonObject(value)) return String(value);
  return objectType(Object.entries(value).map(([name, part]) => `${propertyKey(name)}: ${literalType(part)}`));
}

export function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes('unknown')) return 'unknown';
  const possible = distinct.filter((type) => type !== 'never');
  if (possible.length < 2) return possible[0] ?? 'never';
  return possible.map(withParentheses).join(' | ');
}

export function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== 'unknown');
  if (distinct.includes('never')) return 'never';
  if (distinct.length < 2) return distinct[0] ?? 'unknown';
  return distinct.map(withParentheses).join(' & ');
}

function withParentheses(type: string): string {
  return /^(?:[\w.]+|"(?:[^"\\]|\\.)*"|components\[[^\]]*\]\[[^\]]*\])$/.test(type) || isEnclosed(type)
    ? type
    : `(${type})`;
}

/** `{...}` without anything after it. */
function isEnclosed(type: string): boolean {
  return type.startsWith('{') && type.endsWith('\n}') && !/\n} [&|]/.test(type);
}

export function arrayType(item: string): string {
  return `${withParentheses(item)}[]`;
}

/** `members` without semicolons, with their comments. */
export function objectType(members: readonly string[]): string {
  if (members.length === 0) return 'Record<string, never>';
  return `{\n${members.map((member) => indent(`${member};`)).join('\n')}\n}`;
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

const MAX_COMMENT = 300;

/** A comment line before a member; empty without a text. */
export function comment(text: string | undefined): string {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
  if (line === '') return '';
  const cut = line.length > MAX_COMMENT ? `${line.slice(0, MAX_COMMENT)}...` : line;
  return `/** ${cut.replaceAll('*/', '*\\/')} */\n`;
}
