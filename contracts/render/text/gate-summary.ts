/** The end of the gate's output: what has scrolled away, repeated in so few lines that they fit on a screen. */
import { sanitizeLine } from '../../../sanitize.ts';
import { errorsFirst, isDuplicate, type Severity } from '../../finding/finding.ts';
import { type Report, targetText } from '../../report/report.ts';
import type { ReportedFinding, StageReport } from '../../report/stage-report.ts';
import { formatSeconds, pluralize } from '../../report/text-format.ts';
import { rejectionLines } from './coverage-text.ts';
import { waivedLines } from './finding-blocks.ts';
import { countPlaces, isMinor } from './minor-warnings.ts';
import {
  columnCount,
  countRows,
  firstLine,
  fitToWidth,
  limitLines,
  MAX_LINE_WIDTH,
  padToWidth,
  type TextStyle,
} from './terminal.ts';

interface ClosingInput {
  readonly report: Report;
  /** Lines that name the reports and the certificate. */
  readonly places: readonly string[];
  /** The width of the terminal, in columns. */
  readonly width: number;
  /** Whether to repeat the stages, because they have scrolled away. */
  readonly showStages: boolean;
}

/** Lines of a standard terminal, without the one for the prompt. */
const SCREEN_LINES = 23;

const MAX_WAIVED = 2;

const MAX_CHECKS = 8;

const MAX_REJECTION_LINES = 2;

const MAX_UNCHECKED = 3;

/** The stages and a line for each check, then what is waived and what was not checked, the verdict and the places. */
export function closingLines({ report, places, width, showStages }: ClosingInput, style: TextStyle): readonly string[] {
  const lastLines = [
    ...limitLines(waivedLines(report, style, width), MAX_WAIVED, 'waived'),
    ...uncheckedLines(report, width, style),
    verdictLine(report, width, style),
    ...places,
  ];
  if (!showStages) return lastLines;
  const stages = report.stages.map((stage) => shortStageLine(stage, width, style));
  const rejections = stageRejectionLines(report, style);
  const availableLines = SCREEN_LINES - countRows([...stages, ...rejections, ...lastLines], width) - 1;
  return [
    ...stages,
    ...checkLines(report, { maxLines: clampCheckLines(availableLines), width }, style),
    ...rejections,
    ...lastLines,
  ];
}

function clampCheckLines(availableLines: number): number {
  return Math.max(1, Math.min(MAX_CHECKS, availableLines));
}

function stageRejectionLines({ stages }: Report, style: TextStyle): readonly string[] {
  return stages
    .flatMap(({ coverage }) => (coverage === undefined ? [] : rejectionLines(coverage, style)))
    .slice(0, MAX_REJECTION_LINES);
}

function checkLines(
  { stages }: Report,
  { maxLines, width }: { readonly maxLines: number; readonly width: number },
  style: TextStyle,
): readonly string[] {
  const reported = stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isDuplicate(finding) && finding.waived === undefined);
  const groups = Map.groupBy(errorsFirst(reported), ({ severity, check }) => `${severity} ${check}`);
  return limitLines(
    [...groups.values()].flatMap((group) => checkLine(group, width, style)),
    maxLines,
    'checks',
  );
}

/** What the sentence of the verdict leaves out if there are errors. */
function uncheckedLines({ verdict, unattempted }: Report, width: number, style: TextStyle): readonly string[] {
  if (verdict.exitCode !== 1) return [];
  const lines = unattempted.flatMap((reason) => reason.split('\n').map((line) => sanitizeLine(line)));
  const label = 'not checked';
  return limitLines(
    lines.map((line, index) => {
      const head = index === 0 ? style.yellow(label) : ' '.repeat(label.length);
      return `${head}  ${fitToWidth(line, width - label.length - 2)}`;
    }),
    MAX_UNCHECKED,
    'such lines',
  );
}

const MAX_CHECK_WIDTH = 26;

/** `error   invalid-rejected   An invalid request is accepted: createOrder, 12 causes` */
function checkLine(group: readonly ReportedFinding[], width: number, style: TextStyle): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const statusWord = first.severity === 'error' ? style.red('error '.padEnd(14)) : style.yellow('warning'.padEnd(14));
  const causes = group.length === 1 ? '' : `, ${group.length} causes`;
  const subjects = isMinor(first)
    ? [countPlaces(group)]
    : [...new Set(group.map(({ subject }) => sanitizeLine(subject)))];
  const isNarrow = width < MAX_LINE_WIDTH;
  const name = sanitizeLine(first.check);
  const check = isNarrow ? name : padToWidth(name, MAX_CHECK_WIDTH);
  const availableWidth = width - 16 - columnCount(check) - 2 - columnCount(causes);
  const subjectText = subjects.join(', ');
  // The operation must not be cut.
  const title = sanitizeLine(first.title);
  const text = isNarrow ? `${subjectText}: ${title}` : `${title}: ${subjectText}`;
  return [`${statusWord}  ${check}  ${fitToWidth(text, availableWidth)}${causes}`];
}

/** The reason of an inconclusive verdict may take many lines; the first two are enough here. */
function verdictLine(report: Report, width: number, style: TextStyle): string {
  const { verdict, contract } = report;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  const sentence = fitToWidth(sanitizeLine(firstLine(verdict.summary)), width * 2);
  return `${paint(style.bold(sentence))}  ${sanitizeLine(targetText(report))} against ${sanitizeLine(`${contract.title} ${contract.version}`)}`;
}

/** The reason why a stage was not run may take several lines, and was printed above. */
function shortStageLine(stage: StageReport, width: number, style: TextStyle): string {
  return stageLine({ ...stage, summary: fitToWidth(sanitizeLine(stage.summary), width - 44) }, style);
}

/** `passed  conformance  187 cases, 190 requests, 0 errors (0.4 s)` */
export function stageLine(
  { name, status, ms, ...rest }: Pick<StageReport, 'name' | 'status' | 'ms'> & StageSummaryInput,
  style: TextStyle,
): string {
  const paint = { passed: style.green, failed: style.red, 'not run': style.red, 'not applicable': style.dim }[status];
  return formatColumns({ word: status, paint, name, text: sanitizeLine(stageSummary(rest)), ms }, style);
}

interface StageColumns {
  readonly word: string;
  readonly paint: (text: string) => string;
  readonly name: string;
  readonly text: string;
  readonly ms: number;
}

/** The format of a stage line, also for other lines between stages. */
export function formatColumns({ word: statusWord, paint, name, text, ms }: StageColumns, style: TextStyle): string {
  return `${paint(statusWord.padEnd(14))}  ${sanitizeLine(name).padEnd(16)}  ${text} ${style.dim(`(${formatSeconds(ms)})`)}`;
}

/** Findings of a stage that is still running have no waivers. */
type StageSummaryInput = Pick<StageReport, 'summary'> & {
  readonly findings: readonly (Pick<ReportedFinding, 'severity' | 'fingerprint' | 'duplicateOf'> &
    Pick<ReportedFinding, 'waived'>)[];
};

/** `816 cases, 956 requests, 9 errors, all waived`; `3 of 7 interactions held, 1 error, waived` */
export function stageSummary({ summary, findings }: StageSummaryInput): string {
  const errors = distinctCauses(findings, 'error');
  const waived = errors.filter((cause) => cause.waived !== undefined).length;
  const reported = pluralize(errors.length, 'error');
  const isReported = summary.endsWith(`, ${reported}`);
  const warnings = distinctCauses(findings, 'warning').filter((cause) => cause.waived !== undefined).length;
  return [
    summary,
    ...(waived === 0 || isReported ? [] : [reported]),
    ...(waived === 0 ? [] : [waivedText(waived, errors.length)]),
    ...(warnings === 0 ? [] : [`${pluralize(warnings, 'warning')} waived`]),
  ].join(', ');
}

/** Findings of one cause count once. */
function distinctCauses(findings: StageSummaryInput['findings'], severity: Severity): StageSummaryInput['findings'] {
  const matching = findings.filter((finding) => finding.severity === severity);
  return [
    ...new Map(matching.map((finding) => [finding.duplicateOf ?? finding.fingerprint, finding] as const)).values(),
  ];
}

function waivedText(waived: number, all: number): string {
  if (waived < all) return `${waived} of them waived`;
  return all === 1 ? 'waived' : 'all waived';
}
