/** Properties that only the response declares, as readOnly: a client that sends them does not set them. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import { isJsonObject, type JsonObject, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { describeErrors, verify } from '../support.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/steps.yaml');

/** `store`: what is stored of the body. */
async function errorsOf(store: (sent: JsonObject) => JsonObject, onEnd: OnTestEnd): Promise<readonly string[]> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = parseJsonBytes(await readBody(request));
    const isValid = body.ok && isJsonObject(body.value) && typeof body.value['text'] === 'string';
    if (request.method !== 'POST' || request.url !== '/messages' || !isValid) return response.writeHead(400).end();
    const own = { id: ++count, createdAt: '2030-01-01T00:00:00Z' };
    const message = { ...own, ...(isJsonObject(body.value) && store(body.value)) };
    return response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(message));
  });
  const baseUrl = await startTestServer(server, onEnd);
  return describeErrors(await verify({ contract, baseUrl, categories: ['read-only'] }));
}

test('accepts an implementation that ignores them', async ({ expect, onTestFinished }) => {
  expect(await errorsOf(({ text = '' }) => ({ text }), onTestFinished)).toEqual([]);
});

test('reports an implementation that stores the whole body', async ({ expect, onTestFinished }) => {
  const errors = await errorsOf((sent) => sent, onTestFinished);
  expect(errors.join('\n')).toMatch(/^read-only-is-kept: .*"1987-03-29T05:06:07Z"$/m);
});
