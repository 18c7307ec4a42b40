/** References that cannot be resolved disable what needs them, and nothing else. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract, loadOverlaidContract, parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { writeFolder } from '../support.ts';

const url = 'file:///tmp/example.yaml';
const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n';
const ok = "{'200': {description: ok}}";
const lenient = (text: string): Promise<Contract> => parseContract(url, `${head}${text}`, [], { mode: 'lenient' });

function inFolder(files: Readonly<Record<string, string>>): Promise<Contract> {
  return loadOverlaidContract(path.join(writeFolder(files), 'api.yaml'), [], { mode: 'lenient' });
}

/** An operation whose response has this schema. */
function operation(schema: string): string {
  return `{responses: {'200': {description: ok, content: {application/json: {schema: ${schema}}}}}}`;
}

const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`;

function ids({ operations, disabled = [] }: Contract) {
  return { served: operations.map(({ id }) => id), disabled: disabled.map(({ id }) => id) };
}

describe('a $ref without a target', () => {
  it('disables the operations that need it, directly or through others', async () => {
    const contract = await lenient(`paths:
  /fine: {get: ${operation(ref('Fine'))}}
  /direct: {get: ${operation(ref('Missing'))}}
  /indirect: {get: ${operation(`{type: array, items: ${ref('Node')}}`)}, delete: {operationId: remove, responses: ${ok}}}
components:
  schemas:
    Fine: {type: object, properties: {other: ${ref('Fine')}}}
    Node: {type: object, properties: {next: ${ref('Node')}, leaf: ${ref('Leaf')}}}
    Leaf: {allOf: [${ref('Missing')}]}
`);
    expect(ids(contract)).toEqual({
      served: ['GET /fine', 'remove'],
      disabled: ['GET /direct', 'GET /indirect'],
    });
    expect(contract.repairs?.map(({ place, what }) => [place.line, what])).toEqual([
      [5, 'the operation GET /direct'],
      [6, 'the operation GET /indirect'],
    ]);
    expect(contract.disabled?.map(({ method, path: at, place, reason }) => [method, at, place.line, reason])).toEqual([
      ['GET', '/direct', 5, expect.stringMatching(/^"#\/components\/schemas\/Missing" does not exist \(.*:5\)$/)],
      [
        'GET',
        '/indirect',
        6,
        expect.stringMatching(/^"#\/components\/schemas\/Missing" does not exist \(.*:(?:5|11)\)$/),
      ],
    ]);
  });

  it('disables the operations of a cycle of schemas that needs it', async () => {
    const contract = await lenient(`paths:
  /a: {get: ${operation(ref('A'))}}
  /b: {get: ${operation(ref('B'))}}
  /c: {get: {responses: ${ok}}}
components:
  schemas:
    A: {type: object, properties: {b: ${ref('B')}}}
    B: {type: object, properties: {a: ${ref('A')}, missing: ${ref('Missing')}}}
`);
    expect(ids(contract)).toEqual({ served: ['GET /c'], disabled: ['GET /a', 'GET /b'] });
  });

  it.each([
    ['a parameter', "get: {parameters: [{$ref: '#/components/parameters/No'}], responses: {'200': {description: ok}}}"],
    ['a body', "post: {requestBody: {$ref: '#/components/requestBodies/No'}, responses: {'200': {description: ok}}}"],
    ['a response', "get: {responses: {'200': {$ref: '#/components/responses/No'}}}"],
    ['a header', "get: {responses: {'200': {description: ok, headers: {A: {$ref: '#/components/headers/No'}}}}}"],
    ['properties', `get: ${operation("{properties: {$ref: '#/components/schemas/No'}}")}`],
    ['a map of responses', "get: {responses: {$ref: 'no.yaml'}}"],
    [
      'a discriminator',
      `get: ${operation(`{oneOf: [${ref('Fine')}], discriminator: {propertyName: t, mapping: {no: Bad}}}`)}`,
    ],
    ['a security scheme', 'get: {security: [{key: []}], responses: {"200": {description: ok}}}'],
  ])('in %s disables the operation', async (_part, text) => {
    const contract = await lenient(`paths:
  /a: {${text}}
  /b: {get: {responses: ${ok}}}
components:
  schemas: {Fine: {type: object}, Bad: ${ref('Missing')}}
  securitySchemes: {key: {$ref: '#/components/securitySchemes/no'}}
`);
    expect(ids(contract)).toEqual({ served: ['GET /b'], disabled: [expect.stringMatching(/ \/a$/)] });
  });

  it('in a parameter of the path disables all its operations', async () => {
    const contract = await lenient(`paths:
  /a/{id}: {parameters: [{$ref: '#/components/parameters/No'}], get: {responses: ${ok}}, put: {responses: ${ok}}}
  /b: {get: {responses: ${ok}}}
`);
    expect(ids(contract)).toEqual({ served: ['GET /b'], disabled: ['GET /a/{id}', 'PUT /a/{id}'] });
  });

  it('in place of a path disables the path', async () => {
    const contract = await lenient(`paths:
  /a: {$ref: no.yaml}
  /b: {get: {responses: ${ok}}}
`);
    expect(ids(contract)).toEqual({ served: ['GET /b'], disabled: ['/a'] });
    expect(contract.disabled?.[0]).not.toHaveProperty('method');
    expect(contract.repairs?.[0]?.what).toBe('the path /a');
  });

  it('in what no operation uses disables nothing, and is reported once', async () => {
    const contract = await lenient(`paths:
  /b: {get: {responses: ${ok}}}
components:
  schemas:
    A: {properties: {a: ${ref('Missing')}}}
    B: ${ref('Missing')}
  parameters: {P: {name: p, in: query, schema: ${ref('A')}}}
x-own: {$ref: '#/no'}
`);
    expect(ids(contract)).toEqual({ served: ['GET /b'], disabled: [] });
    expect(contract.repairs?.map(({ place, what }) => [place.line, what])).toEqual([
      [7, 'a $ref without a target: "#/components/schemas/Missing" does not exist'],
      [10, 'a $ref without a target: "#/no" does not exist'],
    ]);
  });

  it.each([
    ['a link', "links: {l: {$ref: '#/components/links/No'}}", 'the link "l"'],
    [
      'an example',
      "content: {application/json: {examples: {e: {$ref: '#/components/examples/No'}}}}",
      'the example "e"',
    ],
    ['the value of an example', "content: {application/json: {example: {$ref: '#/no'}}}", '"example" with a $ref'],
    ['a link by its name', 'links: {l: {operationId: nothing}}', 'the link "l" to "nothing"'],
    ['a link by its place', "links: {l: {operationRef: '#/paths/~1no/get'}}", 'the link "l" to "#/paths/~1no/get"'],
    ['a link to a disabled operation', 'links: {l: {operationId: bad}}', 'the link "l" to "bad"'],
  ])('in %s removes only that', async (_part, text, what) => {
    const contract = await lenient(`paths:
  /a: {get: {responses: {'200': {description: ok, ${text}}}}}
  /bad: {get: {operationId: bad, responses: {'200': {$ref: '#/no'}}}}
`);
    expect(ids(contract)).toEqual({ served: ['GET /a'], disabled: ['bad'] });
    expect(contract.repairs?.map((repair) => repair.what)).toEqual([what, 'the operation bad']);
    expect(contract.operations[0]?.responses[0]).toMatchObject({ links: [] });
  });

  it('in a callback or webhook removes only that, also through a schema', async () => {
    const item = `{post: {responses: ${ok}, requestBody: {content: {application/json: {schema: ${ref('A')}}}}}}`;
    const contract = await parseContract(
      url,
      `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a: {get: {responses: ${ok}, callbacks: {c: {'{$request.query.url}': ${item}}}}}
webhooks: {w: ${item}}
components: {schemas: {A: ${ref('Missing')}}}
`,
      [],
      { mode: 'lenient' },
    );
    expect([ids(contract), contract.outgoingCalls]).toEqual([{ served: ['GET /a'], disabled: [] }, []]);
    expect(contract.repairs?.map((repair) => repair.what)).toEqual(['the callback "c"', 'the webhook "w"']);
  });

  it.each([
    ['itself', `A: ${ref('A')}`],
    ['each other', `A: ${ref('B')}\n    B: ${ref('A')}`],
  ])('in schemas that are only references to %s disables their operations', async (_case, schemas) => {
    const contract = await lenient(
      `paths:\n  /a: {get: ${operation(ref('A'))}}\n  /b: {get: {responses: ${ok}}}\ncomponents:\n  schemas:\n    ${schemas}\n`,
    );
    expect(ids(contract)).toEqual({ served: ['GET /b'], disabled: ['GET /a'] });
    expect(contract.disabled?.[0]?.reason).toContain('circular');
  });

  it('is an error, with each place, if no operation is left', async () => {
    const text = `paths:\n  /a: {get: ${operation(ref('A'))}}\n  /b: {get: ${operation(ref('B'))}}\n`;
    await expect(lenient(text)).rejects.toMatchObject({
      code: 'spec-ref',
      detail: expect.stringMatching(/schemas\/A" does not exist\nalso .*schemas\/B" does not exist .*:5\)/),
    });
  });
});

describe('a file that cannot be read', () => {
  const api = `${head}paths:
  /a: {get: {responses: {'200': {$ref: 'other.yaml#/Ok'}}}}
  /b: {get: {responses: ${ok}}}
  /c: {$ref: paths/c.yaml}
`;

  it.each([
    ['does not exist', {}, 'other.yaml: no such file'],
    ['is not YAML', { 'other.yaml': 'Ok: [\n' }, '(other.yaml:'],
    ['lacks the part', { 'other.yaml': 'Other: {description: ok}\n' }, '"other.yaml#/Ok" does not exist'],
    ['needs another one', { 'other.yaml': 'Ok: {$ref: third.yaml}\n' }, 'third.yaml: no such file'],
  ])('since it %s, disables the operations that need it', async (_case, files, reason) => {
    const contract = await inFolder({ 'api.yaml': api, 'paths/c.yaml': `get: {responses: ${ok}}\n`, ...files });
    expect(ids(contract)).toEqual({ served: ['GET /b', 'GET /c'], disabled: ['GET /a'] });
    expect(contract.disabled?.[0]?.reason.replaceAll(/\/\S*\//g, '')).toContain(reason);
  });

  it('is not needed by parts of the same file that do not refer to it', async () => {
    const other = `Ok: {description: ok}\nBad: {$ref: 'third.yaml'}\n`;
    const contract = await inFolder({
      'api.yaml': api,
      'paths/c.yaml': `get: {responses: {'200': {$ref: '../other.yaml#/Bad'}}}\npost: {responses: ${ok}}\n`,
      'other.yaml': other,
    });
    expect(ids(contract)).toEqual({ served: ['GET /a', 'GET /b', 'POST /c'], disabled: ['GET /c'] });
    expect(contract.disabled?.map(({ place }) => path.basename(place.file))).toEqual(['c.yaml']);
  });

  it('rejects the document if it must be valid', async () => {
    const folder = writeFolder({ 'api.yaml': api });
    await expect(loadContract(path.join(folder, 'api.yaml'))).rejects.toMatchObject({ code: 'spec-ref' });
  });
});
