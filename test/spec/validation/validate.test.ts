/** Valid and invalid values for each keyword, with the messages of the violations. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { describeValue, describeViolation, formatPath, isValid, validate } from '../../../spec/validation/validate.ts';
import { relativeCpuTime } from '../../cpu-time.ts';
import { json, parseSchema } from '../support.ts';

interface Row {
  readonly schema: string;
  readonly valid: readonly string[];
  /** JSON text and its violations. */
  readonly invalid: readonly (readonly [value: string, ...violations: string[]])[];
}

function violationMessages(
  schema: Schema,
  value: string,
  direction: 'request' | 'response' = 'request',
): readonly string[] {
  return validate(schema, json(value), direction).map((violation) => describeViolation(violation));
}

const rows: readonly Row[] = [
  {
    schema: 'type: integer',
    valid: ['7', '7.0', '7e2', '-0.0', '9223372036854775808', '1e400'],
    invalid: [
      ['"7"', 'body: expected integer, got string "7"'],
      ['7.5', 'body: expected integer, got number 7.5'],
      ['null', 'body: expected integer, got null'],
      ['[]', 'body: expected integer, got array'],
    ],
  },
  {
    schema: 'type: number',
    valid: ['7', '7.5', '1e400'],
    invalid: [['true', 'body: expected number, got boolean true']],
  },
  { schema: 'type: string', valid: ['""', '"7"'], invalid: [['7', 'body: expected string, got integer 7']] },
  { schema: 'type: boolean', valid: ['false'], invalid: [['0', 'body: expected boolean, got integer 0']] },
  { schema: 'type: "null"', valid: ['null'], invalid: [['0', 'body: expected null, got integer 0']] },
  { schema: 'type: array', valid: ['[]'], invalid: [['{}', 'body: expected array, got object']] },
  { schema: 'type: object', valid: ['{}'], invalid: [['[]', 'body: expected object, got array']] },
  {
    schema: 'type: [string, "null"]',
    valid: ['"a"', 'null'],
    invalid: [['1', 'body: expected string or null, got integer 1']],
  },
  { schema: 'true', valid: ['1', '{}'], invalid: [] },
  { schema: 'false', valid: [], invalid: [['1', 'body: expected no value, got integer 1']] },
  {
    schema: 'enum: [a, 1, 9223372036854775807, null, {b: [2]}]',
    valid: ['"a"', '1.0', '9223372036854775807', 'null', '{"b": [2.0]}'],
    invalid: [
      [
        '9223372036854775806',
        'body: expected one of "a", 1, 9223372036854775807, null, {"b":[2]}, got integer 9223372036854775806',
      ],
    ],
  },
  {
    schema: 'const: 9007199254740993',
    valid: ['9007199254740993', '9007199254740993.0'],
    invalid: [['9007199254740992', 'body: expected 9007199254740993, got integer 9007199254740992']],
  },
  {
    schema: 'minimum: 9007199254740993',
    valid: ['9007199254740993', '1e30', '"a"'],
    invalid: [['9007199254740992', 'body: expected at least 9007199254740993, got integer 9007199254740992']],
  },
  {
    schema: 'minimum: 1e25',
    valid: ['1e25', '10000000000000000000000000', '1e26'],
    invalid: [['9e24', 'body: expected at least 1e+25, got integer 9000000000000000000000000']],
  },
  {
    schema: 'exclusiveMaximum: 1e23',
    valid: ['9e22'],
    invalid: [['100000000000000000000000', 'body: expected less than 1e+23, got integer 100000000000000000000000']],
  },
  {
    schema: 'maximum: 1.5',
    valid: ['1.5', '-1e400'],
    invalid: [['1.51', 'body: expected at most 1.5, got number 1.51']],
  },
  {
    schema: 'exclusiveMinimum: 0',
    valid: ['0.1'],
    invalid: [['0', 'body: expected more than 0, got integer 0']],
  },
  {
    schema: 'exclusiveMaximum: 9223372036854775807',
    valid: ['9223372036854775806'],
    invalid: [['9223372036854775807', 'body: expected less than 9223372036854775807, got integer 9223372036854775807']],
  },
  {
    schema: 'multipleOf: 0.01',
    valid: ['0.07', '1.1', '19.99', '4.35', '1e15', '1e308', '9007199254740993', '0'],
    invalid: [['0.075', 'body: expected a multiple of 0.01, got number 0.075']],
  },
  {
    schema: 'multipleOf: 3',
    valid: ['9007199254740993', '-6', '"a"'],
    invalid: [
      ['9007199254740994', 'body: expected a multiple of 3, got integer 9007199254740994'],
      ['7', 'body: expected a multiple of 3, got integer 7'],
      ['4.5', 'body: expected a multiple of 3, got number 4.5'],
    ],
  },
  {
    schema: 'multipleOf: 0.5',
    valid: ['1e400'],
    invalid: [['0.3', 'body: expected a multiple of 0.5, got number 0.3']],
  },
  {
    schema: 'multipleOf: 0.25',
    valid: ['1.5', '0.75', '-2', '1e3'],
    invalid: [
      ['1.3', 'body: expected a multiple of 0.25, got number 1.3'],
      ['1e-7', 'body: expected a multiple of 0.25, got number 1e-7'],
    ],
  },
  {
    schema: 'minLength: 2',
    valid: ['"ab"', '"\u{1F335}b"', '"\u{1F335}\u{1F335}"', '1'],
    invalid: [['"\u{1F335}"', 'body: expected a string of at least 2 characters, got string "\u{1F335}"']],
  },
  {
    schema: 'maxLength: 1',
    valid: ['"\u{1F335}"', '""'],
    invalid: [
      ['"ab"', 'body: expected a string of at most 1 character, got string "ab"'],
      ['"abc"', 'body: expected a string of at most 1 character, got string "abc"'],
    ],
  },
  {
    schema: 'pattern: "^[a-z]+$"',
    valid: ['"fern"', '1'],
    invalid: [['"Fern"', 'body: expected a string that matches ^[a-z]+$, got string "Fern"']],
  },
  {
    schema: 'pattern: er',
    valid: ['"fern"'],
    invalid: [['"cactus"', 'body: expected a string that matches er, got string "cactus"']],
  },
  {
    schema: 'pattern: "^\\\\p{L}$"',
    valid: ['"\u00fc"'],
    invalid: [['"1"', 'body: expected a string that matches ^\\p{L}$, got string "1"']],
  },
  {
    schema: 'minItems: 1',
    valid: ['[1]', '"a"'],
    invalid: [['[]', 'body: expected an array of at least 1 item, got 0']],
  },
  {
    schema: 'maxItems: 1',
    valid: ['[1]'],
    invalid: [['[1, 2]', 'body: expected an array of at most 1 item, got 2']],
  },
  {
    schema: 'uniqueItems: true',
    valid: ['[1, "1", true, [1], {"a": 1}, {"a": 2}]', '[9007199254740993, 9007199254740992]'],
    invalid: [
      ['[1, 2, 1.0]', 'body[2]: expected an item that differs from the item at index 0, got integer 1'],
      [
        '[{"a": 1, "b": 2}, {"b": 2, "a": 1}]',
        'body[1]: expected an item that differs from the item at index 0, got object',
      ],
    ],
  },
  {
    schema: 'items: {type: integer}',
    valid: ['[1, 2]', '[]'],
    invalid: [
      ['["a", 1, "b"]', 'body[0]: expected integer, got string "a"', 'body[2]: expected integer, got string "b"'],
    ],
  },
  {
    schema: 'prefixItems: [{type: integer}]\nitems: {type: string}',
    valid: ['[1, "a"]', '[1]'],
    invalid: [['["a", 1]', 'body[0]: expected integer, got string "a"', 'body[1]: expected string, got integer 1']],
  },
  {
    schema: 'contains: {const: 5}\nminContains: 2\nmaxContains: 3',
    valid: ['[5, 1, 5]'],
    invalid: [
      ['[5]', 'body: expected an array with at least 2 items that match "contains", got 1'],
      ['[5, 5, 5, 5]', 'body: expected an array with at most 3 items that match "contains", got 4'],
    ],
  },
  {
    schema: 'prefixItems: [true]\nunevaluatedItems: false',
    valid: ['[1]'],
    invalid: [['[1, 2]', 'body[1]: expected no value, got integer 2']],
  },
  {
    schema: 'properties: {id: {type: integer}, "odd name": {type: string}}',
    valid: ['{"id": 1}', '{}', '[]', '{"other": 1}'],
    invalid: [
      ['{"id": "7"}', 'body.id: expected integer, got string "7"'],
      ['{"odd name": 1}', 'body["odd name"]: expected string, got integer 1'],
    ],
  },
  {
    schema: 'required: [name, constructor]',
    valid: ['{"name": null, "constructor": 1}', '1'],
    invalid: [
      [
        '{}',
        'body.name: expected a value (the property is required), got nothing',
        'body.constructor: expected a value (the property is required), got nothing',
      ],
    ],
  },
  {
    schema: 'properties: {a: true}\npatternProperties: {"^x-": {type: integer}}\nadditionalProperties: false',
    valid: ['{"a": 1, "x-b": 2}'],
    invalid: [
      ['{"b": 1}', 'body.b: expected no such property, got integer 1'],
      ['{"__proto__": 1}', 'body.__proto__: expected no such property, got integer 1'],
      ['{"x-b": "2"}', 'body["x-b"]: expected integer, got string "2"'],
    ],
  },
  {
    schema: 'properties: {a: {type: integer}, x-c: {type: integer}}\npatternProperties: {"^x-": {minimum: 5}}',
    valid: ['{"a": 1, "x-c": 5}', '{"x-d": "text"}'],
    invalid: [
      ['{"a": "1"}', 'body.a: expected integer, got string "1"'],
      ['{"x-c": "1"}', 'body["x-c"]: expected integer, got string "1"'],
      ['{"x-c": 4}', 'body["x-c"]: expected at least 5, got integer 4'],
    ],
  },
  {
    schema: 'additionalProperties: {type: integer}',
    valid: ['{"a": 1}'],
    invalid: [['{"a": "1"}', 'body.a: expected integer, got string "1"']],
  },
  {
    schema: 'propertyNames: {maxLength: 2}',
    valid: ['{"ab": 1}'],
    invalid: [['{"abc": 1}', 'body.abc: expected a string of at most 2 characters, got string "abc"']],
  },
  {
    schema: 'minProperties: 1',
    valid: ['{"a": 1}'],
    invalid: [['{}', 'body: expected an object of at least 1 property, got 0']],
  },
  {
    schema: 'maxProperties: 1',
    valid: ['{"a": 1}'],
    invalid: [['{"a": 1, "b": 2}', 'body: expected an object of at most 1 property, got 2']],
  },
  {
    schema: 'dependentRequired: {card: [zip]}',
    valid: ['{"zip": 1}', '{"card": 1, "zip": 2}'],
    invalid: [['{"card": 1}', 'body.zip: expected a value (the property is required), got nothing']],
  },
  {
    schema: 'dependentSchemas: {card: {properties: {zip: {type: integer}}}}',
    valid: ['{"zip": "a"}', '{"card": 1, "zip": 2}'],
    invalid: [['{"card": 1, "zip": "a"}', 'body.zip: expected integer, got string "a"']],
  },
  {
    schema: 'allOf: [{properties: {a: {}}}]\nproperties: {b: {}}\nunevaluatedProperties: false',
    valid: ['{"a": 1, "b": 2}'],
    invalid: [['{"c": 3}', 'body.c: expected no such property, got integer 3']],
  },
  {
    schema:
      'allOf: [{properties: {a: {type: integer}}}]\nanyOf: [{properties: {b: {const: 1}}}, {properties: {c: {const: 1}}, required: [c]}]\nunevaluatedProperties: false',
    valid: ['{"a": 1, "b": 1}'],
    invalid: [
      ['{"a": "1", "b": 1}', 'body.a: expected integer, got string "1"'],
      [
        '{"a": "1", "b": 1, "d": 1}',
        'body.d: expected no such property, got integer 1',
        'body.a: expected integer, got string "1"',
      ],
      [
        '{"b": 2, "c": 2}',
        'body: expected one of 2 alternatives (closest: it.b: expected 1, got integer 2), got object',
      ],
      ['{"b": 1, "c": 2}', 'body.c: expected no such property, got integer 2'],
    ],
  },
  {
    schema:
      'if: {required: [a]}\nthen: {properties: {a: {type: integer}}}\ndependentSchemas: {d: {properties: {d: {type: integer}}}}\nunevaluatedProperties: false',
    valid: ['{"a": 1, "d": 1}'],
    invalid: [
      ['{"a": "x"}', 'body.a: expected integer, got string "x"'],
      ['{"d": "x"}', 'body.d: expected integer, got string "x"'],
    ],
  },
  {
    schema: 'allOf: [{prefixItems: [{type: integer}]}]\nunevaluatedItems: false',
    valid: ['[1]'],
    invalid: [['["x"]', 'body[0]: expected integer, got string "x"']],
  },
  {
    schema:
      'if: {required: [a]}\nthen: {properties: {b: {}}}\nproperties: {a: {}}\nunevaluatedProperties: {type: string}',
    valid: ['{"a": 1, "b": 2}', '{"b": "x"}'],
    invalid: [['{"b": 2}', 'body.b: expected string, got integer 2']],
  },
  {
    schema: 'if: {required: [a], properties: {a: {const: 1}}}\nunevaluatedProperties: false',
    valid: ['{"a": 1}'],
    invalid: [['{"a": 2}', 'body.a: expected no such property, got integer 2']],
  },
  {
    schema: 'contains: {type: integer}\nunevaluatedItems: {type: string}',
    valid: ['[1, "a"]'],
    invalid: [['[1, true]', 'body[1]: expected string, got boolean true']],
  },
  {
    schema: 'patternProperties: {"^x-": true}\nunevaluatedProperties: false',
    valid: ['{"x-a": 1}'],
    invalid: [['{"a": 1}', 'body.a: expected no such property, got integer 1']],
  },
  {
    schema:
      'oneOf: [{properties: {kind: {const: 1}, a: true}}, {properties: {kind: {const: 2}, b: true}}]\nunevaluatedProperties: false',
    valid: ['{"kind": 1, "a": 1}', '{"kind": 2, "b": 1}'],
    invalid: [['{"kind": 1, "b": 1}', 'body.b: expected no such property, got integer 1']],
  },
  {
    schema:
      'if: {required: [a], properties: {a: true}}\nthen: {properties: {b: true}}\nelse: {properties: {c: true}}\nunevaluatedProperties: false',
    valid: ['{"a": 1, "b": 1}', '{"c": 1}'],
    invalid: [
      ['{"a": 1, "c": 1}', 'body.c: expected no such property, got integer 1'],
      ['{"b": 1}', 'body.b: expected no such property, got integer 1'],
    ],
  },
  {
    schema: 'allOf: [{additionalProperties: true}]\nunevaluatedProperties: false',
    valid: ['{"a": 1}'],
    invalid: [],
  },
  {
    schema: 'allOf: [{unevaluatedProperties: {type: integer}}]\nunevaluatedProperties: false',
    valid: ['{"a": 1}'],
    invalid: [['{"a": "x"}', 'body.a: expected integer, got string "x"']],
  },
  {
    schema: 'allOf: [{unevaluatedItems: {type: integer}}]\nunevaluatedItems: false',
    valid: ['[1]'],
    invalid: [['["x"]', 'body[0]: expected integer, got string "x"']],
  },
  {
    schema: 'allOf: [{prefixItems: [true]}, {prefixItems: [true, true]}]\nunevaluatedItems: false',
    valid: ['[1, 2]'],
    invalid: [['[1, 2, 3]', 'body[2]: expected no value, got integer 3']],
  },
  {
    schema: 'anyOf: [{items: {type: integer}}, {prefixItems: [{type: string}]}]\nunevaluatedItems: false',
    valid: ['[1, 2]', '["a"]'],
    invalid: [['["a", 2]', 'body[1]: expected no value, got integer 2']],
  },
  {
    schema: 'dependentSchemas: {card: {properties: {card: true, zip: true}}}\nunevaluatedProperties: false',
    valid: ['{"card": 1, "zip": 2}'],
    invalid: [['{"zip": 2}', 'body.zip: expected no such property, got integer 2']],
  },
  {
    schema: 'allOf: [{minimum: 3}, {maximum: 5}]',
    valid: ['4'],
    invalid: [['6', 'body: expected at most 5, got integer 6']],
  },
  {
    schema: 'anyOf: [{type: string}, {type: integer, minimum: 3}]',
    valid: ['"a"', '3'],
    invalid: [
      ['2', 'body: expected one of 2 alternatives (closest: it: expected string, got integer 2), got integer 2'],
    ],
  },
  {
    schema: 'oneOf: [{multipleOf: 3}, {multipleOf: 5}]',
    valid: ['3', '5'],
    invalid: [
      [
        '1',
        'body: expected one of 2 alternatives (closest: it: expected a multiple of 3, got integer 1), got integer 1',
      ],
      ['15', 'body: expected exactly one of 2 alternatives, got integer 15, which matches 2 of them'],
    ],
  },
  {
    schema: 'not: {type: string}',
    valid: ['1'],
    invalid: [['"a"', 'body: expected a value that does not match "not", got string "a"']],
  },
  {
    schema: 'if: {minimum: 10}\nthen: {multipleOf: 10}\nelse: {maximum: 5}',
    valid: ['20', '5', '"a"'],
    invalid: [
      ['15', 'body: expected a multiple of 10, got integer 15'],
      ['7', 'body: expected at most 5, got integer 7'],
    ],
  },
];

describe('a schema', () => {
  it.each(rows)('with $schema is reported by a keyword that it has', ({ schema, invalid }) => {
    const violations = invalid.flatMap(([value]) => validate(parseSchema(schema), json(value), 'request'));
    for (const { keyword } of violations) expect(schema.match(/\w+/g)).toContain(keyword);
  });

  it.each(rows)('with $schema separates valid from invalid values', ({ schema, valid, invalid }) => {
    const built = parseSchema(schema);
    expect(valid.map((value) => [value, ...violationMessages(built, value)])).toEqual(valid.map((value) => [value]));
    expect(invalid.map(([value]) => [value, ...violationMessages(built, value)])).toEqual(invalid);
    expect(valid.every((value) => isValid(built, json(value), 'request'))).toBe(true);
    expect(invalid.some(([value]) => isValid(built, json(value), 'request'))).toBe(false);
  });
});

const integerEdges = [
  ['int32', '-2147483648', '2147483647', '-2147483649', '2147483648'],
  ['int64', '-9223372036854775808', '9223372036854775807', '-9223372036854775809', '9223372036854775808'],
  ['uint8', '0', '255', '-1', '256'],
  ['int8', '-128', '127', '-129', '128'],
  ['uint64', '0', '18446744073709551615', '-1', '18446744073709551616'],
] as const;

describe('an integer format', () => {
  it.each(integerEdges)('%s has exact limits', (format, least, most, below, above) => {
    const schema = parseSchema(`type: integer\nformat: ${format}`);
    expect([least, most].flatMap((value) => violationMessages(schema, value))).toEqual([]);
    expect(violationMessages(schema, below)).toEqual([
      `body: expected an integer from ${least} to ${most} (${format}), got integer ${below}`,
    ]);
    expect(violationMessages(schema, above).length).toBe(1);
  });

  it.each(['1e19', '9.223372036854775808e18', '1e400'])('int64 rejects %s', (value) => {
    expect(violationMessages(parseSchema('type: integer\nformat: int64'), value).length).toBe(1);
  });

  it('accepts values that are not numbers', () => {
    expect(violationMessages(parseSchema('format: int32'), '"a"')).toEqual([]);
  });
});

describe('a schema of 3.0', () => {
  it('that is nullable accepts null', () => {
    const schema = parseSchema('type: string\nnullable: true', '3.0');
    expect(violationMessages(schema, 'null')).toEqual([]);
    expect(violationMessages(schema, '1')).toEqual(['body: expected string or null, got integer 1']);
  });

  it('that is nullable with an enum accepts null only if the enum has it', () => {
    expect(violationMessages(parseSchema('type: string\nnullable: true\nenum: [a]', '3.0'), 'null').length).toBe(1);
    expect(violationMessages(parseSchema('type: string\nnullable: true\nenum: [a, null]', '3.0'), 'null')).toEqual([]);
  });

  it('excludes its minimum and maximum with true', () => {
    const schema = parseSchema('minimum: 1\nexclusiveMinimum: true\nmaximum: 3\nexclusiveMaximum: true', '3.0');
    expect(violationMessages(schema, '2')).toEqual([]);
    expect(violationMessages(schema, '1')).toEqual(['body: expected more than 1, got integer 1']);
    expect(violationMessages(schema, '3')).toEqual(['body: expected less than 3, got integer 3']);
  });

  it('does not exclude them with false', () => {
    expect(violationMessages(parseSchema('minimum: 1\nexclusiveMinimum: false', '3.0'), '1')).toEqual([]);
  });
});

describe('readOnly and writeOnly', () => {
  const schema = parseSchema(`
required: [id, name, secret]
properties:
  id: {type: integer, readOnly: true}
  secret: {type: string, writeOnly: true}
`);
  const required = (name: string) => `body.${name}: expected a value (the property is required), got nothing`;

  it('remove a requirement only in the other direction', () => {
    expect(violationMessages(schema, '{"name": 1, "secret": "s"}', 'request')).toEqual([]);
    expect(violationMessages(schema, '{"name": 1, "id": 1}', 'response')).toEqual([]);
    expect(violationMessages(schema, '{"name": 1, "id": 1}', 'request')).toEqual([required('secret')]);
    expect(violationMessages(schema, '{"name": 1, "secret": "s"}', 'response')).toEqual([required('id')]);
  });

  it('apply also if another part of an allOf declares them', () => {
    const parts = parseSchema('allOf: [{required: [id]}, {properties: {id: {readOnly: true}}}]');
    expect(violationMessages(parts, '{}', 'request')).toEqual([]);
    expect(violationMessages(parts, '{}', 'response')).toEqual([required('id')]);
  });

  it('apply to the object that declares them, not to a nested one', () => {
    const nested = parseSchema('properties: {id: {readOnly: true}, pot: {required: [id]}}');
    expect(violationMessages(nested, '{"pot": {}}', 'request')).toEqual([
      'body.pot.id: expected a value (the property is required), got nothing',
    ]);
  });
});

const formats: readonly (readonly [format: string, right: readonly string[], wrong: readonly string[]])[] = [
  ['date', ['2024-02-29'], ['2023-02-29', '2024-1-1', 'today']],
  [
    'date-time',
    [
      '2026-01-31T12:30:00Z',
      '2026-01-31t12:30:00.5+02:00',
      '1998-12-31T23:59:60Z',
      '1985-04-12T00:59:59.999999999999999Z',
    ],
    ['2026-01-31', '2026-13-01T00:00:00Z', '2026-01-31T25:00:00Z'],
  ],
  ['time', ['12:30:00Z'], ['25:00:00Z', '12:30']],
  ['duration', ['P3D', 'PT1H'], ['3 days', 'P']],
  [
    'email',
    [
      'a@b.co',
      'first.last+tag@example.com',
      '"joe bloggs"@example.com',
      '"a@b"@example.com',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
    ],
    ['a', 'a@', '@b.co', 'a..b@example.com', '.a@example.com', 'a b@example.com'],
  ],
  ['hostname', ['example.com', 'localhost'], ['-a.com', 'a b']],
  ['ipv4', ['192.0.2.1'], ['256.0.0.1', '1.2.3']],
  ['ipv6', ['2001:db8::1', '::'], ['1.2.3.4', '12345::']],
  ['uri', ['https://example.com/a?b#c', 'urn:isbn:1'], ['/relative', 'a b:']],
  ['uri-reference', ['/relative', '#a', ''], ['\\\\a']],
  ['uri-template', ['/plants/{id}', "{a.b}'s", '{?x,y*}'], ['{', '{a,}']],
  ['uuid', ['123E4567-e89b-42d3-a456-426614174000'], ['123e4567']],
  ['json-pointer', ['', '/a~1b'], ['a', '/~2']],
  ['relative-json-pointer', ['0', '1/a'], ['/a']],
  ['byte', ['c2FtcGxl', ''], ['c2FtcGx', '***']],
  ['something-unknown', ['anything'], []],
];

describe('a floating-point format', () => {
  it.each([
    ['float', ['3.4028234663852886e38', '-3.4028234663852886e38', '1', '"a"'], ['3.5e38', '-3.5e38', '1e400']],
    ['double', ['1.7976931348623157e308', '-1.5', '"a"'], ['1e400', '-1e400']],
  ] as const)('%s has the limits of its precision', (format, valid, invalid) => {
    const schema = parseSchema(`format: ${format}`);
    expect(valid.flatMap((value) => violationMessages(schema, value))).toEqual([]);
    expect(invalid.map((value) => violationMessages(schema, value).length)).toEqual(invalid.map(() => 1));
  });
});

describe('a string format', () => {
  it.each(formats)('%s separates valid from invalid values', (format, right, wrong) => {
    const schema = parseSchema(`format: ${format}`);
    expect(right.filter((value) => !isValid(schema, value, 'request'))).toEqual([]);
    expect(wrong.filter((value) => isValid(schema, value, 'request'))).toEqual([]);
  });

  it('describes the expected value', () => {
    expect(violationMessages(parseSchema('format: date'), '"today"')).toEqual([
      'body: expected a string in the format date, got string "today"',
    ]);
  });

  it.each(['a', '.', '1', '-', '%41', 'a.', '"a', '{a}', '{a,', ':a', 'AAAA'])(
    'validates 20000 times %s quickly, for every format',
    async (part) => {
      const cpuTime = await relativeCpuTime(() => {
        for (const [format] of formats) isValid(parseSchema(`format: ${format}`), `${part.repeat(20_000)}!`, 'request');
      });
      expect(cpuTime).toBeLessThan(20);
    },
  );
});

describe('a violation', () => {
  it('has the place of the violated keyword', () => {
    const schema = parseSchema('type: object\nproperties:\n  id:\n    type: integer\n    minimum: 3\n');
    const [violation] = validate(schema, { id: 1 }, 'request');
    expect(violation).toMatchObject({
      keyword: 'minimum',
      path: ['id'],
      place: { pointer: '/properties/id/minimum', line: 5 },
    });
  });

  it('cuts long values', () => {
    const [text = ''] = violationMessages(parseSchema('type: integer'), JSON.stringify('a'.repeat(1_000)));
    expect(text).toBe(`body: expected integer, got string "${'a'.repeat(49)}... (1002 characters)`);
  });

  it('describes a value that does not exist', () => {
    expect(describeValue(undefined)).toBe('nothing');
  });

  it('has a readable path', () => {
    expect(formatPath(['pots', 2, 'size', 'odd name', '__proto__'], 'query')).toBe(
      'query.pots[2].size["odd name"].__proto__',
    );
  });

  it('describes the innermost of nested alternatives', () => {
    const schema = parseSchema(recursiveOneOf);
    expect(violationMessages(schema, '{"c": {"c": 1}}')).toEqual([
      'body: expected one of 2 alternatives (closest: it.c.c: expected string, got integer 1), got object',
    ]);
  });

  it('is reported at most a hundred times', () => {
    const schema = parseSchema('items: {type: integer}');
    expect(validate(schema, Array<string>(1_000).fill('a'), 'request').length).toBe(100);
  });
});

const recursiveOneOf = `
$ref: '#/$defs/N'
$defs:
  N: {oneOf: [{type: string}, {type: object, required: [c], properties: {c: {$ref: '#/$defs/N'}}}]}
`;
const recursiveAnyOf = `
$ref: '#/$defs/N'
$defs:
  N:
    anyOf:
      - {type: object, required: [c], properties: {c: {$ref: '#/$defs/N'}}}
      - {type: object, properties: {c: {$ref: '#/$defs/N'}, d: {}}}
`;
const recursiveUnevaluated = `
$ref: '#/$defs/N'
$defs:
  B: {properties: {c: {$ref: '#/$defs/N'}}}
  N: {allOf: [{$ref: '#/$defs/B'}], unevaluatedProperties: false}
`;
const recursiveNot = `
$ref: '#/$defs/N'
$defs:
  N: {not: {required: [c], properties: {c: {not: {$ref: '#/$defs/N'}}}}}
`;

describe('a recursive schema', () => {
  it.each([
    ['oneOf', recursiveOneOf],
    ['anyOf', recursiveAnyOf],
    ['unevaluatedProperties', recursiveUnevaluated],
    ['not', recursiveNot],
  ])('with %s validates a value of 100 levels quickly, not in 2^100 steps', async (_keyword, text) => {
    const schema = parseSchema(text);
    const cpuTime = await relativeCpuTime(() => {
      for (const leaf of ['1', '"a"', '{}'])
        violationMessages(schema, `${'{"c":'.repeat(100)}${leaf}${'}'.repeat(100)}`);
    });
    expect(cpuTime).toBeLessThan(20);
  });

  it.each(['1', '"a"', '{}'])('with conditions is validated quickly for %s', async (value) => {
    const levels = Array.from({ length: 60 }, (_unused, level) => {
      const next = `{$ref: '#/$defs/N${level + 1}'}`;
      return `  N${level}: {if: ${next}, then: ${next}}`;
    });
    const schema = parseSchema(`$ref: '#/$defs/N0'\n$defs:\n${levels.join('\n')}\n  N60: {minimum: 0}\n`);
    const cpuTime = await relativeCpuTime(() => expect(violationMessages(schema, value)).toEqual([]));
    expect(cpuTime).toBeLessThan(20);
  });

  it('rejects a value deeper than the stack, and does not throw', () => {
    const deep = Array.from({ length: 50_000 }).reduce<Json>((value) => ({ c: value }), 1);
    const schema = parseSchema(recursiveOneOf);
    expect(validate(schema, deep, 'request').map((one) => describeViolation(one))).toEqual([
      'body: expected a value with fewer levels of nesting, got object',
    ]);
    expect(isValid(schema, deep, 'request')).toBe(false);
  });

  it('gives each of two equal objects its own path', () => {
    const plant = { c: 1 };
    const schema = parseSchema(`items: {$ref: '#/$defs/N'}\n${recursiveOneOf.replace("$ref: '#/$defs/N'\n", '')}`);
    expect(validate(schema, [plant, plant], 'request').map(({ path }) => path)).toEqual([[0], [1]]);
  });
});

describe('a hostile value', () => {
  it.each([
    [
      '300000 wrong items among alternatives',
      'anyOf: [{type: array, items: {type: integer}}, {type: string}]',
      Array<string>(300_000).fill('x'),
    ],
    ['100000 different items', 'uniqueItems: true', Array.from({ length: 100_000 }, (_unused, index) => index)],
    ['an item repeated 100000 times', 'uniqueItems: true', Array<number>(100_000).fill(1)],
    ['a string of a million characters', 'maxLength: 10', 'x'.repeat(1_000_000)],
  ])('is validated quickly: %s', async (_what, schema, value) => {
    const cpuTime = await relativeCpuTime(() => {
      expect(validate(parseSchema(schema), value, 'request').length).toBeLessThanOrEqual(100);
    });
    expect(cpuTime).toBeLessThan(20);
  });
});

it('validates a part once for each of two schemas that reference it twice at every level', () => {
  const part = "{ properties: { a: { $ref: '#/$defs/node' } } }";
  const schema = parseSchema(
    `$ref: '#/$defs/node'\n$defs:\n  node: { type: object, allOf: [${part}, ${part}], patternProperties: { '^a': { $ref: '#/$defs/node' } } }`,
  );
  const nested = (levels: number, inner: Json): Json => (levels === 0 ? inner : { a: nested(levels - 1, inner) });
  expect(isValid(schema, nested(60, {}), 'request')).toBe(true);
  expect(isValid(schema, nested(60, 1), 'request')).toBe(false);
  expect(validate(schema, nested(60, 1), 'request')).not.toEqual([]);
});
