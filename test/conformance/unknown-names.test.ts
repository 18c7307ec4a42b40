/** Requests for records that do not exist, where the contract limits how many names there are. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { temporaryFolder } from '../pact/support.ts';
import { describeErrors, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

async function boxes(maximum: number): Promise<Contract> {
  const id = { type: 'integer', minimum: 1, maximum };
  const label = { type: 'string', minLength: 1, maxLength: 40 };
  const box = { type: 'object', required: ['id', 'label'], properties: { id: { ...id, readOnly: true }, label } };
  const content = { 'application/json': { schema: box } };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Boxes', version: '1' },
    paths: {
      '/boxes': {
        post: {
          operationId: 'addBox',
          requestBody: { required: true, content },
          responses: { 201: { description: 'The box', content }, 400: { description: 'Invalid' } },
        },
      },
      '/boxes/{boxId}': {
        get: {
          operationId: 'getBox',
          parameters: [{ name: 'boxId', in: 'path', required: true, schema: id }],
          responses: { 200: { description: 'The box', content }, 404: { description: 'Unknown' } },
        },
      },
    },
  };
  const file = path.join(temporaryFolder(), 'boxes.json');
  writeFileSync(file, JSON.stringify(document));
  return loadContract(file);
}

async function verifyBoxes(maximum: number, unknown: 200 | 404): Promise<RunResult> {
  const found = new Map<string, object>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = String(await readBody(request));
    const send = (status: number, body?: object) =>
      response
        .writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body));
    if (method === 'POST') {
      const box = { ...JSON.parse(sent), id: found.size + 1 };
      found.set(`/boxes/${box.id}`, box);
      return send(201, box);
    }
    const box = found.get(url);
    if (box !== undefined) return send(200, box);
    return unknown === 404 ? send(404) : send(200, { id: 1, label: 'None' });
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({ contract: await boxes(maximum), baseUrl, categories: ['valid-bodies', 'unknown-identifiers'] });
}

const maxima = [999_999, 1_000_000, 1_000_005, 9_999_999, 10_000_000, 2_000_000_000, 2 ** 31 - 1];

test.for(maxima)('reports nothing for 404, with identifiers up to %i', async (maximum, { expect }) => {
  const { findings, unchecked } = await verifyBoxes(maximum, 404);
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test.for([10_000_000, 2_000_000_000, 2 ** 31 - 1])(
  'reports a success for a record that does not exist, with identifiers up to %i',
  async (maximum, { expect }) => {
    const result = await verifyBoxes(maximum, 200);
    expect(describeErrors(result)).toEqual([expect.stringMatching(/^unknown-not-found: /)]);
    expect(result.contractGaps.filter((gap) => gap.includes('does not exist'))).toEqual([]);
  },
);

test.for([999_999, 1_000_005, 9_999_999])(
  'notes that no name is known to be unused, with identifiers up to %i',
  async (maximum, { expect }) => {
    const { contractGaps } = await verifyBoxes(maximum, 200);
    expect(contractGaps).toEqual(
      expect.arrayContaining([
        expect.stringContaining('getBox is not requested for a record that does not exist: the contract allows so few'),
      ]),
    );
  },
);
