/** What a HEAD for a record that nobody has made is to be answered with. */
import { createServer } from 'node:http';
import { onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load.ts';
import { baseUrlOf, bytesOf } from './serve.ts';
import { faultsOf, verify } from './support.ts';

const contract = await loadContract('test/fixtures/conformance/heads.yaml');

async function told(unknown: 200 | 404): Promise<readonly string[]> {
  const kept = new Map<string, object>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = String(await bytesOf(request));
    const headers = { 'Content-Type': 'application/json' };
    if (method === 'POST') {
      const record = { ...JSON.parse(sent), id: kept.size + 1 };
      kept.set(`/files/${record.id}`, record);
      response.writeHead(201, headers).end(JSON.stringify(record));
      return;
    }
    const record = kept.get(url);
    const status = record === undefined ? (method === 'HEAD' ? unknown : 404) : 200;
    response.writeHead(status, headers).end(JSON.stringify(record ?? {}));
  });
  const baseUrl = await baseUrlOf(server, onTestFinished);
  return faultsOf(await verify({ contract, baseUrl, only: ['unknown-names'] }));
}

test('nothing is told where it is not found', async ({ expect }) => {
  expect(await told(404)).toEqual([]);
});

test('a success is told', async ({ expect }) => {
  expect(await told(200)).toEqual([expect.stringMatching(/^unknown-not-found: .* status 200$/)]);
});
