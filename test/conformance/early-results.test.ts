/** The result of a job that returns 409 until the job is done. */
import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { parseDocument } from '../spec/diff/build-documents.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const contract = await parseDocument(`
openapi: 3.1.0
info: { title: Exports, version: '1' }
paths:
  /exports:
    post:
      operationId: startExport
      responses:
        '202':
          description: Started.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Export' }
  /exports/{exportId}:
    parameters:
      - { name: exportId, in: path, required: true, schema: { type: string, format: uuid } }
    get:
      operationId: readExport
      responses:
        '200':
          description: The export.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Export' }
        '404': { description: There is none. }
  /exports/{exportId}/file:
    parameters:
      - { name: exportId, in: path, required: true, schema: { type: string, format: uuid } }
    get:
      operationId: readFile
      summary: The file; 409 until the export is done.
      responses:
        '200':
          description: The file.
          content: { text/plain: { schema: { type: string } } }
        '404': { description: There is none. }
        '409': { description: The export is not done. }
components:
  schemas:
    Export:
      type: object
      required: [id]
      properties:
        id: { type: string, format: uuid }
`);

/** Its files are there after they were requested a few times, so that the test does not depend on time. */
function startExports(type: string): Promise<string> {
  const requestCounts = new Map<string, number>();
  const sendJson = (response: ServerResponse, status: number, id: string) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id }));
  const server = createServer((request, response) => {
    const [, collection, id = '', file] = (request.url ?? '').split('/');
    const count = requestCounts.get(id);
    if (request.method === 'POST' && collection === 'exports' && id === '') {
      const created = crypto.randomUUID();
      requestCounts.set(created, 0);
      return sendJson(response, 202, created);
    }
    if (request.method !== 'GET' || count === undefined) return response.writeHead(404).end();
    if (file === undefined) return sendJson(response, 200, id);
    requestCounts.set(id, count + 1);
    return count < 3 ? response.writeHead(409).end() : response.writeHead(200, { 'Content-Type': type }).end('file');
  });
  return startTestServer(server, onTestFinished);
}

const checkFiles = async (type: string) =>
  verify({ contract, baseUrl: await startExports(type), operations: ['readFile'], categories: ['valid-bodies'] });

test('is checked once the job is done', async () => {
  const result = await checkFiles('text/plain');
  expect(result.unchecked).toEqual([]);
  expect(describeErrors(result)).toEqual([]);
});

test('is reported where it has another media type', async () => {
  expect(describeErrors(await checkFiles('text/html'))).toContainEqual(expect.stringMatching(/^media-type-declared:/));
});
