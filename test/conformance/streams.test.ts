/** Responses that are a sequence of items, and may never end. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const contract = await parseContract(
  'https://contracts.example/openapi.yaml',
  `openapi: 3.2.0
info: { title: News, version: '1' }
paths:
  /news:
    get:
      operationId: followNews
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              itemSchema:
                type: object
                required: [event, data]
                properties:
                  event: { enum: [added, removed] }
                  data:
                    type: string
                    contentMediaType: application/json
                    contentSchema: { type: object, required: [id], properties: { id: { type: integer } } }
`,
);

const categories = ['valid-bodies'];

/** Sends events and never ends. */
function startNews(...events: readonly string[]): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const event of events) response.write(event);
  });
  return startTestServer(server, onTestFinished);
}

const added = 'event: added\ndata: {"id": 1}\n\n';

test('a stream of events that never ends is no error, and its events are checked', async () => {
  const result = await verify({ contract, baseUrl: await startNews(added, ': still here\n\n', added), categories });
  expect(failingChecks(result)).toEqual([]);
  expect(result.cases).toBeGreaterThan(0);
});

test.each([
  ['a field has a wrong value', 'event: changed\ndata: {"id": 1}\n\n', '[1].event'],
  ['data is no JSON', 'event: added\ndata: lamp\n\n', '[1].data'],
  ['data has the wrong schema', 'event: added\ndata: {"id": "1"}\n\n', '[1].data.id'],
])('an event is an error if %s', async (_name, event, path) => {
  const result = await verify({ contract, baseUrl: await startNews(added, event), categories });
  expect(failingChecks(result)).toEqual(['body-matches-schema']);
  expect(result.findings.map(({ expected }) => expected).join('\n')).toContain(path);
});

test('the mock sends such a stream', async () => {
  const mock = await serveMock(contract, { stream: '3x0' });
  onTestFinished(() => mock.close());
  const result = await verify({ contract, baseUrl: mock.url, categories });
  expect(failingChecks(result)).toEqual([]);
});
