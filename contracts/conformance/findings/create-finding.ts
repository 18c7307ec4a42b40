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
  const mutation = isPreceding ? `${evidence.mutation}; the request before it is shown` : evidence.mutation;
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

/**
 * A state failure that was not reproduced may be caused by a concurrent case, for example one that reused a deleted id.
 */
function isFlaky({ step }: CaseFailure['exchange'], { seen: reproduced, sent: attempts }: Reproduction): boolean {
  return step?.expectedState !== undefined && reproduced === 1 && attempts > 1;
}

/**
 * A connection that broke only once may be a network problem, unless the implementation was unreachable afterwards. A
 * response, in contrast, counts even if it came only once.
 */
function findingSeverity(
  check: Check,
  violation: Violation,
  { seen: reproduced, gone: isUnreachable }: Reproduction,
): Severity {
  if (check.id === 'response-arrives' && reproduced === 1 && !isUnreachable) return 'advice';
  return violation.severity ?? check.severity;
}
