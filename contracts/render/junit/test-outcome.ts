/** The test cases of a stage, and the outcome of each: passed, failed, skipped or error. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { AttemptedCheck, ReportedFinding, StageReport } from '../../report/stage-report.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/terminal.ts';

/** One test case of a suite, before its outcome is known. */
export interface CheckWithFindings extends AttemptedCheck {
  /** Includes findings of other checks that break this one too. */
  readonly findings: readonly ReportedFinding[];
}

/**
 * Attempted checks, other checks with findings, and operations that should have been checked; without any, the stage
 * itself.
 */
export function collectChecks(stage: StageReport): readonly CheckWithFindings[] {
  const attemptedChecks = [...uniqueChecks(stage.attemptedChecks)];
  const findingsFor = findingLookup(stage);
  const checks = attemptedChecks.map((attempt) => ({
    ...attempt,
    findings: findingsFor(attempt),
  }));
  const known = new Set(checks.flatMap(({ findings }) => findings));
  const untriedChecks = uniqueChecks(stage.findings.filter((finding) => !known.has(finding)).map(toAttemptedCheck));
  const all = [
    ...checks,
    ...untriedChecks.map((attempt) => ({
      ...attempt,
      findings: findingsFor(attempt),
    })),
    ...uncheckedOperations(stage),
  ];
  return all.length > 0 ? all : [stageAsCheck(stage)];
}

function toAttemptedCheck({ subject, check }: ReportedFinding): AttemptedCheck {
  return { subject, check, count: 1 };
}

function uniqueChecks(checks: readonly AttemptedCheck[]): readonly AttemptedCheck[] {
  return [...new Map(checks.map((attempt) => [checkKey(attempt), attempt] as const)).values()];
}

function checkKey({ subject, check, place }: AttemptedCheck): string {
  return JSON.stringify([subject, check, place?.file, place?.pointer]);
}

/** Any finding at its place can fail an interaction of a pact; every other test case fails by findings of its check. */
function findingLookup({ findings }: StageReport): (attempt: AttemptedCheck) => readonly ReportedFinding[] {
  const byCheck = Map.groupBy(findings, (finding) => checkKey(toAttemptedCheck(finding)));
  const byPlace = indexByPlace(findings);
  return (attempt) => {
    if (attempt.place === undefined) return byCheck.get(checkKey(attempt)) ?? [];
    return [...(byPlace.get(placeKey(attempt.place)) ?? [])];
  };
}

/** Findings by the places where they were found or which they break, and by all ancestors of these places. */
function indexByPlace(findings: readonly ReportedFinding[]): ReadonlyMap<string, ReadonlySet<ReportedFinding>> {
  const index = new Map<string, Set<ReportedFinding>>();
  for (const finding of findings) {
    const { otherPlace, brokenPacts = [] } = finding;
    const places = [...(otherPlace === undefined ? [] : [otherPlace]), ...brokenPacts.map(({ place }) => place)];
    for (const key of places.flatMap(ancestorKeys)) {
      const known = index.get(key) ?? new Set();
      index.set(key, known.add(finding));
    }
  }
  return index;
}

function ancestorKeys({ file, pointer }: Place): readonly string[] {
  const steps = pointer.split('/');
  return steps.map((_step, index) => placeKey({ file, pointer: steps.slice(0, index + 1).join('/') }));
}

function placeKey({ file, pointer }: Pick<Place, 'file' | 'pointer'>): string {
  return JSON.stringify([file, pointer]);
}

/** Whether `inner` is at the place of a document, or below it. */
function isWithinPlace(inner: Place | undefined, { file, pointer }: Place): boolean {
  if (inner?.file !== file) return false;
  return inner.pointer === pointer || inner.pointer.startsWith(`${pointer}/`);
}

/** One test case for each operation; its checks are skipped if it was not checked at all. */
function uncheckedOperations({ run }: StageReport): readonly CheckWithFindings[] {
  const unchecked = run?.unchecked ?? [];
  return unchecked.map(({ operation, reason }) => ({
    subject: operation,
    check: 'checked-completely',
    count: 0,
    uncheckedReason: reason,
    findings: [],
  }));
}

function stageAsCheck({ name, status }: StageReport): CheckWithFindings {
  return { subject: name, check: 'stage', count: status.startsWith('not') ? 0 : 1, findings: [] };
}

export type TestOutcome =
  | { readonly kind: 'passed' }
  /** `message` fits in a list; `text` is the rest. */
  | { readonly kind: 'failure'; readonly type: string; readonly message: string; readonly text: string }
  | { readonly kind: 'error'; readonly type: string; readonly message: string }
  | { readonly kind: 'skipped'; readonly message: string };

/** What the outcome of a test case depends on, apart from its findings. */
interface OutcomeContext {
  readonly stage: StageReport;
  /** Warnings fail the run too. */
  readonly strict: boolean;
  /** By its fingerprint; duplicates are reported, and waived, by their original. */
  findByFingerprint(fingerprint: string): ReportedFinding | undefined;
}

/** A failure takes precedence over what could not be checked, and that over what is waived. */
export function testOutcome(testCase: CheckWithFindings, context: OutcomeContext): TestOutcome {
  const { stage } = context;
  const failing = testCase.findings.filter((finding) => isFailing(finding, context));
  const [first] = failing;
  if (first !== undefined) return failureOutcome(testCase, [first, ...failing.slice(1)], context);
  if (isUnchecked(stage, testCase))
    return { kind: 'error', type: 'not-checked', message: testCase.uncheckedReason ?? stage.summary };
  const [waived] = testCase.findings.flatMap((finding) => findOriginal(finding, context).waived ?? []);
  if (waived !== undefined) return { kind: 'skipped', message: `waived until ${waived.expires}: ${waived.reason}` };
  if (testCase.count === 0 && testCase.findings.length === 0)
    return { kind: 'skipped', message: skipReason(stage, testCase) };
  return { kind: 'passed' };
}

/** Findings that are reported and fail nothing. */
export function warningsOf({ findings }: CheckWithFindings, context: OutcomeContext): readonly ReportedFinding[] {
  return findings.filter(
    (finding) => finding.duplicateOf === undefined && finding.waived === undefined && !isFailing(finding, context),
  );
}

function isFailing(finding: ReportedFinding, context: OutcomeContext): boolean {
  if (findOriginal(finding, context).waived !== undefined) return false;
  return finding.severity === 'error' || context.strict;
}

function findOriginal(finding: ReportedFinding, { findByFingerprint }: OutcomeContext): ReportedFinding {
  return (finding.duplicateOf === undefined ? undefined : findByFingerprint(finding.duplicateOf)) ?? finding;
}

/** One failure element for each test case: the schema that CI servers use allows no more. */
function failureOutcome(
  testCase: CheckWithFindings,
  failing: readonly [ReportedFinding, ...ReportedFinding[]],
  context: OutcomeContext,
): TestOutcome {
  const [first] = failing;
  const messages = new Set(failing.flatMap((finding) => brokenMessages(testCase, finding)));
  const reportedHere = failing.filter((finding) => isReportedHere(testCase, finding));
  const others = failing.filter((finding) => !isReportedHere(testCase, finding));
  const causes = new Set(others.map((finding) => findOriginal(finding, context)));
  return {
    kind: 'failure',
    type: first.check,
    message: [...messages][0] ?? findingSentence(first),
    text: [
      ...reportedHere.map((finding) => findingText(finding, plainStyle)),
      ...(reportedHere.length === 0 && messages.size > 0 ? [[...messages].join('\n')] : []),
      ...[...causes].map((cause) => `${findingSentence(cause)}\nreported in full as ${cause.id}`),
    ].join('\n\n'),
  };
}

/** A finding is reported in full where it was found; other test cases have its message and a reference. */
function isReportedHere({ place }: CheckWithFindings, { duplicateOf, otherPlace }: ReportedFinding): boolean {
  return duplicateOf === undefined && (place === undefined || isWithinPlace(otherPlace, place));
}

function findingSentence({ title, expected, received, place }: ReportedFinding): string {
  return `${title}: expected ${expected}, received ${received} (${formatPlace(place)})`;
}

/** What the consumer expects and does not get. */
function brokenMessages({ place }: CheckWithFindings, { brokenPacts = [] }: ReportedFinding): readonly string[] {
  if (place === undefined) return [];
  return brokenPacts.filter((broken) => isWithinPlace(broken.place, place)).flatMap(({ messages }) => messages);
}

const plainStyle = styleFor({ isTTY: false });

/** In a stage that could not check everything, what was tried passes or fails as usual. */
function isUnchecked(
  { status, attemptedChecks }: StageReport,
  { count, uncheckedReason: unchecked, isPending }: CheckWithFindings,
): boolean {
  if (isPending === true) return false;
  if (unchecked !== undefined) return true;
  return status === 'not run' && (count === 0 || attemptedChecks.every((attempt) => attempt.count > 0));
}

function skipReason(
  { status, summary, run }: StageReport,
  { subject, uncheckedReason: unchecked }: CheckWithFindings,
): string {
  if (unchecked !== undefined) return `not checked: ${unchecked}`;
  if (status === 'not applicable') return summary;
  const uncheckedOperation = run?.unchecked.find(
    ({ operation, casesRun }) => operation === subject && casesRun === 'none',
  );
  return uncheckedOperation === undefined ? 'nothing to check' : `not checked: ${uncheckedOperation.reason}`;
}
