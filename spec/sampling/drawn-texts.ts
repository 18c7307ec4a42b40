/** Texts that a pattern matches, drawn by fast-check, which is loaded with the first pattern: most contracts have none. */
import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);

/** The same for the same seed. Throws for what cannot be generated from, such as look-arounds. */
export function drawTexts(
  pattern: RegExp,
  how: { readonly seed: number; readonly numRuns: number },
): readonly string[] {
  const { sample, stringMatching }: typeof import('fast-check') = requireHere('fast-check');
  return sample(stringMatching(pattern), how);
}
