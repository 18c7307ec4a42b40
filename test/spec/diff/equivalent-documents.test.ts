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
/** The others are parts of documents, or are there to be refused. */
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
      'a parameter of the path item and one of the operation',
      document(`{ /things: { parameters: [${parameter}], get: ${other} } }`),
      operation({ parameters: `[${parameter}]` }),
    ],
    [
      'the name of a header parameter in another case',
      withParameter(parameter),
      withParameter('{ name: x-trace, in: header, schema: { type: string } }'),
    ],
    [
      'defaults of style and explode written out',
      withParameter('{ name: q, in: query, schema: { type: array, items: { type: string } } }'),
      withParameter(
        '{ name: q, in: query, required: false, style: form, explode: true, schema: { type: array, items: { type: string } } }',
      ),
    ],
    [
      'explode, where there is one value',
      withParameter('{ name: q, in: query, schema: { type: string } }'),
      withParameter('{ name: q, in: query, explode: false, schema: { type: string } }'),
    ],
    [
      'explode of a list in a header',
      withResponse('headers: { X-Tags: { schema: { type: array, items: { type: string } } } }'),
      withResponse('headers: { X-Tags: { explode: true, schema: { type: array, items: { type: string } } } }'),
    ],
    [
      'an empty value allowed where any text is',
      withParameter('{ name: q, in: query, allowEmptyValue: true, schema: { type: string } }'),
      withParameter('{ name: q, in: query, schema: { type: string } }'),
    ],
    [
      'a media type in another case and with the default charset',
      withBody('{ application/json: { schema: { type: object } } }'),
      withBody("{ 'Application/JSON; charset=UTF-8': { schema: { type: object } } }"),
    ],
    [
      'raw bytes as 3.0 writes them and as 3.1 does',
      withBody('{ application/octet-stream: { schema: { type: string, format: binary } } }'),
      withBody('{ application/octet-stream: {} }'),
    ],
    [
      'the media type of a part that goes without saying',
      withBody('{ multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } } }'),
      withBody(
        '{ multipart/form-data: { schema: { type: object, properties: { a: { type: string } } }, encoding: { a: { contentType: Text/Plain } } } }',
      ),
    ],
    [
      'security of the contract and of the operation',
      operation({}, { security: '[{ key: [] }]', components: schemes('key') }),
      operation({ security: '[{ key: [] }]' }, { components: schemes('key') }),
    ],
    [
      'a security scheme by another name',
      operation({ security: '[{ key: [] }]' }, { components: schemes('key') }),
      operation({ security: '[{ token: [] }]' }, { components: schemes('token') }),
    ],
    ['no security at all and an empty list of it', operation({}), operation({ security: '[]' })],
    [
      'a server with a slash at its end, in another case, with its port, in another order',
      operation({}, { servers: "[{ url: 'https://API.example.com:443/v1/' }, { url: /v2 }]" }),
      operation({}, { servers: "[{ url: /v2/ }, { url: 'https://api.example.com/v1' }]" }),
    ],
    ['the server / and none', operation({}), operation({}, { servers: '[{ url: / }]' })],
    [
      'a base path in the server and in every path',
      document(`{ /things: { get: ${other} } }`, { servers: "[{ url: 'https://a.example.com/v1' }]" }),
      document(`{ /v1/things: { get: ${other} } }`, { servers: "[{ url: 'https://a.example.com' }]" }),
    ],
    [
      'a server of the contract and of the operation',
      operation({}, { servers: "[{ url: 'https://a.example.com' }]" }),
      operation({ servers: "[{ url: 'https://a.example.com' }]" }),
    ],
    [
      'an error under default, and once more by itself',
      operation({ responses: `{ default: { description: error, ${error} } }` }),
      operation({
        responses: `{ default: { description: error, ${error} }, '404': { description: gone, ${error} } }`,
      }),
    ],
    [
      'an error in a range of errors',
      operation({ responses: `{ '200': { description: ok }, '4XX': { description: error, ${error} } }` }),
      operation({
        responses: `{ '404': { description: gone, ${error} }, '4XX': { description: error, ${error} }, '200': { description: ok } }`,
      }),
    ],
    [
      'the name of a header of an answer in another case',
      withResponse('headers: { X-Total: { schema: { type: integer } } }'),
      withResponse('headers: { x-total: { required: false, schema: { type: integer } } }'),
    ],
    [
      'an answer that is referred to',
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

  test('those are most of the documents of the fixtures', () => {
    expect(contracts.length).toBeGreaterThan(documents.length * 0.7);
  });
});
