/** The top of the page: the verdict, the summary, and what was verified against which contract. */
import type { Report } from '../../report/report.ts';
import { causesList } from './findings.ts';
import { durationText, emptyMarkup, html, type Markup, timeText, when } from './markup.ts';
import { nextSteps } from './next-steps.ts';
import type { SortedFindings } from './sorted-findings.ts';
import { summaryParagraph } from './summary-paragraph.ts';

export function pageHead(report: Report, sorted: SortedFindings): Markup {
  const { kind, summary } = report.verdict;
  const details = summary.startsWith(kind) ? summary.slice(kind.length).replace(/^[:\s]+/, '') : summary;
  return html`<header class="${verdictTones[kind]}">
<h1><span class="verdict">${verdictSigns[kind]} ${verdictTitles[kind]}</span> <span class="counts">${details}</span></h1>
${summaryParagraph(report, sorted)}
${causesList(sorted.counted)}
${nextSteps(report, sorted)}
${reportFacts(report)}
</header>`;
}

type VerdictKind = Report['verdict']['kind'];

export const verdictTitles: Readonly<Record<VerdictKind, string>> = {
  conforms: 'Conforms to the contract',
  'does not conform': 'Does not conform',
  inconclusive: 'Inconclusive',
};

const verdictSigns: Readonly<Record<VerdictKind, string>> = {
  conforms: '✓',
  'does not conform': '✗',
  inconclusive: '?',
};

const verdictTones: Readonly<Record<VerdictKind, string>> = {
  conforms: 'good',
  'does not conform': 'bad',
  inconclusive: 'odd',
};

function reportFacts({
  contract,
  target,
  targetKind,
  kit,
  startedAt,
  finishedAt,
  strict,
  shard,
  stages,
}: Report): Markup {
  const seeds = [...new Set(stages.flatMap(({ run }) => (run === undefined ? [] : [run.seed])))];
  return html`<dl class="about">
${factMarkup('contract', html`${contract.title} ${contract.version} <span class="muted">OpenAPI ${contract.openapi}, <code>${contract.file}</code></span>`)}
${factMarkup('sha256', hashMarkup(contract.sha256))}${when(contract.files.length > 1, () => factMarkup('files', fileList(contract.files)))}
${factMarkup('target', html`${target} <span class="muted">${targetKind}</span>`)}
${factMarkup('tool', html`${kit.name} ${kit.version}`)}
${factMarkup('started', html`<time datetime="${startedAt}">${timeText(startedAt)}</time>, duration ${durationText(Date.parse(finishedAt) - Date.parse(startedAt))}`)}
${factMarkup('mode', html`${strict ? 'strict: warnings fail the run' : 'warnings do not fail the run'}${shard === undefined ? '' : `; part ${shard.index} of ${shard.of}`}`)}
${seeds.length === 0 ? emptyMarkup : factMarkup('seed', html`${seeds.join(', ')} <span class="muted">the same seed generates the same cases</span>`)}
</dl>`;
}

function factMarkup(name: string, content: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${content}</dd></div>`;
}

/** Short on screen, with the rest on hover or focus; complete in print. */
function hashMarkup(sha256: string): Markup {
  return html`<code class="hash" title="${sha256}" tabindex="0">${sha256.slice(0, 12)}<span class="rest">${sha256.slice(12)}</span></code>`;
}

function fileList(files: Report['contract']['files']): Markup {
  const rows = files.map(({ file, sha256 }) => html`<li><code>${file}</code> ${hashMarkup(sha256)}</li>`);
  return html`<details><summary>${files.length} files</summary><ul>${rows}</ul></details>`;
}
