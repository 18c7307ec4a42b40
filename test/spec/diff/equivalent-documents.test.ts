import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract, parseContract } from '../../../spec/loading/load-contract.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import {
  document,
  operation,
  operationObject,
  parseDocument,
  withBody,
  withParameter,
  withResponse,
} from './build-documents.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const documents = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => path.relative('', path.join(fixtures, name)));
/** The others are parts of documents, or invalid. */
const contracts = (await Promise.allSettled(documents.map(loadContract))).flatMap((loading) =>
  loading.status === 'fulfilled' ? [loading.value] : [],
);

const other = operationObject({});
const schemes = (name: string) => `{ securitySchemes: { ${name}: { type: http, scheme: bearer } } }`;
const parameter = '{ name: X-Trace, in: header, schema: { type: string } }';
const error = 'content: { application/json: { schema: { type: object } } }';

describe('no change', () => {
  test.each([
    [
      'parameter of the path item or of the operation',
      document(`{ /things: { parameters: [${parameter}], get: ${other} } }`),
      operation({ parameters: `[${parameter}]` }),
    ],
    [
      'name of a header parameter in different case',
      withParameter(parameter),
      withParameter('{ name: x-trace, in: header, schema: { type: string } }'),
    ],
    [
      'explicit defaults of style and explode',
      withParameter('{ name: q, in: query, schema: { type: array, items: { type: string } } }'),
      withParameter(
        '{ name: q, in: query, required: false, style: form, explode: true, schema: { type: array, items: { type: string } } }',
      ),
    ],
    [
      'explode of a single value',
      withParameter('{ name: q, in: query, schema: { type: string } }'),
      withParameter('{ name: q, in: query, explode: false, schema: { type: string } }'),
    ],
    [
      'explode of an array in a header',
      withResponse('headers: { X-Tags: { schema: { type: array, items: { type: string } } } }'),
      withResponse('headers: { X-Tags: { explode: true, schema: { type: array, items: { type: string } } } }'),
    ],
    [
      'allowEmptyValue where any string is allowed',
      withParameter('{ name: q, in: query, allowEmptyValue: true, schema: { type: string } }'),
      withParameter('{ name: q, in: query, schema: { type: string } }'),
    ],
    [
      'media type in different case and with the default charset',
      withBody('{ application/json: { schema: { type: object } } }'),
      withBody("{ 'Application/JSON; charset=UTF-8': { schema: { type: object } } }"),
    ],
    [
      'binary data in 3.0 and in 3.1',
      withBody('{ application/octet-stream: { schema: { type: string, format: binary } } }'),
      withBody('{ application/octet-stream: {} }'),
    ],
    [
      'explicit default media type of a form part',
      withBody('{ multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } } }'),
      withBody(
        '{ multipart/form-data: { schema: { type: object, properties: { a: { type: string } } }, encoding: { a: { contentType: Text/Plain } } } }',
      ),
    ],
    [
      'security of the contract or of the operation',
      operation({}, { security: '[{ key: [] }]', components: schemes('key') }),
      operation({ security: '[{ key: [] }]' }, { components: schemes('key') }),
    ],
    [
      'renamed security scheme',
      operation({ security: '[{ key: [] }]' }, { components: schemes('key') }),
      operation({ security: '[{ token: [] }]' }, { components: schemes('token') }),
    ],
    ['no security and an empty security array', operation({}), operation({ security: '[]' })],
    [
      'server URL with a trailing slash, in different case, with its default port, in different order',
      operation({}, { servers: "[{ url: 'https://API.example.com:443/v1/' }, { url: /v2 }]" }),
      operation({}, { servers: "[{ url: /v2/ }, { url: 'https://api.example.com/v1' }]" }),
    ],
    ['server / and no server', operation({}), operation({}, { servers: '[{ url: / }]' })],
    [
      'base path in the server or in each path',
      document(`{ /things: { get: ${other} } }`, { servers: "[{ url: 'https://a.example.com/v1' }]" }),
      document(`{ /v1/things: { get: ${other} } }`, { servers: "[{ url: 'https://a.example.com' }]" }),
    ],
    [
      'server of the contract or of the operation',
      operation({}, { servers: "[{ url: 'https://a.example.com' }]" }),
      operation({ servers: "[{ url: 'https://a.example.com' }]" }),
    ],
    [
      'error under default, and also by its status',
      operation({ responses: `{ default: { description: error, ${error} } }` }),
      operation({
        responses: `{ default: { description: error, ${error} }, '404': { description: gone, ${error} } }`,
      }),
    ],
    [
      'error in a range of errors',
      operation({ responses: `{ '200': { description: ok }, '4XX': { description: error, ${error} } }` }),
      operation({
        responses: `{ '404': { description: gone, ${error} }, '4XX': { description: error, ${error} }, '200': { description: ok } }`,
      }),
    ],
    [
      'name of a response header in different case',
      withResponse('headers: { X-Total: { schema: { type: integer } } }'),
      withResponse('headers: { x-total: { required: false, schema: { type: integer } } }'),
    ],
    [
      'referenced response',
      operation({}),
      operation(
        { responses: "{ '200': { $ref: '#/components/responses/Ok' } }" },
        { components: '{ responses: { Ok: { description: ok } } }' },
      ),
    ],
  ])('%s', async (_title, one, two) => {
    expect(diffContracts(await parseDocument(one), await parseDocument(two))).toEqual([]);
    expect(diffContracts(await parseDocument(two), await parseDocument(one))).toEqual([]);
  });

  test('OpenAPI 3.0 and 3.1', async () => {
    const text = operation({});
    const modern = text.replace('openapi: 3.0.3', 'openapi: 3.1.0');
    expect(diffContracts(await parseDocument(text), await parseDocument(modern))).toEqual([]);
  });

  test.each(contracts.map((contract) => [contract.file, contract] as const))(
    '%s and itself, in YAML and in JSON',
    async (file, contract) => {
      expect(diffContracts(contract, await loadContract(file))).toEqual([]);
      const { value, url } = parseSource(toDocumentUrl(file), contract.sources.get(file) ?? '');
      const inJson = await parseContract(new URL('api.json', url).href, stringifyJson(value));
      expect(diffContracts(contract, inJson)).toEqual([]);
    },
  );

  test('compares most of the fixture documents', () => {
    expect(contracts.length).toBeGreaterThan(documents.length * 0.7);
  });
});
