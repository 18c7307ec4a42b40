/** All checks, in the order in which their findings are told: the answer itself first, its meaning last. */
import { allowGiven } from './allow-given.ts';
import { answerArrives } from './answer-arrives.ts';
import { bodyIsJson } from './body-is-json.ts';
import { bodyMatchesSchema } from './body-matches-schema.ts';
import { challengeGiven } from './challenge-given.ts';
import { charsetIsUtf8 } from './charset-is-utf-8.ts';
import type { Check } from './check.ts';
import { createdIsEchoed } from './created-is-echoed.ts';
import { credentialsComeFirst } from './credentials-come-first.ts';
import { encodingAsAsked } from './encoding-as-asked.ts';
import { headersDeclared } from './headers-declared.ts';
import { headersWellFormed } from './headers-well-formed.ts';
import { invalidRejected } from './invalid-rejected.ts';
import { keysAreUnique } from './keys-are-unique.ts';
import { mediaTypeDeclared } from './media-type-declared.ts';
import { noBodyWhereNone } from './no-body-where-none.ts';
import { noRedirect } from './no-redirect.ts';
import { noServerError } from './no-server-error.ts';
import { nothingFollows } from './nothing-follows.ts';
import { statusDeclared } from './status-declared.ts';
import { unauthorisedRefused } from './unauthorised-refused.ts';
import { validAccepted } from './valid-accepted.ts';

export const checks: readonly Check[] = [
  answerArrives,
  nothingFollows,
  headersWellFormed,
  noServerError,
  unauthorisedRefused,
  credentialsComeFirst,
  invalidRejected,
  validAccepted,
  noRedirect,
  statusDeclared,
  noBodyWhereNone,
  mediaTypeDeclared,
  encodingAsAsked,
  charsetIsUtf8,
  bodyIsJson,
  keysAreUnique,
  bodyMatchesSchema,
  createdIsEchoed,
  headersDeclared,
  challengeGiven,
  allowGiven,
];
