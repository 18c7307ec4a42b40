/** Values that the user supplies, in stores that know only these. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { withSuppliedValues } from '../../contracts/configuration/values/supplied-values.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { isJsonObject, type JsonObject } from '../../spec/json/exact-json.ts';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { parseSource } from '../../spec/source/read-source.ts';
import { type RuleCollection, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

function supplied(contract: Contract, values: JsonObject): Contract {
  const file = parseSource('file:///plant-store.json', JSON.stringify({ values }));
  return withSuppliedValues(contract, { file, value: isJsonObject(file.value) ? file.value : {} }).contract;
}

const name = { type: 'string', minLength: 1, maxLength: 40 };

/** The customers are in another system. */
const orders: RuleCollection = {
  path: '/orders',
  properties: { name, customerNo: { type: 'string', minLength: 4, maxLength: 12 } },
  required: ['name', 'customerNo'],
  reject: ({ sent }) => (isJsonObject(sent) && sent['customerNo'] !== 'C-4711' ? 422 : undefined),
};

const categories = [
  'valid-bodies',
  'boundary-values',
  'missing-properties',
  'random',
  'lifecycles',
  'random-sequences',
];
const options = { categories, randomOptions: { seed: 1, caseCount: 20 } };

async function verifyOrders(values: JsonObject, collection = orders): Promise<RunResult> {
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  return verify({ ...options, contract: supplied(contract, values), baseUrl });
}

test('a property has the value that is supplied in every category', async () => {
  const result = await verifyOrders({ properties: { customerNo: 'C-4711' } });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

test('without it the operations are not tested', async () => {
  const collection = { ...orders, reject: orders.reject };
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  await expect(verify({ ...options, contract, baseUrl })).rejects.toMatchObject({ code: 'valid-request-rejected' });
});

test('a faulty store is still detected', async () => {
  const lenient: RuleCollection = { ...orders, returned: (record) => ({ ...record, name: 'other' }) };
  const result = await verifyOrders({ properties: { customerNo: 'C-4711' } }, lenient);
  expect(describeErrors(result).join()).toContain('created-is-echoed');
});

test('a whole body is changed where that is accepted, and sent as it is where it is not', async () => {
  const body = { name: 'Fern', customerNo: 'C-4711' };
  const result = await verifyOrders({ operations: { 'create orders': { body }, 'replace orders': { body } } });
  expect(describeErrors(result)).toEqual([]);
  // Sequences of requests vary the whole body.
  const reasons = result.unchecked.map(({ reason }) => reason.replace(/^.*: /, ''));
  expect(reasons.filter((reason) => reason !== 'a replaced record is read with the new values')).toEqual([]);
});

const text = { type: 'string' };
const error = { description: 'Error' };
const login = {
  type: 'object',
  required: ['user', 'password'],
  properties: { user: text, password: text, device: text },
};
const accounts = await loadInlineContract({
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/sessions': {
      post: {
        operationId: 'logIn',
        requestBody: { required: true, content: { 'application/json': { schema: login } } },
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { type: 'object', required: ['session'] } } },
          },
          400: error,
          401: error,
          415: error,
        },
      },
    },
    '/accounts/{accountNo}': {
      parameters: [{ name: 'accountNo', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getAccount',
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: { type: 'object', required: ['no'] } } } },
          404: error,
        },
      },
    },
  },
});

/** Knows one user and one account; an account that is broken gets a server error. */
async function startAccounts(): Promise<string> {
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const [status, body] = respond(
      request.method ?? '',
      request.url ?? '',
      request.headers['content-type'] ?? '',
      bytes,
    );
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return startTestServer(server, onTestFinished);
}

function respond(method: string, url: string, type: string, bytes: Buffer): readonly [number, JsonObject] {
  const fault = { error: 'no' };
  if (method === 'GET' && url === '/accounts/A-1') return [200, { no: 'A-1' }];
  if (method === 'GET' && url === '/accounts/broken') return [500, fault];
  if (method === 'GET') return [404, fault];
  if (method !== 'POST' || url !== '/sessions') return [405, fault];
  if (!/^application\/json/i.test(type)) return [415, fault];
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return [400, fault];
  }
  if (typeof sent !== 'object' || sent === null || !('user' in sent) || !('password' in sent)) return [400, fault];
  const others = Object.entries(sent).filter(([key]) => ['user', 'password', 'device'].includes(key));
  if (others.some(([, value]) => typeof value !== 'string')) return [400, fault];
  return sent.user === 'ann' && sent.password === 'right' ? [200, { session: 's-1' }] : [401, fault];
}

const credentials = { user: 'ann', password: 'right' };

test('a login and a parameter have the values that exist', async () => {
  const contract = supplied(accounts, {
    parameters: { accountNo: 'A-1' },
    operations: { logIn: { body: credentials } },
  });
  const result = await verify({
    contract,
    baseUrl: await startAccounts(),
    categories: ['valid-bodies', 'wrong-types', 'parameters'],
  });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

const tenant = await loadInlineContract({
  openapi: '3.1.0',
  info: { title: 'Tenants', version: '1' },
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [{ name: 'X-Tenant', in: 'header', schema: text }],
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: {} } } }, 400: error },
      },
    },
  },
});

/** Rejects every other tenant, and a request without one with this status. */
async function verifyTenants(without: number): Promise<RunResult> {
  const server = createServer(({ headers }, response) => {
    const given = headers['x-tenant'];
    const status = given === 't-1' ? 200 : given === undefined ? without : 400;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const contract = supplied(tenant, { parameters: { 'X-Tenant': 't-1' } });
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({ contract, baseUrl, categories: ['valid-bodies', 'parameters'] });
}

test('an optional parameter is sent with its value, and once left out', async () => {
  for (const status of [200, 400]) {
    const result = await verifyTenants(status);
    expect([describeErrors(result), result.unchecked]).toEqual([[], []]);
  }
  expect(describeErrors(await verifyTenants(500)).join()).toContain('no-server-error');
});

test.each([['missing'], ['broken']])('another value is tried after %s', async (first) => {
  const contract = supplied(accounts, {
    parameters: { accountNo: [first, 'A-1'] },
    operations: { logIn: { body: credentials } },
  });
  const result = await verify({
    contract,
    baseUrl: await startAccounts(),
    operations: ['getAccount'],
    categories: ['valid-bodies'],
  });
  expect(result.unchecked).toEqual([]);
  // That of the first value is a finding of its own.
  expect(result.findings.map(({ check }) => check)).toEqual(first === 'broken' ? ['no-server-error'] : []);
});
