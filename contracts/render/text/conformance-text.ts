/** The result of a conformance run in full, as text: all findings, what was checked, the verdict. */
import { sanitizeLine } from '../../../sanitize.ts';
import { describeChosenSeverities } from '../../finding/chosen-severities.ts';
import { describeHookEffects, describeHooks } from '../../report/hook-effects.ts';
import { describeProfile } from '../../report/profile.ts';
import type { Report } from '../../report/report.ts';
import {
  type CategoryResult,
  type ConformanceRun,
  describeFewRequests,
  describeScope,
  type StageReport,
} from '../../report/stage-report.ts';
import { formatSeconds, pluralize } from '../../report/text-format.ts';
import { coverageLines, rejectionLines } from './coverage-text.ts';
import { endLines, findingBlocks, waivedLines, waiverCounts } from './finding-blocks.ts';
import { stageSummary } from './gate-summary.ts';
import { supplyLines } from './supply-text.ts';
import {
  columnCount,
  firstLine,
  fitToWidth,
  indentLines,
  limitLines,
  MAX_LINE_WIDTH,
  padToWidth,
  styleFor,
  type TextStyle,
} from './terminal.ts';

/** The whole text, with the verdict last. */
export function conformanceText(report: Report, style: TextStyle): string {
  return [
    ...endLines(report, style),
    ...report.stages.flatMap((stage) => findingBlocks(stage.findings, style)),
    ...report.stages.flatMap((stage) => (stage.run === undefined ? [] : runLines(stage, stage.run, { report, style }))),
    ...describeChosenSeverities(report.severities).map((entry) => `${style.yellow('changed')}: ${entry}`),
    ...(report.hooks === undefined ? [] : [sanitizeLine(describeHooks(report.hooks))]),
    ...supplyLines(report, style, Infinity),
    ...waivedLines(report, style),
    ...waiverCounts(report, style),
    verdictLine(report, style),
  ].join('\n');
}

/** The same without colors. */
export function reportText(report: Report): string {
  return conformanceText(report, styleFor({ isTTY: false }));
}

interface RunText {
  readonly report: Report;
  readonly style: TextStyle;
}

function runLines(stage: StageReport, run: ConformanceRun, { report, style }: RunText): readonly string[] {
  const ids = report.contract.operations.map(({ id }) => id);
  const gaps = limitLines(
    run.contractGaps.map((gap) => indentLines(gap).join('\n')),
    MAX_LINES,
    'of these',
  );
  const coverage = stage.coverage === undefined ? [] : coverageLines(stage.coverage, style);
  return [
    ...tableLines(run.rows),
    '',
    ...(coverage.length === 0 ? [] : [...coverage, '']),
    ...limitLines(notBuiltLines(run, style), MAX_LINES, 'operations'),
    ...limitLines(uncheckedLines(run, style), MAX_LINES, 'operations'),
    `${style.dim('profile')}: ${describeProfile(run)}`,
    ...[...describeScope(run.scope, ids), ...describeHookEffects(run.hooks)].map(
      (entry) => `${style.yellow('omitted')}: ${sanitizeLine(entry)}`,
    ),
    ...describeFewRequests(run).map((entry) => `${style.yellow('limited')}: ${sanitizeLine(entry)}`),
    ...run.deletedRecords.map(
      (entry) =>
        `${style.yellow('deleted')}: ${sanitizeLine(entry)}; if it did, create it again before another run or a replay`,
    ),
    ...(run.ownRecords ?? []).map((entry) => `${style.dim('records')}: ${sanitizeLine(entry)}`),
    ...(gaps.length === 0 ? [] : [style.dim('the contract does not specify:'), ...gaps]),
    rateLine(run, stage.ms, style),
    ...(stage.coverage === undefined ? [] : limitLines(rejectionLines(stage.coverage, style), MAX_LINES, 'such lines')),
  ];
}

/** Lines of each kind below the table, which has a row for each operation of a large contract. */
const MAX_LINES = 30;

function notBuiltLines({ notBuilt = [] }: ConformanceRun, style: TextStyle): readonly string[] {
  return notBuilt.map(
    ({ operation, reason }) => `${style.yellow('not built')}: ${sanitizeLine(operation)}: ${sanitizeLine(reason)}`,
  );
}

function uncheckedLines({ unchecked }: ConformanceRun, style: TextStyle): readonly string[] {
  return unchecked.map(
    ({ operation, reason, casesRun }) =>
      `${style.yellow('not checked')}: ${sanitizeLine(operation)}: ${sanitizeLine(reason)}${casesRun === 'none' ? '' : ` (partly)`}`,
  );
}

/** The request rate, and the seed that reproduces the random cases. */
function rateLine({ seed, requests }: ConformanceRun, ms: number, style: TextStyle): string {
  const rate = Math.round((requests / Math.max(ms, 1)) * 1000);
  return `${style.dim('rate')} ${rate} requests/s  ${style.dim('seed')} ${seed} (repeat with --seed ${seed})`;
}

/** `does not conform: 1 error  http://127.0.0.1:8080 against Plant Store 1.0.0 (819 cases, ...)` */
export function verdictLine({ verdict, stages, contract, target }: Report, style: TextStyle): string {
  const runs = stages.flatMap(({ run }) => run ?? []);
  const sum = (getValue: (run: ConformanceRun) => number) => runs.reduce((total, run) => total + getValue(run), 0);
  const ms = stages.reduce((total, stage) => total + stage.ms, 0);
  const counts = [
    ...(runs.length === 0
      ? stages.map((stage) => sanitizeLine(stageSummary(stage)))
      : [
          pluralize(
            sum(({ cases }) => cases),
            'case',
          ),
          pluralize(
            sum(({ requests }) => requests),
            'request',
          ),
        ]),
    formatSeconds(ms),
  ].join(', ');
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  const name = fitToWidth(sanitizeLine(`${contract.title} ${contract.version}`), MAX_LINE_WIDTH);
  // What could not be checked is listed above in full.
  const sentence = fitToWidth(sanitizeLine(firstLine(verdict.summary)), MAX_LINE_WIDTH * 2);
  const url = fitToWidth(sanitizeLine(target), MAX_LINE_WIDTH);
  // The last line is what people quote: a smoke run must not read like a full one.
  const profile = runs.some((run) => run.profile === 'smoke') ? ' in the profile smoke' : '';
  return `${paint(style.bold(`${sentence}${profile}`))}  ${url} against ${name} (${counts})`;
}

const MAX_OPERATIONS = 12;

/** The table of a run: operation × test category; for contracts with many operations, one line for each of them. */
export function tableLines(rows: readonly CategoryResult[]): readonly string[] {
  const operations = Map.groupBy(rows, ({ operation }) => operation);
  if (operations.size <= MAX_OPERATIONS)
    return alignColumns([['operation', 'category', ...columnHeads], ...rows.map(resultCells)]);
  const folded = [...operations].map(([operation, operationRows]) => operationCells(operation, operationRows));
  return alignColumns([['operation', 'categories', ...columnHeads], ...folded]);
}

const columnHeads = ['cases', 'failed', 'warnings'] as const;

function resultCells({ operation, category, cases, errors, warnings }: CategoryResult): readonly string[] {
  return [sanitizeLine(operation), sanitizeLine(category), ...[cases, errors, warnings].map(String)];
}

/** Names the categories with errors, which is where to look. */
function operationCells(operation: string, rows: readonly CategoryResult[]): readonly string[] {
  const sum = (getValue: (row: CategoryResult) => number) =>
    String(rows.reduce((total, row) => total + getValue(row), 0));
  const failed = rows.filter(({ errors }) => errors > 0).map(({ category }) => sanitizeLine(category));
  const categories =
    failed.length === 0
      ? `${rows.length} ${rows.length === 1 ? 'category' : 'categories'}`
      : `failed: ${failed.join(', ')}`;
  return [
    sanitizeLine(operation),
    categories,
    sum(({ cases }) => cases),
    sum(({ errors }) => errors),
    sum(({ warnings }) => warnings),
  ];
}

/** Leaves space for the numbers. */
const MAX_CELL_WIDTH = (MAX_LINE_WIDTH - 30) / 2;

/** Two columns of text, the rest of numbers. */
function alignColumns(lines: readonly (readonly string[])[]): readonly string[] {
  const cells = lines.map((line) => line.map((text, column) => (column < 2 ? fitToWidth(text, MAX_CELL_WIDTH) : text)));
  const widths = (cells[0] ?? []).map((_head, column) =>
    Math.max(...cells.map((line) => columnCount(line[column] ?? ''))),
  );
  return cells.map((line) =>
    line.map((text, column) => padToWidth(text, widths[column] ?? 0, column < 2 ? 'behind' : 'before')).join('  '),
  );
}
