/** Checks a page with axe-core: the success criteria of WCAG 2.0, 2.1 and 2.2, levels A and AA, that a program can check. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { ScriptedPage } from './browser.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const criteria: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};

/** The dark theme differs from the light one only in colours, and one run of all rules takes most of a second. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** One line for each violation in light and in dark: the rule, its help and the elements. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  const light = await violationsIn(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violationsIn(page, 'dark'))];
}

/** Those of a page that already has the colours. */
export async function violationsIn(page: ScriptedPage, scheme: 'light' | 'dark'): Promise<readonly string[]> {
  // Through the debugger, which the content security policy does not apply to, so that the policy stays strict.
  await page.evaluate(`(() => { ${source}; })()`);
  const options = scheme === 'light' ? criteria : colours;
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ html }) => html.slice(0, 200));
    return `${scheme}: ${id}: ${help}: ${elements.join(' | ')}`;
  });
}
