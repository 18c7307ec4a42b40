/** Odd documents end with a contract or with an error of the kit, and take no longer than others. */
import { expect, it } from 'vitest';
import { KitError } from '../../../errors.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';

const ok = "{'200': {description: ok}}";

function documentWith(schemas: string, ref = '#/components/schemas/A', openapi = '3.0.3'): string {
  const media = `{application/json: {schema: {$ref: '${ref}'}}}`;
  return `openapi: ${openapi}
info: {title: T, version: "1"}
paths:
  /a: {get: {responses: {'200': {description: ok, content: ${media}}}}}
  /b: {get: {responses: ${ok}}}
components: {schemas: {${schemas}}}
`;
}

/** The ids of the operations that are served, and of those that are disabled; or the code of the error. */
async function outcome(text: string): Promise<string> {
  try {
    const contract = await parseContract('file:///tmp/api.yaml', text, [], { mode: 'lenient' });
    const { operations, disabled = [], outgoingCalls = [], unsupported = [], componentParts } = contract;
    expect([outgoingCalls, unsupported, componentParts]).toHaveLength(3);
    return [operations.map(({ id }) => id), disabled.map(({ id }) => id)].join(' | ').replaceAll('GET ', '');
  } catch (error) {
    if (error instanceof KitError) return error.code;
    throw error;
  }
}

it.each([
  ['properties that refer to themselves', "A: {properties: {$ref: '#/components/schemas/A/properties'}}", '/b | /a'],
  ['properties of their own schema', "A: {properties: {$ref: '#/components/schemas/A'}}", '/a,/b | '],
  [
    'a map of properties in itself',
    "A: {properties: {$ref: '#/components/schemas/B'}}, B: {b: {properties: {$ref: '#/components/schemas/B'}}}",
    '/a,/b | ',
  ],
  ['a reference into itself', "A: {$ref: '#/components/schemas/A/properties/x'}", '/b | /a'],
  ['a reference that is no text', 'A: {$ref: 5}', '/a,/b | '],
  ['keys of every object', 'A: {constructor: {type: string}, toString: 1, __proto__: {}}', '/a,/b | '],
  ['a deep schema', `A: ${'{items: '.repeat(400)}{$ref: '#/no'}${'}'.repeat(400)}`, '/b | /a'],
])('%s', async (_case, schemas, expected) => {
  expect(await outcome(documentWith(schemas))).toBe(expected);
});

it.each([
  ['invalid percent encoding', '#/components/%zz'],
  ['another protocol', 'mailto:a'],
  ['a folder', './'],
  ['its own file', 'api.yaml#/components/schemas/No'],
])('a reference to %s', async (_case, ref) => {
  expect(await outcome(documentWith('A: {}', ref))).toBe('/b | /a');
});

it.each([
  [
    'paths that are themselves',
    "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {$ref: '#/paths'}\n",
    'spec-ref',
  ],
  ['paths that are a list', "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: []\n", 'spec-invalid'],
  [
    'an ambiguous anchor',
    documentWith(
      "A: {$id: 'https://x.test/a', $anchor: q, properties: {z: {$anchor: q}, y: {$ref: '#q'}}}",
      '#/components/schemas/A',
      '3.1.0',
    ),
    '/b | /a',
  ],
])('%s', async (_case, text, expected) => {
  expect(await outcome(text)).toBe(expected);
});

it('paths that refer to each other', async () => {
  const paths =
    "{/a: {$ref: '#/paths/~1b'}, /b: {$ref: '#/paths/~1a'}, /c: {get: {responses: {'200': {description: ok}}}}}";
  expect(await outcome(`openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: ${paths}\n`)).toBe('/c | /a,/b');
});

it('a callback that is its own path', async () => {
  const text = `openapi: 3.0.3
info: {title: T, version: '1'}
paths: {/a: {get: {responses: ${ok}, callbacks: {c: {'{$url}': {$ref: '#/paths/~1a'}}}}}}
`;
  expect(await outcome(text)).toBe('/a | ');
});

it('thousands of schemas that refer to each other', async () => {
  const count = 1_500;
  const names = Array.from({ length: count }, (_unused, index) => `S${index}`);
  const schemas = names.map((name, index) => {
    const refs = [(index * 7 + 1) % count, (index * 13 + 5) % count].map((other) => `#/components/schemas/S${other}`);
    const [a, b] = index === 17 ? ['#/components/schemas/No', refs[1]] : refs;
    return `${name}: {properties: {a: {$ref: '${a}'}, b: {$ref: '${b}'}}}`;
  });
  expect(await outcome(documentWith(schemas.join(', '), '#/components/schemas/S0'))).toBe('/b | /a');
});
