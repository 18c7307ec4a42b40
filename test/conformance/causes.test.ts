/** One defect is one cause, however many findings it has: small implementations with one defect each. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { findingId } from '../../contracts/finding/finding.ts';
import { type Cause, findCauses } from '../../contracts/report/causes.ts';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { matchPath } from '../../spec/resources/path-templates.ts';
import {
  type ItemHandlers,
  type ItemReply,
  item,
  itemContract,
  itemHandlers,
  missing,
  newItem,
  pick,
  rejections,
  responds,
  sends,
  startItemStore,
} from './item-store.ts';
import { verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

/** Two resources with the usual operations. */
const twoResources = {
  ...pick('POST /items', 'GET /items', 'GET /items/{id}', 'PUT /items/{id}'),
  'POST /users': { operationId: 'createUser', ...sends(newItem), ...responds({ 201: item, ...rejections }) },
  'GET /users': { operationId: 'listUsers', ...responds({ 200: { type: 'array', items: item } }) },
  'GET /users/{id}': { operationId: 'readUser', ...responds({ 200: item, ...rejections }) },
  'PUT /users/{id}': { operationId: 'replaceUser', ...sends(newItem), ...responds({ 200: item, ...rejections }) },
};

function handlersOfBoth(): ItemHandlers {
  const [items, users] = [itemHandlers(), itemHandlers()];
  const renamed = Object.entries(users).map(([key, handle]) => [key.replace('/items', '/users'), handle] as const);
  return { ...items, ...Object.fromEntries(renamed) };
}

const categories = ['valid-bodies', 'lifecycles', 'missing-properties', 'wrong-types', 'boundary-values', 'parameters'];

async function causesOf(
  contract: Contract,
  baseUrl: string,
  selected: readonly string[] = categories,
): Promise<readonly Cause[]> {
  const { findings } = await verify({ baseUrl, contract, categories: selected });
  return findCauses(findings.map((finding) => ({ id: findingId(finding), ...finding })));
}

function describeErrorsOf(causes: readonly Cause[]): readonly string[] {
  return causes
    .filter(({ example }) => example.severity === 'error')
    .map(({ example: { check }, subjects }) => `${check}: ${subjects.toSorted().join(', ')}`);
}

/** An implementation that validates nothing, with other responses where the test changes them. */
async function startLaxStore(
  contract: Contract,
  handlers: ItemHandlers,
  write: (reply: ItemReply) => { readonly type: string; readonly text: string } = ({ body = {} }) => ({
    type: 'application/json',
    text: stringifyJson(body),
  }),
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const parsed = parseJsonBytes(await readBody(request));
    const body: Json = parsed.ok ? parsed.value : {};
    const operation = contract.operations.find(
      ({ method, path }) => method === request.method && matchPath(path, pathname) !== undefined,
    );
    const sent: JsonObject = isJsonObject(body) ? body : {};
    const values = operation === undefined ? [] : (matchPath(operation.path, pathname) ?? []);
    const input = { values, sent, headers: request.headers, query: searchParams };
    const reply = handlers[`${operation?.method} ${operation?.path}`]?.(input) ?? missing;
    const { type, text } = write(reply);
    response.writeHead(reply.status, { 'Content-Type': type });
    response.end(text);
  });
  return startTestServer(server, onTestFinished);
}

test('a crash of all reads of unknown records is one cause', async () => {
  const contract = await itemContract(twoResources);
  const handlers = handlersOfBoth();
  const crashing = Object.entries(handlers).map(([key, handle]) => {
    const crash = { status: 500, body: { error: 'Internal Server Error' } };
    return [
      key,
      (request: Parameters<typeof handle>[0]) => (handle(request).status === 404 ? crash : handle(request)),
    ] as const;
  });
  const baseUrl = await startItemStore(onTestFinished, contract, Object.fromEntries(crashing));
  const causes = await causesOf(contract, baseUrl, [
    'valid-bodies',
    'unknown-identifiers',
    'parameters',
    'wrong-types',
  ]);
  expect(describeErrorsOf(causes)).toEqual(['no-server-error: read, readUser, replace, replaceUser']);
});

test('missing validation is one cause', async () => {
  const contract = await itemContract(twoResources);
  const causes = await causesOf(contract, await startLaxStore(contract, handlersOfBoth()));
  const errors = causes.filter(({ example }) => example.severity === 'error');
  expect(errors.map(({ example, description }) => [example.check, description])).toEqual([
    ['invalid-rejected', 'no validation of bodies'],
  ]);
  expect(errors[0]?.subjects).toEqual(expect.arrayContaining(['create', 'createUser', 'replace', 'replaceUser']));
});

test('an envelope around all responses is one cause of wrong bodies', async () => {
  const contract = await itemContract(twoResources);
  const write = ({ body = {} }: ItemReply) => ({
    type: 'application/json',
    text: stringifyJson({ ok: true, data: body }),
  });
  const causes = await causesOf(contract, await startLaxStore(contract, handlersOfBoth(), write), ['valid-bodies']);
  expect(causes.filter(({ example }) => example.check === 'body-matches-schema').length).toBeLessThanOrEqual(2);
});

test('errors that a framework writes as pages are one cause', async () => {
  const contract = await itemContract(twoResources);
  const handlers = handlersOfBoth();
  const write = ({ status, body = {} }: ItemReply) =>
    status < 400
      ? { type: 'application/json', text: stringifyJson(body) }
      : { type: 'text/html', text: `<html><title>Error</title><pre>Error ${status}</pre></html>` };
  const causes = await causesOf(contract, await startLaxStore(contract, handlers, write), [
    'valid-bodies',
    'unknown-identifiers',
  ]);
  const pages = describeErrorsOf(causes).filter((text) => text.startsWith('media-type-declared'));
  expect(pages).toEqual(['media-type-declared: read, readUser, replace, replaceUser']);
});
