/**
 * The result of a conformance run on one screen: the most important cause in full, the others in a line each, what was
 * tested and what is missing, the verdict.
 */
import { sanitizeLine } from '../../../sanitize.ts';
import { type Cause, findCauses } from '../../report/causes.ts';
import type { Report } from '../../report/report.ts';
import { describeScope, type UncheckedOperation } from '../../report/stage-report.ts';
import { pluralize } from '../../report/text-format.ts';
import { conformanceText, verdictLine } from './conformance-text.ts';
import { endLines, waivedLines, waiverCounts } from './finding-blocks.ts';
import { findingText } from './finding-text.ts';
import { supplyLines } from './supply-text.ts';
import {
  columnCount,
  firstLine,
  fitToWidth,
  limitLines,
  MAX_LINE_WIDTH,
  padToWidth,
  type TextStyle,
} from './terminal.ts';

/** Causes, including the one that is shown in full. */
const MAX_CAUSES = 10;

const MAX_UNCHECKED = 5;

/** On one screen, or in full. */
export function resultText(report: Report, style: TextStyle, isVerbose: boolean): string {
  return isVerbose ? conformanceText(report, style) : runSummary(report, style);
}

/** The whole text, with the verdict last. */
export function runSummary(report: Report, style: TextStyle): string {
  const [first, ...others] = findCauses(report.stages.flatMap(({ findings }) => findings));
  return [
    ...endLines(report, style),
    ...(first === undefined ? [] : [findingText(first.example, style), ...sameCauseLines(first, style), '']),
    ...otherCauseLines(others, style),
    ...testedLines(report, style),
    ...supplyLines(report, style),
    ...waivedLines(report, style, MAX_LINE_WIDTH),
    ...waiverCounts(report, style),
    `${style.dim('details')}  --verbose prints everything; --report html=report.html writes a page`,
    verdictLine(report, style),
  ].join('\n');
}

function sameCauseLines({ findings, subjects }: Cause, style: TextStyle): readonly string[] {
  if (findings.length === 1) return [];
  const elsewhere =
    subjects.length === 1 ? '' : `, in ${subjects.length} operations: ${subjects.map(sanitizeLine).join(', ')}`;
  return [style.dim(fitToWidth(`  the same cause in ${findings.length} findings${elsewhere}`, MAX_LINE_WIDTH))];
}

function otherCauseLines(causes: readonly Cause[], style: TextStyle): readonly string[] {
  if (causes.length === 0) return [];
  const shown = causes.slice(0, MAX_CAUSES - 1);
  const heads = shown.map(({ example }) => `${example.severity} ${sanitizeLine(example.check)}`);
  const width = Math.max(...heads.map(columnCount));
  const lines = shown.map((cause, index) => {
    const paint = cause.example.severity === 'error' ? style.red : style.yellow;
    return `  ${paint(padToWidth(heads[index] ?? '', width))}  ${fitToWidth(describeCause(cause), MAX_LINE_WIDTH - width - 4)}`;
  });
  const rest = causes.length - shown.length;
  return [
    style.bold(`${pluralize(causes.length, 'more cause')}:`),
    ...lines,
    ...(rest === 0 ? [] : [style.dim(`  and ${rest} more`)]),
    '',
  ];
}

/** `createOrder and 3 more: status 500; the body is empty` */
function describeCause({ example, subjects }: Cause): string {
  const { subject, received, evidence } = example;
  const more = subjects.length === 1 ? '' : ` and ${subjects.length - 1} more`;
  const sent = evidence === undefined ? '' : `; ${evidence.mutation}`;
  return sanitizeLine(`${subject}${more}: ${received}${sent}`);
}

function testedLines({ contract, stages }: Report, style: TextStyle): readonly string[] {
  return stages.flatMap(({ run }) => {
    if (run === undefined) return [];
    const tried = new Set(run.rows.map(({ operation }) => operation));
    const partly = new Set(run.unchecked.map(({ operation }) => operation)).intersection(tried);
    const counts = [
      `${tried.size} of ${pluralize(contract.operations.length, 'operation')}`,
      ...(partly.size === 0 ? [] : [`${partly.size} of them in part`]),
    ];
    const unchecked = run.unchecked.map((one) => uncheckedLine(one, style));
    return [
      `${style.dim('tested')}   ${counts.join(', ')}`,
      ...describeScope(run.scope).map((entry) => `${style.yellow('omitted')}  ${sanitizeLine(entry)}`),
      ...run.deletedRecords.map((entry) => `${style.yellow('deleted')}  ${sanitizeLine(entry)}`),
      ...limitLines(unchecked, MAX_UNCHECKED, 'reasons'),
    ];
  });
}

function uncheckedLine({ operation, reason }: UncheckedOperation, style: TextStyle): string {
  const cause = firstLine(reason).replace(/^not tested, because /, '');
  return `${style.yellow('missing')}  ${fitToWidth(sanitizeLine(`${operation}: ${cause}`), MAX_LINE_WIDTH)}`;
}
