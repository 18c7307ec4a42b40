/** The top of the page: the verdict, the letter, and what was held against what. */
import type { Report } from '../../report/report.ts';
import { causesList } from './findings.ts';
import { letter } from './letter.ts';
import { html, type Markup, nothing, spanText, timeText, when } from './markup.ts';
import { next } from './next.ts';
import type { SortedFindings } from './told.ts';

export function pageHead(report: Report, told: SortedFindings): Markup {
  const { kind, sentence } = report.verdict;
  const details = sentence.startsWith(kind)
    ? sentence.slice(kind.length).replace(/^(?: all)?[:\s]+/, '')
    : sentence;
  return html`<header class="${tones[kind]}">
<h1><span class="verdict">${signs[kind]} ${verdictWords[kind]}</span> <span class="counts">${details}</span></h1>
${letter(report, told)}
${causesList(told.counted)}
${next(report, told)}
${facts(report)}
</header>`;
}

type Kind = Report['verdict']['kind'];

export const verdictWords: Readonly<Record<Kind, string>> = {
  conforms: 'Conforms to the contract',
  'breaks the contract': 'Breaks the contract',
  'could not judge': 'Could not judge',
};

const signs: Readonly<Record<Kind, string>> = {
  conforms: '✓',
  'breaks the contract': '✗',
  'could not judge': '?',
};

const tones: Readonly<Record<Kind, string>> = {
  conforms: 'good',
  'breaks the contract': 'bad',
  'could not judge': 'odd',
};

function facts({
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
${fact('contract', html`${contract.title} ${contract.version} <span class="muted">OpenAPI ${contract.openapi}, <code>${contract.file}</code></span>`)}
${fact('sha256', hash(contract.sha256))}${when(contract.files.length > 1, () => fact('files', fileList(contract.files)))}
${fact('judged', html`${target} <span class="muted">${targetKind}</span>`)}
${fact('by', html`${kit.name} ${kit.version}`)}
${fact('when', html`<time datetime="${startedAt}">${timeText(startedAt)}</time>, for ${spanText(Date.parse(finishedAt) - Date.parse(startedAt))}`)}
${fact('mode', html`${strict ? 'strict: advice fails too' : 'advice does not fail'}${shard === undefined ? '' : `; part ${shard.index} of ${shard.of}`}`)}
${seeds.length === 0 ? nothing : fact('seed', html`${seeds.join(', ')} <span class="muted">the same seed gives the same cases</span>`)}
</dl>`;
}

function fact(name: string, what: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${what}</dd></div>`;
}

/** Short on a screen, with the rest where it is pointed at or focused; whole on paper. */
function hash(sha256: string): Markup {
  return html`<code class="hash" title="${sha256}" tabindex="0">${sha256.slice(0, 12)}<span class="rest">${sha256.slice(12)}</span></code>`;
}

function fileList(files: Report['contract']['files']): Markup {
  const rows = files.map(({ file, sha256 }) => html`<li><code>${file}</code> ${hash(sha256)}</li>`);
  return html`<details><summary>${files.length} files</summary><ul>${rows}</ul></details>`;
}
