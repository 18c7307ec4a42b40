/**
 * Words for a POSIX shell, as printed commands have them. What is printed is one line of printable ASCII, whatever it stands
 * for: pasted into an interactive shell, a control character or a byte beyond ASCII could be a command to its line editor.
 */
import { literalsMerged, type Reference, type Text } from './text.ts';

/** How characters beyond ASCII become bytes: header fields go out in Latin-1. */
export type Encoding = 'utf8' | 'latin1';

/** One word that stands for exactly this text. */
export function shellWord(text: string): string {
  return /^[\w/.:-](?:[\w:/.@%+-]|=[\w./])*$/.test(text) ? text : quoted(text);
}

/** One word: literals in single quotes, credential variables in double quotes. */
export function quoted(text: Text, encoding: Encoding = 'utf8'): string {
  const parts = literalsMerged(text);
  return parts.length === 0 ? "''" : parts.map((part) => quotedPart(part, encoding)).join('');
}

function quotedPart(part: string | Reference, encoding: Encoding): string {
  if (typeof part !== 'string') return `"${part.shell()}"`;
  return isPrintable(part)
    ? singleQuoted(part)
    : `"$(printf '${octal(Buffer.from(part, encoding), NESTED)}')"`;
}

/** ASCII without control characters. */
export function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that writes these bytes. */
export function printfCommand(bytes: Uint8Array): string {
  return `printf '${octal(bytes, PRINTED)}'`;
}

/** Bytes that stand for themselves in the format of printf between single quotes. */
const PRINTED = /[\x20-\x7e]/;
/** The same within `"$( )"`, where shells differ in what they read from quotes, brackets and `!`. */
const NESTED = /[\w ./:,=@+-]/;

function octal(bytes: Uint8Array, visible: RegExp): string {
  let text = '';
  for (const [index, byte] of bytes.entries()) {
    const character = String.fromCharCode(byte);
    // A format that begins with a hyphen would be an option.
    const isSpecial = /['\\%]/.test(character) || (index === 0 && character === '-');
    const isVisible = visible.test(character) && !isSpecial;
    text += isVisible ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return text;
}
