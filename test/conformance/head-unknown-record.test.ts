/** The response to HEAD for a record that does not exist. */
import { createServer } from 'node:http';
import { onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { describeErrors, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const contract = await loadContract('test/fixtures/conformance/heads.yaml');

async function reportedFindings(unknown: 200 | 404): Promise<readonly string[]> {
  const records = new Map<string, object>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = String(await readBody(request));
    const headers = { 'Content-Type': 'application/json' };
    if (method === 'POST') {
      const record = { ...JSON.parse(sent), id: records.size + 1 };
      records.set(`/files/${record.id}`, record);
      response.writeHead(201, headers).end(JSON.stringify(record));
      return;
    }
    const record = records.get(url);
    const status = record === undefined ? (method === 'HEAD' ? unknown : 404) : 200;
    response.writeHead(status, headers).end(JSON.stringify(record ?? {}));
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return describeErrors(await verify({ contract, baseUrl, categories: ['unknown-identifiers'] }));
}

test('reports nothing for 404', async ({ expect }) => {
  expect(await reportedFindings(404)).toEqual([]);
});

test('reports a success', async ({ expect }) => {
  expect(await reportedFindings(200)).toEqual([expect.stringMatching(/^unknown-not-found: .* status 200$/)]);
});
