/** A finding from what a check found broken, with all that a person needs to see it again. Nothing secret passes. */
import { sourceLine } from '../../../spec/model/contract.ts';
import type { Confirmation, Finding, Severity } from '../../finding/finding.ts';
import { namesMeant, quoteOf } from '../../finding/quote.ts';
import type { Check, Violation } from '../checks/check.ts';
import type { Broken } from '../judging/attempt.ts';
import type { Case } from '../model/case.ts';
import { masker } from '../request/credentials/mask.ts';
import type { Session } from '../session/session.ts';
import { evidenceOf, mutatedAt } from './evidence.ts';
import { sentenceOf } from './sentence.ts';
import { shownCase } from './shown-case.ts';

export function findingOf(
  session: Session,
  told: Case,
  { scene, check, violation, kind }: Broken,
  confirmation: Confirmation,
): Finding {
  const { contract, baseUrl, credentials } = session.target;
  const { draft, exchange, isPrelude } = scene;
  const tried = shownCase(told, scene);
  const schemes = session.schemes.get(tried.operation.id) ?? [];
  const mask = masker(credentials);
  const { at, place } = violation;
  const evidence = evidenceOf({ contract, tried, draft, exchange, baseUrl, schemes, credentials, at });
  const mutation = isPrelude ? `${evidence.mutation}; shown is the one before it` : evidence.mutation;
  return {
    check: check.id,
    severity: isByChance(scene, confirmation)
      ? 'advice'
      : severityOf(check, violation, { ...confirmation, gone: confirmation.gone || session.wasAway() }),
    title: check.title,
    subject: tried.operation.id,
    expected: mask(violation.expected),
    received: mask(violation.received),
    place,
    line: sourceLine(contract, place),
    rule: violation.rule ?? sentenceOf(place, contract, tried.operation),
    quote: quoteOf(contract, place, namesMeant(at, mutatedAt(tried, draft))),
    at,
    why: check.why,
    fingerprint: mask(`${kind}|${violation.key}`),
    more: 0,
    evidence: { ...evidence, mutation, confirmation },
  };
}

/** What others of ours do to a store meanwhile, such as taking the number of what was removed, is no fault of it. */
function isByChance({ step }: Broken['scene'], { seen, sent }: Confirmation): boolean {
  return step?.recall !== undefined && seen === 1 && sent > 1;
}

/**
 * A connection that broke once and never again may be the network's doing, unless the implementation could not be reached
 * afterwards. An answer that was given was given.
 */
function severityOf(check: Check, violation: Violation, { seen, gone }: Confirmation): Severity {
  if (check.id === 'answer-arrives' && seen === 1 && !gone) return 'advice';
  return violation.severity ?? check.severity;
}
