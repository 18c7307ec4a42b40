/** The HTML report of servers that say HTML, in a real Chromium: nothing runs, nothing is asked for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runVerifier } from '../evals/hostile/run-verifier.ts';
import { markup } from '../evals/hostile/servers/markup.ts';
import { defaultToken as token } from '../evals/zoo/index.ts';
import { type Browser, startBrowser } from '../mock/console/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test.each(markup)('$name', async ({ start }) => {
  const running = await start(token);
  const { files } = await runVerifier(running.url, { token, timeoutMs: 60_000, budget: 60 });
  await running.close();
  const url = written(files.get('report.html') ?? '');
  const { page, problems } = await browser.open(url);
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
  expect(await page.title()).toContain('Plant Store');
  expect(await page.evaluate(`[typeof globalThis.owned, document.images.length, document.scripts.length > 9]`)).toEqual(
    ['undefined', 0, false],
  );
  expect(problems.filter((problem) => !problem.startsWith(`request to ${url}`))).toEqual([]);
});

function written(html: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'report.html');
  writeFileSync(file, html);
  return String(pathToFileURL(file));
}
