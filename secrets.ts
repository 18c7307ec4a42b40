/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */

/** How a credential shows in reports and curl lines; a shell fills it in. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/**
 * Replaces each secret, in any case, as it is, as JSON escapes it, as URLs encode it and in Base64. No regular expressions
 * for long ones: a token of kilobytes makes one too large to compile.
 */
export function masking(secrets: readonly (string | undefined)[], mask = TOKEN_MASK): Mask {
  const known = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      ...spellings(secret).map((text) => spellingOf(text, true)),
      ...encoded(secret).map((text) => spellingOf(text, false)),
    ])
    .toSorted((a, b) => b.length - a.length);
  const shortest = Math.min(...known.map(({ length }) => length));
  return (text) => {
    const isCut = text.includes(CUT);
    return text.length < shortest && !isCut ? text : withoutAny(text, { known, mask, isCut });
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

interface Masked {
  /** The longest first. */
  readonly known: readonly Spelling[];
  readonly mask: string;
  /** Whether `...` stands in the text; no mask brings one in. */
  readonly isCut: boolean;
}

function withoutAny(text: string, { known, mask, isCut }: Masked): string {
  let shown = inBothCases(text);
  for (const spelling of known) {
    if (shown.text.length >= spelling.length) shown = withoutWhole(shown, spelling, mask);
    if (isCut && spelling.mayBeCut) shown = withoutBeginnings(shown, spelling, mask);
  }
  return shown.text;
}

/** Lowered once, and again only where something was found. */
interface Shown {
  readonly text: string;
  readonly lower: string;
}

function inBothCases(text: string): Shown {
  return { text, lower: asciiLower(text) };
}

/** Keeps the length, which toLowerCase does not for every letter. */
function asciiLower(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const inUrl = encodeURIComponent(secret);
  // A URL that held it, within another URL.
  return [...new Set([secret, json, inUrl, encodeURIComponent(inUrl), base64])];
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
    hex.replace(/../g, '\\\\u00$&'),
    hex.replace(/../g, '&#x$&;'),
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

function withoutWhole(shown: Shown, { word, lower }: Spelling, mask: string): Shown {
  if (word === undefined) return withoutLong(shown, lower, mask);
  const text = shown.text.replace(word, () => mask);
  return text === shown.text ? shown : inBothCases(text);
}

function withoutLong(shown: Shown, secret: string, mask: string): Shown {
  const { text, lower } = shown;
  let at = lower.indexOf(secret);
  if (at < 0) return shown;
  const pieces: string[] = [];
  let from = 0;
  for (; at >= 0; at = lower.indexOf(secret, from)) {
    pieces.push(text.slice(from, at));
    from = at + secret.length;
  }
  return inBothCases([...pieces, text.slice(from)].join(mask));
}

/** What stands in place of the rest of a text that was cut. */
const CUT = '...';

/** So much of a secret at least is recognised where a text was cut. */
const RECOGNISED = 4;

/** A text that was cut for the screen may end within the secret: `...` follows what is left of it. */
function withoutBeginnings(shown: Shown, { length, lower }: Spelling, mask: string): Shown {
  if (length <= RECOGNISED) return shown;
  const pieces = shown.text.split(CUT);
  const [last = ''] = pieces.splice(-1);
  return inBothCases([...pieces.map((piece) => withoutEnd(piece, lower, mask)), last].join(CUT));
}

/** Without the longest beginning of the secret (in lower case) that the piece ends in. */
function withoutEnd(piece: string, secret: string, mask: string): string {
  const end = asciiLower(piece.slice(-secret.length + 1));
  const start = secret.slice(0, RECOGNISED);
  for (let at = end.indexOf(start); at >= 0; at = end.indexOf(start, at + 1)) {
    if (secret.startsWith(end.slice(at))) return `${piece.slice(0, piece.length - (end.length - at))}${mask}`;
  }
  return piece;
}
