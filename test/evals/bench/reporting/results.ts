/** `results.json`: of each bench what its last whole run found, from which the page and the chart are made. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Circumstances, circumstancesText } from '../measuring/circumstances.ts';
import { chartOf } from './chart.ts';
import type { Section } from './section.ts';
import { sectionText } from './text.ts';

export type BenchResult = Section & Circumstances;
export type BenchResults = Readonly<Record<string, BenchResult>>;

export const files = {
  results: new URL('results.json', import.meta.url),
  page: new URL('../../../../docs/explanation/performance.md', import.meta.url),
  chart: new URL('../../../../docs/explanation/performance.svg', import.meta.url),
} as const;

export function readResults(): BenchResults {
  return JSON.parse(readFileSync(files.results, 'utf8'));
}

/** Those of other benches stay as they were. */
export function writeResults(renewed: BenchResults): void {
  const results = { ...readResults(), ...renewed };
  writeFileSync(files.results, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(files.page, renderPage(readFileSync(files.page, 'utf8'), results));
  const bars = results['mock']?.bars;
  if (bars !== undefined) writeFileSync(files.chart, chartOf(bars));
}

/** The page with what stands between `<!-- bench NAME -->` and its end renewed. Throws where the page has no such place. */
export function renderPage(page: string, results: BenchResults): string {
  return Object.entries(results).reduce((text, [name, result]) => {
    const marked = new RegExp(`(<!-- bench ${name} -->\n).*?(\n<!-- /bench ${name} -->)`, 's');
    if (!marked.test(text)) throw new Error(`docs/explanation/performance.md has no <!-- bench ${name} -->`);
    return text.replace(marked, (_all, open, close) => `${open}\n${renderBlock(result)}\n${close}`);
  }, page);
}

function renderBlock(result: BenchResult): string {
  return `${sectionText(result)}\n\n${circumstancesText(result)}`;
}
