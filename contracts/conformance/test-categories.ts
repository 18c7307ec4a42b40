/** All test categories, in the order in which they run: valid requests first, since the others depend on them. */
import { authentication } from './cases/authentication.ts';
import { boundaryValues } from './cases/boundary-values.ts';
import { connections } from './cases/connections.ts';
import { contentNegotiation } from './cases/content-negotiation.ts';
import { decimals } from './cases/decimals.ts';
import { equivalentRequests } from './cases/equivalent-requests.ts';
import { extraProperties } from './cases/extra-properties.ts';
import { formFields } from './cases/form-fields.ts';
import { integerLimits } from './cases/integer-limits.ts';
import { malformedBodies } from './cases/malformed-bodies.ts';
import { mediaTypes } from './cases/media-types.ts';
import { missingProperties } from './cases/missing-properties.ts';
import { parameters } from './cases/parameters.ts';
import { random } from './cases/random.ts';
import { readOnly } from './cases/read-only.ts';
import { requestIsolation } from './cases/request-isolation.ts';
import { schemaCombinations } from './cases/schema-combinations.ts';
import type { TestCategory } from './cases/test-category.ts';
import { textValues } from './cases/text-values.ts';
import { undeclaredRequests } from './cases/undeclared-requests.ts';
import { unknownIdentifiers } from './cases/unknown-identifiers.ts';
import { validBodies } from './cases/valid-bodies.ts';
import { wrongShapes } from './cases/wrong-shapes.ts';
import { wrongTypes } from './cases/wrong-types.ts';
import { conditionalRequests } from './stateful/conditional-requests.ts';
import { idempotencyKeys } from './stateful/idempotency-keys.ts';
import { lifecycles } from './stateful/lifecycles.ts';
import { listQueries } from './stateful/list-queries.ts';
import { otherUsers } from './stateful/other-users.ts';
import { randomSequences } from './stateful/random-sequences.ts';

export const testCategories: readonly TestCategory[] = [
  validBodies,
  // Early, while lists are short: among thousands of records a new one may be on a page that is not read.
  lifecycles,
  textValues,
  equivalentRequests,
  contentNegotiation,
  integerLimits,
  decimals,
  boundaryValues,
  schemaCombinations,
  parameters,
  formFields,
  unknownIdentifiers,
  missingProperties,
  extraProperties,
  readOnly,
  wrongTypes,
  wrongShapes,
  connections,
  idempotencyKeys,
  malformedBodies,
  mediaTypes,
  undeclaredRequests,
  // Before the long categories that succeed: a lockout after failed logins shows while there are only failures.
  authentication,
  otherUsers,
  requestIsolation,
  conditionalRequests,
  listQueries,
  randomSequences,
  random,
];

/** The categories with these names; all when there are none. */
export function selectCategories(names: readonly string[]): readonly TestCategory[] {
  return names.length === 0 ? testCategories : testCategories.filter(({ name }) => names.includes(name));
}

/** Test categories of earlier versions that have another name now, so that an old `--only` is not only "unknown". */
export const renamedCategories: ReadonlyMap<string, string> = new Map([
  ['broken-bodies', 'malformed-bodies'],
  ['combinations', 'schema-combinations'],
  ['credentials', 'authentication'],
  ['limits', 'boundary-values'],
  ['negotiation', 'content-negotiation'],
  ['neighbours', 'undeclared-requests'],
  ['other-spellings', 'equivalent-requests'],
  ['sequences', 'request-isolation'],
  ['texts', 'text-values'],
  ['unknown-names', 'unknown-identifiers'],
  ['walks', 'random-sequences'],
]);
