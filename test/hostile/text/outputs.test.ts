/** All that the commands print and write of documents, pacts and implementations that are all payload. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  annotationProblems,
  hiddenIn,
  jsonProblems,
  markdownProblems,
  sarifProblems,
  terminalProblems,
  xmlProblems,
} from '../../evals/hostile/text/output-problems.ts';
import { payload } from '../../evals/hostile/text/payload.ts';
import { runAll, type TextRuns } from '../../evals/hostile/text/runs.ts';
import { type Browser, startBrowser } from '../../mock/console/browser.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hostile-text-'));
let runs: TextRuns;
let browser: Browser;
beforeAll(async () => {
  runs = await runAll(folder);
  browser = await startBrowser();
}, 600_000);
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const commands = ['verify', 'diff', 'pact compare', 'pact verify', 'replay', 'gate'];
const machines = ['verify', 'diff', 'pact compare', 'pact verify', 'pact record', 'replay'].map(
  (name) => `${name} --json`,
);
const stages = ['verify', 'diff', 'compare', 'pact'];

const printed = (name: string) => runs.printed.get(name) ?? { exitCode: null, stdout: '', stderr: '' };
const file = (name: string) => runs.files.get(name) ?? '';

/** By format, with its name in the folder of the gate, and with what must not be in it. */
const formats = [
  ['json', 'report.json', jsonProblems],
  ['sarif', 'report.sarif', sarifProblems],
  ['har', 'failures.har', jsonProblems],
  ['junit', 'junit.xml', xmlProblems],
  ['summary', 'summary.md', markdownProblems],
  ['annotations', 'annotations.txt', annotationProblems],
] as const;

describe('on a terminal and in the log of a CI server', () => {
  test.each(commands)('%s draws nothing, hides nothing, forges no line and gives no command', (name) => {
    const { exitCode, stdout, stderr } = printed(name);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('owned');
    expect(terminalProblems(stdout)).toEqual([]);
    expect(terminalProblems(stderr)).toEqual([]);
  });

  test.each(machines)('%s can be printed as it is', (name) => {
    const { stdout, stderr } = printed(name);
    expect(stdout).toContain('owned');
    expect(jsonProblems(stdout)).toEqual([]);
    expect(terminalProblems(stderr)).toEqual([]);
  });

  test('pact record prints a pact with what the document declares, and a summary on separate lines', () => {
    const { exitCode, stdout, stderr } = printed('pact record');
    expect(exitCode).toBe(0);
    expect(jsonProblems(stdout)).toEqual([]);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(payload('property.name')).slice(1, -1));
    expect(stderr).toContain('owned');
    expect(terminalProblems(stderr)).toEqual([]);
  });
});

describe.each(formats)('reports as %s', (format, inFolder, harmIn) => {
  const names = [...stages.map((stage) => `${stage}/${format}`), `gate/${inFolder}`];

  test.each(names)('%s', (name) => {
    const text = file(name);
    expect(text).not.toBe('');
    if (!name.endsWith('har')) expect(text).toContain('owned');
    expect(harmIn(text)).toEqual([]);
  });
});

test('the HTML report runs no script of a response, requests nothing and has no external links', async () => {
  const url = String(pathToFileURL(path.join(folder, 'gate/report.html')));
  const { page, problems } = await browser.open(url);
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
  expect(await page.locator('main').innerText()).toContain('owned');
  expect(await page.evaluate('globalThis.hurt')).toBeUndefined();
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main [href], main [src], main [action]')].map((one) => one.getAttribute('href') ?? one.outerHTML)`,
  );
  expect(addresses.filter((address) => !address.startsWith('#'))).toEqual([]);
  expect(hiddenIn(await page.content())).toEqual([]);
  expect(problems.filter((problem) => !problem.startsWith(`request to ${url}`))).toEqual([]);
});

test('the output of the implementation is kept line by line, and harmless', () => {
  const log = file('gate/implementation.log');
  expect(log).toContain('owned');
  expect(hiddenIn(log)).toEqual([]);
  expect(log).not.toMatch(/^\s*::|##\w*\[/m);
});

test('files have the names that the kit gives', () => {
  const names = [...runs.files.keys()].map((name) => path.basename(name));
  expect(names.filter((name) => !/^\w[\w.-]{0,80}$/.test(name))).toEqual([]);
});
