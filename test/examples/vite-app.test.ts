/** Runs the development server of examples/vite-app with the plugin from its source. */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plantStore } from '../../mock/integrations/vite.ts';
import { send } from '../mock/support.ts';

const root = path.resolve('examples/vite-app');
const logged: string[] = [];
const log = (text: string) => void logged.push(text);
const customLogger = {
  info: log,
  warn: log,
  warnOnce: log,
  error: log,
  clearScreen: () => undefined,
  hasErrorLogged: () => false,
  hasWarned: false,
};
const shared = {
  configFile: false as const,
  root,
  customLogger,
  cacheDir: path.join(root, '../../node_modules/.cache/vite-app'),
};

async function exampleConfig() {
  const source = new URL('../../mock/integrations/vite.ts', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'plant-store/vite' ? source : specifier, context),
  });
  try {
    return (await import('../../examples/vite-app/vite.config.ts')).default;
  } finally {
    hooks.deregister();
  }
}

async function startServer(plugins = [plantStore({ spec: path.join(root, 'shop.yaml') })]) {
  const { createServer } = await import('vite');
  return createServer({ ...shared, plugins, server: { port: 0, host: '127.0.0.1', watch: null } });
}

function urlOf(server: { httpServer: { address(): unknown } | null }): string {
  const address = server.httpServer?.address();
  const port = typeof address === 'object' && address !== null && 'port' in address ? address.port : undefined;
  return `http://127.0.0.1:${port}`;
}

const json = { 'Content-Type': 'application/json' };
const order = (body: object) => ({ method: 'POST', headers: json, body: JSON.stringify(body) });

describe('the development server of the example', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let url: string;
  const overlay = vi.fn();
  beforeAll(async () => {
    const { createServer } = await import('vite');
    const config = await exampleConfig();
    server = await createServer({ ...config, ...shared, server: { port: 0, host: '127.0.0.1', watch: null } });
    vi.spyOn(server.ws, 'send').mockImplementation(overlay);
    await server.listen();
    url = urlOf(server);
  });
  afterAll(() => server.close());

  it('serves the page, and the mock server below the prefix', async () => {
    expect((await send(`${url}/`)).text).toContain('<h1>Orders</h1>');
    expect((await send(`${url}/api/orders`)).status).toBe(200);
    expect(logged.join('\n')).toMatch(/plant-store: \/api is the mock server http:\/\/127\.0\.0\.1:\d+/);
  });

  it('stores what a page of its own origin creates', async () => {
    const headers = { ...json, Origin: url };
    const created = await send(`${url}/api/orders`, { ...order({ name: 'lamp' }), headers });
    expect(created.status).toBe(201);
    expect((await send(`${url}/api/orders`)).json).toContainEqual(created.json);
    expect(overlay.mock.calls.filter(([payload]) => payload.type === 'error')).toEqual([]);
  });

  it('shows a violation as text in the overlay and in the terminal, with the line of the contract', async () => {
    const { status } = await send(`${url}/api/orders?at=/etc/passwd:1:1`, order({ name: '', '<img>': 1 }));
    expect(status).toBe(400);
    await vi.waitFor(() => expect(overlay).toHaveBeenCalled());
    const [payload] = overlay.mock.calls.at(-1) ?? [];
    expect(payload).toMatchObject({ type: 'error', err: { stack: '', plugin: 'plant-store' } });
    expect(payload.err.message).toMatch(
      /^POST \/orders\?at=.* violates the contract \(response 400\)\n {2}body\.name: /,
    );
    expect(payload.err.message).toMatch(/contract: createOrder \(.*shop\.yaml:9\)/);
    expect(payload.err).not.toHaveProperty('loc');
    expect(logged).toContain(payload.err.message);
  });

  it('does not forward to the control API', async () => {
    for (const target of ['/api/__store/journal', '/api/__store', '/api/__store?x'])
      expect((await send(`${url}${target}`)).status).toBe(404);
    expect((await send(`${url}/api//__store/journal`)).status).not.toBe(200);
  });

  it('leaves other paths to Vite', async () => {
    expect((await send(`${url}/src/shop-client.ts`)).text).toContain('fetch(');
  });
});

describe('the plugin', () => {
  it('closes the mock server with the development server', async () => {
    logged.length = 0;
    const server = await startServer();
    await server.listen();
    await send(`${urlOf(server)}/api/orders`);
    const [, mock = ''] = /mock server (http:\S+),/.exec(logged.join('\n')) ?? [];
    expect((await send(`${mock}/orders`)).status).toBe(200);
    await server.close();
    await vi.waitFor(() => expect(send(`${mock}/orders`)).rejects.toThrow());
  });

  it('starts no mock server for a server that does not listen', async () => {
    logged.length = 0;
    const server = await startServer();
    await server.close();
    expect(logged).toEqual([]);
  });

  it('breaks the connection where a rule does', async () => {
    const scenario = [{ when: { operation: 'listOrders' }, then: { fault: 'reset' as const } }];
    const server = await startServer([plantStore({ spec: path.join(root, 'shop.yaml'), scenario })]);
    await server.listen();
    await expect(send(`${urlOf(server)}/api/orders`)).rejects.toThrow();
    await server.close();
  });

  it('logs why the mock server cannot start, and responds with 500', async () => {
    logged.length = 0;
    const server = await startServer([plantStore({ spec: 'missing.yaml' })]);
    await server.listen();
    expect((await send(`${urlOf(server)}/api/orders`)).status).toBe(500);
    expect(logged.join('\n')).toMatch(/plant-store: .*missing\.yaml/);
    await server.close();
  });

  it('serves the built app with `vite preview`', async () => {
    const { preview } = await import('vite');
    const plugins = [plantStore({ spec: path.join(root, 'shop.yaml') })];
    const server = await preview({
      ...shared,
      plugins,
      build: { outDir: '.' },
      preview: { port: 0, host: '127.0.0.1' },
    });
    expect((await send(`${urlOf(server)}/api/orders`)).status).toBe(200);
    await server.close();
  });

  it.each(['api', '/', '', '/api/'])('rejects the prefix %j', (prefix) => {
    expect(() => plantStore({ prefix })).toThrow(expect.objectContaining({ code: 'option-invalid' }));
  });
});
