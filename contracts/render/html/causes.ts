/** Findings of one check together, and what weighs most first: a page begins with it, and keeps to that order. */
import type { Severity } from '../../finding/finding.ts';
import { anchorOf, counted, html, type Markup, nothing, numberText, signOf } from './markup.ts';
import { type Entry, elsewhere, ofSeverity } from './told.ts';

/** What one check found. */
export interface Cause {
  readonly check: string;
  readonly title: string;
  readonly entries: readonly Entry[];
  /** How many cases show it, those folded into a finding among them. */
  readonly cases: number;
}

/** Of entries of one severity; those that most cases show come first. */
export function causesOf(entries: readonly Entry[]): readonly Cause[] {
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
export function causeAnchor(part: string, check: string): string {
  return anchorOf(`${part.toLowerCase().replaceAll(' ', '-')}/${check}`);
}

/** As many fit a screen. */
const MOST = 8;
/** Operations or interactions; of more of them the first alone. */
const MOST_NAMED = 3;

/** What is wrong, in a line each, faults before advice; nothing where nothing was found. */
export function causesList(found: readonly Entry[]): Markup {
  const rows = [...rowsOf(found, 'fault', 'Faults'), ...rowsOf(found, 'advice', 'Advice')];
  if (rows.length === 0) return nothing;
  const rest = rows.length - MOST;
  const more = rest > 0 ? html`<li class="muted">and ${counted(rest, 'more kind')} below</li>` : nothing;
  return html`<ul class="causes">${rows.slice(0, MOST)}${more}</ul>`;
}

function rowsOf(found: readonly Entry[], severity: Severity, part: string): readonly Markup[] {
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
