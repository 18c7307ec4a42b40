/** Documents of OpenAPI 3.2, expressed in 3.1. */
import { describe, expect, it } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { describeErrors, verify } from '../../conformance/support.ts';

const head = 'openapi: 3.2.0\ninfo: { title: Plants, version: "1" }\n';
const parse = (text: string): Promise<Contract> => parseContract('file:///tmp/example.yaml', `${head}${text}`);
const withGet = (operation: string) => parse(`paths:\n  /a:\n    get:\n${operation}`);
const ok = "      responses: { '200': { description: ok } }\n";

const plants = `$self: https://plants.example/api.yaml
servers: [{ url: https://plants.example, name: production }]
tags: [{ name: plants, summary: Plants, parent: all, kind: nav }]
paths:
  /plants:
    query:
      operationId: searchPlants
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } } } }
      responses:
        '200': { summary: Found, content: { application/json: { $ref: '#/components/mediaTypes/Plants' } } }
        '400': { description: Invalid, content: { application/json: { schema: { type: string } } } }
    additionalOperations:
      PURGE:
        operationId: purgePlants
        responses: { '204': { summary: Gone } }
components:
  mediaTypes:
    Plants:
      schema: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } }
      examples:
        one: { dataValue: [{ name: Fern }], serializedValue: '[{"name": "Fern"}]' }
`;

describe('a document of OpenAPI 3.2', () => {
  it('has operations of any method, at their own lines', async () => {
    const { operations } = await parse(plants);
    expect(operations.map(({ id, method, place }) => [id, method, place.line])).toEqual([
      ['searchPlants', 'QUERY', 8],
      ['purgePlants', 'PURGE', 17],
    ]);
  });

  it('has shared media types and data values as examples', async () => {
    const [search] = (await parse(plants)).operations;
    const [media] = search?.responses[0]?.content ?? [];
    expect(media?.examples.map(({ name, value, place }) => [name, value, place.line])).toEqual([
      ['one', [{ name: 'Fern' }], 25],
    ]);
    expect(media?.schema?.place).toMatchObject({ line: 23 });
  });

  it('is served and verified', async () => {
    const contract = await parse(plants);
    const mock = await serveMock(contract);
    const init = { method: 'QUERY', headers: { 'Content-Type': 'application/json' } };
    const found = await fetch(`${mock.url}/plants`, { ...init, body: '{"name":"x"}' });
    expect([found.status, await found.json()]).toEqual([200, [{ name: 'Fern' }]]);
    expect((await fetch(`${mock.url}/plants`, { ...init, body: '{}' })).status).toBe(400);
    expect((await fetch(`${mock.url}/plants`, { method: 'PURGE' })).status).toBe(204);
    const result = await verify({ contract, baseUrl: mock.url, budget: 60 });
    await mock.close();
    expect(describeErrors(result)).toEqual([]);
    expect(result.cases).toBeGreaterThan(30);
  });

  it('describes the query string as a form', async () => {
    const { operations } = await withGet(`${ok}      parameters:
        - name: filter
          in: querystring
          content:
            application/x-www-form-urlencoded:
              schema: { type: object, required: [limit], properties: { limit: { type: integer } } }
`);
    const [parameter] = operations[0]?.parameters ?? [];
    expect(parameter).toMatchObject({ in: 'query', style: 'form', explode: true, schema: { place: { line: 12 } } });
  });

  it('lists what has no effect, with its line', async () => {
    const { unsupported } = await parse(`paths:
  /a:
    get:
      parameters:
        - { name: q, in: querystring, content: { application/json: { schema: {} } } }
      responses:
        '200':
          description: ok
          content:
            application/jsonl:
              itemSchema: { type: string }
            application/json:
              schema:
                type: object
                properties: { a: { type: string, xml: { nodeType: cdata } }, b: { type: string, xml: { nodeType: attribute } } }
                oneOf: [{ type: object }]
                discriminator: { propertyName: a, defaultMapping: b }
            multipart/mixed:
              prefixEncoding: [{ contentType: text/plain }]
            multipart/form-data:
              schema: { type: object }
              encoding: { a: { contentType: multipart/mixed, encoding: { b: { contentType: text/plain } } } }
`);
    expect((unsupported ?? []).map(({ what, place }) => [what, place.line]).slice(0, 5)).toEqual([
      ['a query string that is no form', 7],
      ['the node type "cdata" of XML', 17],
      ['"defaultMapping" of a discriminator', 19],
      ['"prefixEncoding" of a media type', 21],
      ['"encoding" in an encoding', 24],
    ]);
  });

  it('may have what only describes security schemes and servers', async () => {
    const { securitySchemes } = await parse(`paths:
  /a:
    servers: [{ url: /b, name: b }]
    get:
      servers: [{ url: /c, name: c }]
${ok}components:
  securitySchemes:
    login:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://a.example/meta
      flows: { deviceAuthorization: { deviceAuthorizationUrl: https://a.example/d, tokenUrl: https://a.example/t, scopes: {} } }
`);
    expect(securitySchemes.map(({ name, type }) => [name, type])).toEqual([['login', 'oauth2']]);
  });

  it('is rejected at the line of a mistake', async () => {
    const text =
      'paths:\n  /a:\n    additionalOperations:\n      COPY:\n        responses:\n          "200": { description: 7 }\n';
    await expect(parse(text)).rejects.toMatchObject({ where: expect.stringMatching(/example\.yaml:8/) });
  });
});
