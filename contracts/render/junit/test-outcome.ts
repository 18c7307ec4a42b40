/** What there is to tell of a stage, one unit each, and what became of it: passed, failed, skipped or in error. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { AttemptedCheck, StageReport, ToldFinding } from '../../report/stage-report.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/terminal.ts';

/** One case of a suite, before it is judged. */
export interface CheckWithFindings extends AttemptedCheck {
  /** Those of other units that break this one too are among them. */
  readonly findings: readonly ToldFinding[];
}

/** What was tried, what has findings all the same, what should have been tried; without any, the stage itself. */
export function collectChecks(stage: StageReport): readonly CheckWithFindings[] {
  const attemptedChecks = [...uniqueChecks(stage.tried)];
  const findingsFor = findingLookup(stage);
  const checks = attemptedChecks.map((checkWithFindings) => ({
    ...checkWithFindings,
    findings: findingsFor(checkWithFindings),
  }));
  const known = new Set(checks.flatMap(({ findings }) => findings));
  const untriedChecks = uniqueChecks(stage.findings.filter((finding) => !known.has(finding)).map(toAttemptedCheck));
  const all = [
    ...checks,
    ...untriedChecks.map((checkWithFindings) => ({
      ...checkWithFindings,
      findings: findingsFor(checkWithFindings),
    })),
    ...uncheckedOperations(stage),
  ];
  return all.length > 0 ? all : [stageAsCheck(stage)];
}

function toAttemptedCheck({ subject, check }: ToldFinding): AttemptedCheck {
  return { subject, check, count: 1 };
}

function uniqueChecks(checks: readonly AttemptedCheck[]): readonly AttemptedCheck[] {
  return [
    ...new Map(checks.map((checkWithFindings) => [checkKey(checkWithFindings), checkWithFindings] as const)).values(),
  ];
}

function checkKey({ subject, check, place }: AttemptedCheck): string {
  return JSON.stringify([subject, check, place?.file, place?.pointer]);
}

/** An interaction of a pact fails by whatever is the cause; all else by findings of its own check. */
function findingLookup({ findings }: StageReport): (checkWithFindings: AttemptedCheck) => readonly ToldFinding[] {
  const byCheck = Map.groupBy(findings, (finding) => checkKey(toAttemptedCheck(finding)));
  const byPlace = indexByPlace(findings);
  return (checkWithFindings) => {
    if (checkWithFindings.place === undefined) return byCheck.get(checkKey(checkWithFindings)) ?? [];
    return [...(byPlace.get(placeKey(checkWithFindings.place)) ?? [])];
  };
}

/** By each place where they are found, or break what stands there, and by all above it. */
function indexByPlace(findings: readonly ToldFinding[]): ReadonlyMap<string, ReadonlySet<ToldFinding>> {
  const index = new Map<string, Set<ToldFinding>>();
  for (const finding of findings) {
    const { otherPlace, breaks: brokenPacts = [] } = finding;
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

/** At a place of a document, or below it. */
function isWithinPlace(inner: Place | undefined, { file, pointer }: Place): boolean {
  if (inner?.file !== file) return false;
  return inner.pointer === pointer || inner.pointer.startsWith(`${pointer}/`);
}

/** Each once: the checks of an operation that was not judged at all are skipped. */
function uncheckedOperations({ run }: StageReport): readonly CheckWithFindings[] {
  const unchecked = run?.unjudged ?? [];
  return unchecked.map(({ operation, reason }) => ({
    subject: operation,
    check: 'judged-in-full',
    count: 0,
    unjudged: reason,
    findings: [],
  }));
}

function stageAsCheck({ name, status }: StageReport): CheckWithFindings {
  return { subject: name, check: 'stage', count: status.startsWith('not') ? 0 : 1, findings: [] };
}

export type TestOutcome =
  | { readonly kind: 'passed' }
  /** `message` fits a list; `text` is the rest. */
  | { readonly kind: 'failure'; readonly type: string; readonly message: string; readonly text: string }
  | { readonly kind: 'error'; readonly type: string; readonly message: string }
  | { readonly kind: 'skipped'; readonly message: string };

/** What a unit is judged by, besides itself. */
interface OutcomeContext {
  readonly stage: StageReport;
  /** Advice fails too. */
  readonly strict: boolean;
  /** By its fingerprint; findings of one cause are told, and waived, by the one that tells of it. */
  findByFingerprint(fingerprint: string): ToldFinding | undefined;
}

/** A failure goes before what could not be judged, and that before what is waived. */
export function testOutcome(checkWithFindings: CheckWithFindings, context: OutcomeContext): TestOutcome {
  const { stage } = context;
  const failing = checkWithFindings.findings.filter((finding) => isFailing(finding, context));
  const [first] = failing;
  if (first !== undefined) return failureOutcome(checkWithFindings, [first, ...failing.slice(1)], context);
  if (isUnchecked(stage, checkWithFindings))
    return { kind: 'error', type: 'not-judged', message: checkWithFindings.unjudged ?? stage.summary };
  const [waived] = checkWithFindings.findings.flatMap((finding) => findOriginal(finding, context).waived ?? []);
  if (waived !== undefined) return { kind: 'skipped', message: `waived until ${waived.expires}: ${waived.reason}` };
  if (checkWithFindings.count === 0 && checkWithFindings.findings.length === 0)
    return { kind: 'skipped', message: skipReason(stage, checkWithFindings) };
  return { kind: 'passed' };
}

/** What is told and fails nothing. */
export function warningsOf({ findings }: CheckWithFindings, context: OutcomeContext): readonly ToldFinding[] {
  return findings.filter(
    (finding) => finding.sameAs === undefined && finding.waived === undefined && !isFailing(finding, context),
  );
}

function isFailing(finding: ToldFinding, context: OutcomeContext): boolean {
  if (findOriginal(finding, context).waived !== undefined) return false;
  return finding.severity === 'fault' || context.strict;
}

function findOriginal(finding: ToldFinding, { findByFingerprint }: OutcomeContext): ToldFinding {
  return (finding.sameAs === undefined ? undefined : findByFingerprint(finding.sameAs)) ?? finding;
}

/** One failure element a case: the schema that CI servers use allows no more. */
function failureOutcome(
  checkWithFindings: CheckWithFindings,
  failing: readonly [ToldFinding, ...ToldFinding[]],
  context: OutcomeContext,
): TestOutcome {
  const [first] = failing;
  const messages = new Set(failing.flatMap((finding) => brokenMessages(checkWithFindings, finding)));
  const reportedHere = failing.filter((finding) => isReportedHere(checkWithFindings, finding));
  const others = failing.filter((finding) => !isReportedHere(checkWithFindings, finding));
  const causes = new Set(others.map((finding) => findOriginal(finding, context)));
  return {
    kind: 'failure',
    type: first.check,
    message: [...messages][0] ?? findingSentence(first),
    text: [
      ...reportedHere.map((finding) => findingText(finding, plainStyle)),
      ...(reportedHere.length === 0 && messages.size > 0 ? [[...messages].join('\n')] : []),
      ...[...causes].map((cause) => `${findingSentence(cause)}\ntold in full as ${cause.id}`),
    ].join('\n\n'),
  };
}

/** In full where it was found; elsewhere what is wrong for that unit, and where the rest is. */
function isReportedHere({ place }: CheckWithFindings, { sameAs: duplicateOf, otherPlace }: ToldFinding): boolean {
  return duplicateOf === undefined && (place === undefined || isWithinPlace(otherPlace, place));
}

function findingSentence({ title, expected, received, place }: ToldFinding): string {
  return `${title}: expected ${expected}, received ${received} (${formatPlace(place)})`;
}

/** What its consumer does not get. */
function brokenMessages({ place }: CheckWithFindings, { breaks: brokenPacts = [] }: ToldFinding): readonly string[] {
  if (place === undefined) return [];
  return brokenPacts.filter((broken) => isWithinPlace(broken.place, place)).flatMap(({ messages }) => messages);
}

const plainStyle = styleFor({ isTTY: false });

/** What was tried in a stage that could not judge all holds or fails as it does elsewhere. */
function isUnchecked(
  { status, tried: attemptedChecks }: StageReport,
  { count, unjudged: unchecked, isPending }: CheckWithFindings,
): boolean {
  if (isPending === true) return false;
  if (unchecked !== undefined) return true;
  return (
    status === 'not run' && (count === 0 || attemptedChecks.every((checkWithFindings) => checkWithFindings.count > 0))
  );
}

function skipReason(
  { status, summary, run }: StageReport,
  { subject, unjudged: unchecked }: CheckWithFindings,
): string {
  if (unchecked !== undefined) return `not judged: ${unchecked}`;
  if (status === 'not applicable') return summary;
  const uncheckedOperation = run?.unjudged.find(({ operation, ran }) => operation === subject && ran === 'none');
  return uncheckedOperation === undefined ? 'nothing to try it on' : `not judged: ${uncheckedOperation.reason}`;
}
