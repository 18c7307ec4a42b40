/**
 * The report as one HTML file for people: nothing to install, nothing to fetch, readable without scripts and in print.
 */
import type { Report } from '../../report/report.ts';
import { coverageSection } from './coverage.ts';
import { filterForm, findingsSection } from './findings.ts';
import { emptyMarkup, html, type Markup } from './markup.ts';
import { matrixSection } from './matrix.ts';
import { htmlPage, type PageAssets } from './page.ts';
import { pageHead, verdictTitles } from './page-head.ts';
import {
  notesSection,
  repairedSection,
  stagesSection,
  supplySection,
  uncheckedSection,
  unsupportedSection,
  waiversSection,
} from './report-sections.ts';
import { reportCategories, type SortedFindings, sortFindings } from './sorted-findings.ts';

const assets: PageAssets = {
  styles: ['theme.css', 'page.css', 'findings.css', 'print.css'],
  scripts: ['copy.js', 'fold.js', 'filter.js', 'address.js'],
};

/** Deterministic: the same report gives the same bytes. */
export function htmlReport(report: Report): string {
  const sorted = sortFindings(report);
  const categories = reportCategories(report);
  const { contract, target, verdict } = report;
  const head = pageHead(report, sorted);
  const sections: readonly Section[] = [
    { id: 'open', title: 'Not checked', body: uncheckedSection(report) },
    { id: 'supply', title: 'To supply', body: supplySection(report) },
    { id: 'stages', title: 'Stages', body: stagesSection(report) },
    { id: 'matrix', title: 'Operations and categories', body: matrixSection(report, sorted) },
    { id: 'findings', title: 'Findings', body: findingsWithFilter(sorted, categories) },
    { id: 'coverage', title: 'Coverage', body: coverageSection(report) },
    { id: 'repaired', title: 'Repaired', body: repairedSection(report) },
    { id: 'unsupported', title: 'Not supported', body: unsupportedSection(report) },
    { id: 'waivers', title: 'Waivers', body: waiversSection(report) },
    { id: 'notes', title: 'Notes', body: notesSection(report) },
  ].filter(({ body }) => body !== emptyMarkup);
  return htmlPage(
    `${verdictTitles[verdict.kind]}: ${target} against ${contract.title} ${contract.version}`,
    html`<a class="skip" href="#main">Skip to the report</a><main id="main">${head}${sectionLinks(sections)}
${sections.map(({ body }) => body)}</main>${footer(report)}`,
    assets,
  );
}

interface Section {
  /** The id of its element. */
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

function sectionLinks(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, title }) => html`<a href="#${id}">${title}</a> `);
  return html`<nav class="jumps" aria-label="Sections">${links}</nav>`;
}

function findingsWithFilter(sorted: SortedFindings, categories: readonly string[]): Markup {
  const { counted, waived, orphanedDuplicates } = sorted;
  if (counted.length + waived.length + orphanedDuplicates.length === 0) return emptyMarkup;
  return html`<div id="findings">${filterForm(sorted, categories)}${findingsSection(sorted, categories)}</div>`;
}

function footer({ kit, startedAt }: Report): Markup {
  return html`<footer>${kit.name} ${kit.version}, started ${startedAt}. Credentials are masked. The JSON report contains the same data.</footer>`;
}
