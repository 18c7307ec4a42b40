/**
 * Words for a POSIX shell, as printed commands have them. What is printed is one line of printable ASCII, whatever it stands
 * for: pasted into an interactive shell, a control character or a byte beyond ASCII could be a command to its line editor.
 */
import { type CredentialReference, type CredentialText, mergeLiterals } from './credential-text.ts';

/** How characters beyond ASCII become bytes: header fields go out in Latin-1. */
export type Encoding = 'utf8' | 'latin1';

/** One word that stands for exactly this text. */
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
    : `"$(printf '${escapeOctal(Buffer.from(part, encoding), PRINTABLE_NESTED)}')"`;
}

/** ASCII without control characters. */
export function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function singleQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that writes these bytes. */
export function printfCommand(bytes: Uint8Array): string {
  return `printf '${escapeOctal(bytes, PRINTABLE)}'`;
}

/** Bytes that stand for themselves in the format of printf between single quotes. */
const PRINTABLE = /[\x20-\x7e]/;
/** The same within `"$( )"`, where shells differ in what they read from quotes, brackets and `!`. */
const PRINTABLE_NESTED = /[\w ./:,=@+-]/;

function escapeOctal(bytes: Uint8Array, printable: RegExp): string {
  let text = '';
  for (const [index, byte] of bytes.entries()) {
    const character = String.fromCharCode(byte);
    // A format that begins with a hyphen would be an option.
    const isSpecial = /['\\%]/.test(character) || (index === 0 && character === '-');
    const isVisible = printable.test(character) && !isSpecial;
    text += isVisible ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return text;
}
