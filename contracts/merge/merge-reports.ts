/** Merges the reports of a sharded run into one: the same report that a single run would have given. */
import { KitError } from '../../errors.ts';
import { findOutcomeContradictions } from '../certificate/report-consistency.ts';
import { missingShardText, type Report } from '../report/report.ts';
import type { ConformanceRun } from '../report/stage-report.ts';
import { completeReport } from '../verdict/create-report.ts';
import { mergeStages } from './merge-stages.ts';

/** A report and the file that it was read from. */
export interface ShardReport {
  readonly file: string;
  readonly report: Report;
}

/**
 * Missing shards make the verdict inconclusive (exit code 2). Throws `reports-unmergeable` for reports of different
 * runs, for two reports of one shard, for a report that is not of a shard, and for a report that was edited so that it
 * contradicts itself.
 */
export function mergeReports(shardReports: readonly ShardReport[]): Report {
  const [first, ...others] = shardReports;
  if (first === undefined) throw new KitError('reports-unmergeable', 'no reports were given');
  for (const one of shardReports) rejectModified(one);
  for (const other of others) rejectDifferentRuns(first, other);
  const parts = sortParts(shardReports);
  const reports = parts.map(({ report }) => report);
  const { contract, targetKind, strict, failOn, severities, hooks, rerun, waivers } = first.report;
  return completeReport({
    contract,
    target: [...new Set(reports.map(({ target }) => target))].join(', '),
    targetKind,
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.report.startedAt,
    finishedAt:
      reports
        .map(({ finishedAt }) => finishedAt)
        .toSorted()
        .at(-1) ?? first.report.finishedAt,
    strict,
    ...(failOn && { failOn }),
    ...(severities && { severities }),
    ...(hooks && { hooks }),
    ...(rerun && { rerun }),
    stages: mergeStages(reports.map(({ stages }) => stages)),
    waivers: waivers.map(({ state: _state, ...waiver }) => waiver),
    unattempted: unattemptedBeyondStages(reports),
    missingShards: missingParts(parts),
  });
}

/** What all shards must have in common, named in the user's terms. */
const commonProperties: readonly (readonly [string, (report: Report) => unknown])[] = [
  ['kit version', ({ kit }) => kit.version],
  ['contract (sha256)', ({ contract }) => contract.files.map(({ sha256 }) => sha256)],
  ['number of shards', ({ shard }) => shard?.of],
  ['seed', (report) => conformanceRuns(report).map(({ seed }) => seed)],
  ['number of random cases (--cases)', (report) => conformanceRuns(report).map(({ randomCases }) => randomCases)],
  ['profile (--profile)', (report) => conformanceRuns(report).map(({ profile }) => profile)],
  ['test categories (--only)', (report) => conformanceRuns(report).map(({ selectedCategories }) => selectedCategories)],
  [
    'operations or the budget (--only, --budget)',
    (report) => conformanceRuns(report).map(({ scope }) => [scope?.operations, scope?.budget]),
  ],
  ['kind of target', ({ targetKind }) => targetKind],
  ['--strict', ({ strict }) => strict],
  ['--fail-on', ({ failOn }) => failOn],
  ['--severity', ({ severities }) => severities],
  ['--hooks', ({ hooks }) => hooks && [hooks.hookFile?.sha256, hooks.names]],
  ['--waivers', ({ waivers }) => waivers.map(({ id, reason, expires }) => [id, reason, expires])],
];

function conformanceRuns({ stages }: Report): readonly ConformanceRun[] {
  return stages.flatMap(({ run }) => run ?? []);
}

function rejectDifferentRuns(one: ShardReport, other: ShardReport): void {
  const difference = commonProperties.find(
    ([, read]) => JSON.stringify(read(one.report)) !== JSON.stringify(read(other.report)),
  );
  if (difference === undefined) return;
  throw new KitError(
    'reports-unmergeable',
    `${one.file} and ${other.file} are from different runs: they differ in ${difference[0]}`,
  );
}

function rejectModified({ file, report }: ShardReport): void {
  const [contradiction] = findOutcomeContradictions(report);
  if (contradiction === undefined) return;
  throw new KitError('reports-unmergeable', `${file} was edited or is incomplete: ${contradiction}`);
}

interface ShardPart extends ShardReport {
  readonly index: number;
  readonly of: number;
}

function sortParts(shardReports: readonly ShardReport[]): readonly ShardPart[] {
  const parts = shardReports.map(({ file, report }): ShardPart => {
    if (report.shard === undefined)
      throw new KitError('reports-unmergeable', `${file} is from a complete run, not from a shard`);
    return { file, report, ...report.shard };
  });
  for (const [at, { file, index }] of parts.entries()) {
    const before = parts.slice(0, at).find((part) => part.index === index);
    if (before === undefined) continue;
    throw new KitError('reports-unmergeable', `${before.file} and ${file} are both from shard ${index}`);
  }
  return parts.toSorted((a, b) => a.index - b.index);
}

function missingParts(parts: readonly ShardPart[]): readonly string[] {
  const of = parts[0]?.of ?? 0;
  const present = new Set(parts.map(({ index }) => index));
  return Array.from({ length: of }, (_none, at) => at + 1)
    .filter((index) => !present.has(index))
    .map((index) => missingShardText({ index, of }));
}

function unattemptedBeyondStages(reports: readonly Report[]): readonly string[] {
  return [
    ...new Set(
      reports.flatMap(({ unattempted, stages }) => {
        const reported = new Set(stages.flatMap((stage) => stage.unattempted));
        return unattempted.filter((entry) => !reported.has(entry));
      }),
    ),
  ];
}
