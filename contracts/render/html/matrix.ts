/** Operation × family: how many cases there were, and how many went wrong. Few operations stand side by side. */
import type { Report } from '../../report/report.ts';
import type { Row, Unjudged } from '../../report/stage.ts';
import { type CellLink, cellLinks, foundByOthers } from './cell-links.ts';
import { filterLink, html, type Markup, nothing, numberText } from './markup.ts';
import { familiesIn, familiesOf, type SortedFindings } from './told.ts';

/** Nothing where no operation was tried. */
export function matrixSection(report: Report, told: SortedFindings): Markup {
  const runs = report.stages.flatMap(({ run }) => (run === undefined ? [] : [run]));
  if (runs.length === 0) return nothing;
  const grid = gridOf(
    runs.flatMap(({ rows }) => rows),
    told,
    familiesIn(report),
  );
  const ids = [...new Set([...report.contract.operations.map(({ id }) => id), ...grid.operations])];
  const marks: Marks = {
    unjudged: new Map(runs.flatMap((run) => run.unjudged).map((one) => [one.operation, one] as const)),
    byOthers: foundByOthers(told, ids),
  };
  const table = ids.length <= MOST_BESIDE ? beside(ids, grid, marks) : below(ids, grid, marks);
  return html`<section id="matrix"><h2>Operations and families of cases</h2>
<p class="muted">A family is a kind of request, such as one with a property left out. <b class="good">✓ 12</b> twelve cases, all answered as the contract says; <b class="bad">✗ 5/12</b> five of twelve failed; <b class="odd">! 3/12</b> three gave advice. Cases that fail for one cause are one finding.${byOthersMeaning(marks)}</p>
<div class="scroll" role="region" aria-label="Operations and families of cases" tabindex="0">${table}</div></section>`;
}

const MOST_BESIDE = 3;

interface Grid {
  readonly operations: readonly string[];
  readonly families: readonly string[];
  cell(operation: string, family: string): Markup;
  total(operation: string): Markup;
  /** Cases that failed. */
  faults(operation: string): number;
}

function gridOf(rows: readonly Row[], told: SortedFindings, families: readonly string[]): Grid {
  const byOperation = Map.groupBy(rows, ({ operation }) => operation);
  const byCell = Map.groupBy(rows, ({ operation, family }) => `${operation} ${family}`);
  const linked = cellLinks(told, families);
  const forgiven = waivedIn(told, families);
  const totalOf = (operation: string) => sumOf(byOperation.get(operation) ?? []);
  return {
    operations: [...byOperation.keys()],
    families,
    cell: (operation, family) =>
      counts(
        sumOf(byCell.get(`${operation} ${family}`) ?? []),
        linked(operation, family),
        forgiven(operation, family),
      ),
    total: (operation) => counts(totalOf(operation), linked(operation), forgiven(operation)),
    faults: (operation) => totalOf(operation).faults,
  };
}

/** All that was found there is: of what counts and of what does not, the first goes before. */
function waivedIn({ shown, waived }: SortedFindings, families: readonly string[]) {
  const counting = new Set(shown.flatMap(({ finding }) => cellsOf(finding, families)));
  const forgiven = new Set(waived.flatMap(({ finding }) => cellsOf(finding, families)));
  return (operation: string, family = ''): boolean => {
    const cell = `${operation} ${family}`;
    return forgiven.has(cell) && !counting.has(cell);
  };
}

/** One for the row as a whole. */
function cellsOf(
  finding: SortedFindings['shown'][number]['finding'],
  families: readonly string[],
): readonly string[] {
  return ['', ...familiesOf(finding, families)].map((family) => `${finding.subject} ${family}`);
}

type Sum = Pick<Row, 'cases' | 'faults' | 'advice'>;

function sumOf(rows: readonly Sum[]): Sum {
  const add = (a: Sum, b: Sum) => ({
    cases: a.cases + b.cases,
    faults: a.faults + b.faults,
    advice: a.advice + b.advice,
  });
  return rows.reduce(add, { cases: 0, faults: 0, advice: 0 });
}

function counts({ cases, faults, advice }: Sum, link: CellLink | undefined, isWaived: boolean): Markup {
  if (cases === 0) return html`<td></td>`;
  if (faults + advice === 0) return html`<td class="good">✓ ${numberText(cases)}</td>`;
  const words = [
    ...(faults > 0 ? [`✗ ${numberText(faults)}/${numberText(cases)}`] : []),
    ...(advice > 0 ? [`! ${numberText(advice)}/${numberText(cases)}`] : []),
    ...(isWaived ? ['waived'] : []),
  ].join(' ');
  return html`<td class="${isWaived ? 'muted' : faults > 0 ? 'bad' : 'odd'}">${linkedText(words, link)}</td>`;
}

function linkedText(words: string, link: CellLink | undefined): Markup {
  if (link === undefined) return html`${words}`;
  const { address, remark } = link;
  const title = remark === undefined ? nothing : html` title="${remark}"`;
  return html`<a href="${address}"${title}>${words}</a>`;
}

/** Families one below the other. */
function beside(ids: readonly string[], grid: Grid, marks: Marks): Markup {
  const heads = ids.map((id) => html`<th scope="col">${id}${markOf(id, marks)}</th>`);
  const rows = grid.families.map(
    (family) => html`<tr><th scope="row">${family}</th>${ids.map((id) => grid.cell(id, family))}</tr>\n`,
  );
  return html`<table class="matrix"><thead><tr><th scope="col">family</th>${heads}</tr></thead><tbody>${rows}<tr class="sum"><th scope="row">all</th>${ids.map(grid.total)}</tr></tbody></table>`;
}

/** Operations one below the other, of many those with faults first. */
function below(ids: readonly string[], grid: Grid, marks: Marks): Markup {
  const isFirst = (id: string) => grid.faults(id) > 0 || marks.byOthers.has(id) || marks.unjudged.has(id);
  const ordered =
    ids.length <= MOST_IN_ORDER ? ids : [...ids.filter(isFirst), ...ids.filter((id) => !isFirst(id))];
  const heads = grid.families.map(
    (family) => html`<th scope="col" class="turned"><span>${family}</span></th>`,
  );
  const rows = ordered.map(
    (id) =>
      html`<tr><th scope="row">${id}${markOf(id, marks)}</th>${grid.total(id)}${grid.families.map((family) => grid.cell(id, family))}</tr>\n`,
  );
  return html`<table class="matrix wide"><thead><tr><th scope="col">operation</th><th scope="col">all</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

const MOST_IN_ORDER = 20;

/** Of all operations, by their ids. */
interface Marks {
  readonly unjudged: ReadonlyMap<string, Unjudged>;
  /** How many faults of it count in other rows alone. */
  readonly byOthers: ReadonlyMap<string, number>;
}

/** Nothing where the row says all. */
function markOf(id: string, { unjudged, byOthers }: Marks): Markup {
  return html`${reason(unjudged.get(id))}${elsewhere(id, byOthers.get(id))}`;
}

function reason(unjudged: Unjudged | undefined): Markup {
  if (unjudged === undefined) return nothing;
  const words = unjudged.ran === 'none' ? '? not judged' : '? judged in part';
  return html` <span class="odd reason" title="${unjudged.reason}">${words}</span>`;
}

/** Its own cases may all have passed. */
function elsewhere(id: string, faults: number | undefined): Markup {
  if (faults === undefined) return nothing;
  const link = filterLink({ severity: 'fault', about: id });
  return html` <a class="bad reason" href="${link}">✗ ${numberText(faults)} elsewhere</a>`;
}

/** For the words above the table. */
function byOthersMeaning({ byOthers }: Marks): Markup {
  if (byOthers.size === 0) return nothing;
  return html` <b class="bad">✗ 3 elsewhere</b> three faults of this operation that cases of other operations found, and that count there.`;
}
