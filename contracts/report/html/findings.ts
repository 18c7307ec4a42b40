/** All findings: those that count by severity and check, then what is waived and what tells the same again. */
import { findingMarkup } from './finding.ts';
import { html, type Markup, nothing } from './markup.ts';
import { type Entry, ofSeverity, type Told } from './told.ts';
import { counted } from './words.ts';

export function findingsSection({ counted: all, waived, strays }: Told, families: readonly string[]): Markup {
  const parts: readonly Part[] = [
    {
      name: 'Faults',
      meaning: 'Each breaks the contract: clients that rely on it can fail.',
      entries: ofSeverity(all, 'fault'),
    },
    {
      name: 'Advice',
      meaning: 'Worth mending; it does not break the contract, and fails a run only with --strict.',
      entries: ofSeverity(all, 'advice'),
    },
    {
      name: 'Waived',
      meaning: 'Known, with a reason and until a day; not counted.',
      entries: waived,
    },
    {
      name: 'Told elsewhere',
      meaning: 'The same as a finding that is not in this report; not counted.',
      entries: strays,
    },
  ];
  return html`${parts.map((one) => partMarkup(one, families))}`;
}

interface Part {
  readonly name: string;
  /** For a reader who does not know the word. */
  readonly meaning: string;
  readonly entries: readonly Entry[];
}

function partMarkup({ name, meaning, entries }: Part, families: readonly string[]): Markup {
  if (entries.length === 0) return nothing;
  return html`<section class="part"><h2>${name}: ${entries.length}</h2><p class="muted">${meaning}</p>${groups(entries, families)}</section>
`;
}

/** Of one check together, in the order of the report. */
function groups(entries: readonly Entry[], families: readonly string[]): Markup {
  const byCheck = Map.groupBy(entries, ({ finding }) => finding.check);
  const sections = [...byCheck].map(
    ([check, own]) =>
      html`<section class="group"><h3>${own[0]?.finding.title} <code>${check}</code> <span class="muted">${counted(own.length, 'finding')}</span></h3>${own.map((entry) => findingMarkup(entry, families))}</section>`,
  );
  return html`${sections}`;
}
