/**
 * Turns failed checks into findings: failures are reproduced first, and failures with the same cause become one
 * finding.
 */
import { type ChosenSeverities, isOff, withChosenSeverity } from '../../finding/chosen-severities.ts';
import { errorsFirst, type Finding, type Severity } from '../../finding/finding.ts';
import {
  type CaseFailure,
  type CheckedCase,
  type CheckedExchange,
  failuresByFingerprint,
  mapViolations,
} from '../checking/checked-case.ts';
import type { CompleteChecks } from '../checking/hook-checks.ts';
import { createFinding } from '../findings/create-finding.ts';
import { countShownRequests } from '../findings/shown-case.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from '../session/session.ts';
import { createExampleFilter } from './example-values.ts';
import { createCauseLimit, createRestFinding, restFingerprint, SEEN_ONCE } from './finding-limit.ts';
import { createIntermittentFailures, isSeenOnce } from './intermittent.ts';
import { findShownAlready, isReproduced } from './random-duplicates.ts';
import { createReproducer, type Reproducer } from './reproduce-and-shrink.ts';
import { createDuplicateFilter, type FilterDuplicates } from './unique-values.ts';
import { createUnknownValueFilter } from './unknown-values.ts';

export interface Triage {
  /** Reproduces and keeps new findings; known ones are only counted. Returns the severities. */
  add(checkedCase: CheckedCase): Promise<readonly Severity[]>;
  /** All findings, errors first, in the order of their first cases. */
  findings(): readonly Finding[];
  errorCount(): number;
}

interface TriageOptions {
  /** Other severities than those of the checks. */
  readonly severities?: ChosenSeverities | undefined;
  /** Leaves out failures that are no findings, after those of other filters. */
  readonly filter?: FilterDuplicates;
  /** Adds the checks of the user, also where a case is repeated. */
  readonly completeChecks?: CompleteChecks;
}

/** `isOver`: there is no time left to repeat cases. */
export function createTriage(
  session: Session,
  isOver = () => false,
  {
    severities = [],
    filter: filterOther = async (one) => one,
    completeChecks = async (one) => one,
  }: TriageOptions = {},
): Triage {
  const findingsByKey = new Map<string, Finding>();
  /** The simplicity of the shown case, by finding; lower is simpler. */
  const shownSimplicity = new Map<string, number>();
  const causeLimit = createCauseLimit();
  const [withoutDuplicates, withoutUnknown] = [createDuplicateFilter(session), createUnknownValueFilter(session)];
  const withoutOtherThanExample = createExampleFilter(session);
  const filterDuplicates: FilterDuplicates = async (one) =>
    filterOther(
      await withoutOtherThanExample(
        await withoutUnknown(await withoutDuplicates(withoutOff(await completeChecks(one), severities))),
      ),
    );
  const reproducer = createReproducer(session, filterDuplicates, isOver);
  const intermittent = createIntermittentFailures(session);
  return {
    async add(anyCase) {
      const checkedCase = await filterDuplicates(anyCase);
      const failures = failuresByFingerprint(checkedCase);
      if (failures.size === 0) return [];
      const unreproduced = [...failures].filter(([key, failure]) => {
        const findingKey = findingKeyFor(checkedCase, key, failure);
        const isNew =
          !isReproduced(findingsByKey.get(findingKey)) ||
          simplicity(checkedCase.testCase, failure.exchange) < simplicityOf(findingKey);
        return findingKey !== restFingerprint(failure) && isNew;
      });
      const found = await reproduceFailures({ session, reproducer }, checkedCase, new Map(unreproduced));
      return [...failures].map(([key, failure]) => {
        const findingKey = findingKeyFor(checkedCase, key, failure);
        const finding = findingFor({ checkedCase, failure, findingKey, reproducedFinding: found.get(key) });
        if (finding.evidence !== findingsByKey.get(findingKey)?.evidence)
          shownSimplicity.set(findingKey, simplicity(checkedCase.testCase, failure.exchange));
        findingsByKey.set(findingKey, finding);
        const reproduced = found.get(key);
        if (reproduced !== undefined && isSeenOnce(reproduced)) intermittent.count(findingKey, failure);
        const applied = intermittent.apply(findingKey, finding);
        return (withChosenSeverity(applied, severities) ?? applied).severity;
      });
    },
    findings: () => errorsFirst(allFindings()),
    errorCount: () => allFindings().filter((finding) => !isWarning(finding)).length,
  };

  function allFindings(): readonly Finding[] {
    return [...findingsByKey].flatMap(
      ([findingKey, finding]) => withChosenSeverity(intermittent.apply(findingKey, finding), severities) ?? [],
    );
  }

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

  /** The key of its cause, or that of the rest when the limit of causes is reached. */
  function findingKeyFor(checkedCase: CheckedCase, fingerprint: string, failure: CaseFailure): string {
    const findingKey = causeKey(checkedCase, fingerprint, failure);
    return findingsByKey.has(findingKey) || causeLimit.hasCapacityFor(failure) ? findingKey : restFingerprint(failure);
  }

  /** For a random case, the key of the finding that reports the same already; otherwise the fingerprint. */
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
    const shownFinding = findShownAlready(randomFailure, findingsByKey.values());
    if (shownFinding === undefined) return fingerprint;
    const [findingKey = fingerprint] = [...findingsByKey].find(([, finding]) => finding === shownFinding) ?? [];
    return findingKey;
  }
}

/** Failures of a check that is off are not reproduced either. */
function withoutOff(checkedCase: CheckedCase, severities: ChosenSeverities): CheckedCase {
  if (severities.length === 0) return checkedCase;
  return mapViolations(checkedCase, (violations) => violations.filter(({ check }) => !isOff(check.id, severities)));
}

/** One failure of a case. */
interface FindingInput {
  readonly checkedCase: CheckedCase;
  readonly failure: CaseFailure;
  readonly findingKey: string;
  /** Undefined when the case was not repeated. */
  readonly reproducedFinding: Finding | undefined;
}

/** Creates the findings, by fingerprint, with the result of the reproduction and the simplest case. */
async function reproduceFailures(
  { session, reproducer }: { readonly session: Session; readonly reproducer: Reproducer },
  checkedCase: CheckedCase,
  unreproduced: ReadonlyMap<string, CaseFailure>,
): Promise<ReadonlyMap<string, Finding>> {
  if (unreproduced.size === 0) return new Map();
  const shrunk = await reproducer.shrink(checkedCase, [...unreproduced.keys()]);
  const { attempts, reproduced, isUnreachable, concurrency } = await reproducer.reproduce(shrunk, [
    ...unreproduced.keys(),
  ]);
  const shrunkFailures = failuresByFingerprint(shrunk);
  const findings = [...unreproduced].map(([fingerprint, failure]) => {
    const concurrent = concurrency?.get(fingerprint);
    const reproduction = {
      ...{ reproduced: reproduced.get(fingerprint) ?? 1, attempts, isUnreachable },
      ...(concurrent === undefined ? {} : { concurrency: concurrent }),
    };
    const shrunkFailure = shrunkFailures.get(fingerprint);
    const { testCase } = shrunkFailure === undefined ? checkedCase : shrunk;
    return [fingerprint, createFinding(session, testCase, shrunkFailure ?? failure, reproduction)] as const;
  });
  return new Map(findings);
}

function isWarning({ severity }: Finding): boolean {
  return severity === 'warning';
}

function mergeFindings(previous: Finding | undefined, reproducedFinding: Finding): Finding {
  if (previous === undefined) return reproducedFinding;
  const replacesPrevious = !isReproduced(previous) || reproducedFinding.severity === previous.severity;
  const shown = isReproduced(reproducedFinding) && replacesPrevious ? reproducedFinding : previous;
  const { evidence } = shown === reproducedFinding ? previous : reproducedFinding;
  return { ...shown, similarCount: previous.similarCount + 1, similar: otherCases(previous, evidence?.caseId) };
}

/** A known failure is only counted: with a faulty implementation, nearly every case repeats one. */
function countRepeat(previous: Finding, caseId: string): Finding {
  return { ...previous, similarCount: previous.similarCount + 1, similar: otherCases(previous, caseId) };
}

const MAX_OTHER_CASES = 3;

/** Ids of other cases with the same failure; the first few are enough to see what they have in common. */
function otherCases({ similar = [] }: Finding, caseId: string | undefined): readonly string[] {
  if (caseId === undefined || similar.length >= MAX_OTHER_CASES || similar.includes(caseId)) return similar;
  return [...similar, caseId];
}

/** Lower is simpler: not random, fewer requests, a simple test category. */
function simplicity({ category, sendMode, shrink }: TestCase, exchange: CheckedExchange): number {
  // A random case would first have to be shrunk, which takes many requests.
  if (shrink !== undefined) return Number.POSITIVE_INFINITY;
  const requests = countShownRequests(exchange) + (sendMode === undefined ? 0 : 1);
  const rank = simpleCategories.indexOf(category);
  return requests + (rank < 0 ? simpleCategories.length : rank) / (simpleCategories.length + 1);
}

/** The categories that are easiest to understand, simplest first. */
const simpleCategories = ['valid-bodies', 'missing-properties', 'wrong-types'];
