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

/** 640 pixels are a window of 1280 at 200 % zoom, 320 are the same at 400 % (WCAG 1.4.4 and 1.4.10). */
const appearances = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 640],
  ['light', 320],
  ['dark', 320],
] as const;

/** What a wide page shows and a narrow one does not; runs in the page. */
const shownLines = `[...document.querySelectorAll('body > header, nav, main')].flatMap((part) => part.innerText.split(/\\s*[\\n\\t]\\s*/))`;

async function lostAt(page: Page, width: number): Promise<readonly string[]> {
  const lines = async () => (await page.evaluate<string[]>(shownLines)).filter((line) => line !== '');
  await page.setViewportSize({ width: 1280, height: 800 });
  const wide = await lines();
  await page.setViewportSize({ width, height: 800 });
  const narrow = new Set(await lines());
  await page.setViewportSize({ width: 1280, height: 800 });
  return wide.filter((line) => !narrow.has(line));
}

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

/** Elements that move, or would when they change; runs in the page. */
const moving = `[...document.querySelectorAll('*')]
  .filter((one) => { const { animationName, transitionDuration } = getComputedStyle(one); return animationName !== 'none' || /[1-9]/.test(transitionDuration); })
  .map((one) => one.className)`;

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
      // The heads of the columns are not for screen readers either; next to an open exchange a narrow page has no list.
      if (!section.startsWith('journal')) expect(await lostAt(page, 320)).toEqual([]);
    }
  });

  it('the reference with a response is readable', async () => {
    const { page } = await show('try');
    await tryIt(page, JSON.stringify({ id: 2, name: 'W'.repeat(300) }));
    await lastStatus(page).waitFor();
    expect(await unreadableIn(page, 'try')).toEqual([]);
    // The links stand below their response, and only if there are some.
    const lost = (await lostAt(page, 320)).filter((line) => !['Links', 'No links'].includes(line));
    expect(lost).toEqual([]);
    expect(await page.evaluate(moving)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate(moving)).not.toEqual([]);
  });

  it('low contrast and overflow are detected', async () => {
    const { page } = await show('journal');
    await page.evaluate(`document.querySelector('#count').style.color = '#999'`);
    await page.evaluate(`document.querySelector('#panel-journal').style.width = '5000px'`);
    const found = await unreadableIn(page, 'journal');
    expect(found).toContainEqual(expect.stringMatching(/^journal, light, 320: 0 shown: contrast 2\.\d/));
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
