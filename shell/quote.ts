/**
 * Quotes words for a POSIX shell. The output is always one line of printable ASCII: in an interactive shell, a pasted
 * control character or non-ASCII byte could be a command to its line editor.
 */
import { encodeLatin1, encodeUtf8 } from '../platform/bytes.ts';
import { type CredentialReference, type CredentialText, mergeLiterals } from './credential-text.ts';

/** The encoding of non-ASCII characters: header fields are sent in Latin-1. */
export type Encoding = 'utf8' | 'latin1';

/** One word that the shell evaluates to exactly this text. */
export function shellWord(text: string): string {
  return /^[\w/.:-](?:[\w:/.@%+-]|=[\w./])*$/.test(text) ? text : quoteText(text);
}

/** One word: literals in single quotes, credential variables in double quotes. */
export function quoteText(text: CredentialText, encoding: Encoding = 'utf8'): string {
  const parts = mergeLiterals(text);
  return parts.length === 0 ? "''" : parts.map((part) => quotePart(part, encoding)).join('');
}

function quotePart(part: string | CredentialReference, encoding: Encoding): string {
  if (typeof part !== 'string') return `"${part.toShell()}"`;
  return isPrintable(part)
    ? singleQuote(part)
    : `"$(printf '${escapeOctal(encoding === 'latin1' ? encodeLatin1(part) : encodeUtf8(part), PRINTABLE_NESTED)}')"`;
}

/** ASCII without control characters. */
export function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function singleQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that prints these bytes. */
export function printfCommand(bytes: Uint8Array): string {
  return `printf '${escapeOctal(bytes, PRINTABLE)}'`;
}

/** Bytes that need no escape in a printf format between single quotes. */
const PRINTABLE = /[\x20-\x7e]/;
/** The same within `"$( )"`, where shells differ in their treatment of quotes, brackets and `!`. */
const PRINTABLE_NESTED = /[\w ./:,=@+-]/;

function escapeOctal(bytes: Uint8Array, printable: RegExp): string {
  let text = '';
  for (const [index, byte] of bytes.entries()) {
    const character = String.fromCharCode(byte);
    // A format that begins with a hyphen would be parsed as an option.
    const isSpecial = /['\\%]/.test(character) || (index === 0 && character === '-');
    const isVisible = printable.test(character) && !isSpecial;
    text += isVisible ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return text;
}
