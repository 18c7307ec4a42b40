/** All families, in the order in which they run: what is valid first, since the rest rests on it. */
import { brokenBodies } from './cases/broken-bodies.ts';
import { combinations } from './cases/combinations.ts';
import { connections } from './cases/connections.ts';
import { credentials } from './cases/credentials.ts';
import { decimals } from './cases/decimals.ts';
import { extraProperties } from './cases/extra-properties.ts';
import type { Family } from './cases/family.ts';
import { formFields } from './cases/form-fields.ts';
import { integerLimits } from './cases/integer-limits.ts';
import { limits } from './cases/limits.ts';
import { mediaTypes } from './cases/media-types.ts';
import { missingProperties } from './cases/missing-properties.ts';
import { negotiation } from './cases/negotiation.ts';
import { neighbours } from './cases/neighbours.ts';
import { otherSpellings } from './cases/other-spellings.ts';
import { parameters } from './cases/parameters.ts';
import { random } from './cases/random.ts';
import { readOnly } from './cases/read-only.ts';
import { sequences } from './cases/sequences.ts';
import { texts } from './cases/texts.ts';
import { unknownNames } from './cases/unknown-names.ts';
import { validBodies } from './cases/valid-bodies.ts';
import { wrongShapes } from './cases/wrong-shapes.ts';
import { wrongTypes } from './cases/wrong-types.ts';
import { lifecycles } from './stateful/lifecycles.ts';
import { listQueries } from './stateful/list-queries.ts';
import { walks } from './stateful/walks.ts';

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
