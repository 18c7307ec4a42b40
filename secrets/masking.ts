/** Masks credentials in all output: implementations echo them, and errors quote them. */
import { concatBytes, decodeLatin1, encodeUtf8, toBase64, toHex } from '../platform/bytes.ts';
import { createSearch, MIN_LONG_LENGTH, type SearchTerm } from './multi-search.ts';
import { type Range, removeSpaces, type UnescapedText, unescapeRepeatedly, withoutWhitespace } from './unescape.ts';

/** The replacement for a credential in reports and curl lines, where a shell substitutes it. */
const TOKEN_MASK = '$PLANT_STORE_TOKEN';

export type Mask = (text: string) => string;

/**
 * Replaces each secret, ignoring case: literal, escaped as in JSON, URLs and markup (also nested), and encoded in
 * Base64, hexadecimal or decimal bytes. All other text stays unchanged.
 */
export function createMask(secrets: readonly (string | undefined)[], mask = TOKEN_MASK): Mask {
  const nonEmpty = [...new Set(secrets)].filter((secret) => secret !== undefined).filter((one) => one !== '');
  const knownSecrets = nonEmpty.flatMap((secret) => [secret, ...jwtParts(secret)]);
  if (knownSecrets.length === 0) return (text) => text;
  const encoded = knownSecrets.flatMap(encodedForms);
  const searches = {
    asWritten: createSearch([...encoded, ...knownSecrets.flatMap(plainForms)]),
    withoutSpaces: createSearch(encoded.map((one) => ({ ...one, text: removeSpaces(one.text) }))),
  };
  return memoizeMask((text) => replaceRanges(text, findSecretRanges(text, searches), mask));
}

/** Logs contain the same texts repeatedly. */
function memoizeMask(mask: Mask): Mask {
  const masked = new Map<string, string>();
  return (text) => {
    if (text.length > MAX_CACHED_LENGTH) return mask(text);
    const cached = masked.get(text);
    if (cached !== undefined) return cached;
    if (masked.size === MAX_CACHED) masked.clear();
    const shown = mask(text);
    masked.set(text, shown);
    return shown;
  };
}

const MAX_CACHED_LENGTH = 500;
const MAX_CACHED = 200;

/** By how much a text can grow: the mask replaces the shortest secret, or the recognized part of a truncated one. */
export function maxGrowthFactor(secrets: readonly string[]): number {
  const shortest = Math.min(MIN_RECOGNIZED, ...secrets.map(({ length }) => Math.max(1, length)));
  return TOKEN_MASK.length / shortest;
}

type Search = ReturnType<typeof createSearch>;

function findSecretRanges(
  text: string,
  { asWritten, withoutSpaces }: { readonly asWritten: Search; readonly withoutSpaces: Search },
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

/** A text may be masked twice, and a secret may be part of the mask's variable name. */
function isMasked(text: string, [from, to]: Range, mask: string): boolean {
  return to - from <= mask.length && text.slice(Math.max(0, to - mask.length), from + mask.length).includes(mask);
}

/** Overlapping ranges become one mask. */
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

/** How many characters of a truncated secret are enough to recognize it. */
const MIN_RECOGNIZED = 4;

/** Longer, since short encoded texts match other text more often. */
const MIN_RECOGNIZED_ENCODED = 8;

/** The claims and the signature of a JWT; its header is the same for many tokens. */
function jwtParts(secret: string): readonly string[] {
  return /^eyJ[\w-]+\.([\w-]{16,})\.([\w-]{16,})$/.exec(secret)?.slice(1) ?? [];
}

/** Literal, in Base64, and unescaped, for a secret that itself contains text that looks like an escape. */
function plainForms(secret: string): readonly SearchTerm[] {
  // Also UTF-8 decoded as Latin-1, as percent-encoding is decoded here.
  const rawForms = [secret, decodeLatin1(encodeUtf8(secret))];
  const unescapedForms = rawForms
    .flatMap((text) => [...unescapeRepeatedly(text)].map((reading) => reading.text))
    .filter((text) => text.length >= MIN_LONG_LENGTH);
  return distinct([...rawForms, ...unescapedForms, unpaddedBase64(secret)]).map((text) => ({
    text,
    minRecognized: MIN_RECOGNIZED,
  }));
}

/** The value of `Authorization` may be encoded again, and encoded text may have been escaped before. */
function encodedForms(secret: string): readonly SearchTerm[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const writtenForms = [secret, secret.toLowerCase(), secret.toUpperCase(), json, inUrl, unpaddedBase64(secret)];
  return distinct(distinct(writtenForms).flatMap(encodings))
    .filter((text) => text.length >= MIN_LONG_LENGTH)
    .map((text) => ({ text, minRecognized: MIN_RECOGNIZED_ENCODED }));
}

function encodings(text: string): readonly string[] {
  const bytes = encodeUtf8(text);
  const base64 = [toBase64(bytes), unpaddedBase64(text), ...embeddedBase64Forms(bytes)];
  const numbers = bytes.length < MIN_RECOGNIZED ? [] : [toHex(bytes), bytes.join(','), bytes.join('')];
  return [...base64, ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')), ...numbers];
}

function unpaddedBase64(text: string): string {
  return toBase64(encodeUtf8(text)).replace(/=+$/, '');
}

/** Base64 of a text that contains the secret has one of three forms of it, except for the characters at the edges. */
function embeddedBase64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].map((offset) =>
    toBase64(concatBytes([new Uint8Array(offset), bytes])).slice(
      offset === 0 ? 0 : offset + 1,
      Math.floor((offset + bytes.length) / 3) * 4,
    ),
  );
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
