/** Which values are named as missing, from the request and its rejection. */
import { expect, test } from 'vitest';
import { findNeededValues } from '../../contracts/conformance/plan/needed-values.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { collectMissingValues } from '../../contracts/conformance/running/missing-values.ts';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';

const text = { type: 'string' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const body = (properties: object) => ({ content: { 'application/json': { schema: { type: 'object', properties } } } });
const ok = { 200: { description: 'OK' } };

const { operations } = await loadInlineContract({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orgs/{orgId}': { get: { operationId: 'getOrg', parameters: [inPath('orgId')], responses: ok } },
    '/orgs/{orgId}/users/{userId}': {
      get: { operationId: 'getUser', parameters: [inPath('orgId'), inPath('userId')], responses: ok },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: body({ customerId: text, note: text, address: { type: 'object', properties: { country: text } } }),
        responses: ok,
      },
    },
    '/search': {
      get: {
        operationId: 'search',
        parameters: [
          { name: 'q', in: 'query', required: true, schema: text },
          { name: 'region', in: 'query', schema: text },
        ],
        responses: ok,
      },
    },
    '/sessions': { post: { operationId: 'logIn', requestBody: body({ user: text, secret: text }), responses: ok } },
  },
});

function needsOf(id: string, status: number, response = '', schemes: readonly SecurityScheme[] = []) {
  const operation = operations.find((one) => one.id === id);
  const baseline = operation && deriveBaseline(operation, schemes, operations);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error(`no request for ${id}`);
  return findNeededValues(baseline, { status, text: response });
}

const named = (needs: ReturnType<typeof needsOf>) => needs.map(({ kind, name }) => `${kind} ${name}`.trim());

test.each<[string, number, string, readonly string[]]>([
  ['getUser', 404, '', ['parameter orgId', 'parameter userId']],
  ['getUser', 400, '', ['parameter orgId', 'parameter userId']],
  ['createOrder', 422, '', ['property customerId']],
  ['createOrder', 422, '{"error":"unknown country"}', ['property address.country']],
  ['search', 400, '', ['parameter q']],
  ['search', 422, 'Region is missing', ['parameter q', 'parameter region']],
  ['logIn', 400, '', ['body']],
  ['logIn', 401, 'Wrong user or secret', ['body']],
  ['getOrg', 401, '', []],
  ['logIn', 429, '', []],
  ['logIn', 405, '', []],
])('%s with %i %s', (id, status, response, expected) => {
  expect(named(needsOf(id, status, response))).toEqual(expected);
});

test('a 401 of an operation that requires credentials is not about its body', () => {
  const place = { file: 'shop.yaml', line: 1, pointer: '/components/securitySchemes/token' };
  const scheme = {
    name: 'token',
    place,
    type: 'http',
    scheme: 'bearer',
    in: undefined,
    parameterName: undefined,
  } as const;
  expect(needsOf('createOrder', 401, '', [scheme])).toEqual([]);
});

test('a parent that another request was accepted with is not missing', () => {
  const unchecked = [{ operation: 'getUser', reason: '', casesRun: 'some' as const, needs: needsOf('getUser', 404) }];
  const accepted = operations.filter(({ id }) => id === 'getOrg');
  expect(named(collectMissingValues(unchecked, operations, accepted))).toEqual(['parameter userId']);
  expect(named(collectMissingValues(unchecked, operations, []))).toHaveLength(2);
});
