/** Scripts in stored and forwarded content, in Chromium: none of them reaches the control API. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { startProxyTo, startUpstream, type TestProxy } from '../proxy/test-proxy.ts';
import { startMockWithPaths, type TestMock } from '../support.ts';
import {
  documents,
  putFrom,
  REBOUND_HOST,
  startForeignSite,
  stealingScript,
  useBrowser,
  waysToShow,
} from './foreign-pages.ts';

const open = useBrowser();

const types = [...Object.keys(documents), '*/*'];

/** `/stored/{id}` stores documents of one type. */
function storing(range: string, headers: JsonObject = {}): JsonObject {
  const content = { [range]: { schema: { type: 'string' } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = { '200': { description: 'x', headers, content } };
  return {
    '/stored/{id}': {
      parameters,
      put: { requestBody: { required: true, content }, responses },
      get: { responses },
    },
  };
}

async function expectUntouched(mock: TestMock, stolen: readonly string[]): Promise<void> {
  expect(stolen).toEqual([]);
  expect(await mock.scenario.rules()).toEqual([]);
}

describe('a script that a foreign page stores', () => {
  it.each(types)('as %s does not run', async (range) => {
    const [mock, site] = await Promise.all([startMockWithPaths(storing(range)), startForeignSite()]);
    const { page } = await open(site.url);
    const type = range === '*/*' ? 'text/html' : range;
    const url = `${mock.url}/stored/1`;
    const text = documents[type]?.(stealingScript(site)) ?? '';
    expect(await putFrom(page, url, type, text)).toBe('200');
    await page.goto(url);
    expect(page.url()).toBe(url);
    // Not from the page: Chromium may have dropped the body of a document that it shows, and Playwright then waits for it.
    expect(await (await fetch(url)).text()).toBe(text);
    await expectUntouched(mock, site.stolen);
  });

  it.each(Object.entries(waysToShow))('does not run if it is opened by %s', async (_name, show) => {
    const [mock, site] = await Promise.all([startMockWithPaths(storing('text/html')), startForeignSite()]);
    const { page } = await open(site.url);
    const url = `${mock.url}/stored/1`;
    const html = documents['text/html']?.(stealingScript(site)) ?? '';
    expect(await putFrom(page, url, 'text/html', html)).toBe('200');
    await show(page, url);
    expect((await mock.journal.list({ method: 'GET', path: '/stored/1' })).length).toBeGreaterThan(0);
    await expectUntouched(mock, site.stolen);
  });
});

describe('a script in the response of an upstream', () => {
  it.each(Object.entries(documents))('as %s does not run', async (type, documentOf) => {
    const site = await startForeignSite();
    const upstream = await startUpstream((_request, response) =>
      response.writeHead(200, { 'Content-Type': type }).end(documentOf(stealingScript(site))),
    );
    const mock = await startProxyTo(upstream);
    const { page } = await open(`${mock.url}/page`);
    expect(page.url()).toBe(`${mock.url}/page`);
    await expectUntouched(mock, site.stolen);
  });

  it('does not run under a policy of the upstream that would allow it', async () => {
    const site = await startForeignSite();
    const upstream = await startUpstream((_request, response) => {
      const headers = {
        'Content-Type': 'text/html',
        'Content-Security-Policy': "script-src 'unsafe-inline'; connect-src *",
      };
      response.writeHead(200, headers).end(documents['text/html']?.(stealingScript(site)));
    });
    const mock = await startProxyTo(upstream);
    await open(`${mock.url}/page`);
    await expectUntouched(mock, site.stolen);
  });
});

describe('under a policy that the contract declares', () => {
  const declared = {
    'Content-Security-Policy': {
      required: true,
      schema: { type: 'string', const: "script-src 'self' 'unsafe-inline'; connect-src *" },
    },
  };

  it('a stored script runs, and the control API requires its token', async () => {
    const [mock, site] = await Promise.all([startMockWithPaths(storing('text/html', declared)), startForeignSite()]);
    const { page } = await open(site.url);
    const html = documents['text/html']?.(stealingScript(site)) ?? '';
    expect(await putFrom(page, `${mock.url}/stored/1`, 'text/html', html)).toBe('200');
    await page.goto(`${mock.url}/stored/1`);
    expect(site.stolen).toEqual([expect.stringMatching(/^http: 401 \{.* 401 \{/)]);
    expect(await mock.scenario.rules()).toEqual([]);
  });

  it('a stored script cannot become a service worker, which would see the console', async () => {
    const mock = await startMockWithPaths({ ...storing('text/html', declared), ...scripts() });
    const { page } = await open(`${mock.url}/stored/1`);
    await putFrom(page, `${mock.url}/worker.js`, 'text/javascript', 'onfetch = () => {}');
    await putFrom(page, `${mock.url}/stored/1`, 'text/html', '<!doctype html><title>x</title>');
    await page.goto(`${mock.url}/stored/1`);
    const registered = await page.evaluate<string>(
      `navigator.serviceWorker.register('/worker.js').then(({ scope }) => scope, ({ message }) => 'refused: ' + message)`,
    );
    expect(registered).toMatch(/^refused: .*403/);
  });

  it('the console reads the token from the printed URL', async () => {
    const mock = await startMockWithPaths(storing('text/html', declared));
    const { page, problems } = await open(`${mock.url}/__store/#token=${mock.pageToken()}`);
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(page.url()).toBe(`${mock.url}/__store/`);
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });
});

function scripts(): JsonObject {
  const content = { 'text/javascript': { schema: { type: 'string' } } };
  const responses = { '200': { description: 'x', content } };
  return {
    '/worker.js': { put: { requestBody: { content }, responses }, get: { responses } },
  };
}

describe('the console', () => {
  it('cannot be navigated by the page that opened it to a script that could read its token', async () => {
    const [mock, site] = await Promise.all([startMockWithPaths(storing('text/html')), startForeignSite()]);
    const { page } = await open(site.url);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`void (window.opened = window.open('${mock.url}/__store/'))`),
    ]);
    await opened.getByText('Connected', { exact: true }).waitFor();
    expect(await page.evaluate('window.opened.closed')).toBe(true);
    await opened.close();
  });
});

/** By its code: in a worker of several test files the class of the error may be another one than this file's. */
const isPortTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'port-taken';

describe('a page with a rebound DNS name', () => {
  const read = `fetch('/thing').then(async (response) => response.status + ' ' + (await response.text()))`;

  /**
   * Loaded from its own server, which a mock then replaces, as after a change of its address in the DNS. Another server
   * may take the port in between.
   */
  async function rebound(start: (port: number) => Promise<TestMock | TestProxy>, attempts = 50): Promise<string> {
    const site = await startForeignSite();
    const { page } = await open(`http://${REBOUND_HOST}:${site.port}/`);
    await site.close();
    try {
      await start(site.port);
    } catch (error) {
      if (attempts === 1 || !isPortTaken(error)) throw error;
      // Until it is free again: another test may have it while it looks for a free port.
      await pause(100);
      return rebound(start, attempts - 1);
    }
    return page.evaluate<string>(read);
  }
  const thing = { '/thing': { get: { responses: { '200': { description: 'x', content: secretText } } } } };

  it('cannot read a mock', async () => {
    const got = await rebound((port) => startMockWithPaths(thing, {}, { port }));
    expect(got).toMatch(/^421 .*--allow-host/);
    expect(got).not.toContain('secret');
  });

  it('can read a mock that allows its name', async () => {
    expect(await rebound((port) => startMockWithPaths(thing, {}, { port, allowHosts: ['EVIL.test'] }))).toBe(
      '200 secret',
    );
  });

  it('cannot read an upstream, which gets no request', async () => {
    const requested: unknown[] = [];
    const upstream = await startUpstream((request, response) => {
      requested.push(request.url);
      response.end('secret');
    });
    expect(await rebound((port) => startProxyTo(upstream, { serve: { port } }))).toMatch(/^421 /);
    expect(requested).toEqual([]);
  });
});

const secretText = { 'text/plain': { schema: { type: 'string' }, example: 'secret' } };

describe('a page of the web', () => {
  const [reading, storingOne] = [
    `fetch(URL).then((response) => response.text(), ({ name }) => name)`,
    `fetch(URL, { method: 'PUT', headers: { 'Content-Type': 'text/html' }, body: 'x' }).then(({ status }) => String(status), ({ name }) => name)`,
  ];

  it('can neither read a mock nor write to it', async () => {
    const [mock, site] = await Promise.all([startMockWithPaths(storing('text/html')), startForeignSite()]);
    const { page } = await open(`http://${REBOUND_HOST}:${site.port}/`);
    for (const call of [reading, storingOne])
      expect(await page.evaluate(call.replace('URL', `'${mock.url}/stored/1'`))).toBe('TypeError');
    expect(await mock.journal.count({ method: 'PUT' })).toBe(0);
  });

  it('can do both if its host is allowed', async () => {
    const options = { allowHosts: [REBOUND_HOST] };
    const [mock, site] = await Promise.all([startMockWithPaths(storing('text/html'), {}, options), startForeignSite()]);
    const { page } = await open(`http://${REBOUND_HOST}:${site.port}/`);
    const [put, got] = [storingOne, reading].map((call) => call.replace('URL', `'${mock.url}/stored/1'`));
    expect(await page.evaluate(put ?? '')).toBe('200');
    expect(await page.evaluate(got ?? '')).toBe('x');
  });
});
