/** From broken checks to findings: sent again before anybody is accused, and folded where the cause is the same. */
import { errorsFirst, type Finding, type Severity } from '../../finding/finding.ts';
import {
  type CaseFailure,
  type CheckedCase,
  type CheckedExchange,
  failuresByFingerprint,
} from '../checking/checked-case.ts';
import { createFinding } from '../findings/create-finding.ts';
import { countShownRequests } from '../findings/shown-case.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from '../session/session.ts';
import { createCauseLimit, createRestFinding, restFingerprint, SEEN_ONCE } from './finding-limit.ts';
import { findShownAlready, isReproduced } from './random-duplicates.ts';
import { createReproducer, type Reproducer } from './reproduce-and-shrink.ts';

export interface Triage {
  /** Confirms and keeps the findings that are new; those that are known only count up. */
  add(checkedCase: CheckedCase): Promise<readonly Severity[]>;
  /** All findings, faults first, each in the order of its first case. */
  findings(): readonly Finding[];
  errorCount(): number;
}

/** `isOver` tells when there is no time left to send anything again. */
export function createTriage(session: Session, isOver = () => false): Triage {
  const findingsByKey = new Map<string, Finding>();
  /** How plainly each of them is shown. */
  const shownSimplicity = new Map<string, number>();
  const causeLimit = createCauseLimit();
  const reproducer = createReproducer(session, isOver);
  return {
    async add(checkedCase) {
      const failures = failuresByFingerprint(checkedCase);
      if (failures.size === 0) return [];
      const unreproduced = [...failures].filter(([key, failure]) => {
        const findingKey = findingKeyFor(checkedCase, key, failure);
        const isNew =
          !isReproduced(findingsByKey.get(findingKey)) ||
          simplicity(checkedCase.testCase, failure.exchange) < simplicityOf(findingKey);
        return findingKey !== restFingerprint(failure) && isNew;
      });
      const found = await reproduceFailures({ session, confirmer: reproducer }, checkedCase, new Map(unreproduced));
      return [...failures].map(([key, failure]) => {
        const findingKey = findingKeyFor(checkedCase, key, failure);
        const finding = findingFor({ checkedCase, failure, findingKey, reproducedFinding: found.get(key) });
        if (finding.evidence !== findingsByKey.get(findingKey)?.evidence)
          shownSimplicity.set(findingKey, simplicity(checkedCase.testCase, failure.exchange));
        findingsByKey.set(findingKey, finding);
        return finding.severity;
      });
    },
    findings: () => errorsFirst([...findingsByKey.values()]),
    errorCount: () => [...findingsByKey.values()].filter((finding) => !isWarning(finding)).length,
  };

  function simplicityOf(findingKey: string): number {
    return shownSimplicity.get(findingKey) ?? 0;
  }

  function findingFor({ checkedCase: { testCase }, failure, findingKey, reproducedFinding }: FindingInput): Finding {
    const previous = findingsByKey.get(findingKey);
    if (findingKey === restFingerprint(failure))
      return previous === undefined
        ? createRestFinding(session, testCase, failure)
        : countRepeat(previous, testCase.id);
    if (previous !== undefined && reproducedFinding === undefined) return countRepeat(previous, testCase.id);
    const finding = mergeFindings(previous, reproducedFinding ?? createFinding(session, testCase, failure, SEEN_ONCE));
    if (previous === undefined) causeLimit.add(failure, finding);
    return finding;
  }

  /** That of its cause, while there is room for one more. */
  function findingKeyFor(checkedCase: CheckedCase, fingerprint: string, failure: CaseFailure): string {
    const findingKey = causeKey(checkedCase, fingerprint, failure);
    return findingsByKey.has(findingKey) || causeLimit.hasCapacityFor(failure) ? findingKey : restFingerprint(failure);
  }

  /** Of what was drawn at random, and is told already, the name of that. */
  function causeKey({ testCase }: CheckedCase, fingerprint: string, { check, violation }: CaseFailure): string {
    if (testCase.shrink === undefined) return fingerprint;
    const severity = violation.severity ?? check.severity;
    const randomFailure = {
      check: check.id,
      severity,
      subject: testCase.operation.id,
      place: violation.place,
      fingerprint,
    };
    const shownSimplicity = findShownAlready(randomFailure, findingsByKey.values());
    if (shownSimplicity === undefined) return fingerprint;
    const [findingKey = fingerprint] = [...findingsByKey].find(([, finding]) => finding === shownSimplicity) ?? [];
    return findingKey;
  }
}

/** One of the things that an attempt shows to be broken. */
interface FindingInput {
  readonly checkedCase: CheckedCase;
  readonly failure: CaseFailure;
  readonly findingKey: string;
  /** Undefined where it was not sent again. */
  readonly reproducedFinding: Finding | undefined;
}

/** The findings by fingerprint, each with how often it was seen, and as simple as it can be shown. */
async function reproduceFailures(
  { session, confirmer: reproducer }: { readonly session: Session; readonly confirmer: Reproducer },
  checkedCase: CheckedCase,
  unreproduced: ReadonlyMap<string, CaseFailure>,
): Promise<ReadonlyMap<string, Finding>> {
  if (unreproduced.size === 0) return new Map();
  const shrunk = await reproducer.shrink(checkedCase, [...unreproduced.keys()]);
  const { attempts, reproduced, isUnreachable } = await reproducer.reproduce(shrunk, [...unreproduced.keys()]);
  const shownSimplicity = failuresByFingerprint(shrunk);
  const findings = [...unreproduced].map(([fingerprint, failure]) => {
    const reproduction = { seen: reproduced.get(fingerprint) ?? 1, sent: attempts, gone: isUnreachable };
    const simple = shownSimplicity.get(fingerprint);
    const { testCase } = simple === undefined ? checkedCase : shrunk;
    return [fingerprint, createFinding(session, testCase, simple ?? failure, reproduction)] as const;
  });
  return new Map(findings);
}

function isWarning({ severity }: Finding): boolean {
  return severity === 'advice';
}

function mergeFindings(previous: Finding | undefined, reproducedFinding: Finding): Finding {
  if (previous === undefined) return reproducedFinding;
  const replacesPrevious = !isReproduced(previous) || reproducedFinding.severity === previous.severity;
  const shrunk = isReproduced(reproducedFinding) && replacesPrevious ? reproducedFinding : previous;
  const { evidence } = shrunk === reproducedFinding ? previous : reproducedFinding;
  return { ...shrunk, more: previous.more + 1, others: otherCases(previous, evidence?.caseId) };
}

/** What is known, and was seen again, is not written out once more: of a wrong store that is nearly every case. */
function countRepeat(previous: Finding, caseId: string): Finding {
  return { ...previous, more: previous.more + 1, others: otherCases(previous, caseId) };
}

const MAX_OTHER_CASES = 3;

/** Which cases show the same: the first few are enough to see what they have in common. */
function otherCases({ others = [] }: Finding, caseId: string | undefined): readonly string[] {
  if (caseId === undefined || others.length >= MAX_OTHER_CASES || others.includes(caseId)) return others;
  return [...others, caseId];
}

/** Lower is plainer: what was made on purpose, fewer requests, a kind of case that needs no thought. */
function simplicity({ category, sendMode, shrink }: TestCase, exchange: CheckedExchange): number {
  // To make it simpler takes many requests.
  if (shrink !== undefined) return Number.POSITIVE_INFINITY;
  const requests = countShownRequests(exchange) + (sendMode === undefined ? 0 : 1);
  const rank = simpleCategories.indexOf(category);
  return requests + (rank < 0 ? simpleCategories.length : rank) / (simpleCategories.length + 1);
}

/** Anybody has seen these go wrong. */
const simpleCategories = ['valid-bodies', 'missing-properties', 'wrong-types'];
