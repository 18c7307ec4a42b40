/** The report as one HTML file for people: nothing to install, nothing fetched, readable without scripts and on paper. */

import type { Report } from '../../report/report.ts';
import { coverageSection } from './coverage.ts';
import { familiesIn } from './families.ts';
import { filterForm } from './filter.ts';
import { findingsSection } from './findings.ts';
import { pageHead, verdictWords } from './head.ts';
import { html, type Markup, nothing } from './markup.ts';
import { matrixSection } from './matrix.ts';
import { notesSection, waiversSection } from './notes.ts';
import { page } from './page.ts';
import { openSection, stagesSection } from './stages.ts';
import { type Told, toldOf } from './told.ts';
import { unsupportedSection } from './unsupported.ts';

/** The same report gives the same bytes. */
export function htmlReport(report: Report): string {
  const told = toldOf(report);
  const families = familiesIn(report);
  const { contract, target, verdict } = report;
  const head = pageHead(report, told);
  const sections: readonly Section[] = [
    { id: 'open', title: 'Not judged', body: openSection(report) },
    { id: 'stages', title: 'What was done', body: stagesSection(report) },
    { id: 'matrix', title: 'Operations and families', body: matrixSection(report, told) },
    { id: 'findings', title: 'Findings', body: findingsIn(told, families) },
    { id: 'coverage', title: 'Coverage', body: coverageSection(report) },
    { id: 'unsupported', title: 'Not supported', body: unsupportedSection(report) },
    { id: 'waivers', title: 'Waivers', body: waiversSection(report) },
    { id: 'notes', title: 'Notes', body: notesSection(report) },
  ].filter(({ body }) => body !== nothing);
  return page(
    `${verdictWords[verdict.kind]}: ${target} against ${contract.title} ${contract.version}`,
    html`<a class="skip" href="#main">To the report</a><main id="main">${head}${jumps(sections)}
${sections.map(({ body }) => body)}</main>${foot(report)}`,
  );
}

interface Section {
  /** Of its element. */
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

function jumps(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, title }) => html`<a href="#${id}">${title}</a> `);
  return html`<nav class="jumps" aria-label="Sections">${links}</nav>`;
}

function findingsIn(told: Told, families: readonly string[]): Markup {
  const { counted, waived, strays } = told;
  if (counted.length + waived.length + strays.length === 0) return nothing;
  return html`<div id="findings">${filterForm(told, families)}${findingsSection(told, families)}</div>`;
}

function foot({ kit, startedAt }: Report): Markup {
  return html`<footer>${kit.name} ${kit.version}, started ${startedAt}. Credentials are masked. The JSON report has the same as data.</footer>`;
}
