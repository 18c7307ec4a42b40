/** The site that is built from docs/: its links, and what people see in a browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages as sources } from '../../../.ci/site/pages.ts';
import { type Browser, startBrowser } from '../../mock/console/browser.ts';
import { buildSite, deadLinks, loadedFrom, readPages } from './built-site.ts';
import { type ServedFolder, serveFolder } from './serve-folder.ts';

let folder: string;
let site: ServedFolder;
let browser: Browser;
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'site-'));
  await buildSite(folder);
  [site, browser] = await Promise.all([serveFolder(folder), startBrowser()]);
  pages = readPages(folder);
}, 300_000);
afterAll(async () => {
  site.close();
  await browser.close();
  await rm(folder, { recursive: true });
});

it('has a page for each document', () => {
  const wanted = Object.values(sources).map((page) => page.replace(/\.md$/, '.html'));
  expect([...pages.keys()]).toEqual(expect.arrayContaining(wanted));
});

it('has no dead link and no missing anchor', () => {
  expect(deadLinks(folder, pages)).toEqual([]);
});

it('loads nothing from other hosts', () => {
  const addresses = [...pages.values()].flatMap(loadedFrom);
  expect(addresses.length).toBeGreaterThan(100);
  expect(addresses.filter((address) => /^(?:[a-z]+:)?\/\//.test(address))).toEqual([]);
});

it.each([
  ['/', 'Documentation | plant-store', 'Tutorials'],
  ['/how-to/simulate-errors-and-delays.html', 'Simulate errors and delays | plant-store', 'How-to guides'],
  ['/checks/body-matches-schema.html', 'body-matches-schema | plant-store', 'Conformance'],
])('shows %s with its title and the sidebar', async (address, title, group) => {
  const { page, problems } = await browser.open(site.url + address);
  await page.waitForLoadState('networkidle');
  expect(await page.title()).toBe(title);
  expect(await page.locator('.VPSidebar').innerText()).toContain(group);
  expect(problems).toEqual([]);
});

it('shows templates of rules as they are written', async () => {
  const { page } = await browser.open(`${site.url}/how-to/simulate-errors-and-delays.html`);
  const text = await page.locator('main').innerText();
  for (const template of ['{{body.name}}', '{{now}}', '{{uuid}}']) expect(text).toContain(template);
});

it('finds a word, also on a page that was not opened', async () => {
  const { page, problems } = await browser.open(`${site.url}/`);
  await page.locator('.VPNavBarSearch button').click();
  await page.locator('.VPLocalSearchBox input').fill('idempotency');
  const first = page.locator('.VPLocalSearchBox .result').first();
  await first.waitFor();
  expect(await first.innerText()).toMatch(/idempotency/i);
  expect(problems).toEqual([]);
});

it('has a dark mode', async () => {
  const { page, problems } = await browser.open(`${site.url}/`);
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.locator('.VPNavBarAppearance button').click();
  await page.waitForFunction(`document.documentElement.classList.contains('dark')`);
  expect(await ground()).not.toBe(light);
  expect(problems).toEqual([]);
});
