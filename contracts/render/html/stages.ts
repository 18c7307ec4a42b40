/** The stages of the run, and what of them keeps the verdict open. */

import { missingShards, missingShardText, type Report, type Shard } from '../../report/report.ts';
import type { StageReport } from '../../report/stage.ts';
import { summaryOf } from '../text/gate-summary.ts';
import { counted, html, type Markup, nothing, spanText, when } from './markup.ts';

export function stagesSection({ stages, unattempted }: Report): Markup {
  const missing = missingShards(unattempted);
  return html`<section id="stages"><h2>What was done</h2>
<table class="stages"><thead><tr><th scope="col">result</th><th scope="col">stage</th><th scope="col">what was done, or why not</th><th scope="col" class="figure">time</th></tr></thead><tbody>${stages.map((stage) => row(stage, missing))}</tbody></table></section>`;
}

/** What was split is whole with all parts alone. */
function row(stage: StageReport, missing: readonly Shard[]): Markup {
  const { name, status, ms, run } = stage;
  const lacking = run === undefined ? [] : missing;
  const isPart = status === 'passed' && lacking.length > 0;
  const result = isPart
    ? html`<b class="odd">? passed in part</b>`
    : html`<b class="${tones[status]}">${signs[status]} ${status}</b>`;
  return html`<tr><td class="status">${result}</td><th scope="row">${name}</th><td>${[summaryOf(stage), ...lacking.map(missingShardText)].join(', ')}</td><td class="figure">${spanText(ms)}</td></tr>\n`;
}

const signs: Readonly<Record<StageReport['status'], string>> = {
  passed: '✓',
  failed: '✗',
  'not run': '?',
  'not applicable': '–',
};

const tones: Readonly<Record<StageReport['status'], string>> = {
  passed: 'good',
  failed: 'bad',
  'not run': 'odd',
  'not applicable': 'muted',
};

const MOST = 12;

/** What should have been tried and was not: while there is any, nothing passes. */
export function openSection({ stages, unattempted: all }: Report): Markup {
  const said = new Set(stages.flatMap(({ unattempted }) => unattempted));
  const open = [
    ...all.filter((what) => !said.has(what)).map((what) => html`<li>${linesOf(what)}</li>`),
    ...stages.flatMap(({ name, unattempted }) => unattempted.map((what) => openRow(name, what))),
  ];
  if (open.length === 0) return nothing;
  const rest = open.slice(MOST);
  return html`<section id="open" class="notice odd"><h2>? Not judged: ${open.length}</h2><p>The contract asks for these to be tried, and they could not be, or not in full. While there is any, nothing passes.</p><ul>${open.slice(0, MOST)}</ul>${when(rest.length > 0, () => html`<details><summary>${counted(rest.length, 'more', 'more')}</summary><ul>${rest}</ul></details>`)}</section>`;
}

/** Some say already what they are of. */
function openRow(name: string, what: string): Markup {
  const said = what.startsWith(`${name}: `) ? what.slice(name.length + 2) : what;
  return html`<li><b>${name}</b>: ${linesOf(said)}</li>`;
}

/** What an implementation said last is several. */
function linesOf(text: string): Markup {
  const [first = '', ...below] = text.split('\n');
  return html`${first}${when(below.length > 0, () => html`<pre>${below.join('\n')}</pre>`)}`;
}
