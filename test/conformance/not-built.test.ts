/** Operations that do not exist yet are listed as such, and are no findings. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import type { Contract } from '../../spec/model/contract.ts';
import {
  type ItemHandlers,
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
import { describeErrors, failingChecks, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const contract = await itemContract(
  pick('POST /items', 'GET /items', 'GET /items/{id}', 'PUT /items/{id}', 'DELETE /items/{id}'),
);

const categories = ['valid-bodies', 'lifecycles', 'unknown-identifiers', 'wrong-types'];

/** A response for what is not built, in front of an implementation of the rest. */
interface Missing {
  isMissing(method: string, pathname: string): boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the implementation uses the response also for records that do not exist. */
  readonly isForRecords?: boolean;
}

async function startPartly(handlers: ItemHandlers, missing404: Missing, served = contract): Promise<string> {
  const { isMissing, status, headers, body, isForRecords = false } = missing404;
  const rest = await startItemStore(onTestFinished, served, handlers);
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers: sent } = request;
    const { pathname } = new URL(url, 'http://localhost');
    const bytes = await readBody(request);
    if (isMissing(method, pathname) || !pathname.startsWith('/items')) {
      response.writeHead(status, headers).end(body.replaceAll('PATH', pathname));
      return;
    }
    const hasBody = bytes.length > 0;
    const reply = await fetch(`${rest}${url}`, {
      method,
      headers: Object.entries(sent).flatMap(([name, value]) =>
        /^(?:host|connection|content-length|transfer-encoding)$/.test(name) ? [] : [[name, String(value)]],
      ),
      ...(hasBody && { body: bytes }),
    });
    if (reply.status === 404 && isForRecords) {
      response.writeHead(status, headers).end(body.replaceAll('PATH', pathname));
      return;
    }
    response.writeHead(
      reply.status,
      [...reply.headers].flatMap(([name, value]) =>
        /^(?:connection|keep-alive|transfer-encoding|content-length)$/.test(name) ? [] : [name, value],
      ),
    );
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  return startTestServer(server, onTestFinished);
}

const isAboutOne = (pathname: string) => /^\/items\/./.test(pathname);

const page = { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<pre>Cannot find PATH</pre>' };
const generic = { status: 404, headers: { 'Content-Type': 'application/json' }, body: '{"message":"Not Found"}' };

function notBuiltOf({ notBuilt = [] }: RunResult): readonly string[] {
  return notBuilt.map(({ operation }) => operation).toSorted();
}

describe('operations that are not built', () => {
  test.each([
    ['404 of the server', page],
    ['501', { status: 501, headers: {}, body: '' }],
  ])('because of the %s are listed, without findings', async (_title, response) => {
    const isMissing = (method: string, pathname: string) => isAboutOne(pathname) && method !== 'DELETE';
    const baseUrl = await startPartly(itemHandlers(), { ...response, isMissing });
    const result = await verify({ baseUrl, contract, categories });
    expect(notBuiltOf(result)).toEqual(['read', 'replace']);
    expect(result.findings.filter(({ subject }) => subject === 'read' || subject === 'replace')).toEqual([]);
    expect(describeErrors(result)).toEqual([]);
  });

  test('because of 405 that allows other methods are listed, without findings', async () => {
    const { operations } = contract;
    const built: Contract = { ...contract, operations: operations.filter(({ id }) => id !== 'replace') };
    const baseUrl = await startItemStore(onTestFinished, built, itemHandlers());
    const result = await verify({ baseUrl, contract, categories });
    expect(result.notBuilt).toEqual([
      { operation: 'replace', reason: 'PUT /items/{id} gets 405, which allows only GET, DELETE' },
    ]);
    expect(describeErrors(result)).toEqual([]);
  });

  test('make the verdict inconclusive, and not more', async () => {
    const isMissing = (method: string, pathname: string) => method === 'PUT' && isAboutOne(pathname);
    const baseUrl = await startPartly(itemHandlers(), { ...page, isMissing });
    const result = await verify({ baseUrl, contract, categories: ['valid-bodies'] });
    const stages = [conformanceStage(contract, result)];
    const report = createReport({
      ...{ contract, baseUrl, stages, strict: false },
      targetKind: 'implementation',
      startedAt: new Date(),
    });
    expect(report.verdict).toEqual({
      kind: 'inconclusive',
      exitCode: 2,
      summary: 'inconclusive: replace: not built yet: PUT /items/{id} gets the 404 of a path that does not exist',
    });
  });
});

test('all operations of a router that is not mounted are listed, also those about a record', async () => {
  const both = await itemContract({
    ...pick('POST /items', 'GET /items'),
    'POST /users': { operationId: 'createUser', ...sends(newItem), ...responds({ 201: item, ...rejections }) },
    'GET /users/{id}': { operationId: 'readUser', ...responds({ 200: item, ...rejections }) },
    'DELETE /users/{id}': { operationId: 'removeUser', ...responds({ 204: undefined, ...rejections }) },
  });
  const baseUrl = await startPartly(itemHandlers(), { ...page, isMissing: () => false }, both);
  const result = await verify({ baseUrl, contract: both, categories });
  expect(notBuiltOf(result)).toEqual(['createUser', 'readUser', 'removeUser']);
  expect(describeErrors(result)).toEqual([]);
});

describe('operations that are built', () => {
  test('are not listed where the server has one page for missing records and paths', async () => {
    const baseUrl = await startPartly(itemHandlers(), { ...page, isMissing: () => false, isForRecords: true });
    const result = await verify({ baseUrl, contract, categories });
    expect(notBuiltOf(result)).toEqual([]);
    expect(failingChecks(result)).toEqual(['media-type-declared']);
  });

  test('are not listed where the run has no record that they could find', async () => {
    const some = await itemContract(pick('GET /items', 'GET /items/{id}', 'PUT /items/{id}', 'DELETE /items/{id}'));
    const baseUrl = await startPartly(itemHandlers(), { ...page, isMissing: () => false, isForRecords: true }, some);
    const result = await verify({ baseUrl, contract: some, categories: ['valid-bodies'] });
    expect(notBuiltOf(result)).toEqual([]);
    expect(result.unchecked.map(({ operation }) => operation).toSorted()).toEqual(['read', 'remove', 'replace']);
  });

  test('are not listed in a correct implementation', async () => {
    const baseUrl = await startItemStore(onTestFinished, contract, itemHandlers());
    const result = await verify({ baseUrl, contract, categories: ['valid-bodies', 'lifecycles'] });
    expect([notBuiltOf(result), describeErrors(result)]).toEqual([[], []]);
  });

  test.each([
    ['the 404 of the server has another text', { ...generic, body: '{"message":"no route PATH"}' }],
    ['the 404 of the server is the same', { ...generic, body: '{"message":"no such item"}' }],
  ])('are not listed when records are lost and %s', async (_title, response) => {
    const handlers = { ...itemHandlers(), 'GET /items/{id}': () => missing };
    const baseUrl = await startPartly(handlers, { ...response, isMissing: () => false });
    const result = await verify({ baseUrl, contract, categories: ['lifecycles'] });
    expect(notBuiltOf(result)).toEqual([]);
    expect(failingChecks(result)).toContain('created-is-found');
  });

  test('are not listed when they fail with 500', async () => {
    const handlers = { ...itemHandlers(), 'GET /items': () => ({ status: 500 }) };
    const baseUrl = await startItemStore(onTestFinished, contract, handlers);
    const result = await verify({ baseUrl, contract, categories: ['valid-bodies'] });
    expect(notBuiltOf(result)).toEqual([]);
    expect(failingChecks(result)).toEqual(['no-server-error']);
  });
});
