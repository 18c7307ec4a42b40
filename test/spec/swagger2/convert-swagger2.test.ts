import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintContract } from '../../../contracts/lint/lint.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract, loadOverlaidContract, parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { describeErrors, verify } from '../../conformance/support.ts';
import { temporaryFolder } from '../../pact/support.ts';

const pets = 'test/fixtures/swagger2/pets.yaml';
const folder = temporaryFolder();

function parse(document: JsonObject): Promise<Contract> {
  const text = JSON.stringify({ swagger: '2.0', info: { title: 'T', version: '1' }, ...document }, null, 1);
  return parseContract('file:///tmp/example.json', text);
}

const responses = { '200': { description: 'ok' } };

/** The document with one operation, converted. */
async function convertOperation(operation: JsonObject, document: JsonObject = {}): Promise<unknown> {
  const { document: converted } = await parse({ ...document, paths: { '/a': { post: { responses, ...operation } } } });
  return converted['paths'];
}

const withParameter = (parameter: JsonObject) => convertOperation({ parameters: [parameter] });
const inPaths = (operation: JsonObject) => ({ '/a': { post: operation } });

describe('a parameter of Swagger 2.0', () => {
  const list = { name: 'ids', in: 'query', type: 'array', items: { type: 'integer', minimum: 1 } };
  const schema = { type: 'array', items: { type: 'integer', minimum: 1 } };

  it.each([
    ['without a format', {}, { style: 'form', explode: false, schema }],
    ['csv', { collectionFormat: 'csv' }, { style: 'form', explode: false, schema }],
    ['multi', { collectionFormat: 'multi' }, { style: 'form', explode: true, schema }],
    ['ssv', { collectionFormat: 'ssv' }, { style: 'spaceDelimited', explode: false, schema }],
    ['pipes', { collectionFormat: 'pipes' }, { style: 'pipeDelimited', explode: false, schema }],
    ['tsv', { collectionFormat: 'tsv' }, { schema: { type: 'string' } }],
  ])('has the serialization of its collectionFormat: %s', async (_name, format, expected) => {
    expect(await withParameter({ ...list, ...format })).toMatchObject(
      inPaths({ parameters: [{ name: 'ids', in: 'query', ...expected }] }),
    );
  });

  it('keeps all rules for its value', async () => {
    const rules = { type: 'integer', format: 'int32', minimum: 1, exclusiveMinimum: true, multipleOf: 5, default: 10 };
    expect(await withParameter({ name: 'size', in: 'query', description: 'how many', ...rules })).toMatchObject(
      inPaths({ parameters: [{ name: 'size', in: 'query', description: 'how many', schema: rules }] }),
    );
  });
});

describe('a body of Swagger 2.0', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', 'x-nullable': true } } };
  const body = { name: 'thing', in: 'body', required: true, schema };
  const converted = { type: 'object', properties: { a: { type: 'string', nullable: true } } };

  it('has the media types that its operation consumes, else those of the document, else JSON', async () => {
    const consumes = ['application/vnd.a+json'];
    const expected = (type: string) =>
      inPaths({ requestBody: { required: true, content: { [type]: { schema: converted } } } });
    expect(await convertOperation({ parameters: [body] })).toMatchObject(expected('application/json'));
    expect(await convertOperation({ parameters: [body] }, { consumes: ['application/xml'] })).toMatchObject(
      expected('application/xml'),
    );
    expect(await convertOperation({ parameters: [body], consumes }, { consumes: ['application/xml'] })).toMatchObject(
      expected('application/vnd.a+json'),
    );
  });

  it('is shared by the operations of a path, and replaced by their own', async () => {
    const other = { ...body, schema: { type: 'string' } };
    const { document } = await parse({
      paths: { '/a': { parameters: [body], post: { responses }, put: { responses, parameters: [other] } } },
    });
    const json = (expected: JsonObject) => ({ requestBody: { content: { 'application/json': { schema: expected } } } });
    expect(document['paths']).toMatchObject({ '/a': { post: json(converted), put: json({ type: 'string' }) } });
  });

  it('is a form for parameters in formData, in parts if there is a file', async () => {
    const text = { name: 'note', in: 'formData', type: 'string', required: true, maxLength: 5 };
    const list = { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' } };
    const file = { name: 'photo', in: 'formData', type: 'file' };
    const properties = { note: { type: 'string', maxLength: 5 }, tags: { type: 'array', items: { type: 'string' } } };
    expect(await convertOperation({ parameters: [text, list] })).toMatchObject(
      inPaths({
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['note'], properties },
              encoding: { tags: { style: 'form', explode: false } },
            },
          },
        },
      }),
    );
    expect(await convertOperation({ parameters: [text, file] })).toMatchObject(
      inPaths({
        requestBody: {
          content: {
            'multipart/form-data': { schema: { properties: { photo: { type: 'string', format: 'binary' } } } },
          },
        },
      }),
    );
  });
});

describe('a response of Swagger 2.0', () => {
  it('has examples of a range for each media type that has none of its own', async () => {
    const response = {
      description: 'ok',
      schema: { type: 'string' },
      examples: { '*/*': 'any', 'text/*': 'text', 'text/csv': 'a,b' },
    };
    const converted = await convertOperation({
      produces: ['text/csv', 'text/plain', 'application/json'],
      responses: { '200': response },
    });
    expect(converted).toMatchObject(
      inPaths({
        responses: {
          '200': {
            content: {
              'text/csv': { example: 'a,b' },
              'text/plain': { example: 'text' },
              'application/json': { example: 'any' },
            },
          },
        },
      }),
    );
  });

  it('has the media types that its operation produces, with their examples', async () => {
    const response = { description: 'ok', schema: { type: 'string' }, examples: { 'text/plain': 'hello' } };
    const produces = ['text/plain', 'application/json'];
    expect(await convertOperation({ produces, responses: { '200': response } })).toMatchObject(
      inPaths({
        responses: {
          '200': {
            content: {
              'text/plain': { schema: { type: 'string' }, example: 'hello' },
              'application/json': { schema: { type: 'string' } },
            },
          },
        },
      }),
    );
  });

  it('that is shared has the media types of the operation', async () => {
    const document = { responses: { Bad: { description: 'bad', schema: { type: 'string' } } } };
    const operation = { produces: ['text/plain'], responses: { '400': { $ref: '#/responses/Bad' } } };
    expect(await convertOperation(operation, document)).toMatchObject(
      inPaths({
        responses: { '400': { description: 'bad', content: { 'text/plain': { schema: { type: 'string' } } } } },
      }),
    );
  });

  it('has headers with schemas, and files as bytes', async () => {
    const headers = { 'X-Total': { type: 'integer', minimum: 0, description: 'all' } };
    const ok = { description: 'ok', headers, schema: { type: 'file' } };
    expect(await convertOperation({ responses: { '200': ok } })).toMatchObject(
      inPaths({
        responses: {
          '200': {
            headers: { 'X-Total': { description: 'all', schema: { type: 'integer', minimum: 0 } } },
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      }),
    );
  });
});

describe('a document of Swagger 2.0', () => {
  it.each([
    [{ host: 'a.example', basePath: '/v1/', schemes: ['http', 'wss'] }, ['http://a.example/v1']],
    [{ host: 'a.example' }, ['https://a.example']],
    [{ basePath: '/v1' }, ['/v1']],
    [{}, []],
  ])('has the servers of its host, path and schemes: %j', async (document, urls) => {
    const { servers } = await parse({ ...document, paths: { '/a': { get: { responses } } } });
    expect(servers.map(({ url }) => url)).toEqual(urls);
  });

  it('may declare its version as a number', async () => {
    const text =
      'swagger: 2.0\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {responses: {"200": {description: ok}}}}}\n';
    expect((await parseContract('file:///tmp/example.yaml', text)).operations).toHaveLength(1);
  });

  it('has its security schemes', async () => {
    const scopes = { read: 'reads' };
    const tokenUrl = 'https://a.example/token';
    const { document } = await parse({
      paths: { '/a': { get: { responses } } },
      securityDefinitions: {
        user: { type: 'basic' },
        key: { type: 'apiKey', name: 'k', in: 'query' },
        app: { type: 'oauth2', flow: 'application', tokenUrl, scopes },
      },
    });
    expect(document['components']).toMatchObject({
      securitySchemes: {
        user: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', name: 'k', in: 'query' },
        app: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
      },
    });
  });

  it('follows references to definitions, also in other files', async () => {
    writeFileSync(path.join(folder, 'more.yaml'), 'definitions: {Note: {type: object, required: [text]}}\n');
    const text = `swagger: "2.0"
info: {title: T, version: "1"}
paths:
  /a:
    get:
      responses:
        '200': {description: ok, schema: {$ref: '#/definitions/List'}}
definitions:
  List: {type: array, items: {$ref: 'more.yaml#/definitions/Note'}}
`;
    writeFileSync(path.join(folder, 'main.yaml'), text);
    const { operations } = await loadContract(path.join(folder, 'main.yaml'));
    const schema = operations[0]?.responses[0]?.content[0]?.schema;
    expect([...(schema?.items?.required ?? [])]).toEqual(['text']);
  });

  it('keeps examples, defaults and enumerations as they are', async () => {
    const literal = { discriminator: 'x', type: 'file', 'x-nullable': true };
    const { document } = await parse({
      paths: { '/a': { get: { responses } } },
      definitions: { A: { type: 'object', example: literal, default: literal, enum: [literal] } },
    });
    expect(document['components']).toMatchObject({
      schemas: { A: { type: 'object', example: literal, default: literal, enum: [literal] } },
    });
  });

  it('may be changed by an overlay, which names its own parts', async () => {
    const overlay = path.join(folder, 'overlay.yaml');
    writeFileSync(
      overlay,
      'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions: [{target: $.definitions.Pet.properties.name, update: {maxLength: 7}}]\n',
    );
    const { document } = await loadOverlaidContract(pets, [overlay]);
    expect(document['components']).toMatchObject({ schemas: { Pet: { properties: { name: { maxLength: 7 } } } } });
  });
});

describe('places in a document of Swagger 2.0', () => {
  it('are those of the original', async () => {
    const { operations, securitySchemes, sources } = await loadContract(pets);
    const lines = [...sources.values()].join('').split('\n');
    const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
    const find = (id: string) => operations.find((one) => one.id === id);
    const [list, add, photo] = [find('listPets'), find('addPet'), find('addPhoto')];
    expect(list?.parameters.map(({ place }) => place.line)).toEqual(
      ['{name: limit, in', 'name: tags', 'name: ids'].map(lineOf),
    );
    expect(list?.responses[0]?.headers[0]?.schema?.place.line).toBe(lineOf('X-Total'));
    expect(add?.requestBody?.place.line).toBe(lineOf('pet: {name: pet, in: body'));
    expect(add?.requestBody?.content[0]?.schema?.properties?.get('kind')?.place.line).toBe(lineOf('kind: {type'));
    expect(photo?.requestBody?.content[0]?.schema?.properties?.get('caption')?.place.line).toBe(
      lineOf('name: caption'),
    );
    expect(securitySchemes.map(({ place }) => place.line)).toEqual(['key: {type: apiKey', 'oauth:'].map(lineOf));
  });

  it('are those of errors', async () => {
    const text =
      'swagger: "2.0"\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: 5\n';
    await expect(parseContract('file:///tmp/example.yaml', text)).rejects.toMatchObject({
      code: 'spec-invalid',
      where: expect.stringMatching(/:8$/),
    });
  });

  it('are those of findings about the document', async () => {
    const contract = await loadContract(pets);
    const unbounded = lintContract(contract).find(({ check }) => check === 'string-has-limit');
    expect(unbounded?.place.line).toBeGreaterThan(20);
    expect(contract.sources.get(contract.file)?.split('\n')[(unbounded?.place.line ?? 0) - 1]).toContain(
      'type: string',
    );
  });
});

it('a document of Swagger 2.0 has no changes against the same one of OpenAPI 3.0', async () => {
  const before = await parse({
    basePath: '/v1',
    paths: {
      '/a': {
        get: {
          parameters: [{ name: 'ids', in: 'query', type: 'array', items: { type: 'integer' } }],
          responses: { '200': { description: 'ok', schema: { $ref: '#/definitions/A' } } },
        },
      },
    },
    definitions: { A: { type: 'object', properties: { a: { type: 'string', 'x-nullable': true } } } },
  });
  const text = `openapi: 3.0.3
info: {title: T, version: "1"}
servers: [{url: /v1}]
paths:
  /a:
    get:
      parameters:
        - {name: ids, in: query, explode: false, schema: {type: array, items: {type: integer}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
components: {schemas: {A: {type: object, properties: {a: {type: string, nullable: true}}}}}
`;
  const after = await parseContract('file:///tmp/after.yaml', text);
  expect(diffContracts(before, after)).toEqual([]);
  const exploded = await parseContract('file:///tmp/after.yaml', text.replace('explode: false, ', ''));
  expect(diffContracts(before, exploded)).not.toEqual([]);
});

it('the mock of a document of Swagger 2.0 conforms to it', async () => {
  const contract = await loadContract(pets);
  const mock = await serveMock(contract);
  const result = await verify({ contract, baseUrl: mock.url, token: mock.token, budget: 120 });
  await mock.close();
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.cases).toBeGreaterThan(100);
});

describe('a reference without a target', () => {
  it.each([
    ['#/definitions/No', { responses: { '200': { description: 'ok', schema: { $ref: '#/definitions/No' } } } }],
    ['#/parameters/No', { parameters: [{ $ref: '#/parameters/No' }] }],
    ['#/responses/No', { responses: { '200': { $ref: '#/responses/No' } } }],
    [
      '#/components/schemas/No',
      { responses: { '200': { description: 'ok', schema: { $ref: '#/components/schemas/No' } } } },
    ],
  ])('is quoted as the document has it: %s', async (ref, operation) => {
    await expect(parse({ paths: inPaths({ responses, ...operation }) })).rejects.toMatchObject({
      code: 'spec-ref',
      detail: `"${ref}" does not exist`,
    });
  });

  it('is at its line, also a circular one', async () => {
    const schema = { $ref: '#/definitions/A' };
    const error = parse({
      paths: inPaths({ responses: { '200': { description: 'ok', schema } } }),
      definitions: { A: schema },
    });
    await expect(error).rejects.toMatchObject({
      detail: '"#/definitions/A" is a circular reference',
      where: expect.stringMatching(/example\.json:14$/),
    });
  });
});
