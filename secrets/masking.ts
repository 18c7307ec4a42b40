/** Keeps credentials out of whatever is shown: implementations send them back, and errors quote them. */
import { type Range, type Reading, readings, squeezed, withoutSpace } from './readings.ts';
import { createSearch } from './search.ts';
import { encodedSpellings, partsOfJwt, plainSpellings, RECOGNISED } from './spellings.ts';

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
