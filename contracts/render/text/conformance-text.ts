/** The result of a conformance run for a person: findings, what was judged, the verdict. */
import { visible } from '../../../text.ts';
import type { Report } from '../../report/report.ts';
import { type ConformanceRun, type Row, type StageReport, scopeLines } from '../../report/stage.ts';
import { seconds } from '../../report/words.ts';
import { coverageLines, demandLines } from './coverage-text.ts';
import { findingBlocks, waivedLines, waiverCounts } from './finding-blocks.ts';
import { summaryOf } from './gate-summary.ts';
import {
  columnsOf,
  fewOf,
  fitted,
  indented,
  inOneLine,
  padded,
  type Style,
  styleFor,
  WIDTH,
} from './terminal.ts';

/** All of it, the verdict last. */
export function conformanceText(report: Report, style: Style): string {
  return [
    ...report.stages.flatMap((stage) => findingBlocks(stage.findings, style)),
    ...report.stages.flatMap((stage) => (stage.run === undefined ? [] : runLines(stage, stage.run, style))),
    ...waivedLines(report, style),
    ...waiverCounts(report, style),
    verdictLine(report, style),
  ].join('\n');
}

/** The findings, what was judged, and the verdict in the last line. */
export function reportText(report: Report): string {
  return conformanceText(report, styleFor({ isTTY: false }));
}

function runLines(stage: StageReport, run: ConformanceRun, style: Style): readonly string[] {
  const gaps = fewOf(
    run.gaps.map((gap) => indented(gap).join('\n')),
    MOST_LINES,
    'of these',
  );
  const coverage = stage.coverage === undefined ? [] : coverageLines(stage.coverage, style);
  return [
    ...tableLines(run.rows),
    '',
    ...(coverage.length === 0 ? [] : [...coverage, '']),
    ...fewOf(unjudgedLines(run, style), MOST_LINES, 'operations'),
    ...scopeLines(run.scope).map((what) => `${style.yellow('left out')}: ${visible(what)}`),
    ...run.removed.map(
      (what) => `${style.yellow('removed')}: ${visible(what)}; put it back before another run or a replay`,
    ),
    ...(gaps.length === 0 ? [] : [style.dim('the contract is silent:'), ...gaps]),
    paceLine(run, stage.ms, style),
    ...(stage.coverage === undefined
      ? []
      : fewOf(demandLines(stage.coverage, style), MOST_LINES, 'lines of this')),
  ];
}

/** Of each kind, beside the table, which has a row for each operation of a large contract. */
const MOST_LINES = 30;

function unjudgedLines({ unjudged }: ConformanceRun, style: Style): readonly string[] {
  return unjudged.map(
    ({ operation, reason, ran }) =>
      `${style.yellow('not judged')}: ${visible(operation)}: ${visible(reason)}${ran === 'none' ? '' : ` (in part)`}`,
  );
}

/** How fast it went, and what gives the same draws again. */
function paceLine({ seed, requests }: ConformanceRun, ms: number, style: Style): string {
  const rate = Math.round((requests / Math.max(ms, 1)) * 1000);
  return `${style.dim('rate')} ${rate} requests/s  ${style.dim('seed')} ${seed} (again with --seed ${seed})`;
}

function verdictLine({ verdict, stages, contract, target }: Report, style: Style): string {
  const runs = stages.flatMap(({ run }) => run ?? []);
  const sum = (of: (run: ConformanceRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const ms = stages.reduce((total, stage) => total + stage.ms, 0);
  const counts = [
    ...(runs.length === 0
      ? stages.map((stage) => visible(summaryOf(stage)))
      : [`${sum(({ cases }) => cases)} cases`, `${sum(({ requests }) => requests)} requests`]),
    seconds(ms),
  ].join(', ');
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  const name = visible(`${contract.title} ${contract.version}`);
  // What could not be judged stands above in full.
  const sentence = fitted(visible(inOneLine(verdict.sentence)), WIDTH * 2);
  return `${paint(style.bold(sentence))}  ${visible(target)} against ${name} (${counts})`;
}

const MOST_OPERATIONS = 12;

/** The table of a run: operation × family; for contracts with many operations a line for each of them. */
export function tableLines(rows: readonly Row[]): readonly string[] {
  const operations = Map.groupBy(rows, ({ operation }) => operation);
  if (operations.size <= MOST_OPERATIONS)
    return aligned([['operation', 'family', ...heads], ...rows.map(rowCells)]);
  const folded = [...operations].map(([operation, own]) => foldedCells(operation, own));
  return aligned([['operation', 'families', ...heads], ...folded]);
}

const heads = ['cases', 'failed', 'advice'] as const;

function rowCells({ operation, family, cases, faults, advice }: Row): readonly string[] {
  return [visible(operation), visible(family), ...[cases, faults, advice].map(String)];
}

/** Names the families with faults, which is where to look. */
function foldedCells(operation: string, rows: readonly Row[]): readonly string[] {
  const sum = (of: (row: Row) => number) => String(rows.reduce((total, row) => total + of(row), 0));
  const failed = rows.filter(({ faults }) => faults > 0).map(({ family }) => visible(family));
  const families =
    failed.length === 0
      ? `${rows.length} ${rows.length === 1 ? 'family' : 'families'}`
      : `failed: ${failed.join(', ')}`;
  return [
    visible(operation),
    families,
    sum(({ cases }) => cases),
    sum(({ faults }) => faults),
    sum(({ advice }) => advice),
  ];
}

/** Room for the numbers. */
const WIDEST = (WIDTH - 30) / 2;

/** Two columns of words and the rest of numbers. */
function aligned(lines: readonly (readonly string[])[]): readonly string[] {
  const cells = lines.map((line) => line.map((text, column) => (column < 2 ? fitted(text, WIDEST) : text)));
  const widths = (cells[0] ?? []).map((_head, column) =>
    Math.max(...cells.map((line) => columnsOf(line[column] ?? ''))),
  );
  return cells.map((line) =>
    line
      .map((text, column) => padded(text, widths[column] ?? 0, column < 2 ? 'behind' : 'before'))
      .join('  '),
  );
}
