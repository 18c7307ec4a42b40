/**
 * Finds secret members in JSON-like text: complete, truncated or malformed, and also JSON inside a JSON string. Scans
 * instead of parsing, so that secrets are found in invalid JSON too.
 */
import { MASK } from '../../authentication/credential-locations.ts';
import type { SecretNames, SecretRange } from './secret-names.ts';

/** A string, possibly unterminated, or a bare word. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^'\\\r\n]*(?:\\.[^'\\\r\n]*)*'?|[\p{L}_$][\p{L}\p{N}_$-]*/gsu;
const WORD = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;

export function* secretMemberRanges(text: string, names: SecretNames): Generator<SecretRange> {
  let searchFrom = 0;
  for (const token of tokenize(text)) {
    if (token.from < searchFrom || !names.has(token.name)) continue;
    const range = memberValueRange(text, token);
    if (range === undefined) continue;
    searchFrom = range.to;
    yield range;
  }
}

interface Token {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isQuoted: boolean;
}

/** Also yields the words inside a string, because it may contain JSON itself. */
function* tokenize(text: string): Generator<Token> {
  for (const { 0: found, index: from } of text.matchAll(TOKEN)) {
    const isQuoted = found.startsWith('"') || found.startsWith("'");
    yield { name: isQuoted ? decodeToken(found) : found, from, to: from + found.length, isQuoted };
    if (!isQuoted || !found.includes(':')) continue;
    for (const { 0: name, index } of found.matchAll(WORD))
      yield { name, from: from + index, to: from + index + name.length, isQuoted: false };
  }
}

const MAX_NAME_LENGTH = 200;

function decodeToken(token: string): string {
  const inner = token.slice(1, token.length > 1 && token.at(-1) === token[0] ? -1 : undefined);
  if (!inner.includes('\\') || inner.length > MAX_NAME_LENGTH) return inner;
  return unescapeJson(inner);
}

/** For example `p\u0061ss`. */
function unescapeJson(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gis, (_all, code: string | undefined, other: string) =>
    code === undefined ? (simpleEscapes[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const simpleEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The range of the value after the name, if there is one. */
function memberValueRange(text: string, { to, isQuoted }: Token): SecretRange | undefined {
  const colon = /\\*["']?\s*:\s*/y;
  colon.lastIndex = to;
  if (!colon.test(text)) return undefined;
  const at = colon.lastIndex;
  if (text[at] === '{' || text[at] === '[') return compositeValue(text, at);
  const [, slashes = '', quote] = matchAt(/(\\*)(["'])/y, text, at) ?? [];
  if (quote !== undefined) return quotedValue(text, at + slashes.length + 1, { slashes, quote });
  return bareValue(text, at, isQuoted ? `"${MASK}"` : MASK);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface StringOpening {
  /** Nested JSON has more of them. */
  readonly slashes: string;
  readonly quote: string;
}

function quotedValue(text: string, from: number, opening: StringOpening): SecretRange | undefined {
  const to = endOfString(text, from, opening);
  const raw = text.slice(from, to);
  return raw === '' ? undefined : { from, to, secrets: [unescapeJson(raw)], replacement: MASK };
}

/** The index of the closing quote, or the end of the text if there is none. */
function endOfString(text: string, from: number, { slashes, quote }: StringOpening): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === '\\') before--;
    const count = at - before;
    const closes = slashes === '' ? count % 2 === 0 : count <= slashes.length;
    if (closes) return slashes === '' ? at : before;
  }
  return text.length;
}

/** `null` is no secret. */
function bareValue(text: string, from: number, shown: string): SecretRange | undefined {
  const [found = ''] = matchAt(/[^,;}\]"'<>&\r\n\\]*/y, text, from) ?? [];
  const value = found.trimEnd();
  return value === '' || value === 'null'
    ? undefined
    : { from, to: from + value.length, secrets: [value], replacement: shown };
}

function compositeValue(text: string, from: number): SecretRange {
  const to = endOfComposite(text, from);
  return { from, to, secrets: stringValues(text.slice(from, to)), replacement: `"${MASK}"` };
}

function endOfComposite(text: string, from: number): number {
  const part = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]]/gs;
  part.lastIndex = from;
  let depth = 0;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    if (found[0] === '{' || found[0] === '[') depth++;
    if (found[0] === '}' || found[0] === ']') depth--;
    if (depth === 0) return part.lastIndex;
  }
  return text.length;
}

/** The string values, without the names of members. */
function stringValues(text: string): readonly string[] {
  const found = text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/gs);
  return [...found].flatMap(([, raw = '', colon]) => (colon === undefined ? [unescapeJson(raw)] : []));
}
