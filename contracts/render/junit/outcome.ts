/** What there is to tell of a stage, one unit each, and what became of it: passed, failed, skipped or in error. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { StageReport, ToldFinding, TriedUnit } from '../../report/stage.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/terminal.ts';

/** One case of a suite, before it is judged. */
export interface Unit extends TriedUnit {
  /** Those of other units that break this one too are among them. */
  readonly findings: readonly ToldFinding[];
}

/** What was tried, what has findings all the same, what should have been tried; without any, the stage itself. */
export function unitsOf(stage: StageReport): readonly Unit[] {
  const tried = [...distinct(stage.tried)];
  const related = relationOf(stage);
  const units = tried.map((unit) => ({ ...unit, findings: related(unit) }));
  const known = new Set(units.flatMap(({ findings }) => findings));
  const extra = distinct(stage.findings.filter((finding) => !known.has(finding)).map(unitOf));
  const all = [
    ...units,
    ...extra.map((unit) => ({ ...unit, findings: related(unit) })),
    ...unjudgedOperations(stage),
  ];
  return all.length > 0 ? all : [wholeStage(stage)];
}

function unitOf({ subject, check }: ToldFinding): TriedUnit {
  return { subject, check, count: 1 };
}

function distinct(units: readonly TriedUnit[]): readonly TriedUnit[] {
  return [...new Map(units.map((unit) => [keyOf(unit), unit] as const)).values()];
}

function keyOf({ subject, check, place }: TriedUnit): string {
  return JSON.stringify([subject, check, place?.file, place?.pointer]);
}

/** An interaction of a pact fails by whatever is the cause; all else by findings of its own check. */
function relationOf({ findings }: StageReport): (unit: TriedUnit) => readonly ToldFinding[] {
  const byCheck = Map.groupBy(findings, (finding) => keyOf(unitOf(finding)));
  const byPlace = indexOf(findings);
  return (unit) => {
    if (unit.place === undefined) return byCheck.get(keyOf(unit)) ?? [];
    return [...(byPlace.get(placeKey(unit.place)) ?? [])];
  };
}

/** By each place where they are found, or break what stands there, and by all above it. */
function indexOf(findings: readonly ToldFinding[]): ReadonlyMap<string, ReadonlySet<ToldFinding>> {
  const index = new Map<string, Set<ToldFinding>>();
  for (const finding of findings) {
    const { otherPlace, breaks = [] } = finding;
    const places = [...(otherPlace === undefined ? [] : [otherPlace]), ...breaks.map(({ place }) => place)];
    for (const key of places.flatMap(keysAbove)) {
      const known = index.get(key) ?? new Set();
      index.set(key, known.add(finding));
    }
  }
  return index;
}

function keysAbove({ file, pointer }: Place): readonly string[] {
  const steps = pointer.split('/');
  return steps.map((_step, index) => placeKey({ file, pointer: steps.slice(0, index + 1).join('/') }));
}

function placeKey({ file, pointer }: Pick<Place, 'file' | 'pointer'>): string {
  return JSON.stringify([file, pointer]);
}

/** At a place of a document, or below it. */
function isFoundIn(inner: Place | undefined, { file, pointer }: Place): boolean {
  if (inner?.file !== file) return false;
  return inner.pointer === pointer || inner.pointer.startsWith(`${pointer}/`);
}

/** Each once: the checks of an operation that was not judged at all are skipped. */
function unjudgedOperations({ run }: StageReport): readonly Unit[] {
  const unjudged = run?.unjudged ?? [];
  return unjudged.map(({ operation, reason }) => ({
    subject: operation,
    check: 'judged-in-full',
    count: 0,
    unjudged: reason,
    findings: [],
  }));
}

function wholeStage({ name, status }: StageReport): Unit {
  return { subject: name, check: 'stage', count: status.startsWith('not') ? 0 : 1, findings: [] };
}

export type TestOutcome =
  | { readonly kind: 'passed' }
  /** `message` fits a list; `text` is the rest. */
  | { readonly kind: 'failure'; readonly type: string; readonly message: string; readonly text: string }
  | { readonly kind: 'error'; readonly type: string; readonly message: string }
  | { readonly kind: 'skipped'; readonly message: string };

/** What a unit is judged by, besides itself. */
interface Sight {
  readonly stage: StageReport;
  /** Advice fails too. */
  readonly strict: boolean;
  /** By its fingerprint; findings of one cause are told, and waived, by the one that tells of it. */
  findingOf(fingerprint: string): ToldFinding | undefined;
}

/** A failure goes before what could not be judged, and that before what is waived. */
export function outcomeOf(unit: Unit, sight: Sight): TestOutcome {
  const { stage } = sight;
  const failing = unit.findings.filter((finding) => fails(finding, sight));
  const [first] = failing;
  if (first !== undefined) return failure(unit, [first, ...failing.slice(1)], sight);
  if (isUnjudged(stage, unit))
    return { kind: 'error', type: 'not-judged', message: unit.unjudged ?? stage.summary };
  const [waived] = unit.findings.flatMap((finding) => causeOf(finding, sight).waived ?? []);
  if (waived !== undefined)
    return { kind: 'skipped', message: `waived until ${waived.expires}: ${waived.reason}` };
  if (unit.count === 0 && unit.findings.length === 0)
    return { kind: 'skipped', message: skipReason(stage, unit) };
  return { kind: 'passed' };
}

/** What is told and fails nothing. */
export function adviceOf({ findings }: Unit, sight: Sight): readonly ToldFinding[] {
  return findings.filter(
    (finding) => finding.sameAs === undefined && finding.waived === undefined && !fails(finding, sight),
  );
}

function fails(finding: ToldFinding, sight: Sight): boolean {
  if (causeOf(finding, sight).waived !== undefined) return false;
  return finding.severity === 'fault' || sight.strict;
}

function causeOf(finding: ToldFinding, { findingOf }: Sight): ToldFinding {
  return (finding.sameAs === undefined ? undefined : findingOf(finding.sameAs)) ?? finding;
}

/** One failure element a case: the schema that CI servers use allows no more. */
function failure(unit: Unit, failing: readonly [ToldFinding, ...ToldFinding[]], sight: Sight): TestOutcome {
  const [first] = failing;
  const messages = new Set(failing.flatMap((finding) => brokenMessages(unit, finding)));
  const own = failing.filter((finding) => isToldHere(unit, finding));
  const others = failing.filter((finding) => !isToldHere(unit, finding));
  const causes = new Set(others.map((finding) => causeOf(finding, sight)));
  return {
    kind: 'failure',
    type: first.check,
    message: [...messages][0] ?? sentenceOf(first),
    text: [
      ...own.map((finding) => findingText(finding, plain)),
      ...(own.length === 0 && messages.size > 0 ? [[...messages].join('\n')] : []),
      ...[...causes].map((cause) => `${sentenceOf(cause)}\ntold in full as ${cause.id}`),
    ].join('\n\n'),
  };
}

/** In full where it was found; elsewhere what is wrong for that unit, and where the rest is. */
function isToldHere({ place }: Unit, { sameAs, otherPlace }: ToldFinding): boolean {
  return sameAs === undefined && (place === undefined || isFoundIn(otherPlace, place));
}

function sentenceOf({ title, expected, received, place }: ToldFinding): string {
  return `${title}: expected ${expected}, received ${received} (${formatPlace(place)})`;
}

/** What its consumer does not get. */
function brokenMessages({ place }: Unit, { breaks = [] }: ToldFinding): readonly string[] {
  if (place === undefined) return [];
  return breaks.filter((broken) => isFoundIn(broken.place, place)).flatMap(({ messages }) => messages);
}

const plain = styleFor({ isTTY: false });

/** What was tried in a stage that could not judge all holds or fails as it does elsewhere. */
function isUnjudged({ status, tried }: StageReport, { count, unjudged, isPending }: Unit): boolean {
  if (isPending === true) return false;
  if (unjudged !== undefined) return true;
  return status === 'not run' && (count === 0 || tried.every((unit) => unit.count > 0));
}

function skipReason({ status, summary, run }: StageReport, { subject, unjudged }: Unit): string {
  if (unjudged !== undefined) return `not judged: ${unjudged}`;
  if (status === 'not applicable') return summary;
  const open = run?.unjudged.find(({ operation, ran }) => operation === subject && ran === 'none');
  return open === undefined ? 'nothing to try it on' : `not judged: ${open.reason}`;
}
