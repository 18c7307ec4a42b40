/** Operations with effects outside of the run, such as messages: they come last, and get few requests. */
import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { RunOptions } from '../../../contracts/conformance/run-options.ts';
import { endsOwnSession, findLimitedOperations } from '../../../contracts/conformance/running/few-requests.ts';
import { readPermission } from '../../../contracts/options/permitted-operations.ts';
import { isJsonObject, type Json, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { describeErrors, failingChecks, tokenCredentials, verify } from '../support.ts';
import { readBody, startTestServer } from '../test-server.ts';

const contract = await loadContract('test/fixtures/conformance/outside-effects.yaml');
const token = 'secret-of-the-run';

interface Reply {
  readonly status: number;
  readonly body?: Json;
}

const reject = (status: number): Reply => ({ status, body: { message: 'It was rejected.' } });

/** `isOpen`: whether an operation accepts any credentials. */
async function startStore(isOpen: (operationId: string) => boolean = () => false) {
  /** The ids of the operations, in the order of the requests with the valid token. */
  const accepted: string[] = [];
  const notes = new Map<number, Json>();
  let [isLoggedOut, lastId] = [false, 0];
  const respond = (operation: Operation, request: IncomingMessage, bytes: Buffer): Reply => {
    const isRight = request.headers.authorization === `Bearer ${token}` && !isLoggedOut;
    if (!isRight && !isOpen(operation.id)) return reject(401);
    accepted.push(operation.id);
    const schema = operation.requestBody?.content[0]?.schema;
    const parsed = parseJsonBytes(bytes);
    const body = parsed.ok && isJson(request) ? parsed.value : undefined;
    const id = /^\/notes\/(\d+)/.exec(request.url ?? '')?.[1];
    if (operation.path.includes('{') && id === undefined) return reject(400);
    if (schema !== undefined && (body === undefined || !isValid(schema, body, 'request'))) return reject(400);
    if (id !== undefined && !notes.has(Number(id))) return reject(404);
    if (operation.id === 'addNote' && body !== undefined && isJsonObject(body)) {
      notes.set(++lastId, { ...body, id: lastId });
      return { status: 201, body: notes.get(lastId) ?? null };
    }
    if (operation.id === 'readNote') return { status: 200, body: notes.get(Number(id)) ?? null };
    if (operation.id === 'inviteToNote') return { status: 202 };
    if (operation.id === 'deleteAllNotes') notes.clear();
    else isLoggedOut = true;
    return { status: 204 };
  };
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const samePath = contract.operations.filter((one) => pattern(one).test(path));
    const operation = samePath.find(({ method }) => method === request.method);
    const allow = samePath.map(({ method }) => method).join(', ');
    const { status, body } =
      operation === undefined ? reject(samePath.length > 0 ? 405 : 404) : respond(operation, request, bytes);
    const headers = {
      ...(status === 405 && { Allow: allow }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    response.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body));
  });
  return { accepted, baseUrl: await startTestServer(server, onTestFinished) };
}

const pattern = ({ path }: Operation) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`);

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json(?: *;|$)/i.test(headers['content-type'] ?? '');
}

const categories = ['valid-bodies', 'authentication', 'lifecycles', 'missing-properties', 'wrong-types', 'text-values'];

function run(baseUrl: string, options: Partial<RunOptions> = {}) {
  return verify({ baseUrl, contract, credentials: tokenCredentials(token), categories, ...options });
}

test('they come last with few requests, and the session of the run is not ended', async () => {
  const store = await startStore();
  const result = await run(store.baseUrl);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.fewRequests?.map(({ operation }) => operation)).toEqual(['deleteAllNotes', 'inviteToNote', 'logOut']);
  expect(result.fewRequests?.every(({ requests }) => requests > 0 && requests <= 20)).toBe(true);
  expect(result.fewRequests?.find(({ operation }) => operation === 'logOut')?.reason).toContain('configure a login');
  expect(new Set(result.rows.map(({ operation }) => operation)).size).toBe(contract.operations.length);
  const { accepted } = store;
  expect(accepted).not.toContain('logOut');
  expect(accepted.indexOf('inviteToNote')).toBeGreaterThan(accepted.length / 2);
  expect(accepted).toContain('deleteAllNotes');
  expect(accepted.lastIndexOf('inviteToNote')).toBeLessThan(accepted.indexOf('deleteAllNotes'));
  expect(accepted.filter((id) => id === 'inviteToNote').length).toBeLessThan(15);
});

test('their errors are still found', async () => {
  const store = await startStore((id) => ['inviteToNote', 'logOut', 'deleteAllNotes'].includes(id));
  const result = await run(store.baseUrl);
  expect(failingChecks(result)).toContain('unauthorized-rejected');
  expect(new Set(result.findings.map(({ subject }) => subject))).toEqual(
    new Set(['inviteToNote', 'logOut', 'deleteAllNotes']),
  );
});

test('operations that the user names are tested in full', async () => {
  const store = await startStore();
  const result = await run(store.baseUrl, { permission: readPermission(contract, { include: ['*'] }) });
  expect(result.fewRequests).toBeUndefined();
  expect(result.scope).toBeUndefined();
  expect(store.accepted.filter((id) => id === 'inviteToNote').length).toBeGreaterThan(15);
  expect(store.accepted).toContain('logOut');
  expect(describeErrors(result)).toEqual([]);
});

test('records are created with few requests too, if that sends messages', async () => {
  const store = await startStore();
  const operations = contract.operations.map((one) =>
    one.id === 'addNote' ? { ...one, description: 'Adds a note.\nAn e-mail is sent to its owner.' } : one,
  );
  const result = await run(store.baseUrl, { contract: { ...contract, operations } });
  expect(describeErrors(result)).toEqual([]);
  const few = result.fewRequests?.find(({ operation }) => operation === 'addNote');
  expect(few?.reason).toContain('the sentence "An e-mail is sent to its owner."');
  expect(store.accepted.filter((id) => id === 'addNote').length).toBeLessThanOrEqual(20);
  expect(result.rows.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['addNote', 'readNote']));
});

test('a log out gets no valid request, unless a login obtains new credentials or it names another session', () => {
  const logOut = contract.operations.find(({ id }) => id === 'logOut');
  if (logOut === undefined) throw new Error('the contract has no such operation');
  const limited = findLimitedOperations(contract, {});
  const login = {
    ...{ version: 1, renewIfDue: async () => {}, renewRejected: async () => true, failure: () => undefined },
    ...{ schemes: new Set(['bearer']), secrets: () => [] },
  };
  const ends = (changes: Partial<Operation>, renewal?: typeof login) =>
    endsOwnSession(limited, { ...logOut, ...changes }, renewal === undefined ? {} : { renewal });
  expect([ends({}), ends({}, { ...login, schemes: new Set(['other']) })]).toEqual([true, true]);
  expect([ends({}, login), ends({ path: '/users/{id}/logout' }), ends({ security: [] })]).toEqual([
    false,
    false,
    false,
  ]);
});
