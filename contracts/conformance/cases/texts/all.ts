import { characters } from './characters.ts';
import { escapes } from './escapes.ts';
import { lookAlikes } from './look-alikes.ts';
import { sizes } from './sizes.ts';
import type { Specimen } from './specimen.ts';
import { whiteSpace } from './white-space.ts';

/** The plainest first. */
export const specimens: readonly Specimen[] = [
  ...sizes,
  ...whiteSpace,
  ...characters,
  ...escapes,
  ...lookAlikes,
];
