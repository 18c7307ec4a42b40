/** Joins the reports of a split run into one: what is told is what a run in one piece would have told. */
import { KitError } from '../../errors.ts';
import { outcomeContradictionsIn } from '../certificate/contradictions.ts';
import { missingShardText, type Report } from '../report/report.ts';
import type { ConformanceRun } from '../report/stage.ts';
import { concluded } from '../verdict/make-report.ts';
import { mergeStages } from './stages.ts';

/** A report, and the file that it was read from. */
export interface ShardReport {
  readonly file: string;
  readonly report: Report;
}

/**
 * Shards that are not there are told in the verdict (exit 2). Throws `reports-unmergeable` for reports of different
 * runs, for one part twice, for what is no part of a split run, and for what was changed so that it contradicts itself.
 */
export function mergeReports(given: readonly ShardReport[]): Report {
  const [first, ...others] = given;
  if (first === undefined) throw new KitError('reports-unmergeable', 'no reports were given');
  for (const one of given) refuseChanged(one);
  for (const other of others) refuseDifferent(first, other);
  const parts = inOrder(given);
  const reports = parts.map(({ report }) => report);
  const { contract, targetKind, strict, waivers } = first.report;
  return concluded({
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
    stages: mergeStages(reports.map(({ stages }) => stages)),
    waivers: waivers.map(({ state: _state, ...waiver }) => waiver),
    unattempted: beyondStages(reports),
    missing: missingIn(parts),
  });
}

/** What all parts have in common, in the words of whoever started them. */
const same: readonly (readonly [string, (report: Report) => unknown])[] = [
  ['version of the kit', ({ kit }) => kit.version],
  ['contract (sha256)', ({ contract }) => contract.files.map(({ sha256 }) => sha256)],
  ['number of shards', ({ shard }) => shard?.of],
  ['seed', (report) => runsOf(report).map(({ seed }) => seed)],
  ['number of random cases (--cases)', (report) => runsOf(report).map(({ drawn }) => drawn)],
  ['families (--only)', (report) => runsOf(report).map(({ only }) => only)],
  [
    'operations or the budget (--only, --budget)',
    (report) => runsOf(report).map(({ scope }) => [scope?.operations, scope?.budget]),
  ],
  ['kind of the target', ({ targetKind }) => targetKind],
  ['--strict', ({ strict }) => strict],
  ['--waivers', ({ waivers }) => waivers.map(({ id, reason, expires }) => [id, reason, expires])],
];

function runsOf({ stages }: Report): readonly ConformanceRun[] {
  return stages.flatMap(({ run }) => run ?? []);
}

function refuseDifferent(one: ShardReport, other: ShardReport): void {
  const difference = same.find(
    ([, of]) => JSON.stringify(of(one.report)) !== JSON.stringify(of(other.report)),
  );
  if (difference === undefined) return;
  throw new KitError(
    'reports-unmergeable',
    `${one.file} and ${other.file} are of different runs: the ${difference[0]} is not the same`,
  );
}

function refuseChanged({ file, report }: ShardReport): void {
  const [contradiction] = outcomeContradictionsIn(report);
  if (contradiction === undefined) return;
  throw new KitError('reports-unmergeable', `${file} was changed, or has lost a part: ${contradiction}`);
}

interface Part extends ShardReport {
  readonly index: number;
  readonly of: number;
}

function inOrder(given: readonly ShardReport[]): readonly Part[] {
  const parts = given.map(({ file, report }): Part => {
    if (report.shard === undefined)
      throw new KitError('reports-unmergeable', `${file} is of a whole run, not of a shard`);
    return { file, report, ...report.shard };
  });
  for (const [at, { file, index }] of parts.entries()) {
    const before = parts.slice(0, at).find((part) => part.index === index);
    if (before === undefined) continue;
    throw new KitError('reports-unmergeable', `${before.file} and ${file} are both of shard ${index}`);
  }
  return parts.toSorted((a, b) => a.index - b.index);
}

function missingIn(parts: readonly Part[]): readonly string[] {
  const of = parts[0]?.of ?? 0;
  const there = new Set(parts.map(({ index }) => index));
  return Array.from({ length: of }, (_none, at) => at + 1)
    .filter((index) => !there.has(index))
    .map((index) => missingShardText({ index, of }));
}

function beyondStages(reports: readonly Report[]): readonly string[] {
  return [
    ...new Set(
      reports.flatMap(({ unattempted, stages }) => {
        const told = new Set(stages.flatMap((stage) => stage.unattempted));
        return unattempted.filter((what) => !told.has(what));
      }),
    ),
  ];
}
