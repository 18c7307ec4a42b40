/** Texts that match a pattern, drawn at random but always the same. */
import fc from 'fast-check';
import { canTry, isDrawable } from '../../validation/patterns.ts';

/** Few, or none, where the pattern cannot be drawn from. */
export function drawn(pattern: RegExp): readonly string[] {
  const known = texts.get(pattern) ?? draw(pattern);
  texts.set(pattern, known);
  return known;
}

const texts = new WeakMap<RegExp, readonly string[]>();

function draw(pattern: RegExp): readonly string[] {
  if (!isDrawable(pattern)) return [];
  try {
    return fc.sample(fc.stringMatching(pattern), { seed: 1, numRuns: MOST_DRAWN });
  } catch {
    // Look-arounds and back-references cannot be drawn from.
    return ladderOf(pattern);
  }
}

const MOST_DRAWN = 200;

/** Those that match: `aaaaaaa1` is a password where letters and digits are asked for. */
function ladderOf(pattern: RegExp): readonly string[] {
  return ladder.filter((text) => canTry(pattern, text) && pattern.test(text));
}

const kinds = ['a', 'A', '1', '!'] as const;

const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 20, 24, 32, 33, 40, 64, 65, 100, 128];

/** Each set of kinds that is not empty, the smallest first. */
const sets = Array.from({ length: 2 ** kinds.length - 1 }, (_unused, index) =>
  kinds.filter((_kind, bit) => (index + 1) & (1 << bit)),
).toSorted((one, other) => one.length - other.length);

/** Plain texts of several lengths and kinds of characters, for patterns that none can be drawn from. */
const ladder = sets.flatMap((set) =>
  lengths.filter((length) => length >= set.length).map((length) => set.join('').padStart(length, set[0])),
);
