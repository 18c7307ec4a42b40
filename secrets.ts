/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */

/** How a credential shows in reports and curl lines; a shell fills it in. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/**
 * Replaces each secret, in any case, as it is, as JSON, URLs and markup escape it, however often one within another, and in
 * Base64. No regular expressions for long ones: a token of kilobytes makes one too large to compile.
 */
export function masking(secrets: readonly (string | undefined)[], mask = TOKEN_MASK): Mask {
  const known = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      ...spellings(secret).map((text) => spellingOf(text, true)),
      ...[...new Set([secret, inUrl(secret)])].flatMap(encoded).map((text) => spellingOf(text, false)),
    ])
    .toSorted(longestFirst);
  const nested = known.flatMap((spelling) => inLayers(spelling)).toSorted(longestFirst);
  const shortest = Math.min(...known.map(({ length }) => length));
  return (text) => {
    const isCut = text.includes(CUT);
    if (text.length < shortest && !isCut) return text;
    const { text: shown } = withoutAny(inBothCases(text), { known, mask, isCut });
    if (nested.length === 0 || !LAYERS.test(shown)) return shown;
    return withoutAny(inOneLayer(shown), { known: nested, mask, isCut }).text;
  };
}

/** How many times as long a text can become: the mask in place of the shortest secret, or of what is left of a longer one. */
export function mostGrowth(secrets: readonly string[]): number {
  const shortest = Math.min(RECOGNISED, ...secrets.map(({ length }) => Math.max(1, length)));
  return TOKEN_MASK.length / shortest;
}

/** A secret as it may be written. */
interface Spelling {
  readonly length: number;
  readonly lower: string;
  /** Where it stands by itself; only of a short one. */
  readonly word: RegExp | undefined;
  readonly mayBeCut: boolean;
}

function spellingOf(text: string, mayBeCut: boolean): Spelling {
  const { length } = text;
  return { length, lower: asciiLower(text), word: length < SHORT ? wordOf(text) : undefined, mayBeCut };
}

function longestFirst(a: Spelling, b: Spelling): number {
  return b.length - a.length;
}

interface Masked {
  /** The longest first. */
  readonly known: readonly Spelling[];
  readonly mask: string;
  /** Whether `...` stands in the text; no mask brings one in. */
  readonly isCut: boolean;
}

function withoutAny(given: Shown, { known, mask, isCut }: Masked): Shown {
  let shown = given;
  for (const spelling of known) {
    if (shown.lower.length >= spelling.length) shown = withoutWhole(shown, spelling, mask);
    if (isCut && spelling.mayBeCut) shown = withoutBeginnings(shown, spelling, mask);
  }
  return shown;
}

/** A text, and how it is searched. */
interface Shown {
  readonly text: string;
  /** In small letters; made once, and again only where something was found. */
  readonly lower: string;
  /** Where the text has what `lower` has at an index. */
  readonly placeOf: (index: number) => number;
  /** Another text that is searched in the same way. */
  readonly alike: (text: string) => Shown;
}

function inBothCases(text: string): Shown {
  return { text, lower: asciiLower(text), placeOf: (index) => index, alike: inBothCases };
}

/** Keeps the length, which toLowerCase does not for every letter. */
function asciiLower(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function spellings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([...inTexts(secret).flatMap(inTexts), base64])];
}

/** As it is, and as it stands in a text of another kind. */
function inTexts(text: string): readonly string[] {
  return [...new Set([text, ...inJson(text), ...inUrls(text), ...inMarkup(text)])];
}

/** Also with the slashes that some escape too. */
function inJson(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [json, json.replaceAll('/', '\\/')];
}

/** By those who encode what they have to alone, or all that they may, and as forms have it. */
function inUrls(secret: string): readonly string[] {
  const text = inUrl(secret);
  const whole = text.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return [text, whole, new URLSearchParams([['', secret]]).toString().slice(1)];
}

function inUrl(secret: string): string {
  return encodeURIComponent(secret.toWellFormed());
}

function inMarkup(secret: string): readonly string[] {
  const named = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = named.replaceAll('"', '&quot;');
  return [named, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#x27;')];
}

/** Character by character or within something longer, as those write it who mean no harm: dumps, logs, tokens. */
function encoded(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    ...base64Parts(bytes),
    hex,
    hex.replace(/../g, '%$&'),
    hex.replace(/../g, '\\u00$&'),
    hex.replace(/../g, '&#x$&;'),
    bytes.reduce((text, code) => `${text}&#${code};`, ''),
  ].filter(({ length }) => length >= SHORT);
}

/** Base64 of a longer text has one of three forms of the secret in it, but for the characters at its edges. */
function base64Parts(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(offset === 0 ? 0 : offset + 1, Math.floor((offset + bytes.length) / 3) * 4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const SHORT = 6;

/** A short token such as `dev` stands by chance within other words, which have to stay readable. */
function wordOf(secret: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(secret)}(?![A-Za-z0-9])`, 'g');
}

function withoutWhole(shown: Shown, { word, lower: secret }: Spelling, mask: string): Shown {
  if (word === undefined) return withoutRanges(shown, rangesOf(shown.lower, secret), mask);
  const text = shown.text.replace(word, () => mask);
  return text === shown.text ? shown : shown.alike(text);
}

/** In `lower` of what is shown: from the first character to the one behind the last. */
type Range = readonly [from: number, to: number];

function rangesOf(lower: string, secret: string): readonly Range[] {
  const ranges: Range[] = [];
  for (let at = lower.indexOf(secret); at >= 0; at = lower.indexOf(secret, at + secret.length))
    ranges.push([at, at + secret.length]);
  return ranges;
}

function withoutRanges(shown: Shown, ranges: readonly Range[], mask: string): Shown {
  if (ranges.length === 0) return shown;
  const { text, placeOf } = shown;
  const ends = [0, ...ranges.map(([, to]) => placeOf(to))];
  const starts = [...ranges.map(([from]) => placeOf(from)), text.length];
  return shown.alike(ends.map((end, index) => text.slice(end, starts[index])).join(mask));
}

/** What stands in place of the rest of a text that was cut. */
const CUT = '...';

/** So much of a secret at least is recognised where a text was cut. */
const RECOGNISED = 4;

/** A text that was cut for the screen may end within the secret: `...` follows what is left of it. */
function withoutBeginnings(shown: Shown, { length, lower: secret }: Spelling, mask: string): Shown {
  if (length <= RECOGNISED) return shown;
  const { lower } = shown;
  const ranges: Range[] = [];
  let before = 0;
  for (let cut = lower.indexOf(CUT); cut >= 0; cut = lower.indexOf(CUT, before)) {
    const from = beginningIn(lower.slice(Math.max(before, cut - length + 1), cut), secret);
    if (from !== undefined) ranges.push([cut - from, cut]);
    before = cut + CUT.length;
  }
  return withoutRanges(shown, ranges, mask);
}

/** How much of the secret the text ends in, of the longest beginning. */
function beginningIn(text: string, secret: string): number | undefined {
  const start = secret.slice(0, RECOGNISED);
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (secret.startsWith(text.slice(at))) return text.length - at;
  }
  return undefined;
}

/** Characters that escape themselves once more in each text that theirs is put into. */
const LAYERS = /%25|\\\\|&amp;/i;

/** What such a character has become behind itself, however often, also where the text is cut within it. */
const REPEATED =
  /(?<=%)(?:25)*2(?=\.{3})|(?<=%)(?:25)+|(?<=\\)\\+|(?<=&)(?:amp;)*(?:amp?|a)(?=\.{3})|(?<=&)(?:amp;)+/gi;

/** As it is found in a text that is searched in one layer; the others are found without. */
function inLayers({ lower, mayBeCut }: Spelling): readonly Spelling[] {
  if (!/[%\\&]/.test(lower)) return [];
  const text = lower.replace(REPEATED, '');
  const { length } = text;
  return length < RECOGNISED ? [] : [{ length, lower: text, word: undefined, mayBeCut }];
}

/** Searched as if it were put into no other text. */
function inOneLayer(text: string): Shown {
  const lower = asciiLower(text).replace(REPEATED, '');
  let places: Uint32Array | undefined;
  const placeOf = (index: number) => {
    places ??= placesIn(text, lower.length);
    return places[index] ?? text.length;
  };
  return { text, lower, placeOf, alike: inOneLayer };
}

/** Where each character that is searched stands. */
function placesIn(text: string, searched: number): Uint32Array {
  const places = new Uint32Array(searched + 1);
  let [at, index] = [0, 0];
  const through = (end: number) => {
    for (; at < end; at += 1, index += 1) places[index] = at;
  };
  for (const { 0: repeated, index: start } of text.matchAll(REPEATED)) {
    through(start);
    at += repeated.length;
  }
  through(text.length);
  places[searched] = text.length;
  return places;
}
