import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_RESPONSE_BYTES } from '../../contracts/conformance/transport/transport-failure.ts';
import { verify } from './support.ts';
import { startTestServer } from './test-server.ts';

test('a response above the size limit causes no finding and an inconclusive verdict', async () => {
  const text = Buffer.alloc(MAX_RESPONSE_BYTES + 1, ' ');
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(201, { 'Content-Type': 'application/json' }).end(text);
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const result = await verify({
    baseUrl,
    token: 't',
    categories: ['content-negotiation'],
    budget: 2,
    concurrency: 1,
  });
  expect(result.findings).toEqual([]);
  expect(result.unchecked).toContainEqual({
    operation: 'createPlant',
    reason: expect.stringContaining(`larger than ${MAX_RESPONSE_BYTES} bytes`),
    casesRun: 'some',
  });
});
