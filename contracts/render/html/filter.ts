/** What findings can be filtered by: shown by the script of the page, which alone can do it. */
import { familiesOf } from './families.ts';
import { html, type Markup, nothing } from './markup.ts';
import type { Entry, Told } from './told.ts';

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
