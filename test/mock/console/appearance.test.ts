import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createPlant } from '../support.ts';
import { unreadable } from './browser.ts';
import { lastStatus, tryIt, useConsole } from './use-console.ts';

const { show } = useConsole();

/** With a text of each. */
const sections = [
  ['scenario', 'Any request: after 1 ms'],
  ['records', 'WWWW'],
  ['journal', '2 shown'],
  ['journal/1', 'Exchange 1'],
  ['journal/2', 'Exchange 2'],
] as const;

const appearances = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
  ['dark', 360],
] as const;

/** In each appearance, by section. */
async function unreadableIn(page: Page, section: string): Promise<readonly string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [colorScheme, width] of appearances) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const problems = await unreadable(page);
    found.push(...problems.map((problem) => `${section}, ${colorScheme}, ${width}: ${problem}`));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

describe('in light and dark, on a desktop and on a phone,', () => {
  it('every section is readable', async () => {
    const { page, mock } = await show('', { rules: [{ then: { delay: 1 } }] });
    await createPlant(mock, JSON.stringify({ id: 1, name: 'W'.repeat(3_000) }));
    await createPlant(mock, '{"id":"1"}');
    await mock.scenario.add({ when: { path: `/${'x'.repeat(300)}` }, then: { status: 404 } });
    for (const [section, text] of sections) {
      await page.goto(`${mock.url}/__store/#${section}`);
      await page.getByRole('tabpanel').getByText(text).first().waitFor();
      expect(await unreadableIn(page, section)).toEqual([]);
    }
  });

  it('the reference with a response is readable', async () => {
    const { page } = await show('try');
    await tryIt(page, JSON.stringify({ id: 2, name: 'W'.repeat(300) }));
    await lastStatus(page).waitFor();
    expect(await unreadableIn(page, 'try')).toEqual([]);
  });

  it('low contrast and overflow are detected', async () => {
    const { page } = await show('journal');
    await page.evaluate(`document.querySelector('#count').style.color = '#999'`);
    await page.evaluate(`document.querySelector('#panel-journal').style.width = '5000px'`);
    const found = await unreadableIn(page, 'journal');
    expect(found).toContainEqual(expect.stringMatching(/^journal, light, 360: 0 shown: contrast 2\.\d/));
    expect(found).toContainEqual(expect.stringMatching(/^journal, dark, 1280: wider than the page/));
  });
});

it('the theme can be switched and persists', async () => {
  const { page } = await show('journal');
  await page.emulateMedia({ colorScheme: 'light' });
  const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const light = await ground();
  await page.getByLabel('Theme').selectOption('dark');
  expect(await ground()).not.toBe(light);
  await page.reload();
  expect(await ground()).not.toBe(light);
});
