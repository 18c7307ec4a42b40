/** What is worth knowing beside findings: notes of each stage, waivers and their days, what engines said. */
import type { Report, UnsupportedData, WaiverUse } from '../../report/report.ts';
import type { StageReport } from '../../report/stage.ts';
import {
  anchorOf,
  counted,
  findingLink,
  html,
  type Markup,
  nothing,
  numberText,
  placeLine,
  when,
} from './markup.ts';

export function waiversSection({ waivers }: Report): Markup {
  if (waivers.length === 0) return nothing;
  return html`<section id="waivers"><h2>Waivers: ${waivers.length}</h2><div class="scroll"><table><thead><tr><th scope="col">state</th><th scope="col">finding</th><th scope="col">reason</th><th scope="col">until</th><th scope="col">written at</th></tr></thead><tbody>${waivers.map(waiverRow)}</tbody></table></div></section>`;
}

function waiverRow({ state, id, reason, expires, place }: WaiverUse): Markup {
  return html`<tr><td><b class="${state === 'used' || state === 'not looked for' ? 'muted' : 'odd'}">${states[state]}</b></td><td>${state === 'used' ? html`<a href="${findingLink(anchorOf(id))}"><code>${id}</code></a>` : html`<code>${id}</code>`}</td><td>${reason}</td><td>${expires}</td><td>${placeLine(place)}</td></tr>`;
}

const states: Readonly<Record<WaiverUse['state'], string>> = {
  used: '✓ used',
  stale: '! matches nothing',
  expired: '! past its day',
  'not looked for': '– not looked for',
};

export function notesSection({ stages }: Report): Markup {
  const blocks = [...stages.flatMap(notesOf), ...stages.flatMap(engineOf)];
  if (blocks.length === 0) return nothing;
  return html`<section id="notes"><h2>Notes</h2>${blocks}</section>`;
}

function notesOf({ name, notes }: StageReport): readonly Markup[] {
  if (notes.length === 0) return [];
  const rows = notes.map((note) => html`<li>${note}</li>`);
  return [
    html`<details><summary>${name} <span class="muted">${counted(notes.length, 'note')}</span></summary><ul>${rows}</ul></details>\n`,
  ];
}

/** More is in the JSON report. */
const LONGEST_OUTPUT = 20_000;

function engineOf({ engine }: StageReport): readonly Markup[] {
  if (engine === undefined || engine.output.trim() === '') return [];
  const { name, output } = engine;
  const rest = output.length - LONGEST_OUTPUT;
  return [
    html`<details class="engine"><summary>What the ${name} said</summary><pre tabindex="0">${output.slice(0, LONGEST_OUTPUT)}${rest > 0 ? `\n... and ${rest} more characters in the JSON report` : ''}</pre></details>\n`,
  ];
}

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
