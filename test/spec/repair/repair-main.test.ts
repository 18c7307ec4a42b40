/** Versions in another spelling, sections of Swagger 2.0 in a document of OpenAPI 3, and references to them. */
import { describe, expect, it } from 'vitest';
import { splitPointer } from '../../../spec/json/pointer.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { valueAt } from '../support.ts';

const url = 'file:///tmp/example.yaml';
const load = (text: string): Promise<Contract> => parseContract(url, text, [], { mode: 'lenient' });

function documentWith(ref: string, more = '', openapi = '3.0.3'): string {
  return `openapi: ${openapi}
info: {title: T, version: '1'}
paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {$ref: '${ref}'}}}
components: {schemas: {A: {type: integer}}}
${more}`;
}

const known = '#/components/schemas/A';

describe('the version of OpenAPI', () => {
  it.each([
    ['3.0', '3.0', 'the version 3 of OpenAPI'],
    ['3', '3.0', 'the version 3 of OpenAPI'],
    ['3.1', '3.1', 'the version 3.1 of OpenAPI'],
    ['"3.1"', '3.1', 'the version "3.1" of OpenAPI'],
    ['v3.0.2', '3.0', 'the version "v3.0.2" of OpenAPI'],
    ['3.0.x', '3.0', 'the version "3.0.x" of OpenAPI'],
  ] as const)('may be written as %s', async (version, openapi, what) => {
    const text = documentWith(known, '', version);
    const contract = await load(text);
    expect(contract.openapi).toBe(openapi);
    expect(contract.repairs?.map((one) => [one.what, one.place.line])).toEqual([[what, 1]]);
    await expect(parseContract(url, text)).rejects.toMatchObject({ code: 'spec-version' });
  });

  it.each(['2.5', '4.0.0', '3.7', 'latest'])('is rejected if it is %s', async (version) => {
    await expect(load(documentWith(known, '', `"${version}"`))).rejects.toMatchObject({ code: 'spec-version' });
  });
});

describe('a $ref', () => {
  it.each([
    '#/definitions/A',
    '#components/schemas/A',
    '/components/schemas/A',
    'components/schemas/A',
    '#/schemas/A',
    'A',
  ])('to %s is read as one to the component', async (ref) => {
    const text = documentWith(ref);
    const { operations, repairs = [] } = await load(text);
    expect(operations[0]?.responses[0]?.content[0]?.schema?.types).toEqual(new Set(['integer']));
    expect(repairs.map(({ what, place }) => [what, place.line])).toEqual([[`the $ref "${ref}"`, 9]]);
    await expect(parseContract(url, text)).rejects.toMatchObject({ name: 'KitError' });
  });

  it('to what no component has disables the operation', async () => {
    await expect(load(documentWith('#/definitions/B'))).rejects.toMatchObject({ code: 'spec-ref' });
  });
});

it('sections of Swagger are components, and keep their lines', async () => {
  const text = documentWith(
    '#/definitions/B',
    `definitions:
  A: {type: string}
  B: {type: boolean}
securityDefinitions: {key: {type: basic}}
`,
  );
  const { document, repairs = [], operations } = await load(text);
  const read = ['/components/schemas', '/components/securitySchemes/key'].map((at) =>
    valueAt(document, splitPointer(at)),
  );
  expect(read).toEqual([
    { A: { type: 'integer' }, B: { type: 'boolean' } },
    { type: 'http', scheme: 'basic' },
  ]);
  expect(repairs.map(({ what, place }) => [place.line, what])).toEqual([
    [9, 'the $ref "#/definitions/B"'],
    [11, '"definitions" beside "openapi"'],
    [14, '"securityDefinitions" beside "openapi"'],
  ]);
  expect(operations[0]?.responses[0]?.content[0]?.schema?.place.line).toBe(13);
});
