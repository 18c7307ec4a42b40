import { type Specimen, specimen } from './specimen.ts';

const control = { open: 'control characters may be refused' };

/** Every escape of JSON (RFC 8259, section 7) by itself, and characters that need none written as one. */
export const escapes: readonly Specimen[] = [
  specimen('quotes', `"Boston" 'fern' \`x\``),
  specimen('backslashes', 'C:\\plants\\fern\\'),
  specimen('slashes', 'Boston/fern//7'),
  spelt('an escaped slash', 'Boston/fern', 'Boston\\/fern'),
  spelt('an escaped quote', 'Boston"fern', 'Boston\\"fern'),
  spelt('an escaped backslash', 'Boston\\fern', 'Boston\\\\fern'),
  spelt('an escaped backspace', 'Boston\bfern', 'Boston\\bfern', control),
  spelt('an escaped form feed', 'Boston\ffern', 'Boston\\ffern', control),
  spelt('an escaped letter', 'Sword fern', '\\u0053word f\\u0065rn'),
  spelt('a line feed as \\u000a', 'Boston\nfern', 'Boston\\u000afern'),
  spelt('a quote and a backslash as \\u', 'Boston"fern\\', 'Boston\\u0022fern\\u005c'),
  spelt('hexadecimal digits in capitals', 'é蕨ê', '\\u00E9\\u8568\\u00eA'),
  spelt('astral, escaped in the JSON', '🌵 fern', '\\ud83c\\udf35 fern'),
  specimen('escapes as text', 'Boston\\nfern \\u0041 \\x41 \\"'),
];

function spelt(name: string, text: string, spelling: string, more: Partial<Specimen> = {}): Specimen {
  return specimen(name, text, { spelling, ...more });
}
