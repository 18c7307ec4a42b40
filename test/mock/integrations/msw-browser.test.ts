/** The handlers of MSW in a page of Chromium, with MSW's own service worker. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mockHandlers } from '../../../mock/integrations/msw.ts';
import type { BrowserMockOptions } from '../../../mock/start/prepare-browser-mock.ts';
import { blocksOf } from '../../docs/parse-page.ts';
import { type Browser, startBrowser } from '../console/browser.ts';
import { bundleForBrowser } from './browser-bundle.ts';
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
  const found = await page.evaluate(`startMock(${JSON.stringify(options)}).then(async ({ mock }) => (${expression}))`);
  // The worker responds to requests to the address of the service.
  expect(problems.filter((one) => !one.startsWith('request to https://api.shop.test/'))).toEqual([]);
  return found;
}

it('a page creates and reads records, applies a rule, and resets, without a server', async () => {
  const steps = `[
    await send('POST', '/orders', { name: 'lamp' }),
    await send('GET', '/orders'),
    await send('POST', '/orders', { name: '' }),
    (await mock.journal.list({ valid: false })).length,
    await mock.scenario.next('listOrders', { status: 503 }).then(() => send('GET', '/orders')),
    await mock.reset().then(() => mock.records.list('/orders')),
  ]`;
  expect(await run({ spec: shop, records: { '/orders': [] } }, steps)).toEqual([
    expect.objectContaining({ status: 201, body: { id: 1, name: 'lamp' } }),
    expect.objectContaining({ status: 200, body: [{ id: 1, name: 'lamp' }] }),
    expect.objectContaining({ status: 400 }),
    1,
    expect.objectContaining({ status: 503 }),
    [],
  ]);
});

const customers = await readFile('test/fixtures/mock/msw-page/customers.yaml', 'utf8');

/** The same requests in Node and in a page, each as method, path and body. */
const requests = [
  ['GET', '/customers'],
  ['POST', '/customers', { name: 'Ann', code: 'ABC-1234' }],
  ['POST', '/customers', { name: 'Ann', code: 'ABC' }],
  ['GET', '/customers?name=Ann'],
  ['GET', '/customers/00000000-0000-4000-8000-000000000000'],
  ['GET', '/tours'],
  ['GET', '/other'],
] as const;

const authorization = `Basic ${btoa('ann:secret')}`;

it('responses in a page are those in Node, with the same made-up records and ids', async () => {
  const options = { seed: 7, records: 3, token: 'ann:secret' } as const;
  const steps = `[${requests
    .map(([method, target, body = null]) => JSON.stringify([method, target, body]))
    .map((sent) => `await send(...${sent}, '${authorization}')`)}]`;
  const inPage = await run({ ...options, spec: customers }, steps);
  expect(inPage).toEqual(await responsesInNode({ ...options, spec: 'test/fixtures/mock/msw-page/customers.yaml' }));
  expect(inPage).toMatchObject([200, 201, 400, 200, 404, 200, 404].map((status) => ({ status })));
});

async function responsesInNode(options: Parameters<typeof mockHandlers>[1]): Promise<unknown> {
  type Resolver = (input: { readonly request: Request }) => Promise<Response>;
  const namespace = { all: (_isMocked: unknown, resolve: Resolver) => resolve };
  const mock = await mockHandlers(namespace, { baseUrl: 'https://api.shop.test', ...options });
  const headers = { 'Content-Type': 'application/json', Authorization: authorization };
  const found: unknown[] = [];
  for (const [method, target, body] of requests) {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await mock.handlers[0]?.({ request: new Request(`https://api.shop.test${target}`, init) });
    found.push({ status: response?.status, etag: response?.headers.get('etag'), body: await response?.json() });
  }
  await mock.close();
  return found;
}

it('a rule compares with a regular expression', async () => {
  const scenario = [{ when: { operation: 'createOrder', body: { '/name': '/^la/' } }, then: { status: 503 } }];
  const steps = `[
    (await send('POST', '/orders', { name: 'lamp' })).status,
    (await send('POST', '/orders', { name: 'desk' })).status,
  ]`;
  expect(await run({ spec: shop, scenario }, steps)).toEqual([503, 201]);
});

it('a document is fetched relative to the page; one that cannot be read, or refers to other files, is an error', async () => {
  const content = { 'application/json': { schema: { $ref: 'https://other.test/order.yaml#/Order' } } };
  const paths = { '/orders': { get: { responses: { 200: { description: 'All', content } } } } };
  const errorOf = (spec: unknown) =>
    `await startMock({ spec: ${JSON.stringify(spec)} }).catch(({ message }) => message)`;
  const steps = `[(await send('GET', '/orders')).status, ${errorOf('/missing.json')}, ${errorOf({ ...shop, paths })}]`;
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
