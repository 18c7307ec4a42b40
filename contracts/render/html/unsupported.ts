/** What the contract says without effect here, place by place. */
import type { Report, UnsupportedData } from '../../report/report.ts';
import { html, type Markup, nothing, when } from './markup.ts';
import { counted, numberText, placeLine } from './words.ts';

/** A page of thousands of rows is read by nobody. */
const MOST = 500;

/** Nothing where there is none of it. */
export function unsupportedSection({ contract: { unsupported = [] } }: Report): Markup {
  if (unsupported.length === 0) return nothing;
  const rest = unsupported.length - MOST;
  const more = when(rest > 0, () => html`<p>And ${counted(rest, 'more place')}, in the JSON report.</p>`);
  return html`<section id="unsupported"><h2>Not supported: ${numberText(unsupported.length)}</h2>
<p class="muted">What the contract says there has no effect here: it is neither tried nor judged.</p>
<div class="scroll"><table><thead><tr><th scope="col">what</th><th scope="col">what comes of it</th><th scope="col">operation</th><th scope="col">written at</th></tr></thead><tbody>${unsupported.slice(0, MOST).map(row)}</tbody></table></div>${more}</section>`;
}

function row({ what, effect, within, place }: UnsupportedData): Markup {
  return html`<tr><td>${what}</td><td>${effect}</td><td>${within ?? ''}</td><td>${placeLine(place)}</td></tr>`;
}
