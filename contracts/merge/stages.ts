/** The stages of several parts of a run, joined by their names. */
import { families } from '../conformance/families.ts';
import { conformanceSummary } from '../conformance/stage.ts';
import type { ConformanceRun, Row } from '../report/run.ts';
import type { StageReport, TriedUnit } from '../report/stage.ts';
import { mergeCoverage } from './coverage.ts';
import { foldFindings } from './findings.ts';

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
