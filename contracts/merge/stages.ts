/** The stages of several parts of a run, joined by their names. */
import { random } from '../conformance/cases/random.ts';
import { families } from '../conformance/families.ts';
import { conformanceSummary } from '../conformance/stage.ts';
import { isReproduced, shownAlready } from '../conformance/triage/by-chance.ts';
import { faultsFirst } from '../finding/finding.ts';
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  DemandCount,
  OperationCoverage,
} from '../report/coverage.ts';
import type { ConformanceRun, Row, StageReport, ToldFinding, TriedUnit } from '../report/stage.ts';

/** Each of the parts has the same stages, but for one that tells of waivers, which is made anew. */
export function mergeStages(parts: readonly (readonly StageReport[])[]): readonly StageReport[] {
  const byName = Map.groupBy(parts.flat(), ({ name }) => name);
  return [...byName].filter(([name]) => name !== 'waivers').map(([, stages]) => mergeStage(stages));
}

function mergeStage(stages: readonly StageReport[]): StageReport {
  const [first] = stages;
  if (first === undefined) throw new Error('a stage without parts');
  const findings = foldFindings(stages.flatMap((stage) => stage.findings));
  const runs = stages.flatMap(({ run }) => run ?? []);
  const run = runs.length === 0 ? undefined : mergeRuns(runs);
  const coverage = stages.flatMap((stage) => stage.coverage ?? []);
  return {
    ...first,
    status: statusOf(stages),
    summary: run === undefined ? first.summary : conformanceSummary({ ...run, findings }),
    ms: stages.reduce((sum, { ms }) => sum + ms, 0),
    tried: mergeTried(stages.flatMap(({ tried }) => tried)),
    findings,
    notes: distinct(stages.flatMap(({ notes }) => notes)),
    unattempted: distinct([...stages.flatMap(({ unattempted }) => unattempted), ...untried(run)]),
    ...(run === undefined ? {} : { run }),
    ...(coverage.length === 0 ? {} : { coverage: mergeCoverage(coverage) }),
  };
}

/** A part may have no case of its own; a whole without any says nothing. */
function untried(run: ConformanceRun | undefined): readonly string[] {
  return run?.cases === 0 ? ['not a case was tried'] : [];
}

/** The worst of them. */
function statusOf(stages: readonly StageReport[]): StageReport['status'] {
  const worst = (['failed', 'not run', 'passed'] as const).find((status) =>
    stages.some((stage) => stage.status === status),
  );
  return worst ?? 'not applicable';
}

function mergeTried(units: readonly TriedUnit[]): readonly TriedUnit[] {
  const groups = Map.groupBy(units, ({ subject, check }) => JSON.stringify([subject, check]));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }],
  );
}

function mergeRuns(runs: readonly ConformanceRun[]): ConformanceRun {
  const sum = (of: (run: ConformanceRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const all = <Item>(of: (run: ConformanceRun) => readonly Item[]) => runs.flatMap(of);
  const unjudged = Map.groupBy(
    all((run) => run.unjudged),
    (one) => JSON.stringify(one),
  );
  return {
    seed: runs[0]?.seed ?? 0,
    only: runs[0]?.only ?? [],
    ...mergeScopes(runs),
    drawn: runs[0]?.drawn ?? 0,
    cases: sum(({ cases }) => cases),
    requests: sum(({ requests }) => requests),
    rows: mergeRows(all(({ rows }) => rows)),
    unjudged: [...unjudged.values()].flatMap((same) => same.slice(0, 1)),
    gaps: distinct(all(({ gaps }) => gaps)),
    removed: distinct(all(({ removed }) => removed)),
  };
}

/** The same was asked of each; where it left out cases, it did so in each. */
function mergeScopes(runs: readonly ConformanceRun[]): Pick<ConformanceRun, 'scope'> {
  const [first] = runs;
  if (first?.scope === undefined) return {};
  return { scope: { ...first.scope, cut: distinct(runs.flatMap(({ scope }) => scope?.cut ?? [])) } };
}

/** In the order of the families. */
function mergeRows(rows: readonly Row[]): readonly Row[] {
  const operations = ranks(rows.map(({ operation }) => operation));
  const order = ranks(families.map(({ name }) => name));
  const rankOf = ({ operation, family }: Row) =>
    (operations.get(operation) ?? 0) * order.size + (order.get(family) ?? 0);
  const groups = Map.groupBy(rows, ({ operation, family }) => JSON.stringify([operation, family]));
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [others.reduce(addRow, first)]))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The number of each among the different ones. */
function ranks(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(distinct(names).map((name, rank) => [name, rank] as const));
}

function addRow(a: Row, b: Row): Row {
  return {
    ...a,
    cases: a.cases + b.cases,
    faults: a.faults + b.faults,
    advice: a.advice + b.advice,
  };
}

function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}

/** One for each id, which counts the others; faults first. */
export function foldFindings(findings: readonly ToldFinding[]): readonly ToldFinding[] {
  const made = Map.groupBy(
    findings.filter(({ evidence }) => evidence?.family !== random.name),
    kindOf,
  );
  const groups = Map.groupBy(findings, (finding) => sameCause(finding, made.get(kindOf(finding)) ?? []).id);
  const folded = [...groups].flatMap(([id, group]) => {
    const [first] = group.filter((finding) => finding.id === id).toSorted((a, b) => weight(b) - weight(a));
    return first === undefined ? [] : [fold(first, group)];
  });
  return faultsFirst(folded);
}

/** Findings of different kinds have different causes. */
function kindOf({ check, severity, subject }: ToldFinding): string {
  return JSON.stringify([check, severity, subject]);
}

/** What one part has seen once, which may be advice for that, does not hide what another has seen each time. */
function weight(finding: ToldFinding): number {
  return Number(finding.severity === 'fault') * 2 + Number(isReproduced(finding));
}

/** In another part there may be a case, made on purpose, that shows the same. */
function sameCause(finding: ToldFinding, made: readonly ToldFinding[]): ToldFinding {
  const shown = shownAlready(finding, made);
  return made.find((one) => one === shown) ?? finding;
}

const MOST_OTHERS = 3;

function fold(first: ToldFinding, group: readonly ToldFinding[]): ToldFinding {
  if (group.length === 1) return first;
  const ids = group.flatMap(({ evidence, others = [] }) => [evidence?.caseId, ...others]);
  const others = [...new Set(ids)].filter((id) => id !== undefined && id !== first.evidence?.caseId);
  const more = group.reduce((sum, finding) => sum + finding.more + 1, -1);
  return { ...first, more, others: others.filter((id) => id !== undefined).slice(0, MOST_OTHERS) };
}

/** Of parts that are of the same contract. */
export function mergeCoverage(parts: readonly Coverage[]): Coverage {
  const groups = Map.groupBy(
    parts.flatMap(({ operations }) => operations),
    ({ operation }) => operation,
  );
  return { operations: [...groups.values()].flatMap(joined(addOperation)) };
}

/** The items of a group as one. */
function joined<Item>(add: (a: Item, b: Item) => Item) {
  return ([first, ...others]: readonly Item[]): readonly Item[] =>
    first === undefined ? [] : [others.reduce(add, first)];
}

function addOperation(a: OperationCoverage, b: OperationCoverage): OperationCoverage {
  const groups = Map.groupBy([...a.groups, ...b.groups], ({ kind }) => kind);
  return {
    ...a,
    exchanges: a.exchanges + b.exchanges,
    demands: {
      reject: addDemands(a.demands.reject, b.demands.reject),
      refuse: addDemands(a.demands.refuse, b.demands.refuse),
    },
    groups: [...groups.values()].flatMap(joined(addGroup)),
  };
}

function addDemands(a: DemandCount, b: DemandCount): DemandCount {
  return { answered: a.answered + b.answered, kept: a.kept + b.kept };
}

function addGroup(a: CoverageGroup, b: CoverageGroup): CoverageGroup {
  const items = Map.groupBy([...a.items, ...b.items], ({ name }) => name);
  return { ...a, items: [...items.values()].flatMap(joined(addItem)) };
}

/** A side that one of them has seen is not missing. */
function addItem(a: CoverageItem, b: CoverageItem): CoverageItem {
  const unseenByB = new Set(b.missing.map(({ side }) => side));
  const sides = new Set([...Object.keys(a.seen), ...Object.keys(b.seen)]);
  return {
    ...a,
    seen: Object.fromEntries([...sides].map((side) => [side, (a.seen[side] ?? 0) + (b.seen[side] ?? 0)])),
    missing: a.missing.filter(({ side }) => unseenByB.has(side)),
  };
}
