import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMockOf } from '../support.ts';
import { violationsIn } from './axe.ts';
import { unreadable } from './browser.ts';
import { FIREFOX, type Firefox, type FirefoxPage, startFirefox } from './firefox.ts';
import { focused, tabUntil } from './focus.ts';
import { eventually } from './use-console.ts';

const records = { '/books': [{ id: 7, title: 'Ferns', genre: 'science' }] };

// The long tests of CI install it; in Chromium the same is tested everywhere.
describe.runIf(existsSync(FIREFOX))('in Firefox,', () => {
  let firefox: Firefox | undefined;
  beforeAll(async () => {
    firefox = await startFirefox();
  });
  afterAll(() => firefox?.close());

  async function showLibrary(section: string) {
    if (firefox === undefined) throw new Error('Firefox: expected to be started, got a call before');
    const mock = await startMockOf('test/fixtures/mock/editing.yaml', { records });
    const { page } = firefox;
    await page.resize(1280, 800);
    await page.goto(`${mock.url}/__store/#${section}`);
    await eventually(() => textOf(page, '#state')).toBe('Connected');
    return { mock, page };
  }

  it('a record is created, and an exchange is copied, with the keyboard only', async () => {
    const { page, mock } = await showLibrary('journal');
    await page.press('3');
    await eventually(() => focused(page)).toBe('Records');
    await eventually(() => textOf(page, '#collections')).toContain('Ferns');
    await tabUntil(page, page.press, 'New record of /books');
    await page.press('Enter');
    await eventually(() => focused(page)).toMatch(/^title/);
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.press(...'Mosses');
    await tabUntil(page, page.press, 'genre *');
    await page.press('n', 'Enter');
    await tabUntil(page, page.press, 'Create');
    await page.press('Enter');
    await eventually(() => mock.records.list('/books')).toMatchObject([{}, { title: 'Mosses', genre: 'novel' }]);
    await eventually(() => focused(page)).toBe('New record of /books');

    await fetch(`${mock.url}/books`);
    await page.press('2');
    await eventually(() => page.evaluate('document.querySelectorAll("#entries a").length')).toBe(1);
    await tabUntil(page, page.press, 'valid listBooks');
    await page.press('Enter');
    await eventually(() => focused(page)).toBe('Exchange 1');
    await tabUntil(page, page.press, 'Copy the exchange as code');
    await page.press('Enter');
    await eventually(() => textOf(page, '#notice')).toBe('Code copied.');
    await page.press('Escape');
    await eventually(() => page.evaluate('document.activeElement.hash')).toBe('#journal/1');
    await page.press('?');
    await eventually(() => focused(page)).toBe('Close');
    await page.press('Escape');
    await eventually(() => page.evaluate('document.activeElement.hash')).toBe('#journal/1');
    expect(page.problems).toEqual([]);
  });

  it.each([
    ['records', '[data-key="edit /books 7"]'],
    ['scenario', '[data-status="200"]'],
    ['try', '.opblock-summary'],
  ])(
    '#%s has no violation of WCAG 2.2 AA that axe finds, in light, in dark and at 320 pixels',
    async (section, last) => {
      const { page } = await showLibrary(section);
      await eventually(() => page.evaluate(`document.querySelector('${last}') !== null`)).toBe(true);
      expect(await violationsIn(page, 'light')).toEqual([]);
      await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
      expect(await violationsIn(page, 'dark')).toEqual([]);
      await page.resize(320, 800);
      expect(await unreadable(page)).toEqual([]);
      expect(page.problems).toEqual([]);
    },
  );
});

function textOf(page: FirefoxPage, selector: string): Promise<string> {
  return page.evaluate(`document.querySelector('${selector}').innerText`);
}
