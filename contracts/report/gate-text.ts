/** The result of the gate for a person: findings of every stage, then a summary that fits a screen. */
import { visible } from '../../text.ts';
import { isToldElsewhere } from '../finding.ts';
import { columnsOf, fitted, padded, WIDTH } from './columns.ts';
import { demandLines } from './demand-text.ts';
import { findingBlocks } from './finding-blocks.ts';
import { type Report, targetOf } from './report.ts';
import type { StageReport, ToldFinding } from './stage-report.ts';
import type { Style } from './style.ts';
import { waivedLines } from './waiver-text.ts';

/** A report, and where it can be read in full. */
export interface GateText {
  readonly report: Report;
  readonly folder: string;
  /** Names of the reports in it. */
  readonly files: readonly string[];
  /** `certificate: report/certificate.json`, or why there is none. */
  readonly certificate: string;
}

/** All of it, the verdict and the files last. */
export function gateText({ report, folder, files, certificate }: GateText, style: Style): string {
  const blocks = report.stages.flatMap((stage) => findingBlocks(stage.findings, style));
  const notes = report.stages.flatMap((stage) => fewOf(stage.notes, MOST_NOTES, 'notes'));
  return [
    ...blocks,
    ...notes.map((note) => style.dim(`note: ${fitted(visible(note), WIDTH * 2)}`)),
    ...(blocks.length === 0 ? [] : ['', ...summaryLines(report, style)]),
    ...fewOf(waivedLines(report, style), MOST_WAIVED, 'waived'),
    ...openLines(report, style),
    verdictLine(report, style),
    `reports: ${folder}/ ${files.join(', ')}`,
    certificate,
  ].join('\n');
}

/** Of one stage: a pact may have hundreds of interactions that one missing state keeps from being judged. */
const MOST_NOTES = 20;
const MOST_WAIVED = 3;
const MOST_CHECKS = 8;
const MOST_DEMANDS = 2;
const MOST_OPEN = 6;

function fewOf(lines: readonly string[], most: number, what: string): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `and ${lines.length - most} more ${what} in the JSON report`];
}

/** What scrolled away above: the stages once more, and what was found in a line for each check. */
function summaryLines({ stages }: Report, style: Style): readonly string[] {
  const told = stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding) && finding.waived === undefined);
  const groups = [...Map.groupBy(told, ({ severity, check }) => `${severity} ${check}`).values()];
  const faultsFirst = groups.toSorted((a, b) => rank(a) - rank(b));
  const demands = stages.flatMap(({ coverage }) =>
    coverage === undefined ? [] : demandLines(coverage, style),
  );
  return [
    ...stages.map((stage) => stageLine({ ...stage, summary: fitted(stage.summary, WIDEST_SUMMARY) }, style)),
    ...fewOf(
      faultsFirst.flatMap((group) => checkLine(group, style)),
      MOST_CHECKS,
      'checks',
    ),
    ...demands.slice(0, MOST_DEMANDS),
  ];
}

/** What is not in the verdict's own sentence: faults come first there. */
function openLines({ verdict, unattempted }: Report, style: Style): readonly string[] {
  if (verdict.exitCode !== 1) return [];
  const lines = unattempted.flatMap((what) => what.split('\n').map((line) => visible(line)));
  return fewOf(
    lines.map(
      (line, index) => `${index === 0 ? style.yellow('not judged') : '          '}  ${fitted(line, WIDTH)}`,
    ),
    MOST_OPEN,
    'lines of this',
  );
}

function rank(group: readonly ToldFinding[]): number {
  return group[0]?.severity === 'fault' ? 0 : 1;
}

/** Why a stage was not run may take several lines, and was told above. */
const WIDEST_SUMMARY = WIDTH - 44;
const WIDEST_CHECK = 26;

/** `error   invalid-rejected   An invalid request is accepted: createOrder, 12 causes` */
function checkLine(group: readonly ToldFinding[], style: Style): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const word =
    first.severity === 'fault' ? style.red('error '.padEnd(14)) : style.yellow('advice'.padEnd(14));
  const causes = group.length === 1 ? '' : `, ${group.length} causes`;
  const subjects = [...new Set(group.map(({ subject }) => visible(subject)))];
  const check = padded(first.check, WIDEST_CHECK);
  const room = WIDTH - 16 - columnsOf(check) - 2 - columnsOf(causes);
  return [`${word}  ${check}  ${fitted(`${first.title}: ${subjects.join(', ')}`, room)}${causes}`];
}

function verdictLine(report: Report, style: Style): string {
  const { verdict, contract } = report;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  return `${paint(style.bold(verdict.sentence))}  ${targetOf(report)} against ${visible(`${contract.title} ${contract.version}`)}`;
}

/** `passed  conformance  187 cases, 190 requests, 0 faults (0.4 s)` */
export function stageLine(
  { name, status, summary, ms }: Omit<StageReport, 'findings'>,
  style: Style,
): string {
  const paint = { passed: style.green, failed: style.red, 'not run': style.red, 'not applicable': style.dim }[
    status
  ];
  return `${paint(status.padEnd(14))}  ${name.padEnd(16)}  ${visible(summary)} ${style.dim(`(${(ms / 1000).toFixed(1)} s)`)}`;
}
