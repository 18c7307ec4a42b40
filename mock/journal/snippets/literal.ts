/** Text of a request or response as JavaScript: string literals that mean the same in a script, a page and a terminal. */
import { sanitizeJson } from '../../../sanitize.ts';
import { TOKEN_VARIABLE } from '../../../shell/credential-text.ts';
import type { RecordedPart, RecordedText } from './recorded-request.ts';

/** A JSON string, in double quotes: `${}` and backticks mean nothing in it, and it contains no markup. */
export function literal(text: string): string {
  return sanitizeJson(JSON.stringify(text)).replaceAll('<', '\\u003c');
}

/** Literals and credentials, joined by `+`. */
export function expression(text: RecordedText): string {
  const merged: RecordedPart[] = [];
  for (const part of text) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  const shown = merged.filter((part) => part !== '');
  return shown.length === 0 ? '""' : shown.map(partCode).join(' + ');
}

function partCode(part: RecordedPart): string {
  if (typeof part === 'string') return literal(part);
  if (part.credential === 'url-encoded') return 'encodeURIComponent(token)';
  if (part.credential === 'unchanged') return 'token';
  return `Buffer.from(token.includes(":") ? token : "mock:" + token).toString("base64")`;
}

/** The statement that reads the credential, if one of the texts has it. */
export function tokenStatement(texts: readonly RecordedText[]): readonly string[] {
  const hasCredential = texts.some((text) => text.some((part) => typeof part !== 'string'));
  return hasCredential ? [`const token = process.env.${TOKEN_VARIABLE} ?? "";`] : [];
}

export function headersObject(headers: Readonly<Record<string, string>>): string {
  const members = Object.entries(headers).map(([name, value]) => `${memberName(name)}: ${literal(value)}`);
  return `{ ${members.join(', ')} }`;
}

/** Computed for `__proto__`, which would otherwise set the prototype. */
function memberName(name: string): string {
  return name === '__proto__' ? `[${literal(name)}]` : literal(name);
}

/** Indents every line. String literals contain no line breaks. */
export function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
