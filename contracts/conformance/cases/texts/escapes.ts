import { type Specimen, specimen } from './specimen.ts';

const control = { open: 'control characters may be refused' };

/** Every escape of JSON (RFC 8259, section 7) by itself, and characters that need none written as one. */
export const escapes: readonly Specimen[] = [
  specimen('quotes', `"Green" 'box' \`x\``),
  specimen('backslashes', 'C:\\files\\box\\'),
  specimen('slashes', 'Green/box//7'),
  spelt('an escaped slash', 'Green/box', 'Green\\/box'),
  spelt('an escaped quote', 'Green"box', 'Green\\"box'),
  spelt('an escaped backslash', 'Green\\box', 'Green\\\\box'),
  spelt('an escaped backspace', 'Green\bbox', 'Green\\bbox', control),
  spelt('an escaped form feed', 'Green\fbox', 'Green\\fbox', control),
  spelt('an escaped letter', 'Green box', '\\u0047reen b\\u006fx'),
  spelt('a line feed as \\u000a', 'Green\nbox', 'Green\\u000abox'),
  spelt('a quote and a backslash as \\u', 'Green"box\\', 'Green\\u0022box\\u005c'),
  spelt('hexadecimal digits in capitals', 'é緑ê', '\\u00E9\\u7DD1\\u00eA', {
    words: 'a text in \\u escapes with hexadecimal digits in capitals',
  }),
  spelt('astral, escaped in the JSON', '🎈 box', '\\ud83c\\udf88 box', {
    words: 'a text with an astral character as two escapes',
  }),
  specimen('escapes as text', 'Green\\nbox \\u0041 \\x41 \\"', {
    words: 'a text that looks like escapes',
  }),
];

function spelt(name: string, text: string, spelling: string, more: Partial<Specimen> = {}): Specimen {
  return specimen(name, text, { spelling, ...more });
}
