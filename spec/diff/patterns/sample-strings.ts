/** Sample strings that match a pattern: random, but always the same. */
import fc from 'fast-check';
import { canGenerateMatches, canMatchInTime } from '../../validation/patterns.ts';

/** Few or none if strings cannot be generated for the pattern. */
export function sampleStrings(pattern: RegExp): readonly string[] {
  const samples = sampleCache.get(pattern) ?? generateSamples(pattern);
  sampleCache.set(pattern, samples);
  return samples;
}

const sampleCache = new WeakMap<RegExp, readonly string[]>();

function generateSamples(pattern: RegExp): readonly string[] {
  if (!canGenerateMatches(pattern)) return [];
  try {
    return fc.sample(fc.stringMatching(pattern), { seed: 1, numRuns: MAX_SAMPLES });
  } catch {
    // fast-check does not support lookarounds and back-references.
    return matchingPlainStrings(pattern);
  }
}

const MAX_SAMPLES = 200;

/** Filters plain strings: `aaaaaaa1` matches a password pattern that requires letters and digits. */
function matchingPlainStrings(pattern: RegExp): readonly string[] {
  return plainStrings.filter((text) => canMatchInTime(pattern, text) && pattern.test(text));
}

const characterKinds = ['a', 'A', '1', '!'] as const;

const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 20, 24, 32, 33, 40, 64, 65, 100, 128];

/** All non-empty subsets of character kinds, smallest first. */
const kindSets = Array.from({ length: 2 ** characterKinds.length - 1 }, (_unused, index) =>
  characterKinds.filter((_kind, bit) => (index + 1) & (1 << bit)),
).toSorted((one, other) => one.length - other.length);

/** Plain strings of several lengths and character kinds, for patterns without generated samples. */
const plainStrings = kindSets.flatMap((set) =>
  lengths.filter((length) => length >= set.length).map((length) => set.join('').padStart(length, set[0])),
);
