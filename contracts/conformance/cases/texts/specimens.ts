/** Texts that some implementation does not bring back as it was sent, the plainest first. */

/** One of them. */
export interface Specimen {
  readonly name: string;
  /** Completes "the value is"; without them it is a text with what the name says. */
  readonly words?: string;
  /** Made when asked for: some are long. */
  text(): string;
  /** How it stands between the quotes in the JSON, where it is not the plain way. */
  readonly spelling?: string;
  /** Why it may be refused with the declared error, where the contract leaves that open. */
  readonly open?: string;
  /** No Unicode text: what becomes of it is for the implementation to say. */
  readonly silent?: boolean;
}

function specimen(name: string, text: string, more: Partial<Specimen> = {}): Specimen {
  return { name, text: () => text, ...more };
}

export function wordsFor({ name, words }: Specimen): string {
  return words ?? `a text with ${name}`;
}

const control = 'control characters may be refused';

const nul = 'U+0000 cannot be stored by some databases';

/** Characters that are normalised, replaced or lost on the way through an encoding, a column or a filter. */
const characters: readonly Specimen[] = [
  specimen('mixed case', 'gREEN Box', { words: 'a text in mixed case' }),
  specimen('accented', 'Boîte à thé, Äpfel, straße, İi', { words: 'a text with accented letters' }),
  specimen('composed', 'caf\u00e9 \u00c5', { words: 'a text with composed characters' }),
  specimen('decomposed', 'cafe\u0301 A\u030a', { words: 'a text with decomposed characters' }),
  specimen('compatibility characters', 'ﬁ ② Ⅳ \u212b'),
  specimen('full width', 'Ｇｒｅｅｎ　１２３', { words: 'a text in full-width characters' }),
  specimen('other scripts', '緑 みどり Зелёный أخضر ירוק', { words: 'a text in other scripts' }),
  specimen('right to left with marks', '\u200fלבן\u200e \u202bأبيض\u202c', {
    words: 'a text from right to left, with its marks',
  }),
  specimen('astral', '🎈🎲 𝑔𝓇𝑒𝑒𝓃', { words: 'a text with astral characters' }),
  specimen('joined emoji', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈'),
  specimen('invisible marks', 'a\u200bb\u200e\u202ec\ufeffd\u00ad'),
  specimen('control characters', '\u0001\b\f\u001f\u007f\u0085', { open: control }),
  specimen('nul', 'Green\u0000box', { words: 'a text with U+0000 inside', open: nul }),
  specimen('a trailing nul', 'Green box\u0000', { words: 'a text with a trailing U+0000', open: nul }),
  specimen('noncharacters', '\ufffe\uffff\u{1ffff}', { open: 'noncharacters may be refused' }),
  specimen('half a character', 'green \ud83c', { silent: true }),
  specimen('two halves in the wrong order', '\udf88\ud83c green', {
    words: 'a text with two halves of a character in the wrong order',
    silent: true,
  }),
];

/** Text that something on the way takes for more than text: markup, a query, a number, a date, nothing at all. */
const lookAlikes: readonly Specimen[] = [
  specimen('markup', '<b>box</b> &amp; <script>alert(1)</script>'),
  specimen('percent signs', '%41 %20 100% %s %n'),
  specimen('percent-encoding', '%41%20box%C3%A9'),
  specimen('plus signs', 'a+b c'),
  specimen('a query', 'a=b&c=d?e#f;g', { words: 'a text that looks like a query' }),
  specimen('quotes around', '"Green box"', { words: 'a text with quotes around it' }),
  specimen('sql', `Robert'); DROP TABLE records;--`, { words: 'a text that would end an SQL string' }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that template engines fill in
  specimen('templates', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}', {
    words: 'a text that template engines fill in',
  }),
  specimen('null as text', 'null', { words: 'the word null' }),
  specimen('undefined as text', 'undefined', { words: 'the word undefined' }),
  specimen('true as text', 'true', { words: 'the word true' }),
  specimen('false as text', 'false', { words: 'the word false' }),
  specimen('zero as text', '0', { words: 'the text 0' }),
  specimen('number as text', '123', { words: 'the text 123' }),
  specimen('leading zeros as text', '0123', { words: 'a text of digits with leading zeros' }),
  specimen('trailing zeros as text', '1.50', {
    words: 'a text that looks like a number with a trailing zero',
  }),
  specimen('exponent as text', '1e3', { words: 'a text that looks like a number with an exponent' }),
  specimen('long number as text', '12345678901234567890', { words: 'a text of 20 digits' }),
  specimen('not a number as text', 'NaN', { words: 'the word NaN' }),
  specimen('no as text', 'no', { words: 'the word no' }),
  specimen('object as text', '{"name":"box"}', { words: 'a text that looks like a JSON object' }),
  specimen('array as text', '[]', { words: 'a text that looks like a JSON array' }),
  specimen('iso date as text', '2026-01-31', { words: 'a text that looks like a date' }),
  specimen('iso date and time as text', '2026-01-31T12:30:00+02:00', {
    words: 'a text that looks like a date and time',
  }),
  specimen('date as text', '2026-02-29T25:61:00Z', {
    words: 'a text that looks like a date and time that do not exist',
  }),
];

/** From nothing to more than a column, a buffer or an index holds. The last character shows what was cut. */
const sizes: readonly Specimen[] = [
  specimen('empty', '', { words: 'empty', open: 'an empty text may be refused' }),
  specimen('one letter', 'x', { words: 'one letter' }),
  specimen('one astral character', '🎈', { words: 'one astral character' }),
  long('64 characters', () => `${'f'.repeat(63)}!`),
  long('128 characters', () => `${'f'.repeat(127)}!`),
  long('255 characters', () => `${'f'.repeat(254)}!`),
  long('256 characters', () => `${'f'.repeat(255)}!`),
  // Where a limit is counted in bytes or in UTF-16 units, it comes earlier than 255 characters.
  long('255 astral characters', () => `${'🎈'.repeat(254)}!`),
  long('1000 characters', () => `${'text '.repeat(199)}text!`),
  long('65536 characters', () => `${'text'.repeat(16_383)}end!`),
  // More than one read of a socket: who decodes each piece by itself breaks a character in two.
  long('92000 bytes of astral characters', () => '🎈'.repeat(23_000)),
];

function long(name: string, text: () => string): Specimen {
  return { name, words: `a text of ${name}`, open: 'long text may be refused', text };
}

/** Each kind in each place by itself: many trim only one end, or only what ASCII calls white space. */
const whiteSpace: readonly Specimen[] = [
  specimen('white space only', '   ', {
    words: 'white space only',
    open: 'a blank text may be refused',
  }),
  specimen('white space around', '  Green box\t', { words: 'a text with white space around it' }),
  specimen('white space inside', 'Green   box'),
  specimen('a leading space', ' Green box'),
  specimen('a trailing space', 'Green box '),
  specimen('a leading tab', '\tGreen box'),
  specimen('a tab inside', 'Green\tbox'),
  specimen('line breaks', 'Green\r\nbox\n'),
  specimen('a leading line feed', '\nGreen box'),
  specimen('a trailing line feed', 'Green box\n'),
  specimen('a line feed inside', 'Green\nbox'),
  specimen('a carriage return inside', 'Green\rbox'),
  specimen('a leading no-break space', '\u00a0Green box'),
  specimen('a trailing no-break space', 'Green box\u00a0'),
  specimen('a no-break space inside', 'Green\u00a0box'),
  specimen('an ideographic space around', '\u3000Green\u2003box\u3000', {
    words: 'a text with ideographic spaces around it',
  }),
  specimen('a line separator and a paragraph separator', 'Green\u2028box\u2029'),
  specimen('a leading byte order mark', '\ufeffGreen box'),
];

const escapedControl = { open: control };

/** Every escape of JSON (RFC 8259, section 7) by itself, and characters that need none written as one. */
const escapes: readonly Specimen[] = [
  specimen('quotes', `"Green" 'box' \`x\``),
  specimen('backslashes', 'C:\\files\\box\\'),
  specimen('slashes', 'Green/box//7'),
  spelt('an escaped slash', 'Green/box', 'Green\\/box'),
  spelt('an escaped quote', 'Green"box', 'Green\\"box'),
  spelt('an escaped backslash', 'Green\\box', 'Green\\\\box'),
  spelt('an escaped backspace', 'Green\bbox', 'Green\\bbox', escapedControl),
  spelt('an escaped form feed', 'Green\fbox', 'Green\\fbox', escapedControl),
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

/** The plainest first. */
export const specimens: readonly Specimen[] = [
  ...sizes,
  ...whiteSpace,
  ...characters,
  ...escapes,
  ...lookAlikes,
];

function spelt(name: string, text: string, spelling: string, more: Partial<Specimen> = {}): Specimen {
  return specimen(name, text, { spelling, ...more });
}
