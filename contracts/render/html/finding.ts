/** One finding: what is wrong, the line of the contract, the exchange, how to see it again. */
import type { Place } from '../../../spec/model/contract.ts';
import type { BrokenPact, Evidence, Finding } from '../../finding/finding.ts';
import { markIn } from '../../finding/quote.ts';
import { confirmationText } from '../text/finding-text.ts';
import { echoTable } from './echo.ts';
import { exchangeMarkup, marked } from './exchange.ts';
import {
  counted,
  exactly,
  findingLink,
  html,
  type Markup,
  nothing,
  placeLine,
  signOf,
  when,
} from './markup.ts';
import { elsewhere, type FindingEntry, familiesOf } from './told.ts';

/** What is the same for all findings of a page. */
export interface Look {
  /** Of the report. */
  readonly families: readonly string[];
  readonly isOpen: boolean;
}

/** Where it is folded, the style opens it for paper and for readers without scripts. */
export function findingMarkup(entry: FindingEntry, { families, isOpen }: Look): Markup {
  const { finding, stage, anchor } = entry;
  const { severity, subject, received, check } = finding;
  const { tone, sign } = signOf(severity);
  const mark = html`<b class="${tone}">${sign}${finding.waived === undefined ? '' : ', waived'}</b>`;
  return html`
<details${isOpen ? html` open` : nothing} class="finding ${severity}" id="${anchor}" data-severity="${severity}" data-stage="${stage}" data-about="${subject}" data-check="${check}" data-family="${familiesOf(finding, families).join('\n')}">
<summary>${mark} <span class="title">${subject}</span> <span class="brief">${briefOf(finding.evidence)}${received}</span></summary>
<div class="facts">${facts(entry)}</div>
</details>`;
}

/** The case of it, so that folded findings of one check can be told apart. */
function briefOf(evidence: Evidence | undefined): string {
  return evidence === undefined ? '' : `${endsOf(evidence.mutation)} → `;
}

const LONGEST_BRIEF = 180;

/** Of a story of many requests, how it begins and what comes last: all of it is told within. */
function endsOf(text: string): string {
  if (text.length <= LONGEST_BRIEF) return text;
  const [start, end] = [text.slice(0, LONGEST_BRIEF / 2), text.slice(-LONGEST_BRIEF / 2)];
  return `${start.toWellFormed()} … ${end.toWellFormed()}`;
}

function facts({ finding, stage, anchor, same }: FindingEntry): readonly Markup[] {
  const { evidence, breaks = [], why, waived } = finding;
  const rule = finding.rule ?? evidence?.rule;
  return [
    fact(
      'what',
      html`<b>${finding.title}</b> <code class="muted">${finding.check}</code> ${elsewhere({ stage })}`,
    ),
    when(waived !== undefined, () =>
      fact('waived', html`${waived?.reason} <span class="muted">(until ${waived?.expires})</span>`),
    ),
    fact(
      'contract',
      html`${rule === undefined ? nothing : html`<p class="rule">${rule}</p>`}${quoteMarkup(finding)}`,
    ),
    evidence === undefined ? nothing : fact('case', html`${evidence.mutation}`),
    fact('difference', diffMarkup(finding)),
    evidence === undefined ? nothing : fact('exchange', exchangeMarkup(finding, evidence)),
    when(breaks.length > 0, () => fact('who breaks', consumers(breaks))),
    fact('why', html`${why}`),
    evidence === undefined ? nothing : fact('see it again', again(evidence)),
    evidence === undefined ? nothing : fact('seen', seenMarkup(evidence)),
    when(finding.more > 0, () => fact('more like it', more(finding))),
    when(same.length > 0, () => fact('same cause', html`<ul>${same.map(sameRow)}</ul>`)),
    fact(
      'id',
      html`<a href="${findingLink(anchor)}"><code>${finding.id}</code></a> <span class="muted">found by the stage ${stage}; <code>plant-store explain ${finding.check}</code> says more</span>`,
    ),
  ];
}

function fact(label: string, what: Markup): Markup {
  return html`<section class="fact"><h4>${label}</h4><div>${what}</div></section>\n`;
}

function seenMarkup({ confirmation, caseId, family }: Evidence): Markup {
  return html`${confirmationText(confirmation)} <span class="muted">in the case <code>${caseId}</code> of the family ${family}</span>`;
}

function consumers(breaks: readonly BrokenPact[]): Markup {
  const distinct = Map.groupBy(breaks, ({ consumer, interaction }) =>
    JSON.stringify([consumer, interaction]),
  );
  const rows = [...distinct.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [consumerRow(first, new Set([first, ...others].flatMap(({ messages }) => messages)))],
  );
  return html`<ul>${rows}</ul>`;
}

function consumerRow({ consumer, interaction, place }: BrokenPact, messages: ReadonlySet<string>): Markup {
  const said = [...messages].map((message) => html`<br><code>${message}</code>`);
  return html`<li><b>${consumer}</b>: ${interaction}${said}<br>${placeLine(place)}</li>`;
}

function more({ more: number, isRest, others = [] }: Finding): Markup {
  const ids = others.map((id) => html`<li><code>${id}</code></li>`);
  const rest = number - others.length;
  const cause = isRest === true ? 'other causes' : 'the same cause';
  return html`<p>${counted(number, 'more case')} with ${cause}${others.length === 0 ? '' : ':'}</p><ul>${ids}${rest > 0 && ids.length > 0 ? html`<li class="muted">and ${counted(rest, 'more', 'more')}</li>` : nothing}</ul>`;
}

/** Shown by another stage too; it has its own address, but is not counted again. */
function sameRow({ finding, stage, anchor }: FindingEntry): Markup {
  const name = finding.evidence?.mutation ?? finding.subject;
  return html`<li id="${anchor}">${stage}: ${name}<br><code>${finding.received}</code><br><a href="${findingLink(anchor)}"><code>${finding.id}</code></a> <span class="muted">not counted again</span></li>`;
}

/** One place, or two. */
function quoteMarkup(finding: Finding): Markup {
  const { place, line, quote, otherPlace, otherLine } = finding;
  const { lines, mark } = quote ?? {
    lines: [{ line: place.line, text: line }],
    mark: markIn(line, place.pointer),
  };
  const rows = lines.map(({ line: number, text }, index) =>
    row(number, marked(text, index === lines.length - 1 ? mark : undefined)),
  );
  return html`<figure class="quote"><figcaption>${placeLine(place)}</figcaption>${line === '' && quote === undefined ? nothing : html`<pre>${rows}</pre>`}</figure>${otherQuote(otherPlace, otherLine)}`;
}

function otherQuote(place: Place | undefined, line: string | undefined): Markup {
  if (place === undefined) return nothing;
  const text =
    line === undefined || line === '' ? nothing : html`<pre>${row(place.line, html`${line}`)}</pre>`;
  return html`<figure class="quote"><figcaption><span class="muted">and</span> ${placeLine(place)}</figcaption>${text}</figure>`;
}

function row(number: number, text: Markup): Markup {
  return html`<span class="row"><span class="number">${number}</span><span>${text}</span></span>`;
}

/** Of a finding of any kind; of an echo by property too. */
function diffMarkup(finding: Finding): Markup {
  const { check, expected, received, evidence } = finding;
  const echo = check === ECHO && evidence !== undefined ? echoTable(evidence, finding) : nothing;
  return html`<dl class="diff"><div class="minus"><dt>− expected</dt><dd>${expected}</dd></div><div class="plus"><dt>+ received</dt><dd>${received}</dd></div></dl>${echo}`;
}

const ECHO = 'created-is-echoed';

/** More is of no use to a reader: a body of 65,536 characters. */
const LONGEST_COMMAND = 6_000;

function again({ curl, curlLacks, replay }: Evidence): Markup {
  const lacks = curlLacks === undefined ? nothing : html`<p class="muted">(${curlLacks})</p>`;
  const line =
    curl.length > LONGEST_COMMAND
      ? html`<p class="muted">The curl line is too long for a page (${curl.length} characters); the replay command sends the same, and the JSON report has it.</p>`
      : html`${command(curl)}${lacks}`;
  return html`${line}${command(replay)}`;
}

/** The script of the page puts a button to copy it beside. */
export function command(text: string): Markup {
  const exact = exactly(text);
  const attribute = exact === undefined ? nothing : html` data-exact="${exact}"`;
  return html`<div class="command"><pre tabindex="0"${attribute}>${text}</pre></div>`;
}
