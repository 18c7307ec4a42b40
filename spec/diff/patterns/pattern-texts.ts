/** Texts that match a pattern, drawn at random but always the same. */
import fc from 'fast-check';
import { isDrawable } from '../../validation/patterns.ts';
import { ladderOf } from './ladder.ts';

const MOST_DRAWN = 200;

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
