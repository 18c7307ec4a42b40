/** A base URL below which none of the operations is. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { findZoo } from '../../evals/zoo/zoos.ts';
import { verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';

const { contract: file, credentials, start } = findZoo('tools');
const contract = await loadContract(file);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function runAgainst(
  handler: Handler,
): Promise<{ readonly run: ReturnType<typeof verify>; readonly count: () => number }> {
  let count = 0;
  const baseUrl = await startTestServer(
    createServer((request, response) => {
      count++;
      request.resume();
      handler(request, response);
    }),
    onTestFinished,
  );
  return { run: verify({ baseUrl, contract, credentials }), count: () => count };
}

const html =
  (status: number): Handler =>
  ({ url }, response) =>
    response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<p>Cannot find ${url}</p>`);
const json =
  (status: number): Handler =>
  ({ url }, response) =>
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`no route ${url} at ${Date.now()}`);

describe.each([
  ['404 in HTML', html(404), '404, text/html'],
  ['501 in HTML', html(501), '501, text/html'],
  ['the start page', html(200), '200, text/html'],
  ['404 as text', json(404), '404, text/plain'],
])('%s for every path', (_what, handler, received) => {
  test('is one error that names what to check', async () => {
    const { run, count } = await runAgainst(handler);
    await expect(run).rejects.toMatchObject({
      code: 'nothing-mounted',
      message: expect.stringContaining(received),
      fix: expect.stringContaining('Check the base path'),
    });
    expect(count()).toBeLessThan(120);
  });
});

test('errors of the contract for every path are the rejection of a valid request', async () => {
  const store = await start('right-library');
  onTestFinished(() => void store.close());
  await expect(verify({ baseUrl: `${store.url}/nowhere`, contract, credentials })).rejects.toMatchObject({
    code: 'valid-request-rejected',
  });
});

test('an operation that is missing does not end the run if others are there', async () => {
  const store = await start('right-library');
  onTestFinished(() => void store.close());
  const proxy: Handler = (request, response) => {
    if (/^\/[^/]*tools\/?(\?.*)?$/.test(request.url ?? '')) return html(404)(request, response);
    void fetch(`${store.url}${request.url}`, { headers: { authorization: String(request.headers.authorization) } })
      .then(async (given) => {
        response.writeHead(given.status, { 'Content-Type': given.headers.get('content-type') ?? 'text/plain' });
        response.end(await given.text());
      })
      .catch(() => response.destroy());
  };
  const { run } = await runAgainst(proxy);
  const outcome = await run.then(
    () => 'finished',
    (error: { readonly code: string }) => error.code,
  );
  expect(outcome).toBe('finished');
});
