/** Rate limits of one operation, and of all. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract, parseContract } from '../../../spec/loading/load-contract.ts';
import { findZoo } from '../../evals/zoo/zoos.ts';
import { describeErrors, verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';
import { type AccessRule, startRejectingProxy } from './rejecting-proxy.ts';

const { contract: file, credentials, start } = findZoo('tools');
const contract = await loadContract(file);

async function run(accessRule: AccessRule) {
  const library = await start('right-library');
  onTestFinished(() => void library.close());
  const baseUrl = await startRejectingProxy(library.url, accessRule, onTestFinished);
  return verify({ baseUrl, contract, credentials, categories: ['valid-bodies', 'parameters'] });
}

const limited = { status: 429, headers: { 'retry-after': '0', 'content-type': 'application/json' }, body: '{}' };

test('a limit of one operation ends that operation, and the others are checked', async () => {
  const result = await run(({ request }) => (request.url?.includes('/hours') ? limited : undefined));
  expect(describeErrors(result)).toEqual([]);
  expect(new Set(result.unchecked.map(({ operation }) => operation))).toEqual(new Set(['readHours']));
  expect(result.rows.filter(({ operation }) => operation === 'listTools')).not.toEqual([]);
});

test('a limit of all operations ends the run', async () => {
  const result = await run(({ number }) => (number > 40 ? limited : undefined));
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked.map(({ reason }) => reason).join('\n')).toContain('429');
  expect(result.requests).toBeLessThan(400);
});

test('503 is no rate limit of an operation that declares nothing else', async () => {
  const text = `openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /broken: {get: {operationId: broken, responses: {'503': {description: x}}}}
  /fine: {get: {operationId: fine, responses: {'204': {description: x}}}}
`;
  const failing = createServer(({ url }, response) => {
    const isBroken = url?.includes('broken') === true;
    response.writeHead(isBroken ? 503 : 204, isBroken ? { 'retry-after': '0' } : {}).end();
  });
  const { unchecked } = await verify({
    contract: await parseContract('file:///tmp/api.yaml', text),
    baseUrl: await startTestServer(failing, onTestFinished),
    categories: ['valid-bodies', 'parameters'],
  });
  expect(unchecked).toEqual([
    {
      operation: 'broken',
      casesRun: 'some',
      reason: expect.stringMatching(/^the contract declares no success for it/),
    },
  ]);
});

test('a rejection of made-up positions in a list is not reported', async () => {
  const paged = await run(({ request }) =>
    /[?&](?:cursor|after|pageToken)=/.test(request.url ?? '')
      ? { status: 400, headers: { 'content-type': 'application/problem+json' }, body: '{}' }
      : undefined,
  );
  expect(paged.findings.filter(({ check }) => check === 'valid-accepted')).toEqual([]);
});

test('an operation whose limit is over when the others are checked is checked completely', async () => {
  let limitedLeft = 6;
  const result = await run(({ request }) => {
    if (!request.url?.includes('/hours') || limitedLeft === 0) return undefined;
    limitedLeft--;
    return limited;
  });
  expect(limitedLeft).toBe(0);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  const order = [...new Set(result.rows.map(({ operation }) => operation))];
  const isDeletion = (id: string) => contract.operations.some((one) => one.id === id && one.method === 'DELETE');
  expect(order.filter((id) => !isDeletion(id)).at(-1)).toBe('readHours');
});

test('several operations with limits of their own do not end the run', async () => {
  const result = await run(({ request }) =>
    request.url?.includes('/hours') || request.method === 'POST' ? limited : undefined,
  );
  expect(describeErrors(result)).toEqual([]);
  expect(result.rows.filter(({ operation }) => operation === 'listTools')).not.toEqual([]);
  expect(result.unchecked.map(({ operation }) => operation)).toContain('readHours');
});
