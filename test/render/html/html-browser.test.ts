import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../contracts/report/report.ts';
import { findViolations } from '../../mock/console/axe.ts';
import { unreadable } from '../../mock/console/browser.ts';
import { eventually } from '../../mock/console/use-console.ts';
import { evidence, findingWith, noRejections, reportWith, stageWith } from '../../report/support.ts';
import { fullReport, largeReport, manyFindings, tooManyFindings, useReports, wideReport } from './html-support.ts';

const show = useReports();

const shownFindings = (page: Page) => page.locator('.finding:visible');
const counter = (page: Page) => page.locator('#shown').innerText();
const hashOf = (page: Page) => page.evaluate<string>('location.hash');

const idOf = (report: Report, at: number) => report.stages.flatMap(({ findings }) => findings)[at]?.id ?? '';

describe('filters', () => {
  it('combine, and the URL keeps the selection', async () => {
    const { page, problems: pageProblems } = await show(manyFindings(12));
    expect(await counter(page)).toBe('12 of 12 findings');
    await page.getByLabel('Severity').selectOption('error');
    expect(await counter(page)).toBe('6 of 12 findings');
    await page.getByLabel('Operation').selectOption('listPlants');
    expect(await shownFindings(page).count()).toBe(2);
    expect(await hashOf(page)).toBe('#?severity=error&subject=listPlants');
    await page.getByRole('button', { name: 'Show all' }).click();
    await eventually(() => counter(page)).toBe('12 of 12 findings');
    expect(pageProblems()).toEqual([]);
  });

  it('are set by the URL', async () => {
    const { page } = await show(manyFindings(12), '#?subject=listPlants&severity=warning');
    expect(await counter(page)).toBe('2 of 12 findings');
    expect(await page.getByLabel('Severity').inputValue()).toBe('warning');
  });

  it('search the whole text of findings, words in any order', async () => {
    const { page } = await show(manyFindings(12));
    await page.keyboard.press('/');
    await page.keyboard.type('IS boston 11');
    expect(await counter(page)).toBe('1 of 12 findings');
    expect(await shownFindings(page).innerText()).toContain('body.id is 11');
    await page.getByLabel('Search').fill('no such thing');
    expect(await counter(page)).toBe('0 of 12 findings');
    expect(await page.getByRole('heading', { name: /^Errors/ }).isVisible()).toBe(false);
  });

  it('are set by a cell of operation × category', async () => {
    const { page } = await show(fullReport);
    await page.getByRole('link', { name: '✗ 4/40' }).first().click();
    await eventually(() => hashOf(page)).toBe('#?subject=createPlant&category=text-values');
    expect(await shownFindings(page).count()).toBe(1);
    expect(await shownFindings(page).innerText()).toContain('≠ changed');
  });

  it('accept any operation id', async () => {
    const subject = 'GET /a&b=c#d "e" \u202e+%41';
    const report = reportWith([stageWith({ findings: [findingWith({ subject }), findingWith({ fingerprint: 'b' })] })]);
    const { page, url } = await show(report);
    await page.getByLabel('Operation').selectOption({ index: 1 });
    expect(await counter(page)).toBe('1 of 2 findings');
    const hash = await hashOf(page);
    await page.goto('about:blank');
    await page.goto(`${url}${hash}`);
    expect(await counter(page)).toBe('1 of 2 findings');
  });
});

describe('one finding', () => {
  it('has a URL that opens it among many', async () => {
    const report = manyFindings(12);
    const { page } = await show(report, `#${idOf(report, 7)}`);
    expect(await page.locator('.finding[open]').count()).toBe(1);
    const box = await page.locator('.finding[open]').boundingBox();
    expect(box?.y).toBeLessThan(720);
    expect(await page.locator('.finding[open]').innerText()).toContain('body.id is 7');
  });

  it('is opened by its URL despite a filter, also a duplicate', async () => {
    const { page } = await show(fullReport, '#?severity=warning');
    expect(await shownFindings(page).count()).toBe(1);
    await page.evaluate(`location.hash = ${JSON.stringify(idOf(fullReport, 0))}`);
    await eventually(() => shownFindings(page).count()).toBe(4);
    expect(await page.locator('li:target').innerText()).toContain('provider check');
  });

  it('is reached from its check in the list at the top, despite any filter', async () => {
    const { page } = await show(fullReport, '#?severity=warning');
    await page.getByRole('link', { name: 'The response differs from the request' }).click();
    await eventually(() => shownFindings(page).count()).toBe(4);
    const opened = page.locator('.finding[open][data-check=created-is-echoed]');
    expect(await opened.innerText()).toContain('"boston fern"');
    expect(await opened.boundingBox()).toMatchObject({
      y: expect.toSatisfy((y) => y < 720),
    });
  });

  it('is found among thousands', async () => {
    const report = tooManyFindings();
    const { page, problems: pageProblems } = await show(report, `#${idOf(report, 3_190)}`);
    expect(await page.locator('.finding[open]').innerText()).toContain('body.id is 3190');
    await page.keyboard.press('/');
    await page.keyboard.type('redirect 3177');
    expect(await counter(page)).toBe('1 of 3000 findings');
    expect(await shownFindings(page).innerText()).toContain('body.id is 3177');
    expect(pageProblems()).toEqual([]);
  });

  it('has commands that can be copied', async () => {
    const { page } = await show(reportWith([stageWith({ findings: [findingWith({ evidence })] })]));
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    await page.locator('.finding').getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('window.copied')).toBe(evidence.curl);
  });

  it('has commands that can be copied from a file, too', async () => {
    const { page } = await show(manyFindings(2));
    await page.locator('.finding').first().getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByLabel('Search').press('Control+V');
    expect(await page.getByLabel('Search').inputValue()).toBe(evidence.curl);
  });

  it('shows the whole response next to the request on a phone', async () => {
    const response = {
      status: 200,
      headers: [],
      body: '{"id":"שלום עולם","name":"مرحبا <b>\\u202e\\u2066abc\\u2069","tag":"\\u0001\\u007f\\u009b"}',
    };
    const request = { ...evidence.request, body: '{"name":"998","id":4}' };
    const finding = findingWith({
      check: 'created-is-echoed',
      responsePart: { in: 'body', path: ['tag'] },
      evidence: { ...evidence, request, response },
    });
    const { page } = await show(reportWith([stageWith({ findings: [finding] })]));
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.getByText('+ only in the response').isVisible()).toBe(true);
    expect(await unreadable(page)).toEqual([]);
  });

  it.each([1200, 360])('breaks no words beside long lists of uncovered parts, %i wide', async (width) => {
    const { place } = findingWith();
    const items = [...Array(600).keys()].map((at) => ({
      name: `200 body.aPropertyWithALongName${at}.withAnotherWithinIt`,
      place,
      counts: {},
      missing: [{ variant: 'seen', reason: 'no inspected response had it' }],
    }));
    const groups = [{ kind: 'request properties' as const, items }];
    const operation = { operation: 'createPlant', exchanges: 9, rejections: noRejections, groups };
    const { page } = await show(reportWith([stageWith({ coverage: { operations: [operation] } })]));
    await page.setViewportSize({ width, height: 800 });
    await page.locator('.coverage summary').click();
    const head = page.getByRole('rowheader', { name: 'request properties' });
    expect(await head.evaluate(brokenWords)).toEqual([]);
  });

  it('selects commands if the page may not copy, and copies the exact text of escaped commands', async () => {
    const curl = 'curl http://x/\u202e"\n';
    const finding = findingWith({ evidence: { ...evidence, curl } });
    const { page } = await show(reportWith([stageWith({ findings: [finding] })]));
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    const button = page.locator('.finding').getByRole('button').first();
    await button.click();
    expect(await page.evaluate('window.copied')).toBe(curl);
    await page.evaluate(
      'navigator.clipboard.writeText = () => Promise.reject(new Error()); document.execCommand = () => false',
    );
    await button.click();
    await eventually(() => button.innerText()).toContain('Selected');
    expect(await page.evaluate('getSelection().toString()')).toContain('curl http://x/\\u202e"');
  });

  it('can be opened and found with the keyboard only', async () => {
    const { page } = await show(manyFindings(5));
    await page.getByRole('button', { name: 'Collapse all' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await page.keyboard.press('Enter');
    expect(await page.locator('.finding[open]').count()).toBe(1);
    await page.getByRole('button', { name: 'Expand all' }).press('Enter');
    expect(await page.locator('.finding[open]').count()).toBe(5);
  });
});

/** Between its margins, in pixels. */
const WIDTH_OF_A4 = 688;

/** The words of the headings of rows that stand in several lines. */
const brokenWords = `[...document.querySelectorAll('.coverage th[scope=row]')].flatMap((head) => {
  const text = head.firstChild;
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length === 1 ? [] : [word];
  });
})`;

describe('without scripts and in print', () => {
  it('opens all findings and hides the filter without scripts', async () => {
    const { page, url } = await show(manyFindings(12));
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.goto(`${url}?again`);
    expect(await page.locator('.facts:visible').count()).toBe(12);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('prints one finding of each cause, open, black on white, with any filter', async () => {
    const { page } = await show(manyFindings(12), '#?severity=warning');
    expect(await page.locator('.facts:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('.facts:visible').count()).toBe(5);
    expect(await page.locator('.on-paper').isVisible()).toBe(true);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    const colors =
      '[document.documentElement, document.body].map((one) => getComputedStyle(one)).map((one) => [one.backgroundColor, one.color])';
    expect(await page.evaluate(colors)).toEqual([
      ['rgb(255, 255, 255)', expect.anything()],
      [expect.anything(), 'rgb(0, 0, 0)'],
    ]);
    expect(await unreadable(page)).toEqual([]);
  });

  it('prints a table of thirty categories without cutting it', async () => {
    const { page } = await show(wideReport(30));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: WIDTH_OF_A4, height: 900 });
    expect(await page.locator('.matrix.wide').isVisible()).toBe(true);
    expect(await unreadable(page)).toEqual([]);
  });

  it.each([
    ['a few findings', manyFindings(12)],
    ['hundreds of findings', manyFindings(400)],
    ['many operations, categories and findings', largeReport()],
  ])('prints at most ten pages: %s', async (_name, report) => {
    const { page } = await show(report);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    const sheets = pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(sheets).toBeGreaterThan(1);
    expect(sheets).toBeLessThanOrEqual(10);
    expect(await page.locator('.finding[open]').count()).toBe(0);
  });
});

const looks = (['light', 'dark'] as const).flatMap((scheme) =>
  [320, 768, 1280].map((width) => [scheme, width] as const),
);

const long = findingWith({
  subject: 'x'.repeat(300),
  title: 'y'.repeat(300),
  expected: 'z'.repeat(500),
  lineText: '\t'.repeat(100) + 'w'.repeat(300),
  evidence: {
    ...evidence,
    caseId: 'c'.repeat(300),
    request: { ...evidence.request, body: `"${'b'.repeat(2_000)}"` },
  },
});

describe.each([
  ['a full report', fullReport],
  ['a report without findings', reportWith([stageWith()])],
  ['an inconclusive report', reportWith([stageWith({ status: 'not run', unattempted: ['all'] })])],
  ['a report with long words', reportWith([stageWith({ findings: [long], summary: 's'.repeat(300) })])],
])('%s', (_name, report) => {
  it.each(looks)('is readable in %s at %i pixels', async (colorScheme, width) => {
    const { page, problems: pageProblems } = await show(report);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    expect(await unreadable(page)).toEqual([]);
    expect(pageProblems()).toEqual([]);
  });
});

it('axe finds no violation of WCAG 2.2 AA in a report with open findings, in light and in dark', async () => {
  const { page, problems: pageProblems } = await show(fullReport);
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
  expect(await findViolations(page)).toEqual([]);
  expect(pageProblems()).toEqual([]);
});

const attacks = [
  '<img src=x onerror="window.hurt=1">',
  '</script><script>window.hurt=1</script>',
  '"><svg onload=window.hurt=1>',
  `' onfocus='window.hurt=1' autofocus='`,
  '</title></style></pre></details><iframe src="javascript:parent.hurt=1"></iframe>',
  '`+(window.hurt=1)+`',
  '\u202e\u2028\u0000\u001b[31m\ud800',
  '--><base href="http://example.invalid/"><link rel=stylesheet href="//example.invalid/a.css">',
];

/** Words that the report itself reads; all else comes from others. */
const own = new Set(['severity', 'status', 'kind', 'state', 'in', 'fingerprint', 'duplicateOf', 'check', 'targetKind']);

function hostileBy(attack: string): Report {
  return JSON.parse(JSON.stringify(fullReport), (key, value) =>
    typeof value === 'string' && !own.has(key) ? `${attack}${value}` : value,
  );
}

describe('untrusted text never runs and fetches nothing', () => {
  it.each(attacks)('%j', async (attack) => {
    const { page, problems: pageProblems } = await show(hostileBy(attack));
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(await page.locator('main script, img, svg, iframe, base, link[rel=stylesheet]').count()).toBe(0);
    expect(await page.evaluate('document.title')).not.toMatch(/[\u202e\u2028]/);
    expect(await page.locator('.finding').count()).toBe(4);
    expect(pageProblems()).toEqual([]);
  });

  it('blocks an injected script', async () => {
    const { page, problems: pageProblems } = await show(fullReport);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="window.hurt=1">')`);
    await eventually(() => pageProblems().join()).toContain('policy img-src');
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.hurt=1">')`);
    await eventually(() => pageProblems().join()).toContain('policy script-src-attr');
    expect(await page.evaluate('window.hurt')).toBeUndefined();
  });
});
