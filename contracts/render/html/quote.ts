/** The lines of the contract that a finding rests on, and the place on the other side. */
import type { Place } from '../../../spec/model/contract.ts';
import type { Finding } from '../../finding/finding.ts';
import { markIn } from '../../finding/quote.ts';
import { marked } from './body.ts';
import { html, type Markup, nothing } from './markup.ts';
import { placeLine } from './words.ts';

/** One place, or two. */
export function quoteMarkup(finding: Finding): Markup {
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
