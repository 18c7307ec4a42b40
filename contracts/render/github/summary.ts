/**
 * A report as Markdown, for the job summary of GitHub Actions: what a person needs before the full report. The one place
 * where text of others gets into Markdown.
 */
import { formatPlace } from '../../../spec/model/contract.ts';
import { visible } from '../../../text.ts';
import { faultsFirst, isToldElsewhere } from '../../finding/finding.ts';
import { type Report, targetOf } from '../../report/report.ts';
import type { StageReport, ToldFinding } from '../../report/stage.ts';
import { count, seconds } from '../../report/words.ts';
import { summaryOf } from '../text/gate-summary.ts';

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

/** Rows of a table; GitHub takes a mebibyte in all. */
const MOST_ROWS = 50;

const MOST_OPEN = 20;

/** The last lines of an implementation that did not come up are among it. */
const LONGEST_OPEN = 8_000;

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

const LONGEST = 300;

/** Text of others, in one cell or line: nothing in it is Markdown, HTML, a mention, a reference or a link. */
export function plain(text: string, longest = LONGEST): string {
  return escaped(text, longest).replace(linkers, '$&&#8203;');
}

/** The same in the type of code, where GitHub looks for nothing, and without what would be copied along with it. */
export function code(text: string): string {
  return `<code>${escaped(text, LONGEST)}</code>`;
}

/** Cells are Markdown already. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

function escaped(text: string, longest: number): string {
  const short = text.length <= longest ? text : `${text.slice(0, longest)}...`;
  return visible(short.toWellFormed().replaceAll(/\s+/g, ' '))
    .replace(/[\\`*_{}[\]<>#!|~@&:$]/g, (character) => `&#${character.codePointAt(0)};`)
    .trim();
}

/**
 * Mentions (`@user`), references (`#1`, `GH-1`) and addresses are found in what the Markdown has become, where a character
 * reference is a character again: what breaks them is a space of no width.
 */
const linkers = /&#(?:64|35);|&#58;(?=\/\/)|\bwww(?=\.)|\bGH(?=-\d)/gi;
