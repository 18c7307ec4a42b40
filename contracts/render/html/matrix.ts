/** Operation × test category: the number of cases, and how many failed. A few operations are columns, many are rows. */
import type { Report } from '../../report/report.ts';
import type { CategoryResult, UncheckedOperation } from '../../report/stage-report.ts';
import { type CellLink, countFoundByOthers, createCellLinks } from './cell-links.ts';
import { emptyMarkup, filterLink, html, type Markup, numberText } from './markup.ts';
import { findingCategories, reportCategories, type SortedFindings } from './sorted-findings.ts';

/** Empty if there was no conformance run. */
export function matrixSection(report: Report, sorted: SortedFindings): Markup {
  const runs = report.stages.flatMap(({ run }) => (run === undefined ? [] : [run]));
  if (runs.length === 0) return emptyMarkup;
  const grid = createGrid(
    runs.flatMap(({ rows }) => rows),
    sorted,
    reportCategories(report),
  );
  const ids = [...new Set([...report.contract.operations.map(({ id }) => id), ...grid.operations])];
  const marks: OperationMarks = {
    unchecked: new Map(runs.flatMap((run) => run.unchecked).map((one) => [one.operation, one] as const)),
    foundElsewhere: countFoundByOthers(sorted, ids),
  };
  const table = ids.length <= MAX_COLUMNS ? operationsAsColumns(ids, grid, marks) : operationsAsRows(ids, grid, marks);
  return html`<section id="matrix"><h2>Operations and test categories</h2>
<p class="muted">A test category is a kind of request, such as one without a required property. <b class="good">✓ 12</b>: all 12 cases passed. <b class="bad">✗ 5/12</b>: 5 of 12 failed. <b class="odd">! 3/12</b>: 3 have warnings. Cases that fail for the same cause are one finding.${elsewhereMeaning(marks)}</p>
<div class="scroll" role="region" aria-label="Operations and test categories" tabindex="0">${table}</div></section>`;
}

const MAX_COLUMNS = 3;

interface ResultGrid {
  readonly operations: readonly string[];
  readonly categories: readonly string[];
  cell(operation: string, category: string): Markup;
  total(operation: string): Markup;
  /** The number of failed cases. */
  errorCount(operation: string): number;
}

function createGrid(
  rows: readonly CategoryResult[],
  sorted: SortedFindings,
  categories: readonly string[],
): ResultGrid {
  const byOperation = Map.groupBy(rows, ({ operation }) => operation);
  const byCell = Map.groupBy(rows, ({ operation, category }) => `${operation} ${category}`);
  const findLink = createCellLinks(sorted, categories);
  const isWaivedCell = waivedCells(sorted, categories);
  const totalOf = (operation: string) => sumResults(byOperation.get(operation) ?? []);
  return {
    operations: [...byOperation.keys()],
    categories,
    cell: (operation, category) =>
      countsCell(
        sumResults(byCell.get(`${operation} ${category}`) ?? []),
        findLink(operation, category),
        isWaivedCell(operation, category),
      ),
    total: (operation) => countsCell(totalOf(operation), findLink(operation), isWaivedCell(operation)),
    errorCount: (operation) => totalOf(operation).errors,
  };
}

/** Whether everything that was found in a cell is waived: one finding that counts is enough to say no. */
function waivedCells({ shown, waived }: SortedFindings, categories: readonly string[]) {
  const activeCells = new Set(shown.flatMap(({ finding }) => cellKeys(finding, categories)));
  const isWaivedCell = new Set(waived.flatMap(({ finding }) => cellKeys(finding, categories)));
  return (operation: string, category = ''): boolean => {
    const cell = `${operation} ${category}`;
    return isWaivedCell.has(cell) && !activeCells.has(cell);
  };
}

/** One for each category, and one for the whole row. */
function cellKeys(
  finding: SortedFindings['shown'][number]['finding'],
  categories: readonly string[],
): readonly string[] {
  return ['', ...findingCategories(finding, categories)].map((category) => `${finding.subject} ${category}`);
}

type CategorySum = Pick<CategoryResult, 'cases' | 'errors' | 'warnings'>;

function sumResults(rows: readonly CategorySum[]): CategorySum {
  const add = (a: CategorySum, b: CategorySum) => ({
    cases: a.cases + b.cases,
    errors: a.errors + b.errors,
    warnings: a.warnings + b.warnings,
  });
  return rows.reduce(add, { cases: 0, errors: 0, warnings: 0 });
}

function countsCell({ cases, errors, warnings }: CategorySum, link: CellLink | undefined, isWaived: boolean): Markup {
  if (cases === 0) return html`<td></td>`;
  if (errors + warnings === 0) return html`<td class="good">✓ ${numberText(cases)}</td>`;
  const text = [
    ...(errors > 0 ? [`✗ ${numberText(errors)}/${numberText(cases)}`] : []),
    ...(warnings > 0 ? [`! ${numberText(warnings)}/${numberText(cases)}`] : []),
    ...(isWaived ? ['waived'] : []),
  ].join(' ');
  return html`<td class="${isWaived ? 'muted' : errors > 0 ? 'bad' : 'odd'}">${linkedText(text, link)}</td>`;
}

function linkedText(text: string, link: CellLink | undefined): Markup {
  if (link === undefined) return html`${text}`;
  const { href, tooltip } = link;
  const title = tooltip === undefined ? emptyMarkup : html` title="${tooltip}"`;
  return html`<a href="${href}"${title}>${text}</a>`;
}

/** Categories are rows. */
function operationsAsColumns(ids: readonly string[], grid: ResultGrid, marks: OperationMarks): Markup {
  const heads = ids.map((id) => html`<th scope="col">${id}${operationMark(id, marks)}</th>`);
  const rows = grid.categories.map(
    (category) => html`<tr><th scope="row">${category}</th>${ids.map((id) => grid.cell(id, category))}</tr>\n`,
  );
  return html`<table class="matrix"><thead><tr><th scope="col">category</th>${heads}</tr></thead><tbody>${rows}<tr class="sum"><th scope="row">all</th>${ids.map(grid.total)}</tr></tbody></table>`;
}

/** Operations are rows; if there are many, those with errors come first. */
function operationsAsRows(ids: readonly string[], grid: ResultGrid, marks: OperationMarks): Markup {
  const isFirst = (id: string) => grid.errorCount(id) > 0 || marks.foundElsewhere.has(id) || marks.unchecked.has(id);
  const ordered =
    ids.length <= MAX_IN_DOCUMENT_ORDER ? ids : [...ids.filter(isFirst), ...ids.filter((id) => !isFirst(id))];
  const heads = grid.categories.map((category) => html`<th scope="col" class="turned"><span>${category}</span></th>`);
  const rows = ordered.map(
    (id) =>
      html`<tr><th scope="row">${id}${operationMark(id, marks)}</th>${grid.total(id)}${grid.categories.map((category) => grid.cell(id, category))}</tr>\n`,
  );
  return html`<table class="matrix wide"><thead><tr><th scope="col">operation</th><th scope="col">all</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

const MAX_IN_DOCUMENT_ORDER = 20;

/** Marks of all operations, by their ids. */
interface OperationMarks {
  readonly unchecked: ReadonlyMap<string, UncheckedOperation>;
  /** The number of errors that only other rows count. */
  readonly foundElsewhere: ReadonlyMap<string, number>;
}

/** Empty if the row says everything. */
function operationMark(id: string, { unchecked, foundElsewhere }: OperationMarks): Markup {
  return html`${uncheckedMark(unchecked.get(id))}${elsewhereMark(id, foundElsewhere.get(id))}`;
}

function uncheckedMark(unchecked: UncheckedOperation | undefined): Markup {
  if (unchecked === undefined) return emptyMarkup;
  const text = unchecked.casesRun === 'none' ? '? not checked' : '? partly checked';
  return html` <span class="odd reason" title="${unchecked.reason}">${text}</span>`;
}

/** Links to errors that other operations' cases found; the operation's own cases may all have passed. */
function elsewhereMark(id: string, errors: number | undefined): Markup {
  if (errors === undefined) return emptyMarkup;
  const link = filterLink({ severity: 'error', subject: id });
  return html` <a class="bad reason" href="${link}">✗ ${numberText(errors)} in other rows</a>`;
}

/** The explanation above the table. */
function elsewhereMeaning({ foundElsewhere }: OperationMarks): Markup {
  if (foundElsewhere.size === 0) return emptyMarkup;
  return html` <b class="bad">✗ 3 in other rows</b>: cases of other operations found 3 errors of this operation; they count in those rows.`;
}
