/** A report as Markdown, for the job summary of GitHub Actions: what a person needs before the full report. */
import { formatPlace } from '../../../spec/model/contract.ts';
import { faultsFirst, isToldElsewhere } from '../../finding/finding.ts';
import { type Report, targetOf } from '../../report/report.ts';
import type { StageReport, ToldFinding } from '../../report/stage.ts';
import { count, seconds } from '../../report/words.ts';
import { summaryOf } from '../text/stage-summary.ts';
import { code, plain, table } from './markdown.ts';

/** Rows of a table; GitHub takes a mebibyte in all. */
const MOST_ROWS = 50;
const MOST_OPEN = 20;

/** Verdict, stages, findings, and what is waived or was not judged. */
export function jobSummary(report: Report): string {
  const { verdict, contract, kit } = report;
  const findings = report.stages
    .flatMap((stage) => stage.findings)
    .filter((finding) => !isToldElsewhere(finding));
  const counting = findings.filter(({ waived }) => waived === undefined);
  const waived = findings.filter((finding) => finding.waived !== undefined);
  const name = `${contract.title} ${contract.version}`;
  const parts = [
    `## ${sign[verdict.exitCode]} ${plain(verdict.sentence)}`,
    `${code(targetOf(report))} against **${plain(name)}** (${code(contract.file)}, sha256 ${code(contract.sha256.slice(0, 12))}), plant-store ${plain(kit.version)}`,
    stagesTable(report.stages),
    ...findingsTable(counting),
    ...openList(report),
    ...waivedTable(waived),
  ];
  return `${parts.join('\n\n')}\n`;
}

const sign = { 0: '✅', 1: '❌', 2: '⚠️' } as const;

function stagesTable(stages: readonly StageReport[]): string {
  const rows = stages.map((stage) => [
    plain(stage.name),
    plain(stage.status),
    plain(summaryOf(stage)),
    seconds(stage.ms),
  ]);
  return table(['stage', 'result', 'what was done', 'time'], rows);
}

/** Faults first; the cases of one cause are one row. */
function findingsTable(findings: readonly ToldFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const rows = faultsFirst(findings)
    .slice(0, MOST_ROWS)
    .map((finding) => [
      finding.severity === 'fault' ? '❌ fault' : '💡 advice',
      `${plain(finding.title)}<br>${code(finding.check)} ${plain(finding.subject)}`,
      [
        ...(finding.evidence === undefined ? [] : [plain(finding.evidence.mutation)]),
        `expected ${plain(finding.expected)}`,
        `received ${plain(finding.received)}`,
      ].join('<br>'),
      code(formatPlace(finding.place)),
    ]);
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  const head = `### ${count(faults, 'fault')}, ${findings.length - faults} advice`;
  return [
    head,
    table(['', 'finding', 'case', 'line of the contract'], rows),
    ...left(findings.length - MOST_ROWS),
  ];
}

function left(more: number): readonly string[] {
  return more > 0 ? [`and ${more} more in the report`] : [];
}

function openList({ unattempted }: Report): readonly string[] {
  if (unattempted.length === 0) return [];
  const lines = unattempted.slice(0, MOST_OPEN).map((what) => `- ${plain(what, LONGEST_OPEN)}`);
  return ['### Not judged', lines.join('\n'), ...left(unattempted.length - MOST_OPEN)];
}

function waivedTable(waived: readonly ToldFinding[]): readonly string[] {
  if (waived.length === 0) return [];
  const rows = waived
    .slice(0, MOST_ROWS)
    .map((finding) => [
      code(finding.id),
      plain(finding.waived?.reason ?? ''),
      plain(finding.waived?.expires ?? ''),
    ]);
  return ['### Waived', table(['finding', 'reason', 'until'], rows), ...left(waived.length - MOST_ROWS)];
}

/** The last lines of an implementation that did not come up are among it. */
const LONGEST_OPEN = 8_000;
