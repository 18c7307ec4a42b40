import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createPlant, member, send } from '../support.ts';
import { focused, tabUntil } from './focus.ts';
import { detail, dialog, eventually, rows, showLibrary, useConsole } from './use-console.ts';

const { open, show } = useConsole();

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const tabTo = (page: Page, name: string) => tabUntil(page, (key) => page.keyboard.press(key), name);

describe('with the keyboard only,', () => {
  it('a record is created, changed and deleted', async () => {
    const { page, mock, problems } = await showLibrary(open, 'records');
    await tabTo(page, 'New record of /books');
    await press(page, 'Enter');
    await dialog(page).waitFor();
    await eventually(() => focused(page)).toMatch(/^title/);
    await page.keyboard.type('Mosses');
    await tabTo(page, 'genre *');
    await press(page, 'n');
    await tabTo(page, 'Create');
    await press(page, 'Enter');
    await page.getByText('Record created.').waitFor();
    await eventually(() => focused(page)).toBe('New record of /books');
    const [, created] = await mock.records.list('/books');
    const id = String(member(created, 'id'));

    await tabTo(page, `Edit ${id}`);
    await press(page, 'Enter');
    await eventually(() => focused(page)).toMatch(/^title/);
    await press(page, 'Control+A');
    await page.keyboard.type('Lichens');
    await press(page, 'Enter');
    await page.getByText('Record saved.').waitFor();
    expect(await mock.records.list('/books')).toMatchObject([{ title: 'Ferns' }, { title: 'Lichens', genre: 'novel' }]);
    await eventually(() => focused(page)).toBe(`Edit ${id}`);

    await tabTo(page, `Delete ${id}`);
    await press(page, 'Enter');
    await dialog(page).waitFor();
    await press(page, 'Escape');
    await eventually(() => focused(page)).toBe(`Delete ${id}`);
    await press(page, 'Enter');
    await dialog(page).waitFor();
    await tabTo(page, 'Delete');
    await press(page, 'Enter');
    await page.getByText('Record deleted.').waitFor();
    await eventually(() => focused(page)).toBe('New record of /books');
    expect(await mock.records.list('/books')).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('a rule is added, and removed again', async () => {
    const { page, mock, problems } = await showLibrary(open, 'scenario');
    await tabTo(page, 'New rule');
    await press(page, 'Enter');
    await dialog(page).waitFor();
    await tabTo(page, 'Status');
    await page.keyboard.type('418');
    await press(page, 'Enter');
    await page.getByText('Rule created.').waitFor();
    expect((await send(`${mock.url}/books`)).status).toBe(418);
    await eventually(() => focused(page)).toBe('New rule');
    await tabTo(page, 'Remove: Any request: responds with 418');
    await press(page, 'Enter');
    await page.getByText('Rule removed.').waitFor();
    await eventually(() => focused(page)).toBe('New rule');
    expect(problems).toEqual([]);
  });

  it('an exchange is copied as curl', async () => {
    const { page, mock, problems } = await show('');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await createPlant(mock, '{"id":1,"name":"first"}');
    await createPlant(mock, '{"id":2,"name":"second"}');
    await press(page, '2');
    await eventually(() => focused(page)).toBe('Journal');
    await eventually(() => rows(page).count()).toBe(2);
    await tabTo(page, 'valid createPlant');
    expect(await page.evaluate('document.activeElement.hash')).toBe('#journal/2');
    await press(page, 'ArrowDown', 'Enter');
    await eventually(() => focused(page)).toBe('Exchange 1');
    await tabTo(page, 'Copy the exchange as code');
    await press(page, 'Enter');
    await page.getByText('Code copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl .*"first"/s);
    await press(page, 'Escape');
    await eventually(() => detail(page).isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.hash')).toBe('#journal/1');
    expect(problems).toEqual([]);
  });
});

/** What is wrong with the element that has the focus, if anything; runs in the page. */
const focusProblem = `(async () => {
  await new Promise(requestAnimationFrame);
  const { activeElement: one } = document;
  visited.add(one.outerHTML);
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const points = [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]];
  const isSeen = points.some(([x, y]) => one.contains(document.elementFromPoint(x, y)));
  const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px';
  return isSeen && hasOutline ? '' : one.outerHTML.slice(0, 120) + (isSeen ? ': no outline' : ': covered');
})()`;

/** Controls that Tab did not reach; runs in the page. */
const unreached = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !visited.has(one.outerHTML))
  .map((one) => one.outerHTML.slice(0, 120))`;

/** By section, what is drawn last in it. */
const sections = [
  ['journal/1', '#copy-code'],
  ['records', '[aria-label="Delete 7"]'],
  ['webhooks', '#webhook-body input'],
  ['scenario', '[aria-label^="Remove: Any"]'],
  ['try', '.opblock >> nth=3'],
] as const;

it('Tab reaches every control of each section, visibly, and comes back to the first one', async () => {
  const { page, mock } = await showLibrary(open, 'records', { rules: [{ then: { delay: 0 } }] });
  await page.setViewportSize({ width: 800, height: 400 });
  await send(`${mock.url}/books`);
  for (const [section, last] of sections) {
    await page.goto(`${mock.url}/__store/#${section}`);
    await page.locator(last).waitFor();
    await page.evaluate(`globalThis.visited = new Set(); document.querySelector('#skip').focus()`);
    const problems: string[] = [];
    for (let presses = 0; presses < 120; presses += 1) {
      problems.push(await page.evaluate<string>(focusProblem));
      await page.keyboard.press('Tab');
      if (presses > 10 && (await page.evaluate('document.activeElement.id')) === 'skip') break;
    }
    // The last Tab leaves the page for the browser.
    expect(problems.filter((one) => one !== '' && !one.startsWith('<body'))).toEqual([]);
    expect([section, await page.evaluate(unreached)]).toEqual([section, []]);
    expect(await page.evaluate('document.activeElement.id')).toBe('skip');
  }
});

it('the credentials of the reference get the focus, and Escape returns it', async () => {
  const { page, problems } = await show('try');
  await page.getByRole('button', { name: 'Authorize' }).press('Enter');
  await eventually(() => focused(page)).toBe('Close');
  await press(page, 'Escape');
  await eventually(() => focused(page)).toBe('Authorize');
  expect(await page.locator('.credentials').count()).toBe(0);
  expect(problems).toEqual([]);
});

describe('the help for the keyboard', () => {
  it('opens by "?" and by its button, and Escape returns the focus', async () => {
    const { page } = await show('journal');
    await press(page, '?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    await press(page, 'Escape');
    await eventually(() => dialog(page).isVisible()).toBe(false);
    await tabTo(page, 'Keyboard');
    await press(page, 'Enter');
    expect(await focused(page)).toBe('Close');
    await press(page, '3', 'Escape');
    expect(await focused(page)).toBe('Keyboard');
    expect(await page.evaluate('location.hash')).toBe('#journal');
  });

  it('does not open while the user types in a field', async () => {
    const { page } = await show('journal');
    await tabTo(page, 'Text');
    await page.keyboard.type('?1');
    expect(await page.locator('#filter-text').inputValue()).toBe('?1');
    expect(await dialog(page).isVisible()).toBe(false);
  });

  it('has a switch that turns the shortcuts off, and stays off', async () => {
    const { page } = await show('journal');
    await press(page, '?', 'Shift+Tab', 'Space', 'Escape', '1', '?');
    expect(await dialog(page).isVisible()).toBe(false);
    expect(await page.evaluate('location.hash')).toBe('#journal');
    await page.reload();
    await press(page, '1');
    expect(await page.evaluate('location.hash')).toBe('#journal');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await page.getByRole('checkbox', { name: /^Use/ }).check();
    await press(page, 'Escape', '1');
    expect(await page.evaluate('location.hash')).toBe('#try');
  });
});
