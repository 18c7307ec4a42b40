import { describe, expect, it } from 'vitest';
import { createPlant, gardenSpec, startMockOf } from '../support.ts';
import { findViolations } from './axe.ts';
import { dialog, lastStatus, rows, showLibrary, useConsole } from './use-console.ts';

const { open, show } = useConsole();

describe('axe finds no violation of WCAG 2.2 AA, in light and in dark,', () => {
  it('in the journal, empty and with an open exchange', async () => {
    const { page, mock, problems } = await show('journal');
    await page.getByText('Nothing yet.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await createPlant(mock, '{"id":1,"name":"valid"}');
    await createPlant(mock, '{"id":"1"}');
    // The event stream may show one before the other.
    await rows(page).nth(1).waitFor();
    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Violations' }).waitFor();
    await page.getByText('Headers').first().click();
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('in the records, with a form that shows violations, and with a question', async () => {
    const { page } = await showLibrary(open, 'records');
    await page.getByRole('button', { name: 'View' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New record of /books' }).click();
    await dialog(page).getByRole('button', { name: 'Make up values' }).click();
    await dialog(page).getByLabel('title *').fill('M');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await dialog(page).getByText('invalid').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete 7' }).click();
    expect(await findViolations(page)).toEqual([]);
  });

  it('in the scenario, with the form of a rule and its JSON', async () => {
    const rules = [{ then: { delay: 0 } }, { enabled: false, then: { status: 503 } }];
    const { page } = await showLibrary(open, 'scenario', { rules });
    await page.getByText('JSON of rule').first().click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New rule' }).click();
    await dialog(page).getByLabel('Operation').selectOption('readBook');
    await dialog(page).getByLabel('Own response body').check();
    await dialog(page).getByLabel('title *').waitFor();
    await dialog(page).getByRole('button', { name: 'Add a query field' }).click();
    await dialog(page).getByLabel('Delay, ms').fill('x');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await dialog(page).getByText('One value is invalid').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'JSON', exact: true }).first().click();
    expect(await findViolations(page)).toEqual([]);
  });

  it('in the webhooks', async () => {
    const { page } = await showLibrary(open, 'webhooks');
    await page.getByLabel('bookId *').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('in the reference, with parameters, bodies, responses and credentials', async () => {
    const mock = await startMockOf(gardenSpec);
    const { page, problems } = await open(`${mock.url}/__store/#try`);
    const operations = page.locator('.opblock-summary-control');
    await operations.first().waitFor();
    for (const operation of await operations.all()) await operation.click();
    await page.getByPlaceholder('bedId').first().fill('1');
    await page.getByRole('button', { name: 'Execute' }).first().click();
    await lastStatus(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'Available authorizations' }).waitFor();
    expect(await page.locator('main:not([role])').count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('in the help and in the questions for a reset and for the control token', async () => {
    const { page } = await show('journal');
    await page.keyboard.press('?');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset…' }).click();
    expect(await findViolations(page)).toEqual([]);
    const guarded = await startMockOf('test/fixtures/mock/editing.yaml', { controlToken: 'open-sesame' });
    const asked = await open(`${guarded.url}/__store/`);
    await asked.page.locator('#token-field').fill('wrong');
    await asked.page.getByRole('button', { name: 'Continue' }).click();
    await asked.page.getByText('The mock server does not accept this token.').waitFor();
    expect(await findViolations(asked.page)).toEqual([]);
  });
});

it('axe reports a control without a name, and low contrast in the dark theme only', async () => {
  const { page } = await show('journal');
  await page.evaluate(`document.querySelector('#copy-url').replaceChildren()`);
  await page.evaluate(`document.querySelector('#copy-url').removeAttribute('aria-label')`);
  await page.evaluate(`document.querySelector('#count').style.color = 'light-dark(#000, #444)'`);
  expect(await findViolations(page)).toEqual([
    expect.stringMatching(/^light: button-name: .*copy-url/),
    expect.stringMatching(/^dark: color-contrast: .*"count"/),
  ]);
});
