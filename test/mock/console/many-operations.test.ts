import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { startMockWithPaths } from '../support.ts';
import { eventually, lastStatus, useConsole } from './use-console.ts';

const { open } = useConsole();

/** 100 resources with three operations each. */
const paths: JsonObject = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [
    `/resource${at}`,
    Object.fromEntries(
      ['get', 'post', 'delete'].map((method) => [
        method,
        {
          operationId: `${method}Resource${at}`,
          summary: `What ${method} does to ${['iron', 'glass', 'paper'][at % 3]}`,
          tags: [`Group ${at % 10}`],
          responses: { 204: { description: 'done' } },
        },
      ]),
    ),
  ]),
);

async function showSection(section: string) {
  const mock = await startMockWithPaths(paths);
  const watched = await open(`${mock.url}/__store/#${section}`);
  await watched.page.getByText('Connected', { exact: true }).waitFor();
  return { ...watched, mock, panel: watched.page.getByRole('tabpanel') };
}

/** Runs in the page: scrolls to its end, and counts the operations that appear on the way. */
const scrollThrough = `async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ids = new Set();
  // The page grows while rows are drawn for the first time.
  for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
    scrollTo(0, y);
    await drawn();
    for (const row of document.querySelectorAll('.opblock')) {
      const { top, bottom } = row.getBoundingClientRect();
      if (top < innerHeight && bottom > 0) ids.add(row.id);
    }
  }
  return ids.size;
}`;

describe('with 300 operations,', () => {
  it('two words find the operation in the reference, where it can be sent', async () => {
    const { page, panel, problems } = await showSection('try');
    await panel.getByLabel('Find').fill('delete resource77');
    await eventually(() => panel.getByRole('status').first().innerText()).toBe('1 of 300 operations');
    await eventually(() => page.locator('.opblock').count()).toBe(1);
    await page.locator('.opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await eventually(() => lastStatus(page).innerText()).toMatch(/^204/);
    await panel.getByLabel('Find').fill('glass post');
    await eventually(() => page.locator('.opblock').count()).toBe(33);
    await panel.getByLabel('Find').fill('');
    await eventually(() => page.locator('.opblock').first().innerText()).toContain('getResource0');
    // Swagger UI draws 150 rows and more only near the visible part, so that the page stays fast.
    expect(await page.locator('.opblock').count()).toBeLessThan(50);
    expect(await page.evaluate(`(${scrollThrough})()`)).toBe(300);
    expect(problems).toEqual([]);
  });

  it('two words narrow the operations of a rule, and Enter selects the best match', async () => {
    const { page, mock, problems } = await showSection('scenario');
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find').fill('resource12 post');
    const options = dialog.getByLabel('Operation').locator('option');
    await eventually(() => options.allInnerTexts()).toEqual(['Any operation', 'POST /resource12 (postResource12)']);
    await dialog.getByLabel('Find').press('Enter');
    await dialog.getByLabel('Find').fill('no such operation');
    expect(await dialog.getByRole('status').allInnerTexts()).toContain('0 of 300 operations');
    await dialog.getByLabel('Status').fill('204');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await eventually(() => mock.scenario.rules()).toMatchObject([{ when: { operation: 'postResource12' } }]);
    expect(problems).toEqual([]);
  });

  it('two words narrow the operations of the next requests', async () => {
    const { page, mock, panel } = await showSection('scenario');
    await panel.getByLabel('Find').fill('get resource99');
    await panel.getByLabel('Find').press('Enter');
    expect(await panel.getByLabel('Requests to').inputValue()).toBe('getResource99');
    await page.getByRole('button', { name: '204', exact: true }).click();
    await eventually(() => mock.scenario.rules()).toMatchObject([{ when: { operation: 'getResource99' } }]);
  });
});
