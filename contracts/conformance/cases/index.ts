/** All families, in the order in which they run: what is valid first, since the rest rests on it. */
import { brokenBodies } from './broken-bodies.ts';
import { combinations } from './combinations.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { decimals } from './decimals.ts';
import { extraProperties } from './extra-properties.ts';
import type { Family } from './family.ts';
import { integerLimits } from './integer-limits.ts';
import { limits } from './limits.ts';
import { mediaTypes } from './media-types.ts';
import { missingProperties } from './missing-properties.ts';
import { negotiation } from './negotiation.ts';
import { neighbours } from './neighbours.ts';
import { otherSpellings } from './other-spellings.ts';
import { parameters } from './parameters.ts';
import { random } from './random.ts';
import { sequences } from './sequences.ts';
import { texts } from './texts.ts';
import { validBodies } from './valid-bodies.ts';
import { wrongShapes } from './wrong-shapes.ts';
import { wrongTypes } from './wrong-types.ts';

export const families: readonly Family[] = [
  validBodies,
  texts,
  otherSpellings,
  negotiation,
  integerLimits,
  decimals,
  limits,
  combinations,
  parameters,
  missingProperties,
  extraProperties,
  wrongTypes,
  wrongShapes,
  connections,
  brokenBodies,
  mediaTypes,
  neighbours,
  // Before what takes long and succeeds: what a store remembers of failures is seen while there are only failures.
  credentials,
  sequences,
  random,
];

/** The families of these names; all of them for none. */
export function familiesFor(only: readonly string[]): readonly Family[] {
  return only.length === 0 ? families : families.filter(({ name }) => only.includes(name));
}
