/** What a stage has tried, each with what was found of it. */
import type { Place } from '../../../spec/model/contract.ts';
import type { StageReport, ToldFinding, TriedUnit } from '../../report/stage.ts';

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
export function isFoundIn(inner: Place | undefined, { file, pointer }: Place): boolean {
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
