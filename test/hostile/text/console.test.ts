/** The console of a store whose document, requests, records and rules are all payload, in a real Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { hostileDocument, item } from '../../evals/hostile/text/document.ts';
import { hiddenIn } from '../../evals/hostile/text/output-problems.ts';
import { payload } from '../../evals/hostile/text/payload.ts';
import { detail, eventually, rows, useConsole } from '../../mock/console/use-console.ts';
import { startMockOf } from '../../mock/support.ts';

const { open } = useConsole();

async function show(section: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-console-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'new.json');
  writeFileSync(file, JSON.stringify(hostileDocument()));
  const mock = await startMockOf(file);
  return { mock, ...(await open(`${mock.url}/__store/#${section}`)) };
}

/** What would have run, what leads away with a script, what can be seen and is not what it seems. */
async function domProblems(page: Page): Promise<readonly unknown[]> {
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((one) =>
      ['href', 'src', 'action', 'formaction'].flatMap((name) => one.getAttribute(name) ?? []))`,
  );
  const unsafe = addresses.filter((one) => !/^(?:https?:\/\/|#|\/|mailto:|about:blank$)/.test(one));
  const ran = await page.evaluate<unknown>('globalThis.hurt');
  const taken = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[id]')].filter((one) => one.closest('#swagger') === null || one.id === 'swagger')
      .map(({ id }) => id).filter((id) => document.getElementById(id).parentElement.closest('#swagger') !== null)`,
  );
  return [...(ran === undefined ? [] : ['ran']), ...unsafe, ...taken];
}

test('the reference of Swagger UI runs no script, requests nothing and accepts no input of the page', async () => {
  const { page, mock, reachedUrls } = await show('try');
  await page.locator('.opblock-summary-control').first().waitFor();
  for (const operation of await page.locator('.opblock-summary-control').all()) await operation.click();
  await page.locator('.opblock-body').first().waitFor();
  expect(await page.locator('#swagger').innerText()).toContain('owned');
  expect(await page.locator('#swagger #notice').count()).toBeGreaterThan(0);
  expect(await domProblems(page)).toEqual([]);
  expect(reachedUrls.filter((address) => !/^data:/.test(address) && !address.startsWith(mock.url))).toEqual([]);
  await page.getByRole('tab', { name: 'Journal' }).click();
  expect(await page.locator('#panel-journal #journal-empty').isVisible()).toBe(true);
});

test('journal, records and rules show all of it as text', async () => {
  const { page, mock, problems } = await show('journal');
  const headers = { Authorization: `Bearer ${mock.token}`, 'Content-Type': 'application/json' };
  await mock.scenario.add({
    when: { operation: 'listItems', body: { a: payload('rule') } },
    then: { status: 400 },
  });
  const body = JSON.stringify({ ...item, [payload('sent.name')]: payload('sent.value') });
  await fetch(`${mock.url}/items?${encodeURIComponent(payload('query').toWellFormed())}`, {
    method: 'POST',
    headers,
    body,
  });
  await page.getByRole('tab', { name: 'Journal' }).click();
  await eventually(() => rows(page).count()).toBe(1);
  await rows(page).click();
  await eventually(() => detail(page).innerText()).toContain('sent.name');
  await page.getByRole('tab', { name: 'Records' }).click();
  await page.getByRole('button', { name: 'View' }).first().click();
  await page.getByRole('tab', { name: 'Scenario' }).click();
  await eventually(() => page.locator('#rules').innerText()).toContain('::warning::rule');
  expect(await domProblems(page)).toEqual([]);
  const shown = await page.evaluate<string>(
    `[...document.querySelectorAll('main > section:not(#panel-try), header, #notice')].map((one) => one.textContent).join('\\n')`,
  );
  expect(hiddenIn(shown.replaceAll('\t', ' '))).toEqual([]);
  expect(problems).toEqual([]);
});
