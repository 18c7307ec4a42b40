/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */
import { type Range, type Reading, readings, squeezed, withoutSpace } from './readings.ts';
import { createSearch, SHORT, type Sought } from './search.ts';

/** How a credential shows in reports and curl lines; a shell fills it in. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/**
 * Replaces each secret, in any case, as it is, escaped as JSON, URLs and markup have it, however often one within another, and
 * in Base64, hexadecimal or the numbers of its bytes. All else stays as it is.
 */
export function masking(secrets: readonly (string | undefined)[], mask = TOKEN_MASK): Mask {
  const given = [...new Set(secrets)].filter((secret) => secret !== undefined).filter((one) => one !== '');
  const known = given.flatMap((secret) => [secret, ...partsOfJwt(secret)]);
  if (known.length === 0) return (text) => text;
  const encoded = known.flatMap(encodedSpellings);
  const searches = {
    inWords: createSearch([...encoded, ...known.flatMap(plainSpellings)]),
    inRuns: createSearch(encoded.map((one) => ({ ...one, text: withoutSpace(one.text) }))),
  };
  return remembering((text) => without(text, secretRangesIn(text, searches), mask));
}

/** A log says the same things again and again. */
function remembering(mask: Mask): Mask {
  const masked = new Map<string, string>();
  return (text) => {
    if (text.length > LONGEST_REMEMBERED) return mask(text);
    const known = masked.get(text);
    if (known !== undefined) return known;
    if (masked.size === MOST_REMEMBERED) masked.clear();
    const shown = mask(text);
    masked.set(text, shown);
    return shown;
  };
}

const LONGEST_REMEMBERED = 500;
const MOST_REMEMBERED = 200;

/** How many times as long a text can become: the mask in place of the shortest secret, or of what is left of a longer one. */
export function mostGrowth(secrets: readonly string[]): number {
  const shortest = Math.min(RECOGNISED, ...secrets.map(({ length }) => Math.max(1, length)));
  return TOKEN_MASK.length / shortest;
}

type Search = ReturnType<typeof createSearch>;

function secretRangesIn(
  text: string,
  { inWords, inRuns }: { readonly inWords: Search; readonly inRuns: Search },
): Range[] {
  const ranges: Range[] = [];
  const look = (reading: Reading | undefined, search: Search) => {
    if (reading === undefined) return;
    for (const [from, to] of search(reading.text)) ranges.push(reading.rangeOf(from, to));
  };
  let last: Reading | undefined;
  for (const reading of readings(text)) {
    look(reading, inWords);
    last = reading;
  }
  look(last && squeezed(last), inRuns);
  return ranges;
}

/** A text may come by twice, and a secret be part of the name that its mask has. */
function isMasked(text: string, [from, to]: Range, mask: string): boolean {
  return (
    to - from <= mask.length && text.slice(Math.max(0, to - mask.length), from + mask.length).includes(mask)
  );
}

/** Secrets that overlap, or that one reading shows more of than another, go as one. */
function without(text: string, ranges: readonly Range[], mask: string): string {
  const hidden = ranges.filter((range) => !isMasked(text, range, mask));
  if (hidden.length === 0) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const [from, to] of hidden.toSorted(([one], [other]) => one - other)) {
    if (from >= end) pieces.push(text.slice(end, from), mask);
    end = Math.max(end, to);
  }
  return [...pieces, text.slice(end)].join('');
}

/** How many characters of a secret are enough to find it: a text that was cut to fit a screen shows so many at least. */
const RECOGNISED = 4;

/** Encoded texts are alike by chance more often. */
const RECOGNISED_ENCODED = 8;

/** The claims and the signature; the header is that of many. */
function partsOfJwt(secret: string): readonly string[] {
  return /^eyJ[\w-]+\.([\w-]{16,})\.([\w-]{16,})$/.exec(secret)?.slice(1) ?? [];
}

/** As it is, in Base64, and as the readers of escapes have it who take some of its own for such. */
function plainSpellings(secret: string): readonly Sought[] {
  // Whoever takes UTF-8 for Latin-1, as percent-encoding is read here.
  const asGiven = [secret, Buffer.from(secret).toString('latin1')];
  const read = asGiven
    .flatMap((text) => [...readings(text)].map((reading) => reading.text))
    .filter((text) => text.length >= SHORT);
  return distinct([...asGiven, ...read, base64Of(secret)]).map((text) => ({ text, recognised: RECOGNISED }));
}

/** What `Authorization` has may be encoded once more, and what is encoded may have been escaped. */
function encodedSpellings(secret: string): readonly Sought[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const written = [secret, secret.toLowerCase(), secret.toUpperCase(), json, inUrl, base64Of(secret)];
  return distinct(distinct(written).flatMap(encodings))
    .filter((text) => text.length >= SHORT)
    .map((text) => ({ text, recognised: RECOGNISED_ENCODED }));
}

function encodings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [bytes.toString('base64'), base64Of(text), ...base64Parts(bytes)];
  const numbers = bytes.length < RECOGNISED ? [] : [bytes.toString('hex'), bytes.join(','), bytes.join('')];
  return [...base64, ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')), ...numbers];
}

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}

/** Base64 of a longer text has one of three forms of the secret in it, but for the characters at its edges. */
function base64Parts(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset === 0 ? 0 : offset + 1, Math.floor((offset + bytes.length) / 3) * 4),
  );
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
