/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */

import { createSearch, MIN_LONG_LENGTH, type SearchTerm } from './multi-search.ts';
import { type Range, removeSpaces, type UnescapedText, unescapeRepeatedly, withoutWhitespace } from './unescape.ts';

/** How a credential shows in reports and curl lines; a shell fills it in. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/**
 * Replaces each secret, in any case, as it is, escaped as JSON, URLs and markup have it, however often one within another, and
 * in Base64, hexadecimal or the numbers of its bytes. All else stays as it is.
 */
export function createMask(secrets: readonly (string | undefined)[], mask = TOKEN_MASK): Mask {
  const nonEmpty = [...new Set(secrets)].filter((secret) => secret !== undefined).filter((one) => one !== '');
  const knownSecrets = nonEmpty.flatMap((secret) => [secret, ...jwtParts(secret)]);
  if (knownSecrets.length === 0) return (text) => text;
  const encoded = knownSecrets.flatMap(encodedForms);
  const searches = {
    inWords: createSearch([...encoded, ...knownSecrets.flatMap(plainForms)]),
    inRuns: createSearch(encoded.map((one) => ({ ...one, text: removeSpaces(one.text) }))),
  };
  return memoizeMask((text) => replaceRanges(text, findSecretRanges(text, searches), mask));
}

/** A log says the same things again and again. */
function memoizeMask(mask: Mask): Mask {
  const masked = new Map<string, string>();
  return (text) => {
    if (text.length > MAX_CACHED_LENGTH) return mask(text);
    const knownSecrets = masked.get(text);
    if (knownSecrets !== undefined) return knownSecrets;
    if (masked.size === MAX_CACHED) masked.clear();
    const shown = mask(text);
    masked.set(text, shown);
    return shown;
  };
}

const MAX_CACHED_LENGTH = 500;
const MAX_CACHED = 200;

/** How many times as long a text can become: the mask in place of the shortest secret, or of what is left of a longer one. */
export function maxGrowthFactor(secrets: readonly string[]): number {
  const shortest = Math.min(MIN_RECOGNIZED, ...secrets.map(({ length }) => Math.max(1, length)));
  return TOKEN_MASK.length / shortest;
}

type Search = ReturnType<typeof createSearch>;

function findSecretRanges(
  text: string,
  { inWords: asWritten, inRuns: withoutSpaces }: { readonly inWords: Search; readonly inRuns: Search },
): Range[] {
  const ranges: Range[] = [];
  const collect = (reading: UnescapedText | undefined, search: Search) => {
    if (reading === undefined) return;
    for (const [from, to] of search(reading.text)) ranges.push(reading.rangeOf(from, to));
  };
  let lastReading: UnescapedText | undefined;
  for (const reading of unescapeRepeatedly(text)) {
    collect(reading, asWritten);
    lastReading = reading;
  }
  collect(lastReading && withoutWhitespace(lastReading), withoutSpaces);
  return ranges;
}

/** A text may come by twice, and a secret be part of the name that its mask has. */
function isMasked(text: string, [from, to]: Range, mask: string): boolean {
  return to - from <= mask.length && text.slice(Math.max(0, to - mask.length), from + mask.length).includes(mask);
}

/** Secrets that overlap, or that one reading shows more of than another, go as one. */
function replaceRanges(text: string, ranges: readonly Range[], mask: string): string {
  const rangesToMask = ranges.filter((range) => !isMasked(text, range, mask));
  if (rangesToMask.length === 0) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const [from, to] of rangesToMask.toSorted(([one], [other]) => one - other)) {
    if (from >= end) pieces.push(text.slice(end, from), mask);
    end = Math.max(end, to);
  }
  return [...pieces, text.slice(end)].join('');
}

/** How many characters of a secret are enough to find it: a text that was cut to fit a screen shows so many at least. */
const MIN_RECOGNIZED = 4;

/** Encoded texts are alike by chance more often. */
const MIN_RECOGNIZED_ENCODED = 8;

/** The claims and the signature; the header is that of many. */
function jwtParts(secret: string): readonly string[] {
  return /^eyJ[\w-]+\.([\w-]{16,})\.([\w-]{16,})$/.exec(secret)?.slice(1) ?? [];
}

/** As it is, in Base64, and as the readers of escapes have it who take some of its own for such. */
function plainForms(secret: string): readonly SearchTerm[] {
  // Whoever takes UTF-8 for Latin-1, as percent-encoding is read here.
  const rawForms = [secret, Buffer.from(secret).toString('latin1')];
  const unescapedForms = rawForms
    .flatMap((text) => [...unescapeRepeatedly(text)].map((reading) => reading.text))
    .filter((text) => text.length >= MIN_LONG_LENGTH);
  return distinct([...rawForms, ...unescapedForms, toBase64(secret)]).map((text) => ({
    text,
    minRecognized: MIN_RECOGNIZED,
  }));
}

/** What `Authorization` has may be encoded once more, and what is encoded may have been escaped. */
function encodedForms(secret: string): readonly SearchTerm[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const writtenForms = [secret, secret.toLowerCase(), secret.toUpperCase(), json, inUrl, toBase64(secret)];
  return distinct(distinct(writtenForms).flatMap(encodings))
    .filter((text) => text.length >= MIN_LONG_LENGTH)
    .map((text) => ({ text, minRecognized: MIN_RECOGNIZED_ENCODED }));
}

function encodings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [bytes.toString('base64'), toBase64(text), ...embeddedBase64Forms(bytes)];
  const numbers = bytes.length < MIN_RECOGNIZED ? [] : [bytes.toString('hex'), bytes.join(','), bytes.join('')];
  return [...base64, ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')), ...numbers];
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}

/** Base64 of a longer text has one of three forms of the secret in it, but for the characters at its edges. */
function embeddedBase64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset === 0 ? 0 : offset + 1, Math.floor((offset + bytes.length) / 3) * 4),
  );
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
