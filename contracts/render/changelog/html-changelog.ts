/** The changelog of two contracts as one HTML file, readable without scripts and in print. */
import { html, type Markup, placeMarkup, pluralizeCount, when } from '../html/markup.ts';
import { htmlPage, type PageAssets } from '../html/page.ts';
import {
  type ChangeLevel,
  type Changelog,
  type ChangelogEntry,
  type ChangelogSection,
  changelogTitle,
  levelNames,
  type QuotedLine,
} from './changelog-data.ts';

const assets: PageAssets = {
  styles: ['theme.css', 'page.css', 'findings.css', 'changelog.css', 'print.css'],
  scripts: [],
};

/** Deterministic: the same documents give the same bytes. */
export function htmlChangelog(changelog: Changelog): string {
  const { sections, notes } = changelog;
  const title = changelogTitle(changelog);
  const body = html`<main id="main">${head(title, changelog)}
${when(sections.length === 0, () => html`<p>No changes.</p>`)}
${sections.map(section)}
${notes.map((note) => html`<p class="muted">${note}</p>`)}
</main>`;
  return htmlPage(`Changes: ${title}`, body, assets);
}

const tones: Readonly<Record<ChangeLevel, string>> = { ERR: 'bad', WARN: 'odd', INFO: 'good' };

function head(title: string, { before, after, counts, sections }: Changelog): Markup {
  const worst: ChangeLevel = counts.ERR > 0 ? 'ERR' : counts.WARN > 0 ? 'WARN' : 'INFO';
  const links = sections.map(({ title: name }, index) => html`<a href="#operation-${index}">${name}</a> `);
  const numbers = (['ERR', 'WARN', 'INFO'] as const)
    .map((level) => `${counts[level]} ${levelNames[level]} (${level})`)
    .join(', ');
  return html`<header class="${tones[worst]}">
<h1><span class="verdict">${title}</span> <span class="counts">${numbers}</span></h1>
<p>What changed from <code>${before.file}</code> to <code>${after.file}</code>, in ${pluralizeCount(sections.length, 'operation')}.</p>
</header><nav class="jumps" aria-label="Operations">${links}</nav>`;
}

function section({ title, entries }: ChangelogSection, index: number): Markup {
  return html`<section id="operation-${index}"><h2>${title}</h2>
${entries.map(entryMarkup)}
</section>`;
}

function entryMarkup(entry: ChangelogEntry): Markup {
  const { level, title, at, was, is, before, after, example, why, action, alsoIn } = entry;
  return html`<article class="change ${levelNames[level]}">
<h3><b class="level">${level}</b> ${title}${when(at !== '', () => html`: <code>${at}</code>`)}</h3>
<p><code>${was}</code> → <code>${is}</code></p>
${quotedMarkup('del', before)}${quotedMarkup('ins', after)}
<dl>${when(action !== undefined, () => fact('clients', html`${action}`))}${fact('why', html`${why}`)}${when(example !== undefined, () => fact('example value', html`<code>${example}</code>`))}${when(alsoIn.length > 0, () => fact('also in', html`${alsoIn.join(', ')}`))}${fact('rule', html`<code>${entry.id}</code>`)}</dl>
</article>`;
}

function fact(name: string, content: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${content}</dd></div>`;
}

/** A removed or an added line, with its place. */
function quotedMarkup(kind: 'del' | 'ins', quoted: QuotedLine | undefined): Markup | undefined {
  if (quoted === undefined) return undefined;
  const sign = kind === 'del' ? '-' : '+';
  return html`<figure class="${kind}"><figcaption>${placeMarkup(quoted.place)}</figcaption><pre>${sign} ${quoted.text}</pre></figure>
`;
}
