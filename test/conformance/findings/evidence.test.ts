import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { createEvidence } from '../../../contracts/conformance/findings/evidence.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../../contracts/conformance/request/values/fresh-value-source.ts';
import { testCategories } from '../../../contracts/conformance/test-categories.ts';
import type { ResponsePart } from '../../../contracts/finding/finding.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { buildRequestSpec } from '../build-request-spec.ts';
import { plantStoreContract } from '../support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-shell-'));

test('prints a curl command that runs nothing from the document in the shell', async () => {
  const file = path.join(folder, "it's $(touch one).json");
  writeFileSync(file, JSON.stringify(hostileDocument));
  const contract = await loadContract(file);
  const [operation] = contract.operations;
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
  if (operation === undefined || baseline === undefined || !isBaseline(baseline))
    throw new Error('no baseline request');
  const testCase = plainValidCase(baseline);
  const built = buildRequestSpec(testCase, createFreshValueSource());
  // The kit's own marks around shell variables.
  const marked = (name: string) => `\ue000$(touch ${name})\ue001`;
  const headers = [...built.headers, ['X-D', marked('seven')] as const];
  const requestSpec = { ...built, path: `${built.path}/${marked('eight')}`, headers };
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:1/',
    headers: [],
    body: undefined,
    delivery: 'whole' as const,
  };
  const { curl, replay } = createEvidence({
    contract,
    shownCase: { ...testCase, isOfSequence: false },
    requestSpec,
    exchange: { request, outcome: { kind: 'failure', failure: { kind: 'broken', reason: '' } }, ms: 1 },
    baseUrl: 'http://127.0.0.1:1/$(touch two)',
    schemes: [],
    credentials: { token: undefined, byScheme: new Map() },
  });
  const stubs = 'curl() { :; }; plant-store() { :; };';
  execFileSync('bash', ['-c', `${stubs} ${curl}\n${replay}`], { cwd: folder, stdio: 'ignore' });
  expect(curl).toContain('touch');
  expect(
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].filter((name) =>
      existsSync(path.join(folder, name)),
    ),
  ).toEqual([]);
});

test('uses a separate shell variable for each credential in the curl command', async () => {
  const file = path.join(folder, 'two.json');
  writeFileSync(file, JSON.stringify(documentOfTwo));
  const contract = await loadContract(file);
  const [operation] = contract.operations;
  const schemes = operation?.security[0]?.schemes ?? [];
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, schemes);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
  const byScheme = new Map([
    ['api-key', 'k "1"'],
    ['account', 'anna:pa:ss word'],
  ]);
  const cases = testCategories.flatMap((category) => [...category.generate(createGeneratorContext(baseline))]);
  const sentBy = (id: string) => {
    const testCase = cases.find((one) => one.id === id);
    if (testCase === undefined) throw new Error(`no case ${id}`);
    return createEvidence({
      ...{
        contract,
        shownCase: { ...testCase, isOfSequence: false },
        requestSpec: buildRequestSpec(testCase, createFreshValueSource()),
        exchange: unanswered,
        schemes,
      },
      ...{ baseUrl: 'http://127.0.0.1:1', credentials: { token: undefined, byScheme } },
    });
  };
  const right = sentBy('get/valid-bodies/full');
  expect(argumentsOf(right.curl)).toEqual(
    expect.arrayContaining(['X-Key: k "1"', `Authorization: Basic ${btoa('anna:pa:ss word')}`]),
  );
  expect(right.curlLimitations).toBe(
    '$PLANT_STORE_TOKEN_api_key and $PLANT_STORE_TOKEN_account stand for the credentials of api-key and account here; replay needs api-key=VALUE and account=VALUE in PLANT_STORE_AUTH again, one per line',
  );
  const damaged = argumentsOf(sentBy('get/authentication/account/cut').curl);
  expect(damaged).toEqual(expect.arrayContaining(['X-Key: k "1"', `Authorization: Basic ${btoa('anna:pa:ss wor')}`]));
  expect(sentBy('get/connections/watched/rejected').mutation).toMatch(/^the credential of "api-key" is missing/);
});

const unanswered = {
  request: { method: 'GET', url: '', headers: [], body: undefined, delivery: 'whole' as const },
  outcome: { kind: 'failure', failure: { kind: 'broken', reason: '' } } as const,
  ms: 1,
};

/** The arguments that a shell passes to curl. */
function argumentsOf(curl: string): readonly string[] {
  const env = {
    ...process.env,
    PLANT_STORE_TOKEN_api_key: 'k "1"',
    PLANT_STORE_TOKEN_account: 'anna:pa:ss word',
  };
  const script = `curl() { printf '%s\\n' "$@"; }; ${curl}`;
  return execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).split('\n');
}

const documentOfTwo = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: {
    '/t': {
      get: {
        operationId: 'get',
        security: [{ 'api-key': [], account: [] }],
        responses: { 200: { description: 'ok' }, 401: { description: 'no' } },
      },
    },
  },
  components: {
    securitySchemes: {
      'api-key': { type: 'apiKey', in: 'header', name: 'X-Key' },
      account: { type: 'http', scheme: 'basic' },
    },
  },
};

const parameter = (name: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  example,
  schema: { type: 'string' },
});

const hostileDocument = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: {
    '/t/$(printf x;touch three)': {
      post: {
        operationId: '`touch six`',
        parameters: [
          parameter('X-A', '$(printf x;touch four)'),
          // biome-ignore lint/suspicious/noTemplateCurlyInString: from a hostile document
          parameter('X-B', '${PLANT_STORE_TOKEN+$(touch five)}'),
          parameter('X-C', '"; touch six; "'),
        ],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};

describe('the evidence of a case', () => {
  const evidenceFor = (id: string, long = '') => {
    const [operation] = plantStoreContract.operations;
    const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
    if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
    const testCase = testCategories
      .flatMap((category) => [...category.generate(createGeneratorContext(baseline))])
      .find((one) => one.id === id);
    if (testCase === undefined) throw new Error(`no case ${id}`);
    const built = buildRequestSpec(testCase, createFreshValueSource());
    const requestSpec = { ...built, body: String(built.body).replace('{', `{"x":"${long}",`) };
    const request = { method: 'POST', url: '', headers: [], body: undefined, delivery: 'whole' as const };
    return createEvidence({
      contract: plantStoreContract,
      shownCase: { ...testCase, isOfSequence: false },
      requestSpec,
      exchange: { request, outcome: { kind: 'failure', failure: { kind: 'broken', reason: '' } }, ms: 1 },
      baseUrl: 'http://127.0.0.1:1',
      schemes: [],
      credentials: { token: undefined, byScheme: new Map() },
    });
  };
  const nullId = 'createPlant/wrong-types/body.id/null';

  test('has the sentence of the contract', () => {
    expect(evidenceFor(nullId).requirement).toBe('NewPlant.id is an integer (int64)');
    expect(evidenceFor('createPlant/missing-properties/body.name').requirement).toBe('Plant requires "name"');
  });

  test.each([0, 1_000, 50_000])('marks the mutated part of a body after %i characters', (length) => {
    const { body = '', mark } = evidenceFor(nullId, 'x'.repeat(length)).request;
    expect(body.slice(mark?.start, mark?.end)).toBe('null');
    expect(body.length).toBeLessThan(2_100);
  });

  test('truncates a body around the mutated part', () => {
    const { body } = evidenceFor(nullId, 'x'.repeat(50_000)).request;
    expect(body).toMatch(/^\.\.\. x+","name":.*"id":null\}$/);
  });

  test('marks the end of the object for a missing property', () => {
    const { body = '', mark } = evidenceFor('createPlant/missing-properties/body.name').request;
    expect(mark).toEqual({ start: body.length - 1, end: body.length });
  });

  test.each([
    ['createPlant/connections/new', undefined],
    ['createPlant/connections/closed', undefined],
    ['createPlant/connections/chunked', undefined],
    ['createPlant/connections/in-pieces', /^curl sends the body in one piece/],
    ['createPlant/connections/read-slowly', /^curl reads the response immediately/],
    ['createPlant/connections/watched/valid', /^curl does not check/],
    ['createPlant/request-isolation/concurrent', /^only this request/],
  ])('%s: states what the curl command does not reproduce', (id, words) => {
    const { curlLimitations } = evidenceFor(id);
    if (words === undefined) expect(curlLimitations).toBeUndefined();
    else expect(curlLimitations).toMatch(words);
  });

  test('marks the invalid part if the topic of the case does not name it', () => {
    const id = 'createPlant/request-isolation/body.id-missing-after-a-broken-one';
    const { body = '', mark } = evidenceFor(id).request;
    expect(mark).toEqual({ start: body.length - 1, end: body.length });
  });
});

describe('marks the wrong part of a response', () => {
  const body = `{"long":"${'x'.repeat(5_000)}","secret":"t0ken","name":"fern"}`;
  const evidenceAt = (at: ResponsePart) => {
    const [operation] = plantStoreContract.operations;
    const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
    if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
    const testCase = plainValidCase(baseline);
    const request = { method: 'POST', url: '', headers: [], body: undefined, delivery: 'whole' as const };
    const response = { status: 200, headers: [], body: Buffer.from(body) };
    const seen = createEvidence({
      contract: plantStoreContract,
      shownCase: { ...testCase, isOfSequence: false },
      requestSpec: buildRequestSpec(testCase, createFreshValueSource()),
      exchange: { request, outcome: { kind: 'response', response }, ms: 1 },
      baseUrl: 'http://127.0.0.1:1',
      schemes: [],
      credentials: { token: 't0ken', byScheme: new Map() },
      responsePart: at,
    }).response;
    return seen?.body.slice(seen.mark?.start, seen.mark?.end);
  };

  test.each<readonly [ResponsePart, string]>([
    [{ in: 'body', path: ['name'] }, '"fern"'],
    [{ in: 'body', path: ['name'], from: 2 }, 'rn'],
    [{ in: 'body', path: ['missing'] }, '}'],
    [{ in: 'body', offset: body.length - 3 }, 'n'],
  ])('%j, truncated around it and with the credential masked', (at, marked) => {
    expect(evidenceAt(at)).toBe(marked);
  });
});
