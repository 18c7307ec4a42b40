/** `plant-store demo`: what it prints, how it ends, and that its document and its defects are what it says. */
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { mockLines, nextLines } from '../../cli/demo/demo-text.ts';
import { createFaultyShop, type ShopRequest } from '../../cli/demo/faulty-shop/faulty-shop.ts';
import { verify } from '../../contracts/api/verify/index.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { startMock } from '../../mock/index.ts';
import { temporaryFolder } from '../pact/support.ts';
import { cliMain, commandEnvironment } from './support.ts';

const spec = 'cli/demo/shop.yaml';
const plain = styleFor({ isTTY: false });
const cwd = temporaryFolder();

/** On a terminal, in a folder without write access. Presses Ctrl-C when `isReady` holds for the output. */
function runOnTerminal(isReady: (output: string) => boolean): Promise<{ output: string; exitCode: number | null }> {
  chmodSync(cwd, 0o555);
  onTestFinished(() => chmodSync(cwd, 0o755));
  // Some shells would be ended by Ctrl-C themselves, and return their own exit code.
  const line = `stty cols 110 && exec '${process.execPath}' '${cliMain}' demo`;
  const env = { ...commandEnvironment(undefined), TERM: 'xterm', NO_COLOR: '1' };
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env });
  let output = '';
  let isPressed = false;
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (isPressed || !isReady(output)) return;
    isPressed = true;
    child.stdin.write('\u0003');
  });
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ output, exitCode })));
}

it('shows three defects on a terminal, in a read-only folder, and runs until Ctrl-C', async () => {
  const { output, exitCode } = await runOnTerminal((text) => /export PLANT_STORE_TOKEN=\S+\s/.test(text));
  expect(exitCode).toBe(0);
  expect(output).toMatch(/console +http:\/\/127\.0\.0\.1:\d+\/__store\//);
  for (const check of ['created-is-echoed', 'unknown-not-found', 'invalid-rejected']) expect(output).toContain(check);
  expect(output).toMatch(/^does not conform: \d+ errors/m);
  expect(output).toContain('3. Now with your own document');
}, 60_000);

it('has a document whose mock conforms', async () => {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  const report = await verify({ baseUrl: mock.url, spec, token: mock.token, budget: 200 });
  expect(report.verdict.kind).toBe('conforms');
}, 60_000);

it('has an implementation with three defects', () => {
  const shop = createFaultyShop('secret');
  const request = (method: string, path: string, body?: unknown): ShopRequest => ({
    ...{ method, path, authorization: 'Bearer secret', contentType: 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  expect(shop.respond(request('GET', '/products/99'))).toEqual({ status: 200, body: {} });
  const sent = { name: 'Desk', price: -1, description: 'oak' };
  expect(shop.respond(request('POST', '/products', sent))).toEqual({ status: 201, body: { id: 3, ...sent } });
  expect(shop.respond(request('PUT', '/products/3', sent)).body).toEqual({ id: 3, name: 'Desk', price: -1 });
});

it('has an implementation that is right otherwise', () => {
  const shop = createFaultyShop('secret');
  const respond = (request: Partial<ShopRequest>) =>
    shop.respond({
      ...{ method: 'GET', path: '/products', authorization: 'Bearer secret', contentType: 'application/json' },
      ...{ body: '', ...request },
    }).status;
  expect(respond({})).toBe(200);
  expect(respond({ authorization: 'Bearer wrong' })).toBe(401);
  expect(respond({ method: 'DELETE', path: '/products/99' })).toBe(404);
  expect(respond({ method: 'PATCH' })).toBe(405);
  expect(respond({ method: 'POST', body: '{' })).toBe(400);
  expect(respond({ method: 'POST', contentType: 'text/plain', body: '{}' })).toBe(415);
  expect(respond({ path: '/products/x' })).toBe(400);
});

it('prints a command for the same run, quoted for the shell', () => {
  const servers = { url: 'http://127.0.0.1:1', token: 't', controlToken: undefined, shopUrl: 'http://127.0.0.1:2' };
  const lines = mockLines({ ...servers, document: "it's here/shop.yaml" }, plain);
  expect(lines).toContainEqual(
    expect.stringContaining(`verify http://127.0.0.1:2 --spec 'it'\\''s here/shop.yaml' --cases 10 --seed 1`),
  );
});

it('names three commands for the own document, and Ctrl-C only where it waits for it', () => {
  const lines = nextLines({ staysOpen: false, token: 't' }, plain);
  expect(lines.filter((line) => /^ {2}plant-store /.test(line))).toHaveLength(3);
  expect(lines.join()).not.toContain('Ctrl-C');
  expect(nextLines({ staysOpen: true, token: 't' }, plain).join()).toContain('Ctrl-C');
});
