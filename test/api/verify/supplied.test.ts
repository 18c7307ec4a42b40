/** What programs supply to `verify` in addition to the document: values, overlays, hooks, a configuration file. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KitError, type Report, type VerifyOptions, verify } from '../../../contracts/api/verify/index.ts';
import { readBody, startTestServer } from '../../conformance/test-server.ts';
import { temporaryFolder } from '../../pact/support.ts';

const text = { type: 'string' };
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const responses = { 204: { description: 'Done' }, 400: { description: 'No' }, 401: { description: 'Who' } };

const spec = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/orders': {
      post: {
        operationId: 'order',
        requestBody: body({ type: 'object', required: ['customer'], properties: { customer: text } }),
        responses,
      },
    },
    '/purge': { post: { operationId: 'purge', responses } },
  },
};

const KEY = 'Key-7f3KpQ2xVn9sLd';

interface Requests {
  readonly url: string;
  readonly received: readonly string[];
}

/** Knows one customer, and needs a key. */
async function startOrders(): Promise<Requests> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = (await readBody(request)).toString();
    received.push(`${request.url} ${request.headers['x-tenant'] ?? ''} ${sent}`);
    if (request.headers['x-key'] !== KEY) return void response.writeHead(401).end();
    response.writeHead(request.url === '/purge' || sent.includes('"C-1"') ? 204 : 400).end();
  });
  return { url: await startTestServer(server, onTestFinished), received };
}

const brief: Omit<VerifyOptions, 'baseUrl'> = { spec, token: KEY, only: ['valid-bodies'], cases: 0 };

function findingsOf({ stages }: Report): readonly string[] {
  return stages.flatMap(({ findings }) => findings.map(({ check, subject }) => `${check} ${subject}`));
}

async function errorOf(options: VerifyOptions): Promise<KitError> {
  const error: unknown = await verify(options).catch((thrown: unknown) => thrown);
  if (error instanceof KitError) return error;
  throw new Error('expected a KitError', { cause: error });
}

describe('values', () => {
  it('are used in place of generated ones', async () => {
    const { url } = await startOrders();
    const report = await verify({ ...brief, baseUrl: url, values: { properties: { customer: 'C-1' } } });
    expect([report.verdict.kind, findingsOf(report)]).toEqual(['conforms', []]);
    const values = { operations: { order: { body: { customer: 'C-1' } } } };
    expect((await verify({ ...brief, baseUrl: url, values })).verdict.kind).toBe('conforms');
  });

  it.each<readonly [object, string]>([
    [{ properties: { customer: 7 } }, 'values: customer: the contract expects string, got integer 7'],
    [{ properties: { custmer: 'C-1' } }, 'values: no operation has a property "custmer" (did you mean customer?)'],
    [{ property: { customer: 'C-1' } }, 'values: unknown key "property" (did you mean properties?)'],
  ])('%j is rejected', async (values, detail) => {
    const error = await errorOf({ ...brief, baseUrl: 'http://127.0.0.1:1', values });
    expect([error.code, error.detail]).toEqual(['option-invalid', detail]);
  });
});

it('overlays change the document, also one that is an object', async () => {
  const { url, received } = await startOrders();
  const file = path.join(temporaryFolder(), 'fixes.yaml');
  writeFileSync(
    file,
    [
      'overlay: 1.0.0',
      'info: { title: Fixes, version: 1.0.0 }',
      'actions:',
      `  - { target: "$.paths['/purge']", remove: true }`,
      '  - { target: "$..properties.customer", update: { enum: [C-1] } }',
    ].join('\n'),
  );
  const report = await verify({ ...brief, baseUrl: url, overlay: [file] });
  expect(report.verdict.kind).toBe('conforms');
  expect(received.filter((one) => one.startsWith('/purge'))).toEqual([]);
});

it('hooks take part in the run, and the report says so', async () => {
  const { url, received } = await startOrders();
  const report = await verify({
    ...brief,
    baseUrl: url,
    hooks: {
      values: () => ({ properties: { customer: 'C-1' } }),
      beforeRequest: () => ({ headers: { 'X-Tenant': 'acme' } }),
      checks: { 'has-trace': ({ response }) => (response.headers['x-trace'] ? undefined : 'no X-Trace') },
    },
  });
  expect(report.hooks).toEqual({ names: ['values', 'beforeRequest', 'check has-trace'] });
  expect(findingsOf(report)).toEqual(['hook-has-trace order', 'hook-has-trace purge']);
  expect(received.filter((one) => !one.includes(' acme '))).toEqual([]);
  const error = await errorOf({ ...brief, baseUrl: url, hooks: JSON.parse('{ "beforeReqest": 1 }') });
  expect([error.code, error.detail]).toEqual([
    'hooks-invalid',
    'the option hooks: there is no hook "beforeReqest" (did you mean beforeRequest?)',
  ]);
});

describe('a configuration file', () => {
  const folder = temporaryFolder();
  const config = path.join(folder, 'settings.yaml');
  writeFileSync(
    path.join(folder, 'hooks.mjs'),
    "export default { beforeRequest: () => ({ headers: { 'X-Tenant': 'own' } }) };",
  );
  writeFileSync(path.join(folder, 'orders.json'), JSON.stringify(spec));
  writeFileSync(
    config,
    [
      'spec: orders.json',
      'target: http://127.0.0.1:1',
      'hooks: hooks.mjs',
      'exclude: [purge]',
      'credentials: { auth: { key: "$' + '{ORDERS_KEY}" } }',
      'values: { properties: { customer: C-1 } }',
      'limits: { concurrency: 1 }',
      'fail-on: warning',
    ].join('\n'),
  );

  it('gives the options that are not given', async () => {
    const { url, received } = await startOrders();
    process.env['ORDERS_KEY'] = KEY;
    onTestFinished(() => void delete process.env['ORDERS_KEY']);
    const report = await verify({ baseUrl: url, config, only: ['valid-bodies'], cases: 0 });
    expect([report.verdict.kind, report.failOn]).toEqual(['conforms', 'warning']);
    expect(report.hooks?.hookFile?.file).toMatch(/hooks\.mjs$/);
    expect(received.length).toBeGreaterThan(0);
    expect(received.filter((one) => one.startsWith('/purge') || !one.includes(' own '))).toEqual([]);
  });

  it('is overruled by those, but not in what must never be called', async () => {
    const { url, received } = await startOrders();
    const hooks = { beforeRequest: () => ({ headers: { 'X-Tenant': 'given' } }) };
    const report = await verify({ ...brief, baseUrl: url, config, hooks, failOn: 'error', exclude: ['POST /purge'] });
    expect([report.verdict.kind, report.failOn]).toEqual(['conforms', undefined]);
    expect(received.filter((one) => one.startsWith('/purge') || !one.includes(' given '))).toEqual([]);
  });

  it('that does not exist is an error', async () => {
    const error = await errorOf({ ...brief, baseUrl: 'http://127.0.0.1:1', config: 'missing/plant-store.yaml' });
    expect(error.code).toBe('config-unreadable');
  });
});
