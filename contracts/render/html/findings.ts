/** All findings: those that count by severity and check, then what is waived and what tells the same again. */
import { type Cause, causeAnchor, causesOf } from './causes.ts';
import { findingMarkup, type Look } from './finding.ts';
import { counted, html, type Markup, nothing, numberText } from './markup.ts';
import { type Entry, familiesOf, ofSeverity, type Told } from './told.ts';

export function findingsSection(told: Told, families: readonly string[]): Markup {
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
  readonly entries: readonly Entry[];
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
export function filterForm({ shown, waived, strays }: Told, families: readonly string[]): Markup {
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

type Read = (entry: Entry) => readonly string[];

/** Where all have the same there is nothing to choose; the field is there for the address to set it. */
function field(name: string, label: string, entries: readonly Entry[], read: Read): Markup {
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
