/** An envelope with a status and an id of its own, which are not those of the record in it. */
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { getProperty } from '../../contracts/conformance/stateful/model/response-records.ts';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { describeErrors, failingChecks, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const contract = await loadContract('test/fixtures/conformance/status-envelopes.yaml');

const categories = ['valid-bodies', 'lifecycles', 'unknown-identifiers'];

test('reports nothing for a correct implementation', async () => {
  const baseUrl = await startTestServer(
    createJobStore((stored) => stored),
    onTestFinished,
  );
  const result = await verify({ baseUrl, contract, categories });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

test('reports a record in an envelope that has another status than the one that was sent', async () => {
  const baseUrl = await startTestServer(
    createJobStore((stored) => ({ ...stored, status: 'waiting' })),
    onTestFinished,
  );
  expect(failingChecks(await verify({ baseUrl, contract, categories }))).toContain('created-is-echoed');
});

test.each<[JsonObject, string, Json | undefined]>([
  [{ status: 'ok', data: { id: 7, status: 'open' } }, 'status', 'open'],
  [{ status: 'ok', data: { id: 7 } }, 'status', undefined],
  [{ id: 'r1', status: 'ok', data: { id: 7 } }, 'id', 7],
  [{ id: 7, data: { depth: 3 }, status: 'open' }, 'status', 'open'],
  [{ id: 7, owner: { status: 'busy' } }, 'status', undefined],
  [{ title: 'Water', owner: { title: 'Dr' } }, 'title', 'Water'],
  [{ article: { slug: 'a' } }, 'slug', 'a'],
  [{ user: { id: 7 }, token: 't' }, 'id', 7],
])('%j: %s is %s', (body, name, expected) => {
  expect(getProperty(body, name)).toEqual(expected);
});

function createJobStore(store: (sent: JsonObject) => JsonObject): Server {
  const jobs = new Map<string, JsonObject>();
  let [requests, lastId] = [0, 0];
  return createServer((request, response) => {
    void readBody(request).then((bytes) => {
      const { status, job } = respond(request.method ?? '', request.url ?? '', bytes);
      const body = job === undefined ? '' : JSON.stringify({ id: `request-${++requests}`, status: 'ok', data: job });
      response.writeHead(status, job === undefined ? {} : { 'Content-Type': 'application/json' }).end(body);
    });
  });

  function respond(method: string, url: string, bytes: Buffer): { status: number; job?: JsonObject } {
    const [, id] = /^\/jobs\/([^/?]+)$/.exec(url) ?? [];
    const known = id === undefined ? undefined : jobs.get(id);
    const template = id === undefined ? '/jobs' : '/jobs/{jobId}';
    const operation = contract.operations.find((one) => one.method === method && one.path === template);
    if (operation === undefined) return { status: 405 };
    if (id !== undefined && known === undefined) return { status: 404 };
    if (method === 'GET' && known !== undefined) return { status: 200, job: known };
    if (method === 'DELETE' && id !== undefined) return jobs.delete(id) ? { status: 204 } : { status: 404 };
    const parsed = parseJsonBytes(bytes);
    const schema = operation.requestBody?.content[0]?.schema;
    if (!parsed.ok || !isJsonObject(parsed.value) || schema === undefined || !isValid(schema, parsed.value, 'request'))
      return { status: 400 };
    const newId = id ?? `job-${++lastId}`;
    const job = { ...known, ...store(parsed.value), id: newId };
    jobs.set(newId, job);
    return { status: known === undefined ? 201 : 200, job };
  }
}
