/**
 * The stages of the run, and what is worth knowing in addition to findings: notes, waivers, unsupported parts and the
 * output of engines.
 */
import {
  missingShardText,
  parseMissingShards,
  type Report,
  type Shard,
  type UnsupportedPart,
  type WaiverUse,
} from '../../report/report.ts';
import type { StageReport } from '../../report/stage-report.ts';
import { isUntestedId } from '../../report/untested-parts.ts';
import { valuesToSupply } from '../../report/values-to-supply.ts';
import { stageSummary } from '../text/gate-summary.ts';
import {
  durationText,
  emptyMarkup,
  findingLink,
  html,
  type Markup,
  numberText,
  placeMarkup,
  pluralizeCount,
  toAnchorId,
  when,
} from './markup.ts';

/** The stages of the run, with the shards that are missing. */
export function stagesSection({ stages, unattempted }: Report): Markup {
  const missing = parseMissingShards(unattempted);
  return html`<section id="stages"><h2>Stages</h2>
<table class="stages"><thead><tr><th scope="col">result</th><th scope="col">stage</th><th scope="col">summary</th><th scope="col" class="figure">time</th></tr></thead><tbody>${stages.map((stage) => stageRow(stage, missing))}</tbody></table></section>`;
}

/** A split stage is complete only with all of its parts. */
function stageRow(stage: StageReport, missing: readonly Shard[]): Markup {
  const { name, status, ms, run } = stage;
  const missingParts = run === undefined ? [] : missing;
  const isPart = status === 'passed' && missingParts.length > 0;
  const result = isPart
    ? html`<b class="odd">? partly passed</b>`
    : html`<b class="${statusTones[status]}">${statusSigns[status]} ${status}</b>`;
  return html`<tr><td class="status">${result}</td><th scope="row">${name}</th><td>${[stageSummary(stage), ...missingParts.map(missingShardText)].join(', ')}</td><td class="figure">${durationText(ms)}</td></tr>\n`;
}

const statusSigns: Readonly<Record<StageReport['status'], string>> = {
  passed: '✓',
  failed: '✗',
  'not run': '?',
  'not applicable': '–',
};

const statusTones: Readonly<Record<StageReport['status'], string>> = {
  passed: 'good',
  failed: 'bad',
  'not run': 'odd',
  'not applicable': 'muted',
};

const MAX_REASONS = 12;

/** Required parts that were not tried: with any, the run does not pass. */
export function uncheckedSection({ stages, unattempted: all }: Report): Markup {
  const reported = new Set(stages.flatMap(({ unattempted }) => unattempted));
  const unchecked = [
    ...all.filter((entry) => !reported.has(entry)).map((entry) => html`<li>${multilineMarkup(entry)}</li>`),
    ...stages.flatMap(({ name, unattempted }) => unattempted.map((entry) => uncheckedRow(name, entry))),
  ];
  if (unchecked.length === 0) return emptyMarkup;
  const rest = unchecked.slice(MAX_REASONS);
  return html`<section id="open" class="notice odd"><h2>? Not checked: ${unchecked.length}</h2><p>These checks are required but could not be run, or not completely. The run cannot pass without them.</p><ul>${unchecked.slice(0, MAX_REASONS)}</ul>${when(rest.length > 0, () => html`<details><summary>${pluralizeCount(rest.length, 'more', 'more')}</summary><ul>${rest}</ul></details>`)}</section>`;
}

/** A snippet for plant-store.yaml. */
export function supplySection({ stages }: Report): Markup {
  const snippet = valuesToSupply(stages.flatMap(({ run }) => run?.missingValues ?? []));
  if (snippet === undefined) return emptyMarkup;
  return html`<section id="supply"><h2>${snippet.title}</h2><p>Values that exist there, in plant-store.yaml; edit what is after each name.</p><pre>${snippet.lines.join('\n')}</pre></section>`;
}

/** Some entries already begin with the name of their stage. */
function uncheckedRow(name: string, entry: string): Markup {
  const reported = entry.startsWith(`${name}: `) ? entry.slice(name.length + 2) : entry;
  return html`<li><b>${name}</b>: ${multilineMarkup(reported)}</li>`;
}

/** The last output of an implementation has several lines. */
function multilineMarkup(text: string): Markup {
  const [first = '', ...below] = text.split('\n');
  return html`${first}${when(below.length > 0, () => html`<pre>${below.join('\n')}</pre>`)}`;
}

export function waiversSection({ waivers }: Report): Markup {
  if (waivers.length === 0) return emptyMarkup;
  return html`<section id="waivers"><h2>Waivers: ${waivers.length}</h2><div class="scroll"><table><thead><tr><th scope="col">state</th><th scope="col">finding</th><th scope="col">reason</th><th scope="col">until</th><th scope="col">place</th></tr></thead><tbody>${waivers.map(waiverRow)}</tbody></table></div></section>`;
}

function waiverRow({ state, id, pattern, reason, expires, place }: WaiverUse): Markup {
  const hasLink = state === 'used' && pattern === undefined && !isUntestedId(id);
  return html`<tr><td><b class="${state === 'used' || state === 'not checked' ? 'muted' : 'odd'}">${waiverStateLabels[state]}</b></td><td>${hasLink ? html`<a href="${findingLink(toAnchorId(id))}"><code>${id}</code></a>` : html`<code>${id}</code>`}</td><td>${reason}</td><td>${expires}</td><td>${placeMarkup(place)}</td></tr>`;
}

const waiverStateLabels: Readonly<Record<WaiverUse['state'], string>> = {
  used: '✓ used',
  stale: '! stale: matches no finding',
  expired: '! expired',
  'not checked': '– not checked',
};

export function notesSection({ stages }: Report): Markup {
  const blocks = [...stages.flatMap(stageNotes), ...stages.flatMap(engineOutput)];
  if (blocks.length === 0) return emptyMarkup;
  return html`<section id="notes"><h2>Notes</h2>${blocks}</section>`;
}

function stageNotes({ name, notes }: StageReport): readonly Markup[] {
  if (notes.length === 0) return [];
  const rows = notes.map((note) => html`<li>${note}</li>`);
  return [
    html`<details><summary>${name} <span class="muted">${pluralizeCount(notes.length, 'note')}</span></summary><ul>${rows}</ul></details>\n`,
  ];
}

/** The rest is in the JSON report. */
const MAX_OUTPUT_LENGTH = 20_000;

function engineOutput({ engine }: StageReport): readonly Markup[] {
  if (engine === undefined || engine.output.trim() === '') return [];
  const { name, output } = engine;
  const rest = output.length - MAX_OUTPUT_LENGTH;
  return [
    html`<details class="engine"><summary>Output of the ${name}</summary><pre tabindex="0">${output.slice(0, MAX_OUTPUT_LENGTH)}${rest > 0 ? `\n... and ${rest} more characters in the JSON report` : ''}</pre></details>\n`,
  ];
}

/** A page of thousands of rows is of no use to a reader. */
const MAX_UNSUPPORTED = 500;

/** Empty if everything is supported. */
export function unsupportedSection({ contract: { unsupported = [] } }: Report): Markup {
  return partsSection(unsupported, {
    id: 'unsupported',
    title: 'Not supported',
    explanation: 'The kit does not support these parts of the contract, so they are not tested.',
  });
}

/** Empty if the document is valid. */
export function repairedSection({ contract: { repaired = [] } }: Report): Markup {
  return partsSection(repaired, {
    id: 'repaired',
    title: 'Repaired',
    explanation: 'These parts of the document are not valid OpenAPI. The run read them as the effect says.',
  });
}

interface PartsTable {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
}

function partsSection(parts: readonly UnsupportedPart[], { id, title, explanation }: PartsTable): Markup {
  if (parts.length === 0) return emptyMarkup;
  const rest = parts.length - MAX_UNSUPPORTED;
  const more = when(rest > 0, () => html`<p>And ${pluralizeCount(rest, 'more place')}, in the JSON report.</p>`);
  return html`<section id="${id}"><h2>${title}: ${numberText(parts.length)}</h2>
<p class="muted">${explanation}</p>
<div class="scroll"><table><thead><tr><th scope="col">part</th><th scope="col">effect</th><th scope="col">operation</th><th scope="col">place</th></tr></thead><tbody>${parts.slice(0, MAX_UNSUPPORTED).map(unsupportedRow)}</tbody></table></div>${more}</section>`;
}

function unsupportedRow({ description, effect, operation, place }: UnsupportedPart): Markup {
  return html`<tr><td>${description}</td><td>${effect}</td><td>${operation ?? ''}</td><td>${placeMarkup(place)}</td></tr>`;
}
