/**
 * A report as Markdown for the job summary of GitHub Actions: what a reader needs before the full report.
 */
import { formatPlace } from '../../../spec/model/contract.ts';
import { errorsFirst, isDuplicate } from '../../finding/finding.ts';
import { describeHooks } from '../../report/hook-effects.ts';
import { type Report, targetText } from '../../report/report.ts';
import type { ReportedFinding, StageReport } from '../../report/stage-report.ts';
import { formatSeconds, pluralize } from '../../report/text-format.ts';
import { codeMarkup, escapeMarkdown, markdownTable } from '../markdown/markdown-text.ts';
import { stageSummary } from '../text/gate-summary.ts';

/** Verdict, stages, findings, what was not checked, and what is waived. */
export function jobSummary(report: Report): string {
  const { verdict, contract, kit, hooks } = report;
  const findings = report.stages.flatMap((stage) => stage.findings).filter((finding) => !isDuplicate(finding));
  const active = findings.filter(({ waived }) => waived === undefined);
  const waived = findings.filter((finding) => finding.waived !== undefined);
  const name = `${contract.title} ${contract.version}`;
  const parts = [
    `## ${verdictSigns[verdict.exitCode]} ${escapeMarkdown(verdict.summary)}`,
    `${codeMarkup(targetText(report))} against **${escapeMarkdown(name)}** (${codeMarkup(contract.file)}, sha256 ${codeMarkup(contract.sha256.slice(0, 12))}), plant-store ${escapeMarkdown(kit.version)}`,
    ...(hooks === undefined ? [] : [escapeMarkdown(describeHooks(hooks))]),
    stagesTable(report.stages),
    ...findingsTable(active),
    ...uncheckedList(report),
    ...waivedTable(waived),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Rows of a table; GitHub accepts a mebibyte in total. */
const MAX_ROWS = 50;

const MAX_UNCHECKED = 20;

/** Includes the last output of an implementation that did not start. */
const MAX_UNCHECKED_LENGTH = 8_000;

const verdictSigns = { 0: '✅', 1: '❌', 2: '⚠️' } as const;

function stagesTable(stages: readonly StageReport[]): string {
  const rows = stages.map((stage) => [
    escapeMarkdown(stage.name),
    escapeMarkdown(stage.status),
    escapeMarkdown(stageSummary(stage)),
    formatSeconds(stage.ms),
  ]);
  return markdownTable(['stage', 'result', 'summary', 'time'], rows);
}

/** Errors first; the cases of one cause share a row. */
function findingsTable(findings: readonly ReportedFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const rows = errorsFirst(findings)
    .slice(0, MAX_ROWS)
    .map((finding) => [
      finding.severity === 'error' ? '❌ error' : '⚠️ warning',
      `${escapeMarkdown(finding.title)}<br>${codeMarkup(finding.check)} ${escapeMarkdown(finding.subject)}`,
      [
        ...(finding.evidence === undefined ? [] : [escapeMarkdown(finding.evidence.mutation)]),
        `expected ${escapeMarkdown(finding.expected)}`,
        `received ${escapeMarkdown(finding.received)}`,
      ].join('<br>'),
      codeMarkup(formatPlace(finding.place)),
    ]);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const head = `### ${pluralize(errors, 'error')}, ${pluralize(findings.length - errors, 'warning')}`;
  return [
    head,
    markdownTable(['', 'finding', 'case', 'line of the contract'], rows),
    ...omittedText(findings.length - MAX_ROWS),
  ];
}

function omittedText(more: number): readonly string[] {
  return more > 0 ? [`and ${more} more in the report`] : [];
}

function uncheckedList({ unattempted }: Report): readonly string[] {
  if (unattempted.length === 0) return [];
  const lines = unattempted
    .slice(0, MAX_UNCHECKED)
    .map((reason) => `- ${escapeMarkdown(reason, MAX_UNCHECKED_LENGTH)}`);
  return ['### Not checked', lines.join('\n'), ...omittedText(unattempted.length - MAX_UNCHECKED)];
}

function waivedTable(waived: readonly ReportedFinding[]): readonly string[] {
  if (waived.length === 0) return [];
  const rows = waived
    .slice(0, MAX_ROWS)
    .map((finding) => [
      codeMarkup(finding.id),
      escapeMarkdown(finding.waived?.reason ?? ''),
      escapeMarkdown(finding.waived?.expires ?? ''),
    ]);
  return ['### Waived', markdownTable(['finding', 'reason', 'until'], rows), ...omittedText(waived.length - MAX_ROWS)];
}
