import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { countChoices, flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid, validate } from '../../spec/validation/validate.ts';
import { parseSchema as schemaOfText } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-hostile-'));

test.each(['^(a+)+$', '^([a-zA-Z ]+)*$', '^(a|a)*$', '^(\\w+\\s?)+$'])(
  'terminates for the pattern %s',
  async (pattern) => {
    const schema = await schemaOf({ type: 'string', pattern });
    expect(isValid(schema, `${'a'.repeat(60)}!`, 'request')).toBe(false);
    expect(isValid(schema, 'aaa', 'request')).toBe(true);
  },
);

test.each([
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([^x]+)+$',
  '^(\\S+\\D*)+$',
  '^(?=.)(a+)+$',
  '^((a+)\\2)+$',
  '^(a{1,40})+$',
  '(.*a){25}',
])('terminates for the pattern %s with a long string, with or without a result', async (pattern) => {
  const schema = await schemaOf({ type: 'string', pattern });
  for (const end of ['x!', '\ud800', '🌵 ']) {
    const text = `${'a'.repeat(50_000)}${end}`;
    expect([true, false]).toContain(isValid(schema, text, 'request'));
    expect([true, false]).toContain(isValid(schema, text, 'response'));
  }
});

test('accepts a string that is too long to match in a response, and does not send it', async () => {
  const schema = await schemaOf({ type: 'string', pattern: '^(?=.)(a+)+$' });
  const text = `${'a'.repeat(100)}!`;
  expect(isValid(schema, text, 'response')).toBe(true);
  expect(validate(schema, text, 'request')).toMatchObject([
    { keyword: 'pattern', expected: 'a string short enough to match against ^(?=.)(a+)+$' },
  ]);
  expect(isValid(schema, 'aaa', 'request')).toBe(true);
  expect(isValid(schema, 'aaa!', 'response')).toBe(false);
});

test('matches a password with many lookaheads at any length', async () => {
  const schema = await schemaOf({ type: 'string', pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$' });
  expect(isValid(schema, `aA1${'x'.repeat(10_000)}`, 'request')).toBe(true);
  expect(isValid(schema, 'x'.repeat(10_000), 'response')).toBe(false);
});

test.each([
  ['^.$', '🌵', true],
  ['^.$', '\ud83c', true],
  ['^.$', '\n', false],
  ['^..$', '🌵', false],
  ['^[^a]{2}$', '🌵b', true],
  ['^[^a]$', 'a', false],
  ['^\\D\\S\\W$', '🌵🪴🌵', true],
  ['^[.]\\.$', '..', true],
  ['^[.]$', 'x', false],
  ['^[^\\]]$', ']', false],
])('the pattern %s matches Unicode characters: %j', async (pattern, text, fits) => {
  expect(isValid(await schemaOf({ type: 'string', pattern }), text, 'request')).toBe(fits);
});

test.each(['allOf', 'anyOf'])('validates, flattens and samples a web of %s part by part', (keyword) => {
  for (const inner of ['{ type: string, minLength: 1 }', '{ type: object, required: [a], properties: { a: {} } }']) {
    const schema = schemaOfText(web(keyword, 40, inner));
    const sample = sampleValue(schema, 'request');
    expect(sample).toBeDefined();
    expect(isValid(schema, sample ?? null, 'request')).toBe(true);
    expect(validate(schema, 1, 'request').length).toBeGreaterThan(0);
    expect(validate(schema, {}, 'request').length).toBeGreaterThan(0);
    expect(countChoices(schema)).toBe(keyword === 'anyOf' ? 2 : 1);
    expect(flattenSchema(schema).types?.size).toBe(1);
  }
});

test('searches a web of schemas once for evaluated parts', () => {
  const schema = schemaOfText(`${web('allOf', 40, '{ properties: { a: {} } }')}\nunevaluatedProperties: false`);
  expect(isValid(schema, { a: 1 }, 'request')).toBe(true);
  expect(isValid(schema, { a: 1, b: 1 }, 'request')).toBe(false);
});

test('finds one of 2,000 alternatives', () => {
  const kinds = Array.from(
    { length: 2_000 },
    (_unused, n) => `{ type: object, required: [k, v${n}], properties: { k: { const: ${n} } } }`,
  );
  const schema = schemaOfText(`oneOf: [${kinds.join(', ')}]`);
  expect(isValid(schema, { k: 1_999, v1999: 1 }, 'request')).toBe(true);
  expect(validate(schema, { k: 1_999 }, 'request')).toHaveLength(1);
});

test('finds each of 50,000 enum values, numbers by value', () => {
  const values = Array.from({ length: 50_000 }, (_unused, n) => `v${n}`);
  const schema = schemaOfText(`enum: [${values.join(', ')}, 7, { b: 1, a: [2] }]`);
  expect(values.every((value) => isValid(schema, value, 'request'))).toBe(true);
  for (const value of [7n, { a: [2n], b: 1 }]) expect(isValid(schema, value, 'request')).toBe(true);
  for (const value of ['v50000', '7', 8, { a: [2] }]) expect(isValid(schema, value, 'request')).toBe(false);
});

describe('a sample that would be too large', () => {
  test.each([
    'minLength: 1000000000',
    'pattern: "^a{1000000}$"',
    'pattern: "^(a{1000}){1000}$"',
    'pattern: "^((a{100}){100}){100,}$"',
  ])('is not generated for a string of %s', (demand) => {
    expect(sampleValue(schemaOfText(`type: string\n${demand}`), 'request')).toBeUndefined();
  });

  test.each(['minItems: 1000000000', 'minItems: 3\nuniqueItems: true\nitems: { type: boolean }'])(
    'is not generated for an array of %s',
    (demand) => {
      expect(sampleValue(schemaOfText(`type: array\n${demand}`), 'request')).toBeUndefined();
    },
  );

  test('has 5,000 unique items if required', () => {
    const schema = schemaOfText('type: array\nminItems: 5000\nuniqueItems: true\nitems: { type: integer }');
    expect(sampleValue(schema, 'request')).toHaveLength(5_000);
  });
});

test('counts a character beyond the BMP as one in a pattern', async () => {
  const schema = await schemaOf({ type: 'string', pattern: '^.{2}$' });
  expect(isValid(schema, '🌵🪴', 'request')).toBe(true);
  expect(isValid(schema, '🌵', 'request')).toBe(false);
});

test.each(['link.yaml', 'linked/secret.yaml'])(
  'rejects a reference out of the folder through the link %s',
  async (target) => {
    const outside = path.join(folder, 'outside');
    const inside = path.join(folder, 'inside');
    for (const one of [outside, inside]) mkdirSync(one, { recursive: true });
    writeFileSync(path.join(outside, 'secret.yaml'), 'type: string\n');
    try {
      symlinkSync(path.join(outside, 'secret.yaml'), path.join(inside, 'link.yaml'));
      symlinkSync(outside, path.join(inside, 'linked'));
    } catch {
      // The second of the two tests finds them there.
    }
    const file = path.join(inside, 'api.json');
    writeFileSync(file, JSON.stringify(documentWith({ $ref: `./${target}` })));
    await expect(loadContract(file)).rejects.toMatchObject({ code: 'spec-ref' });
  },
);

/** Each level refers to the next by two ways, so that the innermost schema is reached by 2 to the power of `levels`. */
function web(keyword: string, levels: number, inner: string): string {
  const refs = (n: number) => [1, 2].map((side) => `{ $ref: '#/$defs/${side}-${n}' }`).join(', ');
  const defs = Array.from({ length: levels }, (_unused, n) =>
    [1, 2].map((side) => `  ${side}-${n}: { ${keyword}: [${refs(n + 1)}] }`),
  );
  const last = [1, 2].map((side) => `  ${side}-${levels}: ${inner}`);
  return [`${keyword}: [${refs(0)}]`, '$defs:', ...defs.flat(), ...last].join('\n');
}

async function schemaOf(schema: object) {
  const file = path.join(folder, 'api.json');
  writeFileSync(file, JSON.stringify(documentWith(schema)));
  const contract = await loadContract(file);
  const found = contract.operations[0]?.requestBody?.content[0]?.schema;
  if (found === undefined) throw new Error('the document has no body');
  return found;
}

function documentWith(schema: object) {
  const content = { 'application/json': { schema } };
  return {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/t': { post: { requestBody: { content }, responses: { 200: { description: 'ok' } } } } },
  };
}
