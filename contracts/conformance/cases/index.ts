/** All families, in the order in which they run: what is valid first, since the rest rests on it. */
import { brokenBodies } from './broken-bodies.ts';
import { combinations } from './combinations.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { decimals } from './decimals.ts';
import { extraProperties } from './extra-properties.ts';
import type { Family } from './family.ts';
import { formFields } from './form-fields.ts';
import { integerLimits } from './integer-limits.ts';
import { lifecycles } from './lifecycles.ts';
import { limits } from './limits.ts';
import { listQueries } from './list-queries.ts';
import { mediaTypes } from './media-types.ts';
import { missingProperties } from './missing-properties.ts';
import { negotiation } from './negotiation.ts';
import { neighbours } from './neighbours.ts';
import { otherSpellings } from './other-spellings.ts';
import { parameters } from './parameters.ts';
import { random } from './random.ts';
import { readOnly } from './read-only.ts';
import { sequences } from './sequences.ts';
import { texts } from './texts.ts';
import { unknownNames } from './unknown-names.ts';
import { validBodies } from './valid-bodies.ts';
import { walks } from './walks.ts';
import { wrongShapes } from './wrong-shapes.ts';
import { wrongTypes } from './wrong-types.ts';

export const families: readonly Family[] = [
  validBodies,
  // While a list is short: among thousands of records a new one may be too far behind to be looked for.
  lifecycles,
  texts,
  otherSpellings,
  negotiation,
  integerLimits,
  decimals,
  limits,
  combinations,
  parameters,
  formFields,
  unknownNames,
  missingProperties,
  extraProperties,
  readOnly,
  wrongTypes,
  wrongShapes,
  connections,
  brokenBodies,
  mediaTypes,
  neighbours,
  // Before what takes long and succeeds: what a store remembers of failures is seen while there are only failures.
  credentials,
  sequences,
  listQueries,
  walks,
  random,
];

/** The families of these names; all of them for none. */
export function familiesFor(only: readonly string[]): readonly Family[] {
  return only.length === 0 ? families : families.filter(({ name }) => only.includes(name));
}
