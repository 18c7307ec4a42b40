/** Merges the stages of several shards by name. */
import { random } from '../conformance/cases/random.ts';
import { conformanceSummary } from '../conformance/conformance-stage.ts';
import { testCategories } from '../conformance/test-categories.ts';
import { findShownAlready, isReproduced } from '../conformance/triage/random-duplicates.ts';
import { errorsFirst } from '../finding/finding.ts';
import type { Coverage, CoverageGroup, CoverageItem, OperationCoverage, RejectionCount } from '../report/coverage.ts';
import { type HookEffects, mergeHookEffects } from '../report/hook-effects.ts';
import type {
  AttemptedCheck,
  CategoryResult,
  ConformanceRun,
  FewRequests,
  NotBuiltOperation,
  ReportedFinding,
  StageReport,
} from '../report/stage-report.ts';

/**
 * Every shard has the same stages; the stage about waivers is left out, because it is created again for the whole run.
 */
export function mergeStages(parts: readonly (readonly StageReport[])[]): readonly StageReport[] {
  const byName = Map.groupBy(parts.flat(), ({ name }) => name);
  return [...byName].filter(([name]) => name !== 'waivers').map(([, stages]) => mergeStage(stages));
}

function mergeStage(stages: readonly StageReport[]): StageReport {
  const [first] = stages;
  if (first === undefined) throw new Error('a stage without parts');
  const findings = mergeFindings(stages.flatMap((stage) => stage.findings));
  const runs = stages.flatMap(({ run }) => run ?? []);
  const run = runs.length === 0 ? undefined : mergeRuns(runs);
  const coverage = stages.flatMap((stage) => stage.coverage ?? []);
  return {
    ...first,
    status: worstStatus(stages),
    summary: run === undefined ? first.summary : conformanceSummary({ ...run, findings }),
    ms: stages.reduce((sum, { ms }) => sum + ms, 0),
    attemptedChecks: mergeAttemptedChecks(stages.flatMap(({ attemptedChecks }) => attemptedChecks)),
    findings,
    notes: unique(stages.flatMap(({ notes }) => notes)),
    unattempted: unique([...stages.flatMap(({ unattempted }) => unattempted), ...noCasesReason(run)]),
    ...(run === undefined ? {} : { run }),
    ...(coverage.length === 0 ? {} : { coverage: mergeCoverage(coverage) }),
  };
}

/** A shard may have no cases, but a whole run without cases proves nothing. */
function noCasesReason(run: ConformanceRun | undefined): readonly string[] {
  return run?.cases === 0 ? ['no case was run'] : [];
}

/** The worst status of the shards. */
function worstStatus(stages: readonly StageReport[]): StageReport['status'] {
  const worst = (['failed', 'not run', 'passed'] as const).find((status) =>
    stages.some((stage) => stage.status === status),
  );
  return worst ?? 'not applicable';
}

function mergeAttemptedChecks(units: readonly AttemptedCheck[]): readonly AttemptedCheck[] {
  const groups = Map.groupBy(units, ({ subject, check }) => JSON.stringify([subject, check]));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }],
  );
}

function mergeRuns(runs: readonly ConformanceRun[]): ConformanceRun {
  const sum = (of: (run: ConformanceRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const all = <Item>(of: (run: ConformanceRun) => readonly Item[]) => runs.flatMap(of);
  const unchecked = Map.groupBy(
    all((run) => run.unchecked),
    (one) => JSON.stringify(one),
  );
  return {
    seed: runs[0]?.seed ?? 0,
    selectedCategories: runs[0]?.selectedCategories ?? [],
    ...(runs[0]?.profile && { profile: runs[0].profile }),
    ...mergeScopes(runs),
    randomCases: runs[0]?.randomCases ?? 0,
    cases: sum(({ cases }) => cases),
    requests: sum(({ requests }) => requests),
    rows: mergeRows(all(({ rows }) => rows)),
    unchecked: [...unchecked.values()].flatMap((same) => same.slice(0, 1)),
    ...mergeNotBuilt(all(({ notBuilt = [] }) => notBuilt)),
    ...mergeFewRequests(all(({ fewRequests = [] }) => fewRequests)),
    contractGaps: unique(all(({ contractGaps }) => contractGaps)),
    deletedRecords: unique(all(({ deletedRecords }) => deletedRecords)),
    ...mergeHooks(all(({ hooks = [] }) => [hooks].flat())),
    ...mergeOwnRecords(all(({ ownRecords = [] }) => ownRecords)),
    ...mergeEnds(unique(all(({ ended }) => (ended === undefined ? [] : [ended])))),
  };
}

function mergeNotBuilt(notBuilt: readonly NotBuiltOperation[]): Pick<ConformanceRun, 'notBuilt'> {
  const byOperation = new Map(notBuilt.map((one) => [one.operation, one]));
  return byOperation.size === 0 ? {} : { notBuilt: [...byOperation.values()] };
}

function mergeHooks(hooks: readonly HookEffects[]): Pick<ConformanceRun, 'hooks'> {
  return hooks.length === 0 ? {} : { hooks: mergeHookEffects(hooks) };
}

/** Each shard has requested them. */
export function mergeFewRequests(few: readonly FewRequests[]): Pick<ConformanceRun, 'fewRequests'> {
  const merged = [...Map.groupBy(few, ({ operation }) => operation).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, requests: others.reduce((sum, { requests }) => sum + requests, first.requests) }],
  );
  return merged.length === 0 ? {} : { fewRequests: merged };
}

function mergeOwnRecords(ownRecords: readonly string[]): Pick<ConformanceRun, 'ownRecords'> {
  return ownRecords.length === 0 ? {} : { ownRecords };
}

function mergeEnds(ends: readonly string[]): Pick<ConformanceRun, 'ended'> {
  return ends.length === 0 ? {} : { ended: ends.join('; ') };
}

/** All shards have the same selection; cases that were left out were left out in each shard. */
function mergeScopes(runs: readonly ConformanceRun[]): Pick<ConformanceRun, 'scope'> {
  const [first] = runs;
  if (first?.scope === undefined) return {};
  const withheldCases = runs.reduce((cases, { scope }) => cases + (scope?.withheldCases ?? 0), 0);
  return {
    scope: {
      ...first.scope,
      truncatedOperations: unique(runs.flatMap(({ scope }) => scope?.truncatedOperations ?? [])),
      ...(withheldCases > 0 && { withheldCases }),
    },
  };
}

/** By operation, then in the order of the test categories. */
function mergeRows(rows: readonly CategoryResult[]): readonly CategoryResult[] {
  const operations = ranksByName(rows.map(({ operation }) => operation));
  const order = ranksByName(testCategories.map(({ name }) => name));
  const rankOf = ({ operation, category }: CategoryResult) =>
    (operations.get(operation) ?? 0) * order.size + (order.get(category) ?? 0);
  const groups = Map.groupBy(rows, ({ operation, category }) => JSON.stringify([operation, category]));
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [others.reduce(addRow, first)]))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The position of each distinct name. */
function ranksByName(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(unique(names).map((name, rank) => [name, rank] as const));
}

function addRow(a: CategoryResult, b: CategoryResult): CategoryResult {
  return {
    ...a,
    cases: a.cases + b.cases,
    errors: a.errors + b.errors,
    warnings: a.warnings + b.warnings,
  };
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}

/** One finding for each id, which counts the others; errors first. */
export function mergeFindings(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const deterministic = Map.groupBy(
    findings.filter(({ evidence }) => evidence?.category !== random.name),
    findingKey,
  );
  const groups = Map.groupBy(
    findings,
    (finding) => findSameCause(finding, deterministic.get(findingKey(finding)) ?? []).id,
  );
  const folded = [...groups].flatMap(([id, group]) => {
    const [first] = group
      .filter((finding) => finding.id === id)
      .toSorted((a, b) => findingWeight(b) - findingWeight(a));
    return first === undefined ? [] : [mergeSimilar(first, group)];
  });
  return errorsFirst(folded);
}

/** Findings with different keys have different causes. */
function findingKey({ check, severity, subject }: ReportedFinding): string {
  return JSON.stringify([check, severity, subject]);
}

/**
 * A finding that was seen once in one shard, which may be a warning for that reason, must not hide one that another
 * shard reproduced.
 */
function findingWeight(finding: ReportedFinding): number {
  return Number(finding.severity === 'error') * 2 + Number(isReproduced(finding));
}

/** Another shard may have a deliberately built case that shows the same cause as a random case. */
function findSameCause(finding: ReportedFinding, deterministic: readonly ReportedFinding[]): ReportedFinding {
  const match = findShownAlready(finding, deterministic);
  return deterministic.find((one) => one === match) ?? finding;
}

const MAX_SIMILAR = 3;

function mergeSimilar(first: ReportedFinding, group: readonly ReportedFinding[]): ReportedFinding {
  if (group.length === 1) return first;
  const ids = group.flatMap(({ evidence, similar = [] }) => [evidence?.caseId, ...similar]);
  const others = [...new Set(ids)].filter((id) => id !== undefined && id !== first.evidence?.caseId);
  const more = group.reduce((sum, finding) => sum + finding.similarCount + 1, -1);
  return { ...first, similarCount: more, similar: others.filter((id) => id !== undefined).slice(0, MAX_SIMILAR) };
}

/** Merges the coverage of several shards of one contract. */
export function mergeCoverage(parts: readonly Coverage[]): Coverage {
  const groups = Map.groupBy(
    parts.flatMap(({ operations }) => operations),
    ({ operation }) => operation,
  );
  return { operations: [...groups.values()].flatMap(mergeItems(addOperation)) };
}

/** Merges the items of a group into one. */
function mergeItems<Item>(add: (a: Item, b: Item) => Item) {
  return ([first, ...others]: readonly Item[]): readonly Item[] =>
    first === undefined ? [] : [others.reduce(add, first)];
}

function addOperation(a: OperationCoverage, b: OperationCoverage): OperationCoverage {
  const groups = Map.groupBy([...a.groups, ...b.groups], ({ kind }) => kind);
  return {
    ...a,
    exchanges: a.exchanges + b.exchanges,
    rejections: {
      invalidRequests: addRejections(a.rejections.invalidRequests, b.rejections.invalidRequests),
      invalidCredentials: addRejections(a.rejections.invalidCredentials, b.rejections.invalidCredentials),
    },
    groups: [...groups.values()].flatMap(mergeItems(addGroup)),
  };
}

function addRejections(a: RejectionCount, b: RejectionCount): RejectionCount {
  return { responses: a.responses + b.responses, rejected: a.rejected + b.rejected };
}

function addGroup(a: CoverageGroup, b: CoverageGroup): CoverageGroup {
  const items = Map.groupBy([...a.items, ...b.items], ({ name }) => name);
  return { ...a, items: [...items.values()].flatMap(mergeItems(addItem)) };
}

/** A side that one shard has covered is not missing. */
function addItem(a: CoverageItem, b: CoverageItem): CoverageItem {
  const uncoveredByB = new Set(b.missing.map(({ variant }) => variant));
  const sides = new Set([...Object.keys(a.counts), ...Object.keys(b.counts)]);
  return {
    ...a,
    counts: Object.fromEntries([...sides].map((side) => [side, (a.counts[side] ?? 0) + (b.counts[side] ?? 0)])),
    missing: a.missing.filter(({ variant }) => uncoveredByB.has(variant)),
  };
}
