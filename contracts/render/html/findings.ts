/**
 * All findings: those that count by severity and check, then waived ones and duplicates; the filter form, and the list
 * of causes.
 */
import { type Cause, findCauses } from '../../report/causes.ts';
import { importanceOf } from '../../report/importance.ts';
import { type FindingContext, findingMarkup, shortenMiddle } from './finding.ts';
import { emptyMarkup, html, type Markup, numberText, pluralizeCount, severitySign, toAnchorId } from './markup.ts';
import {
  type FindingEntry,
  filterBySeverity,
  findingCategories,
  placeOutsideImplementation,
  type SortedFindings,
} from './sorted-findings.ts';

export function findingsSection(sorted: SortedFindings, categories: readonly string[]): Markup {
  const { counted: all, shown, waived, orphanedDuplicates } = sorted;
  const parts: readonly FindingsPart[] = [
    {
      name: 'Errors',
      meaning: 'Each error violates the contract: clients that rely on it can fail.',
      entries: filterBySeverity(shown, 'error'),
      total: filterBySeverity(all, 'error').length,
    },
    {
      name: 'Warnings',
      meaning: 'Worth fixing. Warnings do not violate the contract and fail a run only with --strict.',
      entries: filterBySeverity(shown, 'warning'),
      total: filterBySeverity(all, 'warning').length,
    },
    {
      name: 'Waived',
      meaning: 'Known findings with a reason and an expiry date. They do not count.',
      entries: waived,
      total: waived.length,
    },
    {
      name: 'Duplicates',
      meaning: 'The finding with the same cause is not in this report. They do not count.',
      entries: orphanedDuplicates,
      total: orphanedDuplicates.length,
    },
  ];
  const context: FindingContext = {
    categories,
    printed: new Set(
      leadingCauses(findCauses(all.map(({ finding }) => finding)), MAX_PRINTED).map(({ example }) => example),
    ),
    isOpen: shown.length + waived.length + orphanedDuplicates.length <= MAX_OPEN_FINDINGS,
  };
  return html`${parts.map((one) => partMarkup(one, context))}`;
}

/** Few enough to be read from top to bottom. */
const MAX_OPEN_FINDINGS = 3;

/** With the first page and what was not checked, ten pages. */
const MAX_PRINTED = 5;

interface FindingsPart {
  readonly name: string;
  /** For readers who do not know the term. */
  readonly meaning: string;
  readonly entries: readonly FindingEntry[];
  /** The number of findings, including those that the page does not show. */
  readonly total: number;
}

function partMarkup({ name, meaning, entries, total }: FindingsPart, context: FindingContext): Markup {
  if (entries.length === 0) return emptyMarkup;
  const groups = groupByCheck(entries).map((cause) => groupMarkup(name, cause, context));
  return html`<section class="part"><h2>${name}: ${numberText(total)}</h2><p class="muted">${meaning}${omittedText(entries.length, total)}</p>${groups}</section>
`;
}

function omittedText(shown: number, all: number): string {
  return shown === all
    ? ''
    : ` This page shows ${numberText(shown)} of them, some of each check and operation. The JSON report has all.`;
}

/** The findings of one check, in the order of the report. */
function groupMarkup(part: string, { check, title, entries }: CheckCause, context: FindingContext): Markup {
  return html`<section class="group" id="${causeAnchor(part, check)}"><h3>${title} <code>${check}</code> <span class="muted">${pluralizeCount(entries.length, 'finding')}</span></h3>${entries.map((entry) => findingMarkup(entry, context))}</section>`;
}

/** Empty if there are fewer than two findings. */
export function filterForm(
  { shown, waived, orphanedDuplicates }: SortedFindings,
  categories: readonly string[],
): Markup {
  const entries = [...shown, ...waived, ...orphanedDuplicates];
  if (entries.length < 2) return emptyMarkup;
  const fields = [
    selectField('severity', 'Severity', entries, ({ finding }) => [finding.severity]),
    selectField('stage', 'Stage', entries, ({ stage }) => [stage]),
    selectField('subject', 'Operation', entries, ({ finding }) => [finding.subject]),
    selectField('category', 'Category', entries, ({ finding }) => findingCategories(finding, categories)),
    selectField('check', 'Check', entries, ({ finding }) => [finding.check]),
  ];
  return html`<form id="filter" class="filter" role="search" aria-label="Filter findings" hidden>
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
${fields}
<span class="buttons"><button type="reset">Show all</button> <button type="button" id="unfold">Expand all</button> <button type="button" id="fold">Collapse all</button></span>
<output id="shown" aria-live="polite"></output>
</form>`;
}

type ReadValues = (entry: FindingEntry) => readonly string[];

/** A field with only one value is hidden, but exists so that the URL can set it. */
function selectField(name: string, label: string, entries: readonly FindingEntry[], read: ReadValues): Markup {
  const values = Map.groupBy(
    entries.flatMap((entry) => [...new Set(read(entry))]),
    (value) => value,
  );
  const options = [...values].map(
    ([value, matching]) => html`<option value="${value}">${value} (${matching.length})</option>`,
  );
  const hiddenAttribute = values.size < 2 ? html` hidden` : emptyMarkup;
  return html`<label${hiddenAttribute}>${label} <select name="${name}"><option value="">all</option>${options}</select></label>\n`;
}

/** What is wrong, the most important cause first, with an example of each; empty if there are no findings. */
export function causesList(found: readonly FindingEntry[]): Markup {
  const causes = findCauses(found.map(({ finding }) => finding));
  if (causes.length === 0) return emptyMarkup;
  const entryOf = new Map(found.map((entry) => [entry.finding, entry] as const));
  const rows = leadingCauses(causes, MAX_CAUSES).map((cause) => causeRow(cause, entryOf.get(cause.example)));
  const rest = causes.length - rows.length;
  const more = rest > 0 ? html`<li class="muted">and ${pluralizeCount(rest, 'more cause')} below</li>` : emptyMarkup;
  return html`<ul class="causes">${rows}${more}</ul>
<p class="on-paper">Below is one finding of each of the first causes, and the beginning of each table. The file, opened in a browser, has everything.</p>`;
}

/** As many as fit on a screen. */
const MAX_CAUSES = 10;

/** The first two causes of each check come before its others, which would hide those of other checks. */
const MAX_OF_CHECK = 2;

function leadingCauses(causes: readonly Cause[], count: number): readonly Cause[] {
  const byCheck = Map.groupBy(causes, ({ example }) => example.check);
  const leading = new Set([...byCheck.values()].flatMap((same) => same.slice(0, MAX_OF_CHECK)));
  const chosen = [...causes.filter((cause) => leading.has(cause)), ...causes.filter((cause) => !leading.has(cause))];
  const first = new Set(chosen.slice(0, count));
  return causes.filter((cause) => first.has(cause));
}

function causeRow(cause: Cause, entry: FindingEntry | undefined): Markup {
  const { severity, check, title, received, evidence } = cause.example;
  const { tone, sign } = severitySign(severity);
  const name = entry === undefined ? html`${title}` : html`<a href="#${entry.anchor}">${title}</a>`;
  const example = evidence === undefined ? received : `${shortenMiddle(evidence.mutation)} → ${received}`;
  return html`<li><b class="${tone}">${sign}</b> <span>${name} <code class="muted">${check}</code> <span class="muted">${extentText(cause, entry)}</span><br><span class="example">${example}</span></span></li>\n`;
}

/** `2 findings in 240 cases: createOrder, listOrders`, `9 findings: createOrder and 3 more; in the contract itself` */
function extentText({ findings, subjects }: Cause, entry: FindingEntry | undefined): string {
  const named =
    subjects.length > MAX_NAMED ? `${subjects[0]} and ${numberText(subjects.length - 1)} more` : subjects.join(', ');
  const cases = findings.reduce((sum, { similarCount }) => sum + 1 + similarCount, 0);
  const isTried = findings.some(({ evidence }) => evidence !== undefined);
  const inCases = isTried && cases > findings.length ? ` in ${numberText(cases)} cases` : '';
  const place = entry === undefined ? undefined : placeOutsideImplementation(entry);
  return `${pluralizeCount(findings.length, 'finding')}${inCases}: ${named}${place === undefined ? '' : `; ${place}`}`;
}

/** Operations or interactions; if there are more, only the first is named. */
const MAX_NAMED = 3;

/** The findings of one check. */
interface CheckCause {
  readonly check: string;
  readonly title: string;
  readonly entries: readonly FindingEntry[];
}

/** Entries of one severity by check, the most important check first, then that with the most cases. */
function groupByCheck(entries: readonly FindingEntry[]): readonly CheckCause[] {
  const byCheck = Map.groupBy(entries, ({ finding }) => finding.check);
  const causes = [...byCheck].map(([check, matching]) => ({
    check,
    title: matching[0]?.finding.title ?? check,
    entries: matching,
    cases: matching.reduce((sum, { finding }) => sum + 1 + finding.similarCount, 0),
  }));
  return causes.toSorted((a, b) => importanceOf(a.check) - importanceOf(b.check) || b.cases - a.cases);
}

/** The id of the element that contains the findings of a check. */
function causeAnchor(part: string, check: string): string {
  return toAnchorId(`${part.toLowerCase().replaceAll(' ', '-')}/${check}`);
}
