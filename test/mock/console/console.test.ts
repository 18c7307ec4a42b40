import { describe, expect, it, onTestFinished } from 'vitest';
import { CONNECTION_FAULTS } from '../../../mock/model/rule.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { freePort } from '../../free-port.ts';
import { createPlant, gardenSpec, plantStoreSpec, startMockOf } from '../support.ts';
import { detail, eventually, lastStatus, rows, tryIt, useConsole } from './use-console.ts';

const { open, show } = useConsole();

describe('the console', () => {
  it('creates a plant, and shows it in the journal and the records', async () => {
    const { page, mock, problems } = await show('try');
    await tryIt(page, '{"id": 9007199254740993, "name": "Boston fern"}');
    await eventually(() => lastStatus(page).innerText()).toMatch(/^200/);

    await page.getByRole('tab', { name: 'Journal' }).click();
    await eventually(() => rows(page).count()).toBe(1);
    expect(await rows(page).innerText()).toMatch(/POST\s+\/plants\s+200\s+valid\s+createPlant/);
    await rows(page).click();
    await eventually(() => detail(page).innerText()).toContain('"id": 9007199254740993,\n  "name": "Boston fern"');
    await detail(page).getByText('Headers').first().click();
    expect(await detail(page).innerText()).toContain('Bearer ***');

    await page.getByRole('tab', { name: 'Records' }).click();
    const record = page.getByRole('row', { name: /Boston fern/ }).first();
    await record.getByRole('button', { name: 'View' }).click();
    expect(await record.innerText()).toContain('9007199254740993');

    await createPlant(mock, '{"id": 2, "name": "Snake plant"}');
    await page.getByRole('row', { name: /Snake plant/ }).waitFor();
    expect(await record.getByRole('button', { expanded: true }).count()).toBe(1);
    expect(await page.evaluate('document.activeElement.innerText')).toBe('View');
    expect(await page.content()).not.toContain(mock.token);
    expect(problems).toEqual([]);
  });

  it('shows the exact int64 of a response', async () => {
    const { page, mock, problems } = await show('try');
    const body = { id: 9223372036854775807n };
    await mock.scenario.add({ then: { status: 200, body } });
    await tryIt(page);
    await eventually(() => page.locator('.live-responses-table').innerText()).toContain('9223372036854775807');
    expect(problems).toEqual([]);
  });

  it('switches the next response to 503 with one click', async () => {
    const { page, mock, problems } = await show('scenario');
    await page.getByLabel('Requests to').selectOption('createPlant');
    await page.getByRole('button', { name: '503', exact: true }).click();
    await eventually(() => page.locator('#rules').innerText()).toMatch(/createPlant: responds with 503\s+used 0 of 1/);
    expect(await mock.scenario.rules()).toMatchObject([
      { when: { operation: 'createPlant' }, times: 1, then: { status: 503 } },
    ]);

    await tryIt(page);
    await eventually(() => lastStatus(page).innerText()).toMatch(/^503/);
    await page.getByRole('button', { name: 'Execute' }).click();
    await eventually(() => lastStatus(page).innerText()).toMatch(/^200/);
    await page.getByRole('tab', { name: 'Journal' }).click();
    await eventually(() => page.locator('#entries .status').allInnerTexts()).toEqual(['200', '503']);
    expect(problems).toEqual([]);
  });

  it('breaks connections and delays responses, and shows both', async () => {
    const { page, mock, problems } = await show('scenario');
    await eventually(() => page.locator('[data-fault]').allInnerTexts()).toEqual(CONNECTION_FAULTS);
    await page.getByLabel('How many').fill('');
    await page.getByLabel('Delay, ms').fill('1-2');
    await page.getByRole('button', { name: 'reset', exact: true }).click();
    await eventually(() => page.locator('#rules').innerText()).toContain(
      'Any request: the connection is reset, after 1-2 ms',
    );
    await expect(createPlant(mock, '{"id":1,"name":"a"}')).rejects.toThrow();
    await eventually(() => page.locator('#rules').innerText()).toContain('used 1 time, no limit');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No rules: every response').waitFor();
    expect(await mock.scenario.rules()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('accepts any rule as JSON, and reports errors in it', async () => {
    const { page, mock } = await show('scenario');
    const field = page.getByLabel('One rule, or an array of rules');
    await field.fill('{"then":{"status":9}}');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await eventually(() => page.locator('#notice').innerText()).toMatch(/status/);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(`#${await field.getAttribute('aria-describedby')}`).innerText()).toMatch(/status/);
    await field.fill('{"when":{"body":{"id":9007199254740993}},"then":{"status":400}}');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await eventually(() => page.locator('#rules').innerText()).toContain(
      'body id = 9007199254740993: responds with 400',
    );
    expect(await field.getAttribute('aria-invalid')).toBe(null);
    expect(await mock.scenario.rules()).toMatchObject([{ when: { body: { id: 9007199254740993n } } }]);
  });

  it('shows markup in a name as text everywhere', async () => {
    const { page, mock, problems } = await show('journal');
    const names = [
      '<img src=x onerror="window.hurt=1">',
      '<script>window.hurt=1</script>',
      '</pre><svg onload=hurt=1>',
    ];
    for (const [at, name] of names.entries()) await createPlant(mock, JSON.stringify({ id: at + 1, name }));
    await createPlant(mock, JSON.stringify({ id: '<b>x</b>', name: '\u202egnp.exe' }));
    await mock.scenario.add({
      when: { operation: 'createPlant', body: { name: names[0] ?? '' } },
      then: { status: 400 },
    });
    await eventually(() => rows(page).count()).toBe(4);
    await rows(page).first().click();
    await eventually(() => detail(page).innerText()).toContain('got string "<b>x</b>"');
    expect(await detail(page).innerText()).toContain('\\u202egnp.exe');
    for (const [at, name] of names.entries()) {
      await rows(page)
        .nth(3 - at)
        .click();
      await eventually(() => detail(page).innerText()).toContain(JSON.stringify(name));
    }
    await page.getByRole('tab', { name: 'Records' }).click();
    for (const name of names) await eventually(() => page.locator('#collections').innerText()).toContain(name);
    await page.getByRole('tab', { name: 'Scenario' }).click();
    await eventually(() => page.locator('#rules').innerText()).toContain(names[0]);
    await tryIt(page, JSON.stringify({ id: 9, name: names[0] }));
    await eventually(() => lastStatus(page).innerText()).toMatch(/^400/);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(await page.locator('img[src="x"], main script, svg[onload]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('prevents a contract from running scripts and fetching resources', async () => {
    const mock = await startMockOf('test/fixtures/mock/markup.yaml');
    const { page, reachedUrls } = await open(`${mock.url}/__store/#try`);
    await page.locator('.opblock-summary-control').click();
    await page.locator('.opblock-body').waitFor();
    expect(await page.locator('#contracts').innerText()).toBe('<img src=x onerror="window.hurt=1"> <b>1</b>');
    await page.getByRole('tab', { name: 'Scenario' }).click();
    expect(await page.getByLabel('Requests to').innerText()).toContain('<svg onload=window.hurt=1>');
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(reachedUrls.length).toBeGreaterThan(10);
    expect(reachedUrls.filter((address) => !/^data:/.test(address) && !address.startsWith(mock.url))).toEqual([]);
  });

  it('copies an exchange as a command or as code', async () => {
    const { page, mock } = await show('journal');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await createPlant(mock, '{"id":1,"name":"a"}');
    await rows(page).click();
    await page.getByRole('button', { name: 'Copy the exchange as code' }).click();
    await page.getByText('Code copied.').waitFor();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain(`'authorization: Bearer '"$PLANT_STORE_TOKEN"`);
    expect(command).toContain(`--data-raw '{"id":1,"name":"a"}'`);
    await page.getByLabel('Copy as').selectOption('MSW handler');
    await page.getByRole('button', { name: 'Copy the exchange as code' }).click();
    await eventually(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain('http.post("*/plants"');
  });

  it('works with the keyboard only', async () => {
    const { page, mock, problems } = await show('');
    await createPlant(mock, '{"id":1,"name":"first"}');
    await createPlant(mock, '{"id":2,"name":"second"}');
    const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.innerText');
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    expect(await focused()).toBe('skip');
    for (let presses = 0; presses < 10 && (await focused()) !== 'tab-try'; presses += 1) await press('Tab');
    await press('ArrowRight');
    expect(await focused()).toBe('tab-journal');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await press('Enter');
    await eventually(() => rows(page).count()).toBe(2);
    for (let presses = 0; presses < 10 && !(await focused()).includes('/plants'); presses += 1) await press('Tab');
    await press('ArrowDown', 'Enter');
    await eventually(focused).toBe('detail-title');
    expect(await detail(page).innerText()).toContain('"first"');
    await press('Escape');
    await eventually(() => detail(page).isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.hash')).toBe('#journal/1');
    await page.locator('#tab-journal').focus();
    await press('End', ' ');
    await page.getByRole('heading', { name: 'Next requests' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('opens at the section or the exchange in the URL', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, '{"id":1,"name":"a"}');
    const { page } = await open(`${mock.url}/__store#journal/1`);
    await eventually(() => detail(page).getByRole('heading').first().innerText()).toBe('Exchange 1');
    await page.goBack();
    await page.goto(`${mock.url}/__store/#journal/77`);
    await eventually(() => page.locator('#notice').innerText()).toMatch(/77/);
  });

  it('filters, pauses and clears the journal', async () => {
    const { page, mock } = await show('journal');
    await page.getByText('Nothing yet.').waitFor();
    await createPlant(mock, '{"id":1,"name":"valid"}');
    await createPlant(mock, '{"id":"1","name":"broken"}');
    await eventually(() => rows(page).count()).toBe(2);
    await page.locator('#filter-verdict').selectOption('invalid');
    await eventually(() => page.locator('#count').innerText()).toBe('1 of 2 shown');
    await page.locator('#filter-status').fill('2xx');
    await page.getByText('No exchange matches').waitFor();
    await page.locator('#filter-status').fill('');
    await page.locator('#filter-text').fill('got string');
    await eventually(() => rows(page).count()).toBe(1);
    await page.locator('#filter-text').fill('');
    await page.locator('#filter-verdict').selectOption('');
    await page.getByRole('button', { name: 'Pause' }).click();
    await createPlant(mock, '{"id":2,"name":"later"}');
    await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
    expect(await rows(page).count()).toBe(2);
    await page.getByRole('button', { name: /Resume/ }).click();
    await eventually(() => rows(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('Nothing yet.').waitFor();
    expect(await mock.journal.count()).toBe(0);
  });

  it('keeps the newest 500 exchanges', async () => {
    const { page, mock, problems } = await show('journal');
    const send = () => fetch(`${mock.url}/plant`).then((response) => response.arrayBuffer());
    for (let sent = 0; sent < 540; sent += 20) await Promise.all(Array.from({ length: 20 }, send));
    await eventually(() => rows(page).first().getAttribute('href')).toBe('#journal/540');
    await eventually(() => rows(page).count()).toBe(500);
    expect(problems).toEqual([]);
  });

  it('adds records with every digit, and clears a collection', async () => {
    const { page, mock } = await show('records');
    await page.getByText('Empty. Records that your app creates').waitFor();
    await page.getByLabel('JSON: one record').fill('{"id": 9007199254740993, "name": "by hand"}');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('row', { name: /by hand/ }).waitFor();
    expect(await mock.records.list('/plants')).toMatchObject([{ id: 9007199254740993n, name: 'by hand' }]);
    await page.getByLabel('JSON: one record').fill('{"name": 1}');
    await page.getByRole('button', { name: 'Add' }).click();
    await eventually(() => page.locator('#notice').innerText()).toMatch(/name: expected string/);
    expect(await page.locator('#record-json-error').innerText()).toMatch(/name: expected string/);
    await page.getByRole('button', { name: 'Clear /plants' }).click();
    await page.getByText('Empty. Records that your app creates').waitFor();
    expect(await mock.records.list('/plants')).toEqual([]);
  });

  it('resets the mock after a confirmation', async () => {
    const { page, mock } = await show('journal');
    await createPlant(mock, '{"id":1,"name":"a"}');
    await mock.scenario.add({ then: { status: 503 } });
    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await eventually(() => rows(page).count()).toBe(0);
    expect(await mock.journal.count()).toBe(0);
    expect(await mock.scenario.rules()).toEqual([]);
  });

  it('reconnects to a restarted mock', async () => {
    const contract = await loadContract(plantStoreSpec);
    // Not an ephemeral port, because it must be free when the mock restarts.
    const port = await freePort();
    const first = await serveMock(contract, { port });
    const { page } = await open(`${first.url}/__store/#journal`);
    await createPlant(first, '{"id":1,"name":"a"}');
    await eventually(() => rows(page).count()).toBe(1);
    await first.close();
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    const second = await serveMock(contract, { port });
    onTestFinished(() => second.close());
    await page.getByText('Connected', { exact: true }).waitFor();
    await eventually(() => rows(page).count()).toBe(0);
    await createPlant(second, '{"id":2,"name":"b"}');
    await eventually(() => rows(page).count()).toBe(1);
  });

  it.each([true, false])('says whose records it lists if users have their own: %j', async (recordsPerUser) => {
    const { page } = await show('records', { recordsPerUser });
    await page.getByRole('button', { name: 'Refresh' }).first().waitFor();
    await eventually(() => page.getByText('records of requests without a login').isVisible()).toBe(recordsPerUser);
  });

  it('requests a required control token once', async () => {
    const mock = await startMockOf(plantStoreSpec, { controlToken: 'open-sesame' });
    const { page, problems } = await open(`${mock.url}/__store/#journal`);
    await page.locator('#token-field').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The mock server does not accept this token.').waitFor();
    await page.locator('#token-field').fill('open-sesame');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  it('offers each of several contracts with its credentials', async () => {
    const contracts = await Promise.all([plantStoreSpec, gardenSpec].map(loadContract));
    const mounts = contracts.map((contract, at) => ({ prefix: ['/a', '/b'][at] ?? '', contract }));
    const mock = await serveMock(mounts);
    onTestFinished(() => mock.close());
    const { page, problems } = await open(`${mock.url}/__store/#try`);
    await page
      .getByRole('button', { name: /\/plants/ })
      .first()
      .waitFor();
    await page.locator('#contract').selectOption({ index: 1 });
    await page.locator('#operations-default-replaceBed .opblock-summary-control').click();
    await page.locator('#operations-default-replaceBed').getByPlaceholder('bedId').fill('1');
    await page.locator('#operations-default-replaceBed').getByRole('button', { name: 'Execute' }).click();
    await eventually(async () => (await mock.journal.list()).map((entry) => entry.request.target)).toHaveLength(1);
    const [entry] = await mock.journal.list();
    expect(entry?.mount).toBe('/b');
    expect(entry?.response?.status).not.toBe(401);
    expect(problems).toEqual([]);
  });
});
