/** A real Chromium for the tests of the console, and a check of what it must never do on the page. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

const CHROMIUM = '/usr/bin/chromium';

export interface Browser {
  /** A new page at a URL, closed after the test. */
  readonly open: (url: string) => Promise<WatchedPage>;
  readonly close: () => Promise<void>;
}

export interface WatchedPage {
  readonly page: Page;
  /** Requests to other origins, violations of the policy, errors in the console: there should be none. */
  readonly problems: readonly string[];
  /** The URLs that responded to the page. */
  readonly reachedUrls: readonly string[];
}

/** `hosts` are resolved to this machine, like rebound names. */
export async function startBrowser(hosts: readonly string[] = []): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(`${CHROMIUM}: expected Chromium, got no such file: apt-get install chromium`);
  const folder = await mkdtemp(path.join(tmpdir(), 'console-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(hosts.length === 0
        ? []
        : [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`]),
    ],
  });
  context.setDefaultTimeout(60_000);
  // Playwright serializes functions, so this runs in the page.
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))`,
  );
  return {
    open: (url) => open(context, url),
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function open(context: BrowserContext, url: string): Promise<WatchedPage> {
  const page = await context.newPage();
  onTestFinished(() => page.close());
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${origin}/`) && !address.startsWith('data:')) problems.push(`request to ${address}`);
  });
  const reachedUrls: string[] = [];
  page.on('response', (response) => reachedUrls.push(response.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium's message for a status of 400 or higher, which tests request.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status');
    if (message.type() === 'error' && !isStatus) problems.push(message.text());
  });
  await page.goto(url);
  return { page, problems, reachedUrls };
}

/** A page of any browser; a script is an expression, or a promise of a value. */
export interface ScriptedPage {
  readonly evaluate: <T>(script: string) => Promise<T>;
}

/** Texts with too little contrast to their background (WCAG 2.2, 1.4.3), and overflow of the page. */
export async function unreadable(page: ScriptedPage): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(${findUnreadable})()`);
}

/** Runs in the page; as text, because there are no DOM types here. */
const findUnreadable = `() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.data.trim();
    if (text === '' || !element.checkVisibility({ visibilityProperty: true }) || element.closest('option, :disabled, .skip')) continue;
    const style = getComputedStyle(element);
    const [a, b] = [luminance(rgba(style.color)), luminance(ground(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(text.slice(0, 40) + ': contrast ' + ratio.toFixed(2));
  }
  const surplus = document.documentElement.scrollWidth - innerWidth;
  if (surplus > 0) found.push('wider than the page by ' + surplus + ' pixels');
  return found;
}`;
