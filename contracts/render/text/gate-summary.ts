/** The end of what a gate says: what scrolled away above, once more and in so few lines that a screen holds them. */
import { stripVTControlCharacters } from 'node:util';
import { visible } from '../../../text.ts';
import { faultsFirst, isToldElsewhere, type Severity } from '../../finding/finding.ts';
import { type Report, targetOf } from '../../report/report.ts';
import type { StageReport, ToldFinding } from '../../report/stage.ts';
import { count, seconds } from '../../report/words.ts';
import { demandLines } from './coverage-text.ts';
import { waivedLines } from './finding-blocks.ts';
import { columnsOf, fewOf, fitted, inOneLine, padded, type Style, WIDTH } from './terminal.ts';

/** What is told last. */
interface Closing {
  readonly report: Report;
  /** Where the reports are, and the certificate. */
  readonly places: readonly string[];
  /** Columns of the screen. */
  readonly width: number;
  /** They have scrolled away. */
  readonly withStages: boolean;
}

/** Lines of the usual screen, but for the one that the prompt takes. */
const SCREEN = 23;

const MOST_WAIVED = 2;

const MOST_CHECKS = 8;

const MOST_DEMANDS = 2;

const MOST_OPEN = 3;

/** The stages and a line for each check, then what is waived and what is open, the verdict and the places. */
export function closingLines(
  { report, places, width, withStages }: Closing,
  style: Style,
): readonly string[] {
  const end = [
    ...fewOf(waivedLines(report, style, width), MOST_WAIVED, 'waived'),
    ...openLines(report, width, style),
    verdictLine(report, width, style),
    ...places,
  ];
  if (!withStages) return end;
  const stages = report.stages.map((stage) => shortStageLine(stage, width, style));
  const demands = demandsOf(report, style);
  const room = SCREEN - rowsOf([...stages, ...demands, ...end], width) - 1;
  return [...stages, ...checkLines(report, { most: clamped(room), width }, style), ...demands, ...end];
}

function clamped(room: number): number {
  return Math.max(1, Math.min(MOST_CHECKS, room));
}

/** How many lines they take there. */
function rowsOf(lines: readonly string[], width: number): number {
  return lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(columnsOf(stripVTControlCharacters(line)) / width)),
    0,
  );
}

function demandsOf({ stages }: Report, style: Style): readonly string[] {
  return stages
    .flatMap(({ coverage }) => (coverage === undefined ? [] : demandLines(coverage, style)))
    .slice(0, MOST_DEMANDS);
}

function checkLines(
  { stages }: Report,
  { most, width }: { readonly most: number; readonly width: number },
  style: Style,
): readonly string[] {
  const told = stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding) && finding.waived === undefined);
  const groups = Map.groupBy(faultsFirst(told), ({ severity, check }) => `${severity} ${check}`);
  return fewOf(
    [...groups.values()].flatMap((group) => checkLine(group, width, style)),
    most,
    'checks',
  );
}

/** What is not in the verdict's own sentence: faults come first there. */
function openLines({ verdict, unattempted }: Report, width: number, style: Style): readonly string[] {
  if (verdict.exitCode !== 1) return [];
  const lines = unattempted.flatMap((what) => what.split('\n').map((line) => visible(line)));
  const label = 'not judged';
  return fewOf(
    lines.map((line, index) => {
      const head = index === 0 ? style.yellow(label) : ' '.repeat(label.length);
      return `${head}  ${fitted(line, width - label.length - 2)}`;
    }),
    MOST_OPEN,
    'lines of this',
  );
}

const WIDEST_CHECK = 26;

/** `error   invalid-rejected   An invalid request is accepted: createOrder, 12 causes` */
function checkLine(group: readonly ToldFinding[], width: number, style: Style): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const word =
    first.severity === 'fault' ? style.red('error '.padEnd(14)) : style.yellow('advice'.padEnd(14));
  const causes = group.length === 1 ? '' : `, ${group.length} causes`;
  const subjects = [...new Set(group.map(({ subject }) => visible(subject)))];
  const isNarrow = width < WIDTH;
  const name = visible(first.check);
  const check = isNarrow ? name : padded(name, WIDEST_CHECK);
  const room = width - 16 - columnsOf(check) - 2 - columnsOf(causes);
  const where = subjects.join(', ');
  // What is cut must not be the operation.
  const title = visible(first.title);
  const text = isNarrow ? `${where}: ${title}` : `${title}: ${where}`;
  return [`${word}  ${check}  ${fitted(text, room)}${causes}`];
}

/** What is open may take many lines; the first two are enough to go on. */
function verdictLine(report: Report, width: number, style: Style): string {
  const { verdict, contract } = report;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  const sentence = fitted(visible(inOneLine(verdict.sentence)), width * 2);
  return `${paint(style.bold(sentence))}  ${visible(targetOf(report))} against ${visible(`${contract.title} ${contract.version}`)}`;
}

/** Why a stage was not run may take several lines, and was told above. */
function shortStageLine(stage: StageReport, width: number, style: Style): string {
  return stageLine({ ...stage, summary: fitted(visible(stage.summary), width - 44) }, style);
}

/** `passed  conformance  187 cases, 190 requests, 0 faults (0.4 s)` */
export function stageLine(
  { name, status, ms, ...rest }: Pick<StageReport, 'name' | 'status' | 'ms'> & Summed,
  style: Style,
): string {
  const paint = { passed: style.green, failed: style.red, 'not run': style.red, 'not applicable': style.dim }[
    status
  ];
  return inColumns({ word: status, paint, name, text: visible(summaryOf(rest)), ms }, style);
}

interface Columns {
  readonly word: string;
  readonly paint: (text: string) => string;
  readonly name: string;
  readonly text: string;
  readonly ms: number;
}

/** The form of that line, for others that stand between such. */
export function inColumns({ word, paint, name, text, ms }: Columns, style: Style): string {
  return `${paint(word.padEnd(14))}  ${visible(name).padEnd(16)}  ${text} ${style.dim(`(${seconds(ms)})`)}`;
}

/** Findings of a stage that is not over yet have no waivers. */
type Summed = Pick<StageReport, 'summary'> & {
  readonly findings: readonly (Pick<ToldFinding, 'severity' | 'fingerprint' | 'sameAs'> &
    Pick<ToldFinding, 'waived'>)[];
};

/** `816 cases, 956 requests, 9 faults, all waived`; `3 of 7 interactions held, 1 fault, waived` */
export function summaryOf({ summary, findings }: Summed): string {
  const faults = causesOf(findings, 'fault');
  const waived = faults.filter((cause) => cause.waived !== undefined).length;
  const told = count(faults.length, 'fault');
  const isTold = summary.endsWith(`, ${told}`);
  const advice = causesOf(findings, 'advice').filter((cause) => cause.waived !== undefined).length;
  return [
    summary,
    ...(waived === 0 || isTold ? [] : [told]),
    ...(waived === 0 ? [] : [waivedWords(waived, faults.length)]),
    ...(advice === 0 ? [] : [`${advice} advice waived`]),
  ].join(', ');
}

/** Those of one cause are one. */
function causesOf(findings: Summed['findings'], severity: Severity): Summed['findings'] {
  const some = findings.filter((finding) => finding.severity === severity);
  return [
    ...new Map(some.map((finding) => [finding.sameAs ?? finding.fingerprint, finding] as const)).values(),
  ];
}

function waivedWords(waived: number, all: number): string {
  if (waived < all) return `${waived} of them waived`;
  return all === 1 ? 'waived' : 'all waived';
}
