/** Plans for operations without an accepted valid request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { KitError } from '../../errors.ts';
import { isJsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { describeErrors, verify } from './support.ts';

const library = await loadContract(fileURLToPath(new URL('../fixtures/conformance/library.yaml', import.meta.url)));

/** Has one book, no author, and none of the users in the contract. */
let hasBook = true;
let knowsAda = true;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => respond(request, response, Buffer.concat(chunks)));
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  hasBook = true;
  knowsAda = true;
});

test('checks other operations when one rejects its valid request', async () => {
  const result = await runVerifier('right-key');
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked.map(({ operation, casesRun }) => `${operation} ${casesRun}`)).toEqual(['addBook some']);
  expect(result.unchecked[0]?.reason).toContain('gets 422');
  expect(result.unchecked[0]?.reason).toContain('examples that exist there');
});

test('uses an example unchanged when only the example is accepted', async () => {
  const { rows } = await runVerifier('right-key');
  const login = rows.filter(({ operation }) => operation === 'login').map(({ category }) => category);
  expect(login).toContain('wrong-types');
});

test('runs deletions last, wherever they are in the document', async () => {
  const { rows, deletedRecords } = await runVerifier('right-key');
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  expect(operations.at(-1)).toBe('removeBook');
  expect(rows.find(({ operation, category }) => operation === 'getBook' && category === 'valid-bodies')).toMatchObject({
    errors: 0,
  });
  expect(hasBook).toBe(false);
  expect(deletedRecords).toEqual(['removeBook reports that it deleted /books/7, which the run did not create']);
});

test('reports a failed deletion once, because it cannot be repeated', async () => {
  const wrong = createServer((_request, response) => void response.writeHead(202).end());
  await new Promise<void>((resolve) => void wrong.listen(0, '127.0.0.1', resolve));
  const result = await runVerifier('right-key', wrong);
  wrong.closeAllConnections();
  wrong.close();
  const removed = result.findings.filter(({ subject }) => subject === 'removeBook');
  expect(removed).not.toEqual([]);
  expect(removed.every(({ evidence }) => evidence?.reproduction.attempts === 1)).toBe(true);
});

test('reports rejected credentials first when no valid request is accepted', async () => {
  knowsAda = false;
  const error: unknown = await runVerifier('wrong-key').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(KitError);
  expect(error).toMatchObject({ code: 'credentials-rejected' });
});

/** The plan does not depend on the number of cases. */
const categories = ['valid-bodies', 'wrong-types', 'unknown-identifiers', 'lifecycles'];

function runVerifier(key: string, target = server): Promise<RunResult> {
  const address = target.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const credentials = { token: undefined, byScheme: new Map([['key', key]]) };
  return verify({ contract: library, baseUrl: `http://127.0.0.1:${port}`, credentials, categories });
}

function respond(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const status = statusFor(request, body);
  if (status !== 200) response.writeHead(status).end();
  else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"title":"A book"}');
}

function statusFor({ method, url, headers }: IncomingMessage, body: Buffer): number {
  const path = url?.split('?')[0];
  if (path === '/login') return method === 'POST' ? statusOfLogin(headers['content-type'], body) : 405;
  if (headers['x-key'] !== 'right-key') return 401;
  if (path === '/books' && method === 'POST') return body.length === 0 ? 400 : 422;
  if (path !== '/books/7') return 404;
  const found = hasBook;
  if (method === 'DELETE') {
    hasBook = false;
    return found ? 204 : 404;
  }
  if (method !== 'GET') return 405;
  return found ? 200 : 404;
}

function statusOfLogin(type = '', body: Buffer): number {
  const json = parseJsonBytes(body);
  if (!/^application\/json\s*(;|$)/i.test(type) || !json.ok || !isJsonObject(json.value)) return 400;
  const { user, password } = json.value;
  if (typeof user !== 'string' || typeof password !== 'string') return 400;
  return knowsAda && user === 'ada' && password === 'lovelace' ? 200 : 401;
}
