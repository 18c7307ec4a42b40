/** `results.json`: of each bench what its last whole run found, from which the page and the chart are made. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Circumstances, circumstancesText } from '../measuring/machine.ts';
import { chartOf } from './chart.ts';
import type { Section } from './section.ts';
import { textOf } from './text.ts';

export type Result = Section & Circumstances;
export type Results = Readonly<Record<string, Result>>;

export const files = {
  results: new URL('results.json', import.meta.url),
  page: new URL('../../../../docs/performance.md', import.meta.url),
  chart: new URL('../../../../docs/performance.svg', import.meta.url),
} as const;

export function readResults(): Results {
  return JSON.parse(readFileSync(files.results, 'utf8'));
}

/** Those of other benches stay as they were. */
export function writeResults(renewed: Results): void {
  const results = { ...readResults(), ...renewed };
  writeFileSync(files.results, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(files.page, pageOf(readFileSync(files.page, 'utf8'), results));
  const bars = results['mock']?.bars;
  if (bars !== undefined) writeFileSync(files.chart, chartOf(bars));
}

/** The page with what stands between `<!-- bench NAME -->` and its end renewed. Throws where the page has no such place. */
export function pageOf(page: string, results: Results): string {
  return Object.entries(results).reduce((text, [name, result]) => {
    const marked = new RegExp(`(<!-- bench ${name} -->\n).*?(\n<!-- /bench ${name} -->)`, 's');
    if (!marked.test(text)) throw new Error(`docs/performance.md has no <!-- bench ${name} -->`);
    return text.replace(marked, (_all, open, close) => `${open}\n${blockOf(result)}\n${close}`);
  }, page);
}

function blockOf(result: Result): string {
  return `${textOf(result)}\n\n${circumstancesText(result)}`;
}
