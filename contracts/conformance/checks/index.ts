/** All checks, in the order in which their findings are reported: the HTTP message first, its meaning last. */
import { allowGiven } from './allow-given.ts';
import { answerArrives } from './answer-arrives.ts';
import { bodyIsJson } from './body-is-json.ts';
import { bodyIsXml } from './body-is-xml.ts';
import { bodyMatchesSchema } from './body-matches-schema.ts';
import { challengeGiven } from './challenge-given.ts';
import { charsetIsUtf8 } from './charset-is-utf-8.ts';
import type { Check } from './check.ts';
import { createdIsEchoed } from './created-is-echoed.ts';
import { createdIsNew } from './created-is-new.ts';
import { createdIsThere } from './created-is-there.ts';
import { credentialsComeFirst } from './credentials-come-first.ts';
import { encodingAsAsked } from './encoding-as-asked.ts';
import { etagChanges } from './etag-changes.ts';
import { filterIsKept } from './filter-is-kept.ts';
import { headersDeclared } from './headers-declared.ts';
import { headersWellFormed } from './headers-well-formed.ts';
import { invalidRejected } from './invalid-rejected.ts';
import { keptBelowItsParent } from './kept-below-its-parent.ts';
import { keysAreUnique } from './keys-are-unique.ts';
import { limitIsKept } from './limit-is-kept.ts';
import { listHasCreated } from './list-has-created.ts';
import { listShowsWritten } from './list-shows-written.ts';
import { mediaTypeDeclared } from './media-type-declared.ts';
import { noBodyWhereNone } from './no-body-where-none.ts';
import { noRedirect } from './no-redirect.ts';
import { noServerError } from './no-server-error.ts';
import { nothingFollows } from './nothing-follows.ts';
import { pageIsCutLast } from './page-is-cut-last.ts';
import { pagesMakeTheWhole } from './pages-make-the-whole.ts';
import { readOnlyIsKept } from './read-only-is-kept.ts';
import { readReturnsWritten } from './read-returns-written.ts';
import { removedIsGone } from './removed-is-gone.ts';
import { removedOnce } from './removed-once.ts';
import { sortIsKept } from './sort-is-kept.ts';
import { statusDeclared } from './status-declared.ts';
import { totalIsRight } from './total-is-right.ts';
import { unauthorisedRefused } from './unauthorised-refused.ts';
import { unknownNotFound } from './unknown-not-found.ts';
import { validAccepted } from './valid-accepted.ts';
import { writeOnlyIsHidden } from './write-only-is-hidden.ts';

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
  bodyIsXml,
  keysAreUnique,
  bodyMatchesSchema,
  writeOnlyIsHidden,
  createdIsEchoed,
  readOnlyIsKept,
  createdIsNew,
  createdIsThere,
  readReturnsWritten,
  etagChanges,
  listHasCreated,
  listShowsWritten,
  removedIsGone,
  removedOnce,
  keptBelowItsParent,
  unknownNotFound,
  limitIsKept,
  pagesMakeTheWhole,
  pageIsCutLast,
  filterIsKept,
  sortIsKept,
  totalIsRight,
  headersDeclared,
  challengeGiven,
  allowGiven,
];
