/** Creates a finding from a failed check, with everything needed to reproduce it. Secrets are masked. */
import { sourceLine } from '../../../spec/model/contract.ts';
import type { Finding, Reproduction, Severity } from '../../finding/finding.ts';
import { highlightedNames, sourceSnippet } from '../../finding/source-snippet.ts';
import type { CaseFailure } from '../checking/checked-case.ts';
import type { Check, Violation } from '../checks/check.ts';
import type { TestCase } from '../model/test-case.ts';
import { getMask } from '../request/credentials/credential-mask.ts';
import type { Session } from '../session/session.ts';
import { findContractSentence } from './contract-sentence.ts';
import { withChangeMask } from './evidence/printed-change.ts';
import { createEvidence, findMutatedPath } from './evidence.ts';
import { createShownCase } from './shown-case.ts';

export function createFinding(
  session: Session,
  testCase: TestCase,
  { exchange, check, violation, fingerprintPrefix }: CaseFailure,
  reproduction: Reproduction,
): Finding {
  const { contract, baseUrl, credentials, hooks, replayOptions } = session.target;
  const { requestSpec, exchange: received, isPreceding } = exchange;
  const shown = createShownCase(testCase, exchange);
  const schemes = session.schemes.get(shown.operation.id) ?? [];
  const mask = withChangeMask(getMask(credentials), received.hookChange);
  const { responsePart, place } = violation;
  const evidence = createEvidence({
    contract,
    shownCase: shown,
    requestSpec,
    exchange: received,
    baseUrl,
    schemes,
    credentials,
    responsePart,
    hooks: hooks?.used,
    replayOptions,
  });
  const mutation = isPreceding ? `${evidence.mutation}; the request before it is shown` : evidence.mutation;
  return {
    check: check.id,
    severity: findingSeverity(check, violation, {
      ...reproduction,
      isUnreachable: reproduction.isUnreachable || session.wasUnreachable(),
    }),
    title: check.title,
    subject: shown.operation.id,
    expected: mask(violation.expected),
    received: mask(violation.received),
    place,
    lineText: sourceLine(contract, place),
    requirement: violation.requirement ?? findContractSentence(place, contract, shown.operation),
    snippet: sourceSnippet(contract, place, highlightedNames(responsePart, findMutatedPath(shown, requestSpec))),
    responsePart,
    why: check.why,
    fingerprint: mask(`${fingerprintPrefix}|${violation.key}`),
    similarCount: 0,
    evidence: { ...evidence, mutation, reproduction },
  };
}

/**
 * A failure that the repetitions did not show may be caused by the network or by another case, unless the
 * implementation was unreachable afterwards; `triage/intermittent.ts` counts such failures. A connection that broke may
 * be a network problem also where nothing was repeated. A success without valid credentials has no other cause than the
 * implementation, so that one is enough.
 */
function findingSeverity(
  check: Check,
  violation: Violation,
  { reproduced, attempts, isUnreachable }: Reproduction,
): Severity {
  const isOnce = reproduced === 1 && (attempts > 1 || check.id === 'response-arrives');
  return isOnce && !isUnreachable && check.id !== 'unauthorized-rejected'
    ? 'warning'
    : (violation.severity ?? check.severity);
}
