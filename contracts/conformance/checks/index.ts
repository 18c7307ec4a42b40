/** All checks, in the order in which their findings are told: the answer itself first, its meaning last. */
import { answerArrives } from './answer-arrives.ts';
import { bodyIsJson } from './body-is-json.ts';
import { bodyMatchesSchema } from './body-matches-schema.ts';
import { challengeGiven } from './challenge-given.ts';
import type { Check } from './check.ts';
import { createdIsEchoed } from './created-is-echoed.ts';
import { encodingAsAsked } from './encoding-as-asked.ts';
import { headersDeclared } from './headers-declared.ts';
import { invalidRejected } from './invalid-rejected.ts';
import { mediaTypeDeclared } from './media-type-declared.ts';
import { noServerError } from './no-server-error.ts';
import { statusDeclared } from './status-declared.ts';
import { unauthorisedRefused } from './unauthorised-refused.ts';
import { validAccepted } from './valid-accepted.ts';

export const checks: readonly Check[] = [
  answerArrives,
  noServerError,
  unauthorisedRefused,
  invalidRejected,
  validAccepted,
  statusDeclared,
  mediaTypeDeclared,
  encodingAsAsked,
  bodyIsJson,
  bodyMatchesSchema,
  createdIsEchoed,
  headersDeclared,
  challengeGiven,
];
