/** Whatever value of another type a document has somewhere, its other operations are served, and the place is reported. */
import { expect, it } from 'vitest';
import { KitError } from '../../../errors.ts';
import { changeAt } from '../../../spec/json/change-at.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { joinPointer, splitPointer } from '../../../spec/json/pointer.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';

const schema: Json = { $ref: '#/components/schemas/A' };

const documentOf = (openapi: string): Json => ({
  openapi,
  info: { title: 'T', version: '1', license: { name: 'L', url: 'http://x.test' } },
  tags: [{ name: 'a' }],
  servers: [{ url: 'http://{h}.test', variables: { h: { default: 'a', enum: ['a'] } } }],
  security: [{ key: [] }],
  paths: {
    '/good': { get: { operationId: 'good', responses: { 200: { description: 'ok' } } } },
    '/a/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } }],
      post: {
        tags: ['a'],
        parameters: [{ name: 'q', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        requestBody: { required: true, content: { 'application/json': { schema, examples: { e: { value: {} } } } } },
        responses: {
          200: { description: 'ok', headers: { A: { schema: { type: 'integer' } } }, content: { 'text/plain': {} } },
        },
      },
    },
  },
  components: {
    schemas: {
      A: { type: 'object', required: ['n'], properties: { n: { maxLength: 9 } }, allOf: [{ minProperties: 1 }] },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'K' } },
  },
});

/** All but the version and the paths as a whole, without which nothing can be served. */
function pointersIn(value: Json, pointer = ''): readonly string[] {
  const keys = isJsonArray(value) ? value.keys() : isJsonObject(value) ? Object.keys(value) : [];
  return [...keys].flatMap((key) => {
    const at = joinPointer(pointer, key);
    const member = isJsonArray(value) ? value[Number(key)] : isJsonObject(value) ? value[String(key)] : undefined;
    const own = /^\/(?:openapi|paths|paths\/~1good(?:\/.*)?)$/.test(at) ? [] : [at];
    return [...own, ...(at.startsWith('/paths/~1good') ? [] : pointersIn(member ?? null, at))];
  });
}

async function load(text: string, mode: 'strict' | 'lenient'): Promise<Contract | KitError> {
  try {
    return await parseContract('file:///tmp/example.json', text, [], { mode });
  } catch (error) {
    if (error instanceof KitError) return error;
    throw error;
  }
}

it.each([
  ['3.0.3', [null, 5, ['x']]],
  ['3.1.0', [null, 'x']],
] satisfies readonly (readonly [string, readonly Json[]])[])('%s', async (openapi, values) => {
  const valid = documentOf(openapi);
  const pointers = pointersIn(valid);
  expect(pointers.length).toBeGreaterThan(60);
  for (const pointer of pointers)
    for (const value of values) {
      const text = JSON.stringify(changeAt(valid, splitPointer(pointer), () => value));
      const lenient = await load(text, 'lenient');
      const place = `${pointer}: ${JSON.stringify(value)}`;
      if (lenient instanceof KitError) throw new Error(`${place} is rejected: ${lenient.detail}`);
      expect(lenient.operations[0]?.id, place).toBe('good');
      const isRepaired = lenient.repairs !== undefined;
      // It takes longer to explain an error than to repair it.
      if (isRepaired && value !== null) continue;
      expect((await load(text, 'strict')) instanceof KitError, place).toBe(isRepaired);
    }
});
