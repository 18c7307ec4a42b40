/**
 * All findings, those that count by severity and check, then what is waived and what tells the same again; the form that
 * filters them, and the list of their causes.
 */
import type { Severity } from '../../finding/finding.ts';
import { findingMarkup, type Look } from './finding.ts';
import { anchorOf, counted, html, type Markup, nothing, numberText, signOf } from './markup.ts';
import { elsewhere, type FindingEntry, familiesOf, ofSeverity, type SortedFindings } from './told.ts';

export function findingsSection(told: SortedFindings, families: readonly string[]): Markup {
  const { counted: all, shown, waived, strays } = told;
  const parts: readonly Part[] = [
    {
      name: 'Faults',
      meaning: 'Each breaks the contract: clients that rely on it can fail.',
      entries: ofSeverity(shown, 'fault'),
      all: ofSeverity(all, 'fault').length,
    },
    {
      name: 'Advice',
      meaning: 'Worth mending; it does not break the contract, and fails a run only with --strict.',
      entries: ofSeverity(shown, 'advice'),
      all: ofSeverity(all, 'advice').length,
    },
    {
      name: 'Waived',
      meaning: 'Known, with a reason and until a day; not counted.',
      entries: waived,
      all: waived.length,
    },
    {
      name: 'Told elsewhere',
      meaning: 'The same as a finding that is not in this report; not counted.',
      entries: strays,
      all: strays.length,
    },
  ];
  const look: Look = { families, isOpen: shown.length + waived.length + strays.length <= FEW };
  return html`${parts.map((one) => partMarkup(one, look))}`;
}

/** As many are read from top to bottom. */
const FEW = 3;

interface Part {
  readonly name: string;
  /** For a reader who does not know the word. */
  readonly meaning: string;
  readonly entries: readonly FindingEntry[];
  /** How many there are, those without a place in the page among them. */
  readonly all: number;
}

function partMarkup({ name, meaning, entries, all }: Part, look: Look): Markup {
  if (entries.length === 0) return nothing;
  const groups = causesOf(entries).map((cause) => group(name, cause, look));
  return html`<section class="part"><h2>${name}: ${numberText(all)}</h2><p class="muted">${meaning}${leftOut(entries.length, all)}</p>${groups}</section>
`;
}

function leftOut(shown: number, all: number): string {
  return shown === all
    ? ''
    : ` Here are ${numberText(shown)} of them, some of every check and operation; all are in the JSON report.`;
}

/** Of one check, in the order of the report. */
function group(part: string, { check, title, entries }: Cause, look: Look): Markup {
  return html`<section class="group" id="${causeAnchor(part, check)}"><h3>${title} <code>${check}</code> <span class="muted">${counted(entries.length, 'finding')}</span></h3>${entries.map((entry) => findingMarkup(entry, look))}</section>`;
}

/** Nothing where there is at most one finding. */
export function filterForm({ shown, waived, strays }: SortedFindings, families: readonly string[]): Markup {
  const entries = [...shown, ...waived, ...strays];
  if (entries.length < 2) return nothing;
  const fields = [
    field('severity', 'Severity', entries, ({ finding }) => [finding.severity]),
    field('stage', 'Stage', entries, ({ stage }) => [stage]),
    field('about', 'Operation', entries, ({ finding }) => [finding.subject]),
    field('family', 'Family', entries, ({ finding }) => familiesOf(finding, families)),
    field('check', 'Check', entries, ({ finding }) => [finding.check]),
  ];
  return html`<form id="filter" class="filter" role="search" aria-label="Filter the findings" hidden>
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
${fields}
<span class="buttons"><button type="reset">Show all</button> <button type="button" id="unfold">Unfold</button> <button type="button" id="fold">Fold</button></span>
<output id="shown" aria-live="polite"></output>
</form>`;
}

type Read = (entry: FindingEntry) => readonly string[];

/** Where all have the same there is nothing to choose; the field is there for the address to set it. */
function field(name: string, label: string, entries: readonly FindingEntry[], read: Read): Markup {
  const values = Map.groupBy(
    entries.flatMap((entry) => [...new Set(read(entry))]),
    (value) => value,
  );
  const options = [...values].map(
    ([value, own]) => html`<option value="${value}">${value} (${own.length})</option>`,
  );
  const isUseless = values.size < 2 ? html` hidden` : nothing;
  return html`<label${isUseless}>${label} <select name="${name}"><option value="">all</option>${options}</select></label>\n`;
}

/** What is wrong, in a line each, faults before advice; nothing where nothing was found. */
export function causesList(found: readonly FindingEntry[]): Markup {
  const rows = [...rowsOf(found, 'fault', 'Faults'), ...rowsOf(found, 'advice', 'Advice')];
  if (rows.length === 0) return nothing;
  const rest = rows.length - MOST;
  const more = rest > 0 ? html`<li class="muted">and ${counted(rest, 'more kind')} below</li>` : nothing;
  return html`<ul class="causes">${rows.slice(0, MOST)}${more}</ul>`;
}

/** As many fit a screen. */
const MOST = 8;

function rowsOf(found: readonly FindingEntry[], severity: Severity, part: string): readonly Markup[] {
  const { tone, sign } = signOf(severity);
  return causesOf(ofSeverity(found, severity)).map(
    (cause) =>
      html`<li><b class="${tone}">${sign}</b> <span><a href="#${causeAnchor(part, cause.check)}">${cause.title}</a> <code class="muted">${cause.check}</code> <span class="muted">${extent(cause)}</span></span></li>\n`,
  );
}

/** `2 findings in 240 cases: createOrder, listOrders`, `9 findings: createOrder and 3 more; in the contract itself` */
function extent({ entries, cases }: Cause): string {
  const subjects = [...new Set(entries.map(({ finding }) => finding.subject))];
  const named =
    subjects.length > MOST_NAMED
      ? `${subjects[0]} and ${numberText(subjects.length - 1)} more`
      : subjects.join(', ');
  const isTried = entries.some(({ finding }) => finding.evidence !== undefined);
  const inCases = isTried && cases > entries.length ? ` in ${numberText(cases)} cases` : '';
  const place = entries[0] === undefined ? undefined : elsewhere(entries[0]);
  return `${counted(entries.length, 'finding')}${inCases}: ${named}${place === undefined ? '' : `; ${place}`}`;
}

/** Operations or interactions; of more of them the first alone. */
const MOST_NAMED = 3;

/** What one check found. */
interface Cause {
  readonly check: string;
  readonly title: string;
  readonly entries: readonly FindingEntry[];
  /** How many cases show it, those folded into a finding among them. */
  readonly cases: number;
}

/** Of entries of one severity; those that most cases show come first. */
function causesOf(entries: readonly FindingEntry[]): readonly Cause[] {
  const byCheck = Map.groupBy(entries, ({ finding }) => finding.check);
  const causes = [...byCheck].map(([check, own]) => ({
    check,
    title: own[0]?.finding.title ?? check,
    entries: own,
    cases: own.reduce((sum, { finding }) => sum + 1 + finding.more, 0),
  }));
  return causes.toSorted((a, b) => b.cases - a.cases);
}

/** The id of the element that has its findings. */
function causeAnchor(part: string, check: string): string {
  return anchorOf(`${part.toLowerCase().replaceAll(' ', '-')}/${check}`);
}
