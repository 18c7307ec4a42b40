/** The table of a run: operation × family; for contracts with many operations a line for each of them. */
import { visible } from '../../../text.ts';
import type { Row } from '../../report/run.ts';
import { columnsOf, fitted, padded, WIDTH } from './columns.ts';

const MOST_OPERATIONS = 12;

/** Of numbers, and what they are of. */
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
