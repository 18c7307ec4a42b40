/** Findings about a whole pact, the places of findings, and results of the comparator. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ComparatorResult } from '../../../contracts/pact/compare/comparator.ts';
import { comparatorOverrides, remainingFindings } from '../../../contracts/pact/compare/comparator-overrides.ts';
import { findComparedInteraction } from '../../../contracts/pact/compare/compared-interaction.ts';
import { toFindings } from '../../../contracts/pact/compare/findings.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { fileOf, kitErrorOf } from '../support.ts';
import { compareFile, contracts, fixtures, reportedFindings, type SmallInteraction, writePact } from './support.ts';

const { shop, garden, files } = contracts;
const key = { 'X-Api-Key': 'k' };

describe('a pact of another provider', () => {
  test('is reported once, not for each interaction', async () => {
    const pactFile = writePact({ request: 'GET /cars' }, { request: 'GET /cars/1' }, { request: 'POST /cars' });
    const { ok, findings } = await compareFile({ pactFile, contract: shop });
    expect(ok).toBe(false);
    expect(findings).toMatchObject([
      {
        severity: 'error',
        code: 'pact.provider.unknown',
        received: '3 interactions of c with p, none for an operation of the contract',
        expected: '11 operations of Shop; is this the pact of another provider?',
        pactPlace: { pointer: '/provider' },
        specLine: 'paths:',
      },
    ]);
    expect(toFindings({ findings })).toMatchObject([{ subject: 'the pact', severity: 'error' }]);
  });

  test('does not apply if one interaction is about the contract', async () => {
    expect(await reportedFindings(shop, { request: 'GET /cars' }, { request: 'GET /orders', headers: key })).toEqual([
      'error request.path-or-method.unknown request',
    ]);
  });
});

test('an undeclared path that expects 404 is a warning', async () => {
  expect(
    await reportedFindings(shop, { request: 'GET /cars', status: 404 }, { request: 'GET /orders', headers: key }),
  ).toEqual(['warning request.path-or-method.unknown request']);
});

const http = {
  description: 'h',
  type: 'Synchronous/HTTP',
  request: { method: 'GET', path: '/pets' },
  response: { status: 200 },
};
const messages: readonly (readonly [string, Json, number])[] = [
  ['an asynchronous message', { description: 'm', type: 'Asynchronous/Messages', contents: { content: {} } }, 2],
  [
    'a synchronous message',
    {
      description: 'm',
      type: 'Synchronous/Messages',
      request: { contents: {} },
      response: [{ contents: {} }],
    },
    2,
  ],
];

describe('rejects', () => {
  test.each(messages)('a pact with %s, which no OpenAPI document describes', async (_what, message) => {
    const pactFile = fileOf(
      JSON.stringify({ interactions: [http, message], metadata: { pactSpecification: { version: '4.0' } } }, null, 1),
    );
    const error = await kitErrorOf(compareFile({ pactFile, contract: shop }));
    expect(error).toMatchObject({
      code: 'pact-unverifiable',
      detail: expect.stringContaining('interaction 2'),
    });
    expect(error.where).toMatch(/pact\.json:\d+$/);
  });

  test('a pact with only messages in the format of version 3', async () => {
    const pactFile = fileOf('{"messages": [{"description": "m", "contents": {}}]}');
    expect(await kitErrorOf(compareFile({ pactFile, contract: shop }))).toMatchObject({
      code: 'pact-unverifiable',
    });
  });
});

describe('a finding points', () => {
  test('to the file that contains the schema', async () => {
    const pactFile = writePact({ request: 'GET /things', responseBody: { size: 'big', colour: 'red' } });
    const { findings } = await compareFile({ pactFile, contract: files });
    const schemas = path.relative('.', path.join(fixtures, 'files/schemas.yaml'));
    expect(findings).toMatchObject([
      { specPlace: { file: schemas, line: 6 }, specLine: 'type: integer', pactLine: '"size": "big",' },
      { specPlace: { file: schemas, pointer: '/Thing' }, specLine: 'Thing:', pactLine: '"colour": "red"' },
    ]);
  });

  test('at the operation in another file, too', async () => {
    const pactFile = writePact({ request: 'GET /things', status: 201 });
    const { findings } = await compareFile({ pactFile, contract: files });
    const paths = path.relative('.', path.join(fixtures, 'files/paths.yaml'));
    expect(findings).toMatchObject([
      { code: 'response.status.unknown', specPlace: { file: paths }, specLine: 'responses:' },
    ]);
  });

  test('at both lines in the report', async () => {
    const pactFile = writePact({ request: 'GET /beds/north', responseBody: { area: 'big' } });
    const [finding] = toFindings(await compareFile({ pactFile, contract: garden }));
    const lines = readFileSync(pactFile, 'utf8').split('\n');
    expect(finding?.otherLineText).toBe('"area": "big"');
    expect(lines[(finding?.otherPlace?.line ?? 0) - 1]?.trim()).toBe('"area": "big"');
    expect(finding?.lineText).toBe("area: { type: [number, 'null'] }");
  });

  test('once per place: fingerprints differ', async () => {
    const pactFile = writePact(
      { request: 'GET /orders/1', responseBody: { id: 'a', lines: 'b' } },
      { request: 'GET /orders/2' },
    );
    const prints = toFindings(await compareFile({ pactFile, contract: shop })).map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
    expect(prints.length).toBe(4);
  });

  test('separately for each consumer: a waiver for one does not apply to another', async () => {
    const { findings } = await compareFile({
      pactFile: writePact({ request: 'GET /orders/1', status: 299 }),
      contract: shop,
    });
    const ofOther = findings.map((finding) => ({ ...finding, consumer: 'another' }));
    const [mine, theirs] = toFindings({ findings: [...findings, ...ofOther] });
    expect(findings[0]?.consumer).toBe('c');
    expect(mine?.fingerprint).not.toBe(theirs?.fingerprint);
  });

  test('with the same id if another interaction is recorded before it', async () => {
    const pactFile = writePact({ request: 'GET /orders/1', status: 299 });
    const [before] = toFindings(await compareFile({ pactFile, contract: shop }));
    const pact = JSON.parse(readFileSync(pactFile, 'utf8'));
    const other = { ...pact.interactions[0], description: 'another', response: { status: 200 } };
    writeFileSync(pactFile, JSON.stringify({ ...pact, interactions: [other, ...pact.interactions] }));
    const after = toFindings(await compareFile({ pactFile, contract: shop }));
    const same = after.find(({ fingerprint }) => fingerprint === before?.fingerprint);
    expect(before?.otherPlace?.pointer).toBe('/interactions/0/request');
    expect(same?.otherPlace?.pointer).toBe('/interactions/1/request');
  });
});

const silences: readonly (readonly [string, SmallInteraction, string])[] = [
  [
    'a rejected valid request that a state may cause',
    {
      request: 'POST /orders',
      headers: key,
      body: { lines: [{ sku: 'a', price: 1 }] },
      status: 422,
      states: ['no stock'],
    },
    'request.valid.rejected',
  ],
  [
    'an optional property that a state may set',
    { request: 'GET /orders/1', headers: key, responseBody: { note: 'n' }, states: ['order 1 is there'] },
    'response.body.optional',
  ],
  [
    'a rule that requires more items than the contract',
    {
      request: 'GET /orders',
      headers: key,
      responseBody: [{ id: 1 }],
      matchingRules: { body: { $: { matchers: [{ match: 'type', min: 1 }] } } },
    },
    'response.rule.narrower',
  ],
  ['HEAD for a declared GET', { request: 'HEAD /orders/1', headers: key }, 'request.method.derived'],
  [
    'a standard status for an undeclared media type',
    {
      request: 'POST /orders',
      headers: { ...key, 'Content-Type': 'text/csv' },
      body: 'a',
      type: 'text/csv',
      status: 415,
    },
    'none',
  ],
  ['undeclared rejections of credentials', { request: 'GET /orders/1', status: 401 }, 'response.status.unknown'],
];

describe('is silent, neither error nor warning, about', () => {
  test.each(silences)('%s', async (_what, exchange, code) => {
    const { findings } = await compareFile({ pactFile: writePact(exchange), contract: shop });
    expect(findings.map((found) => found.severity)).not.toContain('error');
    expect(findings.map((found) => found.severity)).not.toContain('warning');
    expect(findings.map((found) => found.code)).toEqual(code === 'none' ? [] : [code]);
  });

  test('but not about generated valid credentials whose rejection the consumer expects', async () => {
    const generators = { header: { 'X-Api-Key': { type: 'ProviderState', expression: 'key' } } };
    expect(await reportedFindings(shop, { request: 'GET /orders/1', headers: key, generators, status: 401 })).toEqual([
      'error response.status.unknown status',
    ]);
  });
});

test('a pending interaction causes no errors', async () => {
  const exchange = { request: 'GET /orders/1', headers: key, responseBody: { id: 'a' } } as const;
  const pactFile = writePact({ ...exchange, pending: true });
  expect(await compareFile({ pactFile, contract: shop })).toMatchObject({
    ok: true,
    findings: [{ severity: 'warning' }],
  });
  expect(await reportedFindings(shop, { ...exchange, pending: false })).toEqual([
    'error response.body.incompatible body.id',
  ]);
});

test('a rule for an undeclared value points to its nearest declared ancestor', async () => {
  const rules = { body: { '$.colour': { matchers: [{ match: 'regex', regex: '^blue$' }] } } };
  const pactFile = writePact({
    request: 'GET /orders/1',
    headers: key,
    responseBody: { colour: 'red' },
    matchingRules: rules,
  });
  const { findings } = await compareFile({ pactFile, contract: shop });
  const found = findings.find(({ code }) => code === 'response.rule.example');
  expect(found?.specPlace).toMatchObject({ file: shop.file, pointer: '/components/schemas/Order' });
});

test('a status that a rule makes an example may be any that the rule allows', async () => {
  const rules = { status: { $: { matchers: [{ match: 'statusCode', status: 'success' }] } } };
  expect(
    await reportedFindings(shop, {
      request: 'GET /orders/1',
      headers: key,
      status: 299,
      matchingRules: rules,
    }),
  ).toEqual([]);
});

describe('the comparator', () => {
  const resultOf = (code: string, message = 'it differs'): ComparatorResult => ({
    type: 'error',
    code,
    message,
    interaction: 0,
    pactLocation: '[root].interactions[0].request.body.lines',
  });

  async function standingOf(result: ComparatorResult, small: SmallInteraction) {
    const pact = await readPact(writePact(small));
    const subjects = new Map(
      pact.interactions.flatMap((one) => {
        const subject = findComparedInteraction(one, shop, pact);
        return subject === undefined ? [] : [[one.index, subject] as const];
      }),
    );
    return remainingFindings([result], subjects, pact).map(([, found]) => found);
  }

  const order: SmallInteraction = { request: 'POST /orders', headers: key, body: { lines: [] }, status: 201 };

  test('is reported unchanged unless it is a known false positive', async () => {
    expect(await standingOf(resultOf('request.something.incompatible'), order)).toMatchObject([
      {
        severity: 'error',
        code: 'request.something.incompatible',
        expected: 'it differs',
        pointer: '/interactions/0/request/body/content/lines',
      },
    ]);
  });

  test('is silent if it cannot run', async () => {
    const unable: ComparatorResult = {
      ...resultOf('comparator.unable', 'schema is invalid'),
      type: 'info',
      pactLocation: '',
    };
    expect(await standingOf(unable, order)).toMatchObject([
      {
        severity: 'unspecified',
        code: 'comparator.unable',
        expected: 'schema is invalid',
        pointer: '/interactions/0',
      },
    ]);
  });

  test('is reported for a missing form part, but not for the type of a part', async () => {
    const form: SmallInteraction = {
      request: 'POST /photos',
      headers: { 'Content-Type': 'multipart/form-data' },
      body: 'x',
      type: 'multipart/form-data',
    };
    expect(await standingOf(resultOf('request.body.incompatible', 'must have required property'), form)).toHaveLength(
      1,
    );
    expect(await standingOf(resultOf('request.body.incompatible', 'it says: must be integer'), form)).toHaveLength(0);
  });

  test.each(comparatorOverrides.map(({ reason, codes }) => [reason, codes] as const))(
    'is ignored because %s',
    async (_reason, codes) => {
      const code = codeFor(codes);
      expect(await standingOf(resultOf(code, 'body must be integer'), order)).toEqual([]);
    },
  );
});

/** One code that an override matches. */
function codeFor(codes: RegExp): string {
  const known = [
    'request.path-or-method.unknown',
    'request.query.incompatible',
    'request.accept.unknown',
    'request.authorization.missing',
    'request.body.incompatible',
    'response.header.unknown',
    'request.body.unvalidatable',
  ];
  const found = known.find((code) => codes.test(code));
  if (found === undefined) throw new Error(`no code for ${codes.source}`);
  return found;
}
