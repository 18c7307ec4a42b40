/** Strings that some implementations do not return as sent, the simplest first. */

/** A text to send. */
export interface TextSample {
  readonly name: string;
  /** Completes "the value is"; by default "a string with" and the name. */
  readonly description?: string;
  /** Creates the text lazily: some are long. */
  text(): string;
  /** The text between the quotes in the JSON, if it is not the default spelling. */
  readonly spelling?: string;
  /** Why a declared client error is tolerated, where the contract leaves that open. */
  readonly toleratedBecause?: string;
  /** Not valid Unicode: the result is implementation-defined. */
  readonly isUnspecified?: boolean;
}

function textSample(name: string, text: string, options: Partial<TextSample> = {}): TextSample {
  return { name, text: () => text, ...options };
}

export function describeSample({ name, description }: TextSample): string {
  return description ?? `a string with ${name}`;
}

const controlCharactersTolerated = 'control characters may be rejected';

const nulTolerated = 'some databases cannot store U+0000';

/** Characters that encodings, columns or filters normalize, replace or drop. */
const characters: readonly TextSample[] = [
  textSample('mixed case', 'gREEN Box', { description: 'a string in mixed case' }),
  textSample('accented', 'Boîte à thé, Äpfel, straße, İi', { description: 'a string with accented letters' }),
  textSample('composed', 'caf\u00e9 \u00c5', { description: 'a string with composed characters' }),
  textSample('decomposed', 'cafe\u0301 A\u030a', { description: 'a string with decomposed characters' }),
  textSample('compatibility characters', 'ﬁ ② Ⅳ \u212b'),
  textSample('full width', 'Ｇｒｅｅｎ　１２３', { description: 'a string in full-width characters' }),
  textSample('other scripts', '緑 みどり Зелёный أخضر ירוק', { description: 'a string in other scripts' }),
  textSample('right to left with marks', '\u200fלבן\u200e \u202bأبيض\u202c', {
    description: 'a right-to-left string with direction marks',
  }),
  textSample('astral', '🎈🎲 𝑔𝓇𝑒𝑒𝓃', { description: 'a string with astral characters' }),
  textSample('letters that combine or grow', 'क्षि த்ர 각\u3164 straße ŉ ΐ ﬃ', {
    description: 'a string with letters that combine, are invisible, or are several in upper case',
  }),
  textSample('joined emoji', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈'),
  textSample('invisible marks', 'a\u200bb\u200e\u202ec\ufeffd\u00ad'),
  textSample('control characters', '\u0001\b\f\u001f\u007f\u0085', {
    toleratedBecause: controlCharactersTolerated,
  }),
  textSample('nul', 'Green\u0000box', {
    description: 'a string with U+0000 inside',
    toleratedBecause: nulTolerated,
  }),
  textSample('a trailing nul', 'Green box\u0000', {
    description: 'a string with a trailing U+0000',
    toleratedBecause: nulTolerated,
  }),
  textSample('noncharacters', '\ufffe\uffff\u{1ffff}', { toleratedBecause: 'noncharacters may be rejected' }),
  textSample('half a character', 'green \ud83c', {
    description: 'a string with a lone surrogate',
    isUnspecified: true,
  }),
  textSample('two halves in the wrong order', '\udf88\ud83c green', {
    description: 'a string with a surrogate pair in the wrong order',
    isUnspecified: true,
  }),
];

/** Strings that are easily confused with markup, a query, a number, a date or a missing value. */
const lookAlikeTexts: readonly TextSample[] = [
  textSample('markup', '<b>box</b> &amp; <script>alert(1)</script>'),
  textSample('percent signs', '%41 %20 100% %s %n'),
  textSample('percent-encoding', '%41%20box%C3%A9'),
  textSample('plus signs', 'a+b c'),
  textSample('a query', 'a=b&c=d?e#f;g', { description: 'a string that looks like a query' }),
  textSample('quotes around', '"Green box"', { description: 'a string surrounded by quotes' }),
  textSample('sql', `Robert'); DROP TABLE records;--`, {
    description: 'a string with an SQL injection',
  }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that template engines fill in
  textSample('templates', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}', {
    description: 'a string with template expressions',
  }),
  textSample('commands', `$(id); ls | cat & *)(uid=*)) {"$gt":""} <!ENTITY x SYSTEM "file:///dev/null">`, {
    description: 'a string in the syntax of shells, LDAP, MongoDB and XML',
  }),
  textSample('null as text', 'null', { description: 'the word null' }),
  textSample('undefined as text', 'undefined', { description: 'the word undefined' }),
  textSample('true as text', 'true', { description: 'the word true' }),
  textSample('false as text', 'false', { description: 'the word false' }),
  textSample('zero as text', '0', { description: 'the string "0"' }),
  textSample('number as text', '123', { description: 'the string "123"' }),
  textSample('leading zeros as text', '0123', { description: 'a string of digits with leading zeros' }),
  textSample('trailing zeros as text', '1.50', {
    description: 'a string that looks like a number with a trailing zero',
  }),
  textSample('exponent as text', '1e3', { description: 'a string that looks like a number with an exponent' }),
  textSample('long number as text', '12345678901234567890', { description: 'a string of 20 digits' }),
  textSample('not a number as text', 'NaN', { description: 'the word NaN' }),
  textSample('no as text', 'no', { description: 'the word no' }),
  textSample('object as text', '{"name":"box"}', { description: 'a string that looks like a JSON object' }),
  textSample('array as text', '[]', { description: 'a string that looks like a JSON array' }),
  textSample('iso date as text', '2026-01-31', { description: 'a string that looks like a date' }),
  textSample('iso date and time as text', '2026-01-31T12:30:00+02:00', {
    description: 'a string that looks like a date and time',
  }),
  textSample('date as text', '2026-02-29T25:61:00Z', {
    description: 'a string that looks like an invalid date and time',
  }),
];

/** From empty to longer than columns, buffers or indexes allow. The last character reveals truncation. */
const textsBySize: readonly TextSample[] = [
  textSample('empty', '', { description: 'empty', toleratedBecause: 'an empty string may be rejected' }),
  textSample('one letter', 'x', { description: 'one letter' }),
  textSample('one astral character', '🎈', { description: 'one astral character' }),
  longText('64 characters', () => `${'f'.repeat(63)}!`),
  longText('128 characters', () => `${'f'.repeat(127)}!`),
  longText('255 characters', () => `${'f'.repeat(254)}!`),
  longText('256 characters', () => `${'f'.repeat(255)}!`),
  // Limits in bytes or UTF-16 units apply to fewer than 255 characters.
  longText('255 astral characters', () => `${'🎈'.repeat(254)}!`),
  longText('1000 characters', () => `${'text '.repeat(199)}text!`),
  longText('65536 characters', () => `${'text'.repeat(16_383)}end!`),
  // More than one read of a socket: decoding each chunk separately splits a character.
  longText('92000 bytes of astral characters', () => '🎈'.repeat(23_000)),
];

function longText(name: string, text: () => string): TextSample {
  return { name, description: `a string of ${name}`, toleratedBecause: 'a long string may be rejected', text };
}

/** Each kind and position separately: many implementations trim only one end, or only ASCII white space. */
const whiteSpace: readonly TextSample[] = [
  textSample('white space only', '   ', {
    description: 'only white space',
    toleratedBecause: 'a blank string may be rejected',
  }),
  textSample('white space around', '  Green box\t', { description: 'a string surrounded by white space' }),
  textSample('white space inside', 'Green   box'),
  textSample('a leading space', ' Green box'),
  textSample('a trailing space', 'Green box '),
  textSample('a leading tab', '\tGreen box'),
  textSample('a tab inside', 'Green\tbox'),
  textSample('line breaks', 'Green\r\nbox\n'),
  textSample('a leading line feed', '\nGreen box'),
  textSample('a trailing line feed', 'Green box\n'),
  textSample('a line feed inside', 'Green\nbox'),
  textSample('a carriage return inside', 'Green\rbox'),
  textSample('a leading no-break space', '\u00a0Green box'),
  textSample('a trailing no-break space', 'Green box\u00a0'),
  textSample('a no-break space inside', 'Green\u00a0box'),
  textSample('an ideographic space around', '\u3000Green\u2003box\u3000', {
    description: 'a string surrounded by ideographic spaces',
  }),
  textSample('a line separator and a paragraph separator', 'Green\u2028box\u2029'),
  textSample('a leading byte order mark', '\ufeffGreen box'),
];

const escapedControlOptions = { toleratedBecause: controlCharactersTolerated };

/** Every escape of JSON (RFC 8259, section 7), and escaped characters that need no escape. */
const escapes: readonly TextSample[] = [
  textSample('quotes', `"Green" 'box' \`x\``),
  textSample('backslashes', 'C:\\files\\box\\'),
  textSample('slashes', 'Green/box//7'),
  spelledSample('an escaped slash', 'Green/box', 'Green\\/box'),
  spelledSample('an escaped quote', 'Green"box', 'Green\\"box'),
  spelledSample('an escaped backslash', 'Green\\box', 'Green\\\\box'),
  spelledSample('an escaped backspace', 'Green\bbox', 'Green\\bbox', escapedControlOptions),
  spelledSample('an escaped form feed', 'Green\fbox', 'Green\\fbox', escapedControlOptions),
  spelledSample('an escaped letter', 'Green box', '\\u0047reen b\\u006fx'),
  spelledSample('a line feed as \\u000a', 'Green\nbox', 'Green\\u000abox'),
  spelledSample('a quote and a backslash as \\u', 'Green"box\\', 'Green\\u0022box\\u005c'),
  spelledSample('hexadecimal digits in capitals', 'é緑ê', '\\u00E9\\u7DD1\\u00eA', {
    description: 'a string with \\u escapes in uppercase hexadecimal digits',
  }),
  spelledSample('astral, escaped in the JSON', '🎈 box', '\\ud83c\\udf88 box', {
    description: 'a string with an astral character as two escapes',
  }),
  textSample('escapes as text', 'Green\\nbox \\u0041 \\x41 \\"', {
    description: 'a string that looks like escapes',
  }),
];

/** The simplest first. */
export const textSamples: readonly TextSample[] = [
  ...textsBySize,
  ...whiteSpace,
  ...characters,
  ...escapes,
  ...lookAlikeTexts,
];

function spelledSample(name: string, text: string, spelling: string, options: Partial<TextSample> = {}): TextSample {
  return textSample(name, text, { spelling, ...options });
}
