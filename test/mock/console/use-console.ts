/** The page of the console in a test, and user actions in it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { RunningMock, ServeOptions } from '../../../mock/serve/mock-server.ts';
import { plantStoreSpec, startMockOf } from '../support.ts';
import { type Browser, startBrowser, type WatchedPage } from './browser.ts';

export interface ShownSection extends WatchedPage {
  readonly mock: RunningMock;
}

export interface ConsolePage {
  /** A section, or any page of a mock that a test started itself. */
  readonly open: Browser['open'];
  /** A section of a new mock. */
  readonly show: (section: string, options?: ServeOptions) => Promise<ShownSection>;
}

/** One browser for the tests of a file. */
export function useConsole(): ConsolePage {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  const open: Browser['open'] = async (url) => {
    if (browser === undefined) throw new Error('browser: expected to be started, got a call before');
    return browser.open(url);
  };
  return {
    open,
    show: async (section, options = {}) => {
      const mock = await startMockOf(plantStoreSpec, options);
      const watched = await open(`${mock.url}/__store/#${section}`);
      await watched.page.getByText('Connected', { exact: true }).waitFor();
      return { ...watched, mock };
    },
  };
}

/** Sends the content of the form of the only operation, or `body`. */
export async function tryIt(page: Page, body?: string): Promise<void> {
  await page.getByRole('tab', { name: 'Try it' }).click();
  const operation = page.getByRole('button', { name: /\/plants/ }).first();
  if ((await operation.getAttribute('aria-expanded')) !== 'true') await operation.click();
  if (body !== undefined) await page.locator('.body-param textarea').fill(body);
  await page.getByRole('button', { name: 'Execute' }).click();
}

/** The status of the last response to it. */
export const lastStatus = (page: Page) => page.locator('.live-responses-table .response-col_status').last();
/** The rows of the journal. */
export const rows = (page: Page) => page.locator('#entries a');
export const detail = (page: Page) => page.getByRole('complementary');

/** Waits until the value is the expected one, with a timeout for busy machines. */
export const eventually = <Read>(read: () => Read | Promise<Read>) => expect.poll(read);

/** A section of a mock with records of every kind, a webhook, and one book. */
export async function showLibrary(
  open: Browser['open'],
  section: string,
  options: ServeOptions = {},
): Promise<ShownSection> {
  const mock = await startMockOf('test/fixtures/mock/editing.yaml', {
    records: { '/books': [{ id: 7, title: 'Ferns', genre: 'science', isbn: 9007199254740993n, shelf: 'A' }] },
    ...options,
  });
  const watched = await open(`${mock.url}/__store/#${section}`);
  await watched.page.getByText('Connected', { exact: true }).waitFor();
  return { ...watched, mock };
}

export const dialog = (page: Page) => page.getByRole('dialog');
