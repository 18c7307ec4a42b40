/** All findings: those that count by severity and check, then what is waived and what tells the same again. */
import { type Cause, causeAnchor, causesOf } from './causes.ts';
import { findingMarkup, type Look } from './finding.ts';
import { html, type Markup, nothing } from './markup.ts';
import { type Entry, ofSeverity, type Told } from './told.ts';
import { counted, numberText } from './words.ts';

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
