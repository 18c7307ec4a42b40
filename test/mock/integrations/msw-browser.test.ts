/** The handlers of MSW in a page of Chromium, and of Firefox, with MSW's own service worker. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BrowserMockOptions } from '../../../mock/start/prepare-browser-mock.ts';
import { blocksOf } from '../../docs/parse-page.ts';
import { type Browser, startBrowser } from '../console/browser.ts';
import { FIREFOX, startFirefox } from '../console/firefox.ts';
import { bundleForBrowser } from './browser-bundle.ts';
import { API, requests, responsesInNode, statuses } from './page-requests.ts';
import { shop } from './shop.ts';

let server: Server;
let origin: string;
let browser: Browser;
beforeAll(async () => {
  const files = await pageFiles();
  server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': url.includes('.') ? 'text/javascript' : 'text/html',
    });
    response.end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  server.close();
});

/** A page for the tests, one with the code of the guide, and one with the example. */
async function pageFiles(): Promise<ReadonlyMap<string, string>> {
  const [guide] = blocksOf('docs/how-to/use-it-with-your-tools.md', 'js browser');
  const entries = {
    main: 'test/fixtures/mock/msw-page/main.js',
    guide: 'guide.js',
    example: 'examples/msw/start-in-page.js',
  };
  const { chunks } = await bundleForBrowser(entries, { 'guide.js': guide?.text ?? '' });
  const page = (name: string) =>
    `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/${name}.js"></script>`;
  return new Map([
    ...Object.keys(entries).map((name) => [`/${name}`, page(name)] as const),
    ['/mockServiceWorker.js', await readFile('node_modules/msw/lib/mockServiceWorker.js', 'utf8')],
    ['/openapi.json', JSON.stringify(shop)],
    ['/shop.yaml', await readFile('examples/msw/shop.yaml', 'utf8')],
    ...chunks.map(({ fileName, code }) => [`/${fileName}`, code] as const),
  ]);
}

/** Runs an expression in a new page with the mock; as text, because there are no DOM types here. */
async function run(options: BrowserMockOptions, expression: string): Promise<unknown> {
  const { page, problems } = await browser.open(`${origin}/main`);
  const found = await page.evaluate(`startMock(${JSON.stringify(options)}).then(async (mock) => (${expression}))`);
  // The worker responds to requests to the address of the service.
  expect(problems.filter((one) => !one.startsWith(`request to ${API}/`))).toEqual([]);
  return found;
}

it('a page creates and reads records, applies rules, and resets, without a server', async () => {
  const steps = `[
    await sendJson('POST', '/orders', { name: 'lamp' }),
    await sendJson('GET', '/orders'),
    (await sendJson('POST', '/orders', { name: '' }))[0],
    (await mock.journal.list({ valid: false })).length,
    await mock.scenario.next('listOrders', { status: 503 }).then(async () => (await sendJson('GET', '/orders'))[0]),
    (await sendJson('POST', '/orders', { name: 'broken' }))[0],
    await mock.reset().then(() => mock.records.list('/orders')),
  ]`;
  const scenario = [{ when: { operation: 'createOrder', body: { '/name': '/^br/' } }, then: { status: 502 } }];
  expect(await run({ spec: shop, records: { '/orders': [] }, scenario }, steps)).toEqual([
    [201, { id: 1, name: 'lamp' }],
    [200, [{ id: 1, name: 'lamp' }]],
    400,
    1,
    503,
    502,
    [],
  ]);
});

it('responses in a page are those in Node, with the same made-up records, ids, tokens and digests', async () => {
  const options = { seed: 7, records: 3, token: 'ann:secret' } as const;
  const file = 'test/fixtures/mock/msw-page/customers.yaml';
  const steps = `[${requests.map((request) => `await send(${JSON.stringify(request)})`)}]`;
  const inPage = await run({ ...options, spec: await readFile(file, 'utf8') }, steps);
  expect(inPage).toMatchObject(statuses.map((status) => ({ status })));
  expect(inPage).toEqual(await responsesInNode({ ...options, spec: file }));
});

it('a document is fetched relative to the page; one that cannot be read, or refers to other files, is an error', async () => {
  const content = { 'application/json': { schema: { $ref: 'https://other.test/order.yaml#/Order' } } };
  const paths = { '/orders': { get: { responses: { 200: { description: 'All', content } } } } };
  const errorOf = (spec: unknown) =>
    `await startMock({ spec: ${JSON.stringify(spec)} }).catch(({ message }) => message)`;
  const steps = `[(await sendJson('GET', '/orders'))[0], ${errorOf('/missing.json')}, ${errorOf({ ...shop, paths })}]`;
  expect(await run({ spec: '/openapi.json' }, steps)).toEqual([
    200,
    expect.stringContaining('/missing.json: the server responds with 404'),
    expect.stringContaining('cannot read the other file of the reference https://other.test/order.yaml#/Order'),
  ]);
});

it.each([
  ['guide', 'https://api.example.com/orders'],
  ['example', 'https://shop.example.com/orders'],
])('the code of the %s starts the mock', async (name, url) => {
  const { page } = await browser.open(`${origin}/${name}`);
  // The module may still be starting when the page is loaded.
  await expect.poll(() => page.evaluate(`fetch('${url}').then(({ status }) => status, () => 'no response')`)).toBe(200);
});

it.runIf(existsSync(FIREFOX))('the mock works in Firefox', async () => {
  const firefox = await startFirefox();
  onTestFinished(firefox.close);
  const { page } = firefox;
  await page.goto(`${origin}/main`);
  const steps = `[await sendJson('POST', '/orders', { name: 'lamp' }), (await mock.journal.list()).length]`;
  const options = JSON.stringify({ spec: shop, records: { '/orders': [] } });
  const found = await page.evaluate(`startMock(${options}).then(async (mock) => (${steps}))`);
  expect(found).toEqual([[201, { id: 1, name: 'lamp' }], 1]);
  expect(page.problems).toEqual([]);
});
