/** References by `$id`, `$anchor` and `$dynamicAnchor`: how they resolve. */
import { describe, expect, it } from 'vitest';
import { isValid } from '../../../spec/validation/validate.ts';
import { documentWith, json, loadErrorOf, loadText } from '../support.ts';

/** A document whose one request body has the schema. */
function withSchema(schema: string, components = 'None: {type: string}'): string {
  return documentWith(schema, '3.1.0', `components:\n  schemas:\n${components.replaceAll(/^/gm, '    ')}\n`);
}

async function accepted(text: string, values: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const { operations } = await loadText(text, files);
  const schema = operations[0]?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('there is no schema');
  return values.map((value) => isValid(schema, json(value), 'request'));
}

describe('a reference', () => {
  it.each([
    ['an absolute $id', 'https://a.test/schemas/pot'],
    ['an $anchor of a schema with an $id', 'https://a.test/schemas/pot#size'],
    ['a pointer within a schema with an $id', 'https://a.test/schemas/pot#/$defs/size'],
    ['an $anchor of the document', '#small'],
  ])('resolves to %s', async (_what, ref) => {
    const components = `Pot:
  $id: https://a.test/schemas/pot
  $defs:
    size: {$anchor: size, type: integer, maximum: 5}
  $ref: '#/$defs/size'
Small: {$anchor: small, type: integer, maximum: 5}`;
    expect(await accepted(withSchema(`$ref: '${ref}'`, components), ['5', '6'])).toEqual([true, false]);
  });

  it('is relative to the $id around it', async () => {
    const schema = '$id: https://a.test/schemas/shelf\ntype: array\nitems: {$ref: pot}';
    const components = 'Pot: {$id: "https://a.test/schemas/pot", type: integer}';
    expect(await accepted(withSchema(schema, components), ['[1]', '["1"]'])).toEqual([true, false]);
  });

  it('to a component resolves in the document, also below an $id', async () => {
    const schema = "$id: https://a.test/schemas/shelf\nitems: {$ref: '#/components/schemas/Pot'}";
    expect(await accepted(withSchema(schema, 'Pot: {type: integer}'), ['[1]', '["1"]'])).toEqual([true, false]);
  });

  it('resolves to an $id in a document with references to other files', async () => {
    const schema = 'properties:\n  a: {$ref: "https://a.test/pot"}\n  b: {$ref: "other.yaml#/B"}';
    const text = withSchema(schema, 'Pot: {$id: "https://a.test/pot", type: integer}');
    const files = { 'other.yaml': 'B: {type: string}\n' };
    expect(await accepted(text, ['{"a":1,"b":"x"}', '{"a":"x"}', '{"b":1}'], files)).toEqual([true, false, false]);
  });

  it('keeps the siblings of further references in its path', async () => {
    const components = "A: {$ref: '#/components/schemas/B', maxLength: 3}\nB: {type: string}";
    const values = ['"abc"', '"abcd"', '3'];
    expect(await accepted(withSchema("$ref: '#/components/schemas/A'", components), values)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is a pointer in the document for other libraries', async () => {
    const text = withSchema('$ref: "https://a.test/pot"', 'Pot: {$id: "https://a.test/pot", type: integer}');
    expect(JSON.stringify((await loadText(text)).document)).toContain('"$ref":"#/components/schemas/Pot"');
  });

  it('is not changed in an example value', async () => {
    const schema = 'type: object\nexample: {$id: "https://a.test/pot"}\n$anchor: top';
    expect(await accepted(withSchema(schema, 'A: {type: string}'), ['{}'])).toEqual([true]);
  });

  it('by an $id that does not exist is rejected with its place', async () => {
    const text = withSchema('$id: https://a.test/a\n$ref: "#nope"');
    expect(await loadErrorOf(loadText(text))).toMatchObject({
      code: 'spec-ref',
      detail: '"#nope" does not exist',
    });
  });
});

/** A list of whatever the schema that uses it names. */
const list = `List:
  $id: https://a.test/list
  $defs:
    item: {$dynamicAnchor: item, not: {}}
  type: array
  items: {$dynamicRef: '#item'}
`;

describe('a $dynamicRef', () => {
  it('resolves to the outermost anchor of its name', async () => {
    const schema = `$id: https://a.test/numbers
$defs:
  item: {$dynamicAnchor: item, type: integer}
$ref: '#/components/schemas/List'`;
    expect(await accepted(withSchema(schema, list), ['[1]', '["1"]', '[]'])).toEqual([true, false, true]);
  });

  it('resolves differently in a different dynamic scope', async () => {
    const of = (type: string) =>
      `{$id: 'https://a.test/${type}s', $defs: {item: {$dynamicAnchor: item, type: ${type}}}, $ref: list}`;
    const schema = `properties:\n  a: ${of('integer')}\n  b: ${of('string')}\n  c: {$ref: 'https://a.test/list'}`;
    const values = ['{"a":[1],"b":["1"],"c":[]}', '{"a":["1"]}', '{"b":[1]}', '{"c":[1]}'];
    expect(await accepted(withSchema(schema, list), values)).toEqual([true, false, false, false]);
  });

  it('is a plain reference if only one anchor has the name, also for other libraries', async () => {
    const schema = `$id: https://a.test/tree
$dynamicAnchor: node
type: object
properties:
  children: {type: array, items: {$dynamicRef: '#node'}}
additionalProperties: false`;
    const text = withSchema("$ref: '#/components/schemas/Tree'", `Tree:\n${schema.replaceAll(/^/gm, '  ')}`);
    expect(await accepted(text, ['{"children":[{"children":[]}]}', '{"children":[{"child":[]}]}'])).toEqual([
      true,
      false,
    ]);
    expect(JSON.stringify((await loadText(text)).document)).toContain('"items":{"$ref":"#/components/schemas/Tree"}');
  });

  it('to a plain $anchor is a plain reference', async () => {
    const schema = "$defs: {a: {$anchor: plain, type: integer}}\nitems: {$dynamicRef: '#plain'}";
    expect(await accepted(withSchema(schema), ['[1]', '["1"]'])).toEqual([true, false]);
  });
});

describe('a $recursiveRef', () => {
  it('resolves to the schema with the $id without a $recursiveAnchor', async () => {
    const schema = "$id: https://a.test/tree\nproperties: {next: {$recursiveRef: '#'}}\nadditionalProperties: false";
    expect(await accepted(withSchema(schema), ['{"next":{"next":{}}}', '{"next":{"other":1}}'])).toEqual([true, false]);
  });

  it('is rejected with a $recursiveAnchor', async () => {
    const schema = "$id: https://a.test/tree\n$recursiveAnchor: true\nproperties: {next: {$recursiveRef: '#'}}";
    expect(await loadErrorOf(loadText(withSchema(schema)))).toMatchObject({ code: 'schema-uncompilable' });
  });
});
