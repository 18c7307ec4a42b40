import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Locator } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { send } from '../support.ts';
import { unreadable } from './browser.ts';
import { dialog, eventually, showLibrary as openLibrary, useConsole } from './use-console.ts';

const { open } = useConsole();

const showLibrary = (section: string, options: ServeOptions = {}) => openLibrary(open, section, options);

/** The text that describes an invalid control for screen readers. */
async function errorAt(control: Locator): Promise<string> {
  expect(await control.getAttribute('aria-invalid')).toBe('true');
  const [id = ''] = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
  return control.page().locator(`#${id}`).innerText();
}

describe('the form of a record', () => {
  it('creates a record with values of every kind, and shows violations at their fields', async () => {
    const { page, mock, problems } = await showLibrary('records');
    await page.getByRole('button', { name: 'New record of /books' }).click();
    const form = dialog(page);
    await form.getByLabel('title *').fill('M');
    await form.getByLabel('genre *').selectOption('poetry');
    await form.getByLabel('isbn').fill('9223372036854775807');
    await form.getByLabel('price').fill('-1');
    await form.getByLabel('isAvailable').selectOption('true');
    await form.getByLabel('published').fill('2026-01-31');
    await form.getByRole('button', { name: 'Add chapters' }).click();
    await form.getByRole('button', { name: 'Add to chapters' }).click();
    await form.getByLabel('heading *').fill('One');
    await form.getByRole('button', { name: 'Add publisher' }).click();
    await form.getByLabel('name *').fill('Moss & Sons');
    await form.getByRole('button', { name: 'Add medium' }).click();
    await form.getByLabel('Kind of medium').selectOption('audio');
    await form.getByLabel('minutes *').fill('12');
    await form.getByRole('button', { name: 'Create' }).click();

    await form.getByText('2 values are invalid').waitFor();
    const title = form.getByLabel('title *');
    expect(await errorAt(title)).toContain('expected a string of at least 2 characters');
    expect(await page.evaluate('document.activeElement.id')).toBe(await title.getAttribute('id'));
    await title.fill('Moss');
    await form.getByLabel('price').fill('1.50');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Record created.').waitFor();
    const [, created] = await mock.records.list('/books');
    expect(created).toMatchObject({
      ...{ title: 'Moss', genre: 'poetry', isbn: 9223372036854775807n, price: 1.5, isAvailable: true },
      ...{ published: '2026-01-31', chapters: [{ heading: 'One' }], publisher: { name: 'Moss & Sons' } },
      medium: { kind: 'audio', minutes: 12 },
    });
    expect(problems).toEqual([]);
  });

  it('changes and deletes a record, and keeps what it does not show exactly', async () => {
    const { page, mock, problems } = await showLibrary('records');
    await page.getByRole('button', { name: 'Edit 7' }).click();
    const form = dialog(page);
    expect(await form.getByLabel('id', { exact: true }).innerText()).toBe('7');
    await form.getByLabel('title *').fill('Palms');
    await form.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(await form.getByLabel('Record, as JSON').inputValue()).toContain('"isbn": 9007199254740993');
    await form.getByRole('button', { name: 'Form', exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Record saved.').waitFor();
    const changed = { id: 7, title: 'Palms', genre: 'science', isbn: 9007199254740993n, shelf: 'A' };
    expect(await mock.records.list('/books')).toEqual([changed]);
    expect(await page.evaluate('document.activeElement.dataset.key')).toBe('edit /books 7');

    await page.getByRole('button', { name: 'Delete 7' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await eventually(() => mock.records.list('/books')).toEqual([]);
    expect(problems).toEqual([]);
  });
});

it('a double click opens one dialog', async () => {
  const { page } = await showLibrary('records');
  await page.getByRole('button', { name: 'New record of /books' }).dblclick();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  // A second one would cover this button.
  await page.getByRole('button', { name: 'Delete 7' }).click();
  await page.getByRole('heading', { name: 'Delete record 7' }).waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(1);
});

describe('the editor of rules', () => {
  it('creates a rule whose response the mock then sends, and changes it', async () => {
    const { page, mock, problems } = await showLibrary('scenario');
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = dialog(page);
    await form.getByLabel('Operation').selectOption('readBook');
    await form.getByLabel('Status').fill('404');
    await form.getByRole('button', { name: 'Add a query field' }).click();
    await form.getByLabel('Name of the query field').fill('try');
    await form.getByLabel('Value of the query field').fill('/^1/');
    await form.getByLabel('Own response body').check();
    await form.getByLabel('message *').fill('No book {{path.bookId}}');
    await form.getByLabel('code *').fill('many');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Rule created.').waitFor();
    const call = () => send(`${mock.url}/books/7?try=12`, { headers: { Authorization: `Bearer ${mock.token}` } });
    expect((await call()).json).toEqual({ code: 'many', message: 'No book 7' });

    await page.getByRole('button', { name: /^Edit: readBook/ }).click();
    await form.getByLabel('code *').fill('9007199254740993');
    await form.getByLabel('Delay, ms').fill('x');
    await form.getByLabel('Value of the query field').fill('/[/');
    await form.getByLabel('message *').fill('{{nothing}}');
    await form.getByRole('button', { name: 'Save' }).click();
    await eventually(() => form.getByRole('alert').innerText()).toBe('3 values are invalid: see the fields.');
    expect(await errorAt(form.getByLabel('Delay, ms'))).toMatch(/^expected milliseconds/);
    expect(await errorAt(form.getByLabel('message *'))).toMatch(/^expected one of {{body}}/);
    const query = form.getByLabel('Value of the query field');
    expect(await errorAt(query)).toMatch(/^expected an ECMA-262 regular expression/);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Value of the query field');
    await form.getByLabel('Delay, ms').fill('0');
    await query.fill('/^1/');
    await form.getByLabel('message *').fill('No book {{path.bookId}}');
    await form.getByRole('button', { name: 'JSON', exact: true }).first().click();
    expect(await form.getByLabel('Rule, as JSON').inputValue()).toContain('9007199254740993');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rule saved.').waitFor();
    expect((await call()).json).toEqual({ code: 9007199254740993n, message: 'No book 7' });
    expect(problems).toEqual([]);
  });

  it('reorders rules and turns them off, by keyboard too', async () => {
    const { page, mock, problems } = await showLibrary('scenario');
    const when = { operation: 'listBooks' };
    await mock.scenario.add({ when, then: { status: 501 } }, { when, then: { status: 502 } });
    const status = async () => (await send(`${mock.url}/books`)).status;
    expect(await status()).toBe(501);
    await page.getByRole('button', { name: 'Move down: listBooks: responds with 501' }).press('Enter');
    await page.getByText('Rules reordered.').waitFor();
    expect(await status()).toBe(502);
    expect(await page.evaluate('document.activeElement.dataset.key')).toBe('Down 1');
    await page.getByLabel('Turned on: listBooks: responds with 502').press('Space');
    await page.getByText('Rule turned off.').waitFor();
    expect(await status()).toBe(501);
    await page.getByLabel('Turned on: listBooks: responds with 502').check();
    await page.getByText('Rule turned on.').waitFor();
    expect(await status()).toBe(502);
    expect(problems).toEqual([]);
  });
});

describe('the state', () => {
  it('is saved to a file and loaded from it; a wrong file changes nothing', async () => {
    const { page, mock, problems } = await showLibrary('records', { rules: [{ then: { delay: 0 } }] });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save state' }).click();
    const file = await (await download).path();
    const saved = readFileSync(file);
    expect(saved.toString()).toContain('9007199254740993');
    await mock.records.clear();
    await mock.scenario.clear();
    await page
      .locator('#state-file')
      .setInputFiles({ name: 'saved.json', mimeType: 'application/json', buffer: saved });
    await dialog(page).getByText('saved.json').waitFor();
    await dialog(page).getByRole('button', { name: 'Load' }).click();
    await page.getByText('State loaded.').waitFor();
    await page.getByRole('row', { name: /Ferns/ }).waitFor();
    expect(await mock.scenario.rules()).toHaveLength(1);

    const wrong = {
      name: 'wrong.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"records":{"/x":[]},"rules":[]}'),
    };
    await page.locator('#state-file').setInputFiles(wrong);
    await dialog(page).getByRole('button', { name: 'Load' }).click();
    await eventually(() => dialog(page).getByRole('alert').innerText()).toContain('collection "/x"');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await mock.records.list('/books')).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});

it('a webhook is sent with a made-up body that can be changed, and its result is in the journal', async () => {
  const { page, problems } = await showLibrary('webhooks');
  const { promise: received, resolve } = Promise.withResolvers<string>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      resolve(`${String(request.headers['x-signature'])} ${body}`);
      response.end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void receiver.close());
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await page.getByLabel('URL of your app').fill(`http://127.0.0.1:${port}/hook`);
  await page.getByLabel('bookId *').fill('9223372036854775807');
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.getByLabel('Name of the header').fill('X-Signature');
  await page.getByLabel('Value of the header').fill('signed');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('The receiver returned 200.').waitFor();
  expect(await received).toBe('signed {"event":"borrowed","bookId":9223372036854775807}');
  await page.getByRole('link', { name: 'Show in the journal' }).click();
  await eventually(() => page.getByRole('complementary').innerText()).toContain('9223372036854775807');
  expect(problems).toEqual([]);
});

it('the result of a webhook disappears with the next input, and the button is readable under the pointer', async () => {
  const { page } = await showLibrary('webhooks');
  const url = page.getByLabel('URL of your app');
  await url.fill('javascript:1');
  const sendButton = page.getByRole('button', { name: 'Send', exact: true });
  await sendButton.click();
  await page.getByText('Failed: not sent: expected an http or https URL').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await sendButton.hover();
    expect(await unreadable(page)).toEqual([]);
  }
  await url.fill('');
  expect(await page.locator('#webhook-result').innerText()).toBe('');
});

it('the forms are readable in light and dark, on a desktop and on a phone', async () => {
  const { page } = await showLibrary('records', { rules: [{ then: { delay: 0 } }] });
  const picture = process.env['PICTURES'];
  const expectReadable = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 320]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 1200 });
        expect([name, colorScheme, width, await unreadable(page)]).toEqual([name, colorScheme, width, []]);
        if (picture !== undefined) await page.screenshot({ path: `${picture}/${name}-${colorScheme}-${width}.png` });
      }
    }
    await page.setViewportSize({ width: 1280, height: 1200 });
  };
  await page.getByRole('button', { name: 'New record of /books' }).click();
  await dialog(page).getByRole('button', { name: 'Make up values' }).click();
  await dialog(page).getByLabel('title *').fill('M');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await dialog(page).getByText('invalid').waitFor();
  await expectReadable('record');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Scenario' }).click();
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog(page).getByLabel('Operation').selectOption('readBook');
  await dialog(page).getByLabel('Own response body').check();
  await dialog(page).getByLabel('title *').waitFor();
  await expectReadable('rule');
  await page.keyboard.press('Escape');
  await expectReadable('rules');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByLabel('bookId *').waitFor();
  await expectReadable('webhooks');
});
