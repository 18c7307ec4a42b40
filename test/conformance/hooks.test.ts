/** Runs with hooks: right stores are not reported, faulty ones still are, and what hooks leave out or change is named. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import type { Finding } from '../../contracts/finding/finding.ts';
import { openHooks } from '../../contracts/hooks/hook-run.ts';
import type { HookExchange, HookRequest, Hooks } from '../../contracts/hooks/hooks.ts';
import { readHooks } from '../../contracts/hooks/load-hooks.ts';
import { withLearnedSecrets } from '../../contracts/options/credentials.ts';
import { readPermission } from '../../contracts/options/permitted-operations.ts';
import { describeHookEffects } from '../../contracts/report/hook-effects.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { kitErrorOf } from '../pact/support.ts';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  itemOperations,
  newItem,
  pick,
  rejections,
  responds,
  sends,
  startItemStore,
} from './item-store.ts';
import { describeErrors, failingChecks, tokenCredentials, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

interface Setup {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly hooks: Hooks;
  readonly categories: readonly string[];
  readonly token?: string;
  readonly excluded?: readonly string[];
}

function run({ contract, baseUrl, hooks, categories, token, excluded }: Setup): Promise<RunResult> {
  const opened = openHooks(readHooks(hooks), { baseUrl });
  const credentials = withLearnedSecrets(tokenCredentials(token), opened.learned);
  const permission = excluded && readPermission(contract, { exclude: excluded });
  const randomOptions = { seed: 1, caseCount: 0 };
  return verify({ contract, baseUrl, credentials, hooks: opened, categories, randomOptions, permission });
}

const crud = await itemContract(pick('POST /items', 'GET /items/{id}'));

async function runItems(
  hooks: Hooks,
  categories: readonly string[],
  {
    contract = crud,
    handlers = itemHandlers(),
  }: { readonly contract?: Contract; readonly handlers?: ItemHandlers } = {},
): Promise<RunResult> {
  return run({ contract, baseUrl: await startItemStore(onTestFinished, contract, handlers), hooks, categories });
}

const tenantHeader = { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } };
const tenants = await itemContract({
  'POST /items': { ...itemOperations['POST /items'], parameters: [tenantHeader] },
});

/** Rejects every tenant but one, which no contract says. */
function ofTenant(handlers: ItemHandlers): ItemHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([key, handle]) => [
      key,
      (request) => (request.headers['x-tenant'] === 'acme' ? handle(request) : { status: 400 }),
    ]),
  );
}

const asTenant: Hooks = { beforeRequest: () => ({ headers: { 'X-Tenant': 'acme' } }) };

describe('a header that a hook sets', () => {
  const categories = ['valid-bodies', 'missing-properties', 'parameters'];

  test('makes a store accept requests, and a right one is not reported', async () => {
    const handlers = ofTenant(itemHandlers());
    const result = await runItems(asTenant, categories, { contract: tenants, handlers });
    expect(describeErrors(result)).toEqual([]);
    expect(result.hooks?.effects.changedMeaning).toMatchObject([{ operation: 'create', category: 'parameters' }]);
    expect(describeHookEffects(result.hooks?.effects)).toEqual([
      expect.stringMatching(
        /^not tested: \d+ cases?, since the hook beforeRequest changed what they are about; .*: create \(parameters \d+\)$/,
      ),
    ]);
    const without = kitErrorOf(runItems({ filterCase: () => true }, categories, { contract: tenants, handlers }));
    expect((await without).code).toBe('valid-request-rejected');
  });

  test('does not hide an error, and is shown with its value', async () => {
    const contract = await itemContract({
      'POST /items': {
        ...sends({ ...newItem, required: [] }),
        ...itemOperations['POST /items'],
      },
    });
    const store = await itemContract({
      'POST /items': {
        operationId: 'create',
        ...sends({ type: 'object' }),
        ...responds({ 201: { type: 'object' }, ...rejections }),
      },
    });
    const baseUrl = await startItemStore(onTestFinished, store, ofTenant(itemHandlers()));
    const result = await run({ contract, baseUrl, hooks: asTenant, categories: ['missing-properties'] });
    const [finding] = result.findings.filter(({ check }) => check === 'invalid-rejected');
    expect(finding?.evidence).toMatchObject({
      changedByHook: 'the header X-Tenant',
      mutation: expect.stringContaining('; the hook beforeRequest changed the header X-Tenant'),
      curl: expect.stringContaining("-H 'X-Tenant: acme'"),
      curlLimitations: 'replay runs without the hooks of the program',
    });
    expect(finding?.evidence?.request.headers).toContainEqual(['X-Tenant', 'acme']);
  });
});

describe('a body that a hook changes', () => {
  test('is no longer what the case is about where it becomes valid, so that a right store is not reported', async () => {
    const beforeRequest: Hooks['beforeRequest'] = ({ method, body }) =>
      method === 'POST' && body.startsWith('{') && !body.includes('"name"')
        ? { body: JSON.stringify({ name: 'fern', ...JSON.parse(body) }) }
        : undefined;
    const result = await runItems({ beforeRequest }, ['missing-properties']);
    expect(describeErrors(result)).toEqual([]);
    expect(result.hooks?.effects.changedMeaning).toEqual([
      { operation: 'create', category: 'missing-properties', cases: expect.any(Number) },
    ]);
  });

  test('is not compared with what was generated, so that a right store is not reported', async () => {
    const beforeRequest: Hooks['beforeRequest'] = ({ method, body }) =>
      method === 'POST' ? { body: body.replace(/"name":"[^"]*"/, '"name":"fixed"') } : undefined;
    const result = await runItems({ beforeRequest }, ['valid-bodies', 'lifecycles']);
    expect(describeErrors(result)).toEqual([]);
    expect(result.hooks?.effects.changedMeaning.map(({ category }) => category)).toContain('lifecycles');
  });
});

describe('cases that filterCase leaves out', () => {
  test('are not sent, and are named', async () => {
    const result = await runItems({ filterCase: ({ category }) => category !== 'missing-properties' }, [
      'valid-bodies',
      'missing-properties',
    ]);
    expect(result.rows.map(({ category }) => category)).not.toContain('missing-properties');
    expect(describeHookEffects(result.hooks?.effects)).toEqual([
      expect.stringMatching(
        /^not tested: \d+ cases?, which the hook filterCase left out: create \(missing-properties \d+\)$/,
      ),
    ]);
  });

  test('are no pass if they are all', async () => {
    const { code, detail } = await kitErrorOf(runItems({ filterCase: () => false }, ['valid-bodies']));
    expect([code, detail]).toEqual([
      'nothing-checked',
      expect.stringContaining('which the hook filterCase left out: '),
    ]);
  });
});

describe('a check of the user', () => {
  const checks: NonNullable<Hooks['checks']> = {
    'no-internal-names': {
      title: 'A response shows an internal name',
      severity: 'warning',
      check: ({ response }, { operation }) => {
        if (!/\bpg_/.test(response.body)) return undefined;
        return { message: `pg_ in ${operation.id}`, severity: 'error', pointer: '/paths/~1items/post' };
      },
    },
  };

  test('finds what no rule of the contract says, once, with its place', async () => {
    const handlers = itemHandlers();
    const leaking: ItemHandlers = {
      ...handlers,
      'GET /items/{id}': () => ({ status: 404, body: { message: 'no pg_items' } }),
    };
    const result = await runItems({ checks }, ['valid-bodies', 'unknown-identifiers'], { handlers: leaking });
    const found = result.findings.filter(({ check }) => check === 'hook-no-internal-names');
    expect(found).toMatchObject<readonly Partial<Finding>[]>([
      {
        severity: 'error',
        title: 'A response shows an internal name',
        subject: 'read',
        received: 'pg_ in read',
        place: {
          file: expect.stringContaining('items.json'),
          pointer: '/paths/~1items/post',
          line: expect.any(Number),
        },
      },
    ]);
    expect(found[0]?.evidence?.reproduction.reproduced).toBeGreaterThan(1);
  });

  test('passes a right store, and is counted', async () => {
    const result = await runItems({ checks }, ['valid-bodies']);
    expect(describeErrors(result)).toEqual([]);
    expect(result.checkCounts.find(({ check }) => check === 'hook-no-internal-names')?.exchanges).toBeGreaterThan(0);
  });

  test('that points to nothing ends the run, and is no finding', async () => {
    const wrong: Hooks = { checks: { own: () => ({ message: 'no', pointer: '/paths/none' }) } };
    expect((await kitErrorOf(runItems(wrong, ['valid-bodies']))).detail).toContain('has nothing at "/paths/none"');
  });
});

describe('hooks around requests', () => {
  test('get copies, and see what was really sent and received', async () => {
    const seen: HookExchange[] = [];
    const spoil = (request: HookRequest) => {
      request.bytes.fill(0);
      Object.assign(request.headers, { 'content-type': 'none' });
      Object.assign(request, { url: 'http://other.test' });
    };
    const hooks: Hooks = {
      beforeRequest(request, { testCase, operation }) {
        expect([request.path.startsWith('/items'), operation.id]).toEqual([true, expect.any(String)]);
        spoil(request);
        return { headers: { 'X-Case': testCase?.category ?? 'none' } };
      },
      afterResponse(exchange) {
        spoil(exchange.request);
        exchange.response?.bytes.fill(0);
        seen.push(exchange);
      },
    };
    const result = await runItems(hooks, ['valid-bodies', 'lifecycles']);
    expect(describeErrors(result)).toEqual([]);
    expect(seen).toHaveLength(result.requests);
    const cases = new Set(seen.map(({ request }) => request.headers['x-case']));
    expect([...cases]).toEqual(expect.arrayContaining(['valid-bodies', 'lifecycles']));
    expect(seen.find(({ response }) => response?.status === 201)?.response?.json).toMatchObject({ id: 100 });
  });

  test('cannot reach an operation that is excluded', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
    const contract = await itemContract(pick('GET /items', 'GET /items/{id}'));
    const baseUrl = await startTestServer(server, onTestFinished);
    const hooks: Hooks = { beforeRequest: ({ path }) => (path === '/items' ? { path: '/items/7' } : undefined) };
    const error = kitErrorOf(run({ contract, baseUrl, hooks, categories: ['valid-bodies'], excluded: ['read'] }));
    await error;
    expect(paths).not.toContain('/items/7');
  });

  test('that fail end the run: nothing is reported about the implementation', async () => {
    const hooks: Hooks = { afterResponse: () => Promise.reject(new Error('no disk')) };
    const { code, detail } = await kitErrorOf(runItems(hooks, ['valid-bodies']));
    expect([code, detail]).toEqual([
      'hook-failed',
      expect.stringMatching(/^afterResponse of the option hooks at .*: Error: no disk$/),
    ]);
  });
});

describe('credentials that a hook sets', () => {
  const SESSION = 'Ses-4kPz8vTq6mHb2xRf';
  const contractText = `  /notes:
    get:
      operationId: readNotes
      security: [{ user: [] }]
      responses: { '204': { description: Done }, '401': { description: Who } }
components:
  securitySchemes:
    user: { type: http, scheme: bearer }`;

  async function runDoor(isOpen: (authorization: string | undefined) => boolean): Promise<RunResult> {
    const server = createServer(({ headers }, response) => {
      const status = isOpen(headers.authorization) ? 204 : 401;
      response.writeHead(status, {
        'X-Seen': `${headers.authorization}`,
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      });
      response.end();
    });
    const hooks: Hooks = { beforeRequest: () => ({ headers: { Authorization: `Bearer ${SESSION}` } }) };
    const baseUrl = await startTestServer(server, onTestFinished);
    const contract = await contractWithPaths(contractText);
    return run({ contract, baseUrl, hooks, categories: ['valid-bodies', 'authentication'], token: 'Any-5rTq6mHb2xRf' });
  }

  test('are not sent where a case leaves them out, so that a right store is not reported', async () => {
    expect(describeErrors(await runDoor((given) => given === `Bearer ${SESSION}`))).toEqual([]);
  });

  test('do not hide a store that checks none, and are in no finding', async () => {
    const result = await runDoor(() => true);
    expect(failingChecks(result)).toContain('unauthorized-rejected');
    expect(JSON.stringify(result)).not.toContain(SESSION);
  });
});
