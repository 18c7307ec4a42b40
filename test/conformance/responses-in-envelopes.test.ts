/** Requests that are plain records, and responses with the record in an envelope. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { isJsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { failingChecks, verify } from './support.ts';

const contract = await loadContract('test/fixtures/conformance/responses-in-envelopes.yaml');

test.each([
  ['returned as sent conforms', (text: string) => text, []],
  ['that is truncated is an error', (text: string) => text.slice(0, 3), ['created-is-echoed']],
])('a record in an envelope %s', async (_how, kept, expected) => {
  const store = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const parsed = parseJson(Buffer.concat(chunks).toString());
    const label = parsed.ok && isJsonObject(parsed.value) ? String(parsed.value.label) : '';
    const data = { id: 'a', label: kept(label) };
    response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => void store.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void store.close());
  const address = store.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const result = await verify({
    contract,
    baseUrl: `http://127.0.0.1:${port}`,
    categories: ['valid-bodies'],
  });
  expect(failingChecks(result)).toEqual(expected);
});
