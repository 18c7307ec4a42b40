/** The console of the fake store and the report of a gate, as Chromium shows them. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Mock, startMock } from '../../../mock/index.ts';
import { kit, launcher, pictureEnvironment, withFolder, withStore } from './environment.ts';

export interface Screenshot {
  /** Of the file. */
  readonly name: string;
  /** Brings the page to what is to be seen, and is over when the picture is taken. */
  readonly show: (page: Page, take: () => Promise<void>) => Promise<void>;
}

export const screenshots: readonly Screenshot[] = [
  { name: 'console', show: showConsole },
  { name: 'report', show: showReport },
];

export interface TakenScreenshot {
  readonly name: string;
  readonly bytes: number;
}

/** Writes `NAME.png` of each into the folder. */
export async function takeScreenshots(
  wanted: readonly Screenshot[],
  folder: string,
): Promise<readonly TakenScreenshot[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const taken: TakenScreenshot[] = [];
    for (const one of wanted) taken.push(await takeOne(browser, one, folder));
    return taken;
  } finally {
    await browser.close();
  }
}

async function takeOne(browser: Browser, { name, show }: Screenshot, folder: string): Promise<TakenScreenshot> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(20_000);
  const file = path.join(folder, `${name}.png`);
  let bytes = 0;
  await show(page, async () => {
    bytes = (await page.screenshot({ path: file })).length;
  });
  return { name, bytes };
}

async function showConsole(page: Page, take: () => Promise<void>): Promise<void> {
  await using mock = await startMock();
  await sendAsApp(mock);
  await page.goto(`${mock.url}/__store/#journal/4`);
  await page.getByText('expected integer, got string').first().waitFor();
  await take();
}

/** A plant, one without a token, one that meets a rule, and one with a wrong id. */
async function sendAsApp(mock: Mock): Promise<void> {
  const send = (body: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${mock.url}/plants`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
  const opened = { Authorization: `Bearer ${mock.token}` };
  await send('{"id":1042,"name":"Boston fern","tag":"fern"}', opened);
  await send('{"id":1043,"name":"Lady fern"}', {});
  await mock.scenario.next('createPlant', { status: 503 });
  await send('{"id":1043,"name":"Lady fern"}', opened);
  await send('{"id":"1044","name":"Hart\'s tongue"}', opened);
}

function showReport(page: Page, take: () => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    await withStore('takes-numeric-string-as-id', (url) => runGate(url, folder));
    await page.goto(pathToFileURL(path.join(folder, 'report.html')).href);
    await page.locator('.finding').first().waitFor();
    await take();
  });
}

/** Throws an Error where the gate does not find it wrong. */
function runGate(url: string, folder: string): Promise<void> {
  const args = [launcher, 'gate', url, '--seed', '1', '--out', folder];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: kit, env: pictureEnvironment() }, (error, output) =>
      error?.code === 1 ? resolve() : reject(new Error(output)),
    );
  });
}
