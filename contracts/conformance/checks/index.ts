/** All checks, in the order in which their findings are reported: the HTTP message first, its meaning last. */
import { actionChangesState } from './action-changes-state.ts';
import { allowPresent } from './allow-present.ts';
import { bodyIsJson } from './body-is-json.ts';
import { bodyIsXml } from './body-is-xml.ts';
import { bodyMatchesSchema } from './body-matches-schema.ts';
import { challengePresent } from './challenge-present.ts';
import { charsetIsUtf8 } from './charset-is-utf-8.ts';
import type { Check } from './check.ts';
import { conflictingActionRejected } from './conflicting-action-rejected.ts';
import { contentEncodingAccepted } from './content-encoding-accepted.ts';
import { createdIdIsUnique } from './created-id-is-unique.ts';
import { createdIsEchoed } from './created-is-echoed.ts';
import { createdIsFound } from './created-is-found.ts';
import { credentialsCheckedFirst } from './credentials-checked-first.ts';
import { deletedNotFound } from './deleted-not-found.ts';
import { deletedOnce } from './deleted-once.ts';
import { etagChanges } from './etag-changes.ts';
import { filterRespected } from './filter-respected.ts';
import { framingRejected } from './framing-rejected.ts';
import { headersDeclared } from './headers-declared.ts';
import { headersWellFormed } from './headers-well-formed.ts';
import { idempotencyKeyRespected } from './idempotency-key-respected.ts';
import { ifMatchRespected } from './if-match-respected.ts';
import { ifNoneMatchRespected } from './if-none-match-respected.ts';
import { invalidRejected } from './invalid-rejected.ts';
import { keysAreUnique } from './keys-are-unique.ts';
import { limitRespected } from './limit-respected.ts';
import { listHasCreated } from './list-has-created.ts';
import { listShowsWritten } from './list-shows-written.ts';
import { mediaTypeDeclared } from './media-type-declared.ts';
import { noForbiddenBody } from './no-forbidden-body.ts';
import { noRedirect } from './no-redirect.ts';
import { noServerError } from './no-server-error.ts';
import { noStackTrace } from './no-stack-trace.ts';
import { noTrailingData } from './no-trailing-data.ts';
import { pageTakenLast } from './page-taken-last.ts';
import { pagesComplete } from './pages-complete.ts';
import { rangeRespected } from './range-respected.ts';
import { readOnlyIsKept } from './read-only-is-kept.ts';
import { readReturnsWritten } from './read-returns-written.ts';
import { replacedStatus } from './replaced-status.ts';
import { responseArrives } from './response-arrives.ts';
import { scopedToParent } from './scoped-to-parent.ts';
import { scopedToUser } from './scoped-to-user.ts';
import { sortRespected } from './sort-respected.ts';
import { statusDeclared } from './status-declared.ts';
import { totalConsistent } from './total-consistent.ts';
import { unauthorizedRejected } from './unauthorized-rejected.ts';
import { unknownNotFound } from './unknown-not-found.ts';
import { upgradePresent } from './upgrade-present.ts';
import { validAccepted } from './valid-accepted.ts';
import { valueAsDescribed } from './value-as-described.ts';
import { writeOnlyIsHidden } from './write-only-is-hidden.ts';

export const checks: readonly Check[] = [
  responseArrives,
  noTrailingData,
  headersWellFormed,
  framingRejected,
  noServerError,
  unauthorizedRejected,
  credentialsCheckedFirst,
  invalidRejected,
  validAccepted,
  noRedirect,
  statusDeclared,
  noForbiddenBody,
  mediaTypeDeclared,
  contentEncodingAccepted,
  charsetIsUtf8,
  bodyIsJson,
  bodyIsXml,
  keysAreUnique,
  bodyMatchesSchema,
  writeOnlyIsHidden,
  createdIsEchoed,
  valueAsDescribed,
  readOnlyIsKept,
  createdIdIsUnique,
  idempotencyKeyRespected,
  createdIsFound,
  readReturnsWritten,
  replacedStatus,
  etagChanges,
  ifMatchRespected,
  ifNoneMatchRespected,
  rangeRespected,
  listHasCreated,
  listShowsWritten,
  deletedNotFound,
  deletedOnce,
  conflictingActionRejected,
  actionChangesState,
  scopedToParent,
  scopedToUser,
  unknownNotFound,
  limitRespected,
  pagesComplete,
  pageTakenLast,
  filterRespected,
  sortRespected,
  totalConsistent,
  headersDeclared,
  challengePresent,
  allowPresent,
  upgradePresent,
  noStackTrace,
];
