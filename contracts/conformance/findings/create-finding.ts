/** A finding from what a check found broken, with all that a person needs to see it again. Nothing secret passes. */
import { sourceLine } from '../../../spec/model/contract.ts';
import type { Finding, Reproduction, Severity } from '../../finding/finding.ts';
import { highlightedNames, sourceSnippet } from '../../finding/source-snippet.ts';
import type { CaseFailure } from '../checking/checked-case.ts';
import type { Check, Violation } from '../checks/check.ts';
import type { TestCase } from '../model/test-case.ts';
import { getMask } from '../request/credentials/credential-mask.ts';
import type { Session } from '../session/session.ts';
import { findContractSentence } from './contract-sentence.ts';
import { createEvidence, findMutatedPath } from './evidence.ts';
import { createShownCase } from './shown-case.ts';

export function createFinding(
  session: Session,
  testCase: TestCase,
  { exchange, check, violation, fingerprintPrefix }: CaseFailure,
  reproduction: Reproduction,
): Finding {
  const { contract, baseUrl, credentials } = session.target;
  const { requestSpec, exchange: received, isPreceding } = exchange;
  const shown = createShownCase(testCase, exchange);
  const schemes = session.schemes.get(shown.operation.id) ?? [];
  const mask = getMask(credentials);
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
  });
  const mutation = isPreceding ? `${evidence.mutation}; shown is the one before it` : evidence.mutation;
  return {
    check: check.id,
    severity: isFlaky(exchange, reproduction)
      ? 'advice'
      : findingSeverity(check, violation, {
          ...reproduction,
          gone: reproduction.gone || session.wasUnreachable(),
        }),
    title: check.title,
    subject: shown.operation.id,
    expected: mask(violation.expected),
    received: mask(violation.received),
    place,
    line: sourceLine(contract, place),
    rule: violation.requirement ?? findContractSentence(place, contract, shown.operation),
    quote: sourceSnippet(contract, place, highlightedNames(responsePart, findMutatedPath(shown, requestSpec))),
    at: responsePart,
    why: check.why,
    fingerprint: mask(`${fingerprintPrefix}|${violation.key}`),
    more: 0,
    evidence: { ...evidence, mutation, confirmation: reproduction },
  };
}

/** What others of ours do to a store meanwhile, such as taking the number of what was removed, is no fault of it. */
function isFlaky({ step }: CaseFailure['exchange'], { seen: reproduced, sent: attempts }: Reproduction): boolean {
  return step?.expectedState !== undefined && reproduced === 1 && attempts > 1;
}

/**
 * A connection that broke once and never again may be the network's doing, unless the implementation could not be reached
 * afterwards. An answer that was given was given.
 */
function findingSeverity(
  check: Check,
  violation: Violation,
  { seen: reproduced, gone: isUnreachable }: Reproduction,
): Severity {
  if (check.id === 'answer-arrives' && reproduced === 1 && !isUnreachable) return 'advice';
  return violation.severity ?? check.severity;
}
