import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { documentTypes } from '../../../spec/typescript/document-types.ts';
import { contractFromJson } from '../../mock/support.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The type of one schema, without indentation. */
async function typeOf(schema: JsonObject, openapi = '3.1.0'): Promise<string> {
  const contract = await contractFromJson({
    openapi,
    info: { title: 'T', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: 'x' } } } } },
    components: { schemas: { Other: { type: 'string' }, One: { ...schema } } },
  });
  const [, found = ''] = /\n {4}One: (.*?);\n {2}(?: {2}\w+: |\};)/s.exec(documentTypes(contract)) ?? [];
  return found.replaceAll(/\s+/g, ' ');
}

describe('the type of a schema', () => {
  it.each<[string, JsonObject, string]>([
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['a nullable list', { type: ['array', 'null'], items: { type: 'integer' } }, '(number[]) | null'],
    ['an enum', { type: ['string', 'null'], enum: ['a', 'b"c', null, 3] }, '"a" | "b\\"c" | null | 3'],
    ['a constant', { const: { kind: ['x', 1] } }, '{ kind: ["x", 1]; }'],
    [
      'members',
      { type: 'object', required: ['a'], properties: { a: ref('Other'), 'b-c': {} } },
      '{ a: components["schemas"]["Other"]; "b-c"?: unknown; }',
    ],
    ['any members', { type: 'object' }, '{ [key: string]: unknown; }'],
    ['no members', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
    ['members of one type', { type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number; }'],
    [
      'named and other members',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
      '{ a?: string; [key: string]: number | string | undefined; }',
    ],
    [
      'a pattern of names',
      { type: 'object', patternProperties: { '^x': { type: 'boolean' } } },
      '{ [key: string]: boolean; }',
    ],
    [
      'an allOf that requires more',
      { allOf: [ref('Other')], required: ['a'] },
      '{ a: unknown; } & components["schemas"]["Other"]',
    ],
    [
      'alternatives',
      { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'null' } } }] },
      'string | { a?: null; }',
    ],
    [
      'alternatives in a list',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      '(string | number)[]',
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 1 },
      '[string, (number)?]',
    ],
    ['an open tuple', { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1 }, '[string, ...unknown[]]'],
    [
      'recursion',
      { type: 'object', properties: { children: { type: 'array', items: ref('One') } } },
      '{ children?: components["schemas"]["One"][]; }',
    ],
    [
      'recursion without a component',
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { $ref: '#/components/schemas/One/properties/a' } } } },
      },
      '{ a?: components["schemas"]["a"]; }',
    ],
    ['nothing', {}, 'unknown'],
    [
      'a description',
      { type: 'object', properties: { a: { description: 'ends */ here\nand there' } } },
      '{ /** ends *\\/ here and there */ a?: unknown; }',
    ],
    [
      'a name with quotes',
      { type: 'object', properties: { '"\n`x': {}, ['__proto__']: {} } },
      '{ "\\"\\n`x"?: unknown; "__proto__"?: unknown; }',
    ],
  ])('shows %s', async (_case, schema, expected) => {
    expect(await typeOf(schema)).toBe(expected);
  });

  it('shows nullable of OpenAPI 3.0', async () => {
    expect(await typeOf({ type: 'string', nullable: true }, '3.0.3')).toBe('string | null');
  });
});
