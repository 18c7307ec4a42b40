/** One finding: what is wrong, the line of the contract, the exchange, and how to reproduce it. */
import type { Place } from '../../../spec/model/contract.ts';
import type { BrokenPact, Evidence, Finding } from '../../finding/finding.ts';
import { highlightInLine } from '../../finding/source-snippet.ts';
import { reproductionText } from '../text/finding-text.ts';
import { bodyDiffTable } from './body-diff.ts';
import { exchangeMarkup, markText } from './exchange.ts';
import {
  emptyMarkup,
  exactJson,
  findingLink,
  html,
  type Markup,
  placeMarkup,
  pluralizeCount,
  severitySign,
  when,
} from './markup.ts';
import { type FindingEntry, findingCategories, placeOutsideImplementation } from './sorted-findings.ts';

/** Settings that all findings of a page share. */
export interface FindingContext {
  /** All test categories of the report. */
  readonly categories: readonly string[];
  readonly isOpen: boolean;
  /** The findings that print shows in full. */
  readonly printed: ReadonlySet<Finding>;
}

/** In print and without scripts, the style sheet opens a folded finding. */
export function findingMarkup(entry: FindingEntry, { categories, isOpen, printed }: FindingContext): Markup {
  const { finding, stage, anchor } = entry;
  const { severity, subject, received, check } = finding;
  const { tone, sign } = severitySign(severity);
  const mark = html`<b class="${tone}">${sign}${finding.waived === undefined ? '' : ', waived'}</b>`;
  return html`
<details${isOpen ? html` open` : emptyMarkup} class="finding ${severity}${printed.has(finding) ? ' printed' : ''}" id="${anchor}" data-severity="${severity}" data-stage="${stage}" data-subject="${subject}" data-check="${check}" data-category="${findingCategories(finding, categories).join('\n')}">
<summary>${mark} <span class="title">${subject}</span> <span class="brief">${caseLabel(finding.evidence)}${received}</span></summary>
<div class="facts">${findingFacts(entry)}</div>
</details>`;
}

/** The case, which distinguishes folded findings of one check. */
function caseLabel(evidence: Evidence | undefined): string {
  return evidence === undefined ? '' : `${shortenMiddle(evidence.mutation)} → `;
}

const MAX_LABEL_LENGTH = 180;

/** Of a sequence of many requests, the beginning and the end; the open finding has the whole text. */
export function shortenMiddle(text: string): string {
  if (text.length <= MAX_LABEL_LENGTH) return text;
  const [start, end] = [text.slice(0, MAX_LABEL_LENGTH / 2), text.slice(-MAX_LABEL_LENGTH / 2)];
  return `${start.toWellFormed()} … ${end.toWellFormed()}`;
}

function findingFacts({ finding, stage, anchor, duplicates }: FindingEntry): readonly Markup[] {
  const { evidence, brokenPacts = [], why, waived } = finding;
  const rule = finding.requirement ?? evidence?.requirement;
  return [
    factMarkup(
      'finding',
      html`<b>${finding.title}</b> <code class="muted">${finding.check}</code> ${placeOutsideImplementation({ stage })}`,
    ),
    when(waived !== undefined, () =>
      factMarkup('waived', html`${waived?.reason} <span class="muted">(until ${waived?.expires})</span>`),
    ),
    factMarkup(
      'contract',
      html`${rule === undefined ? emptyMarkup : html`<p class="rule">${rule}</p>`}${snippetMarkup(finding)}`,
    ),
    evidence === undefined ? emptyMarkup : factMarkup('case', html`${evidence.mutation}`),
    factMarkup('difference', diffMarkup(finding)),
    evidence === undefined ? emptyMarkup : factMarkup('exchange', exchangeMarkup(finding, evidence)),
    when(brokenPacts.length > 0, () => factMarkup('consumers affected', consumerList(brokenPacts))),
    factMarkup('why', html`${why}`),
    evidence === undefined ? emptyMarkup : factMarkup('reproduce', reproduceMarkup(evidence)),
    evidence === undefined ? emptyMarkup : factMarkup('attempts', reproductionMarkup(evidence)),
    when(finding.similarCount > 0, () => factMarkup('similar cases', similarMarkup(finding), 'more')),
    when(duplicates.length > 0, () => factMarkup('same cause', html`<ul>${duplicates.map(duplicateRow)}</ul>`, 'more')),
    factMarkup(
      'id',
      html`<a href="${findingLink(anchor)}"><code>${finding.id}</code></a> <span class="muted">stage ${stage}; <code>plant-store explain ${finding.check}</code> describes the check</span>`,
    ),
  ];
}

/** On paper, what is `more` is left out. */
function factMarkup(label: string, content: Markup, kind: 'main' | 'more' = 'main'): Markup {
  return html`<section class="fact${kind === 'more' ? ' more' : ''}"><h4>${label}</h4><div>${content}</div></section>\n`;
}

function reproductionMarkup({ reproduction, caseId, category }: Evidence): Markup {
  return html`${reproductionText(reproduction)} <span class="muted">test case <code>${caseId}</code>, category ${category}</span>`;
}

function consumerList(brokenPacts: readonly BrokenPact[]): Markup {
  const distinct = Map.groupBy(brokenPacts, ({ consumer, interaction }) => JSON.stringify([consumer, interaction]));
  const rows = [...distinct.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [consumerRow(first, new Set([first, ...others].flatMap(({ messages }) => messages)))],
  );
  return html`<ul>${rows}</ul>`;
}

function consumerRow({ consumer, interaction, place }: BrokenPact, messages: ReadonlySet<string>): Markup {
  const messageMarkup = [...messages].map((message) => html`<br><code>${message}</code>`);
  return html`<li><b>${consumer}</b>: ${interaction}${messageMarkup}<br>${placeMarkup(place)}</li>`;
}

function similarMarkup({ similarCount, isRemainder, similar = [] }: Finding): Markup {
  const ids = similar.map((id) => html`<li><code>${id}</code></li>`);
  const rest = similarCount - similar.length;
  const cause = isRemainder === true ? 'other causes' : 'the same cause';
  return html`<p>${pluralizeCount(similarCount, 'more case')} with ${cause}${similar.length === 0 ? '' : ':'}</p><ul>${ids}${rest > 0 && ids.length > 0 ? html`<li class="muted">and ${pluralizeCount(rest, 'more', 'more')}</li>` : emptyMarkup}</ul>`;
}

/** A finding of the same cause: it can be linked to, but is not counted again. */
function duplicateRow({ finding, stage, anchor }: FindingEntry): Markup {
  const name = finding.evidence?.mutation ?? finding.subject;
  return html`<li id="${anchor}">${stage}: ${name}<br><code>${finding.received}</code><br><a href="${findingLink(anchor)}"><code>${finding.id}</code></a> <span class="muted">not counted again</span></li>`;
}

/** The quoted lines of one place, or of two. */
function snippetMarkup(finding: Finding): Markup {
  const { place, lineText, snippet, otherPlace, otherLineText } = finding;
  const { lines, mark } = snippet ?? {
    lines: [{ line: place.line, text: lineText }],
    mark: highlightInLine(lineText, place.pointer),
  };
  const rows = lines.map(({ line: number, text }, index) =>
    lineMarkup(number, markText(text, index === lines.length - 1 ? mark : undefined)),
  );
  return html`<figure class="quote"><figcaption>${placeMarkup(place)}</figcaption>${lineText === '' && snippet === undefined ? emptyMarkup : html`<pre>${rows}</pre>`}</figure>${otherSnippet(otherPlace, otherLineText)}`;
}

function otherSnippet(place: Place | undefined, line: string | undefined): Markup {
  if (place === undefined) return emptyMarkup;
  const text =
    line === undefined || line === '' ? emptyMarkup : html`<pre>${lineMarkup(place.line, html`${line}`)}</pre>`;
  return html`<figure class="quote"><figcaption><span class="muted">and</span> ${placeMarkup(place)}</figcaption>${text}</figure>`;
}

function lineMarkup(number: number, text: Markup): Markup {
  return html`<span class="row"><span class="number">${number}</span><span>${text}</span></span>`;
}

/** Expected and received; for an echo check also a comparison by property. */
function diffMarkup(finding: Finding): Markup {
  const { check, expected, received, evidence } = finding;
  const bodyDiff = check === ECHO_CHECK && evidence !== undefined ? bodyDiffTable(evidence, finding) : emptyMarkup;
  return html`<dl class="diff"><div class="minus"><dt>− expected</dt><dd>${expected}</dd></div><div class="plus"><dt>+ received</dt><dd>${received}</dd></div></dl>${bodyDiff}`;
}

const ECHO_CHECK = 'created-is-echoed';

/** A longer command is of no use to a reader, such as one with a body of 65,536 characters. */
const MAX_COMMAND_LENGTH = 6_000;

function reproduceMarkup({ curl, curlLimitations, replay }: Evidence): Markup {
  const limitations = curlLimitations === undefined ? emptyMarkup : html`<p class="muted">(${curlLimitations})</p>`;
  const line =
    curl.length > MAX_COMMAND_LENGTH
      ? html`<p class="muted">The curl command is too long for this page (${curl.length} characters). Use the replay command, or copy it from the JSON report.</p>`
      : html`${commandMarkup(curl)}${limitations}`;
  return html`${line}${commandMarkup(replay)}`;
}

/** The script of the page adds a copy button. */
export function commandMarkup(text: string): Markup {
  const exact = exactJson(text);
  const attribute = exact === undefined ? emptyMarkup : html` data-exact="${exact}"`;
  return html`<div class="command"><pre tabindex="0"${attribute}>${text}</pre></div>`;
}
