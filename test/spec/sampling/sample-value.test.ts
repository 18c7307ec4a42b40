/** A sample is always valid, always the same, and found for every common shape. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { relativeCpuTime } from '../../cpu-time.ts';
import { randomSchemas } from '../random-schemas.ts';
import { json, parseSchema } from '../support.ts';

const plain: readonly (readonly [schema: string, sample: Json])[] = [
  ['type: string', 'sample'],
  ['type: integer', 1],
  ['type: number', 1],
  ['type: boolean', true],
  ['type: "null"', null],
  ['type: [string, "null"]', 'sample'],
  ['type: array\nitems: {type: integer}', [1]],
  ['{}', 'sample'],
  ['true', 'sample'],
  ['const: {a: [1]}', { a: [1] }],
  ['type: string\nenum: [b, a]', 'b'],
  ['type: integer\ndefault: 5', 5],
  ['type: integer\nexample: 7\ndefault: 5', 7],
  ['type: integer\nexample: "7"', 1],
  ['type: string\nformat: date', '2026-01-31'],
  ['type: integer\nformat: int64\nminimum: 9007199254740993', 9007199254740993n],
  ['type: integer\nminimum: 100\nmultipleOf: 7', 105],
  ['type: object\nrequired: [a]\nproperties: {a: {type: string}, b: {type: integer}}', { a: 'sample', b: 1 }],
  ['type: object\nproperties: {a: {type: string}}\nexample: {a: fern}', { a: 'fern' }],
  ['oneOf: [{type: integer}, {type: number}]', 0.5],
];

/** What schemas in the wild ask for. */
const shapes: readonly string[] = [
  "type: string\npattern: '.*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}.*'\nminLength: 36\nmaxLength: 36",
  "type: string\npattern: '^[a-z]+[(][a-z]*[)]?(?:x|y){2,}$'\nminLength: 40\nmaxLength: 40",
  "type: string\npattern: '^[a-z]?((?!-)([a-z-]*[a-z])[.])+[a-z]+$'\nmaxLength: 253",
  "allOf: [{type: string, pattern: '^[a-z-]+$'}, {type: string, pattern: '^[a-z]{3}-[a-z]{2}$'}]",
  'type: integer\nminimum: 1.5',
  'type: integer\nmaximum: -1.5',
  'type: integer\nminimum: 2.5\nmaximum: 3.5',
  'type: integer\nmultipleOf: 7\nmaximum: -100',
  'type: integer\nmultipleOf: 10\nexclusiveMaximum: -5',
  'type: integer\nformat: int64\nmultipleOf: 10\nminimum: 9007199254740993',
  'type: integer\nformat: uint8\nminimum: 200',
  'type: number\nexclusiveMinimum: 0\nexclusiveMaximum: 0.1',
  'type: number\nexclusiveMinimum: 5\nmaximum: 5.1',
  'type: number\nmultipleOf: 0.01\nminimum: 3.333',
  'type: integer\nnot: {enum: [0, 1]}',
  'type: string\nminLength: 10000',
  'type: string\nmaxLength: 0',
  'type: string\npattern: "^[A-Z]{3}-\\\\d{4}$"',
  'type: string\npattern: "^[a-f0-9]{40}$"',
  'type: string\npattern: "^[a-z]+$"\nminLength: 20\nmaxLength: 25',
  'type: string\npattern: "^\\\\p{L}+$"',
  'type: string\npattern: "^(?=.*[A-Z])(?=.*\\\\d).{8,}$"',
  'type: string\nnot: {const: sample}',
  ...['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid', 'byte'].map(
    (format) => `type: array\nuniqueItems: true\nminItems: 2\nitems: {type: string, format: ${format}}`,
  ),
  'type: string\nformat: email\nmaxLength: 10',
  'type: string\nformat: email\nminLength: 30',
  'type: string\nformat: uri\nminLength: 40',
  'type: string\nformat: byte\nminLength: 21',
  'type: array\nminItems: 2000\nitems: {type: string}',
  'type: array\nmaxItems: 0',
  'type: array\nprefixItems: [{type: string}, {type: integer}]\nitems: false',
  'type: array\nitems: {type: integer}\ncontains: {minimum: 10}\nminContains: 2',
  'type: array\nuniqueItems: true\nminItems: 500\nitems: {type: integer}',
  'type: array\nuniqueItems: true\nminItems: 3\nitems: {enum: [a, b, c]}',
  'type: array\nuniqueItems: true\nminItems: 2\nitems: {type: boolean}',
  'type: array\nuniqueItems: true\nminItems: 3\nitems: {type: integer, minimum: 1, maximum: 3}',
  'type: array\nuniqueItems: true\nminItems: 2\nitems: {type: integer, minimum: 9223372036854775800}',
  'type: array\nuniqueItems: true\nminItems: 3\nitems: {type: string, pattern: "^[A-Z]{2}$"}',
  'type: array\nuniqueItems: true\nminItems: 3\nitems: {type: integer, multipleOf: 5}',
  'type: array\nuniqueItems: true\nminItems: 2\nitems: {type: array, minItems: 1, items: {type: integer}}',
  'type: array\nuniqueItems: true\nminItems: 3\nitems: {type: object, required: [id], properties: {id: {type: integer}}}',
  'type: object\nminProperties: 200',
  'type: object\nminProperties: 3\nadditionalProperties: {type: integer}',
  'type: object\nminProperties: 2\npropertyNames: {enum: [en, de, fr]}',
  'type: object\nminProperties: 2\npropertyNames: {pattern: "^[a-z]{2}$"}',
  'type: object\nminProperties: 1\nadditionalProperties: false\npatternProperties: {"^x-": {type: integer}}',
  'type: object\nmaxProperties: 1\nproperties: {a: {type: string}, b: {type: string}}',
  'type: object\nrequired: [zz]\nadditionalProperties: {type: integer}',
  'type: object\nproperties: {a: {}, b: {}}\nnot: {required: [a, b]}',
  'type: object\nproperties: {a: {type: string}, b: {type: string}}\noneOf: [{required: [a]}, {required: [b]}]',
  'oneOf: [{type: object, required: [t], properties: {t: {enum: [cat]}}}, {type: object, properties: {t: {enum: [dog]}}}]',
  'allOf: [{type: object, required: [a], properties: {a: {type: string, minLength: 3}}}, {required: [b], properties: {a: {maxLength: 4}, b: {type: integer}}}]',
  'allOf: [{enum: [a, b]}, {enum: [b, c]}]',
  'allOf: [{properties: {a: {type: string}}}]\nproperties: {b: {type: integer}}\nunevaluatedProperties: false',
  'type: object\nrequired: [c]\nproperties: {c: {enum: [us]}}\nif: {properties: {c: {const: us}}}\nthen: {required: [zip]}',
  "$ref: '#/$defs/N'\n$defs: {N: {type: object, required: [kids], properties: {kids: {type: array, items: {$ref: '#/$defs/N'}}}}}",
];

const expression = `
$ref: '#/$defs/E'
$defs:
  E:
    oneOf:
      - {type: object, required: [op, l, r], properties: {op: {const: add}, l: {$ref: '#/$defs/E'}, r: {$ref: '#/$defs/E'}}}
      - {type: object, required: [op, x], properties: {op: {const: neg}, x: {$ref: '#/$defs/E'}}}
      - {type: number}
`;
const endless = `
$ref: '#/$defs/E'
$defs:
  E:
    oneOf:
      - {type: object, required: [a, b], properties: {a: {$ref: '#/$defs/E'}, b: {$ref: '#/$defs/E'}}}
      - {type: object, required: [c, d], properties: {c: {$ref: '#/$defs/E'}, d: {$ref: '#/$defs/E'}}}
`;

describe('the sample', () => {
  it.each(plain)('of %s is %o', (schema, sample) => {
    expect(sampleValue(parseSchema(schema), 'request')).toEqual(sample);
  });

  it.each(shapes)('of %s is found, valid and reproducible', (text) => {
    const schema = parseSchema(text);
    const sample = sampleValue(schema, 'request');
    expect(sample).toBeDefined();
    expect(isValid(schema, sample ?? null, 'request')).toBe(true);
    expect(sampleValue(parseSchema(text), 'request')).toEqual(sample);
  });

  it('of 1500 random schemas is valid or rarely missing', () => {
    const found = { some: 0, none: 0 };
    fc.assert(
      fc.property(randomSchemas, (random) => {
        const schema = parseSchema(JSON.stringify(random));
        const sample = sampleValue(schema, 'request');
        found[sample === undefined ? 'none' : 'some']++;
        expect(sample === undefined || isValid(schema, sample, 'request')).toBe(true);
      }),
      { seed: 20_261_121, numRuns: 1_500 },
    );
    // Many random schemas can be met by nothing.
    expect(found.some).toBeGreaterThan(1_250);
  });

  it('of a recursive schema is small, and found quickly', async () => {
    const cpuTime = await relativeCpuTime(() => {
      const sample = sampleValue(parseSchema(expression), 'request');
      expect(stringifyJson(sample ?? null).length).toBeLessThan(2_000);
    });
    expect(cpuTime).toBeLessThan(10);
  });

  it('of a schema without finite values is none, and this is found quickly', async () => {
    const cpuTime = await relativeCpuTime(() => {
      expect(sampleValue(parseSchema(endless), 'request')).toBeUndefined();
    });
    expect(cpuTime).toBeLessThan(20);
  });

  it.each(['false', 'type: string\nminLength: 3\nmaxLength: 2', 'allOf: [{type: string}, {type: integer}]'])(
    'of %s is none',
    (schema) => {
      expect(sampleValue(parseSchema(schema), 'request')).toBeUndefined();
    },
  );
});

describe('the optional properties', () => {
  const schema = parseSchema(`
type: object
required: [id]
properties:
  id: {type: integer}
  tag: {type: string}
  pot: {type: object, properties: {size: {type: integer}}}
example: {id: 7}
`);

  it('are those of the example if there is one', () => {
    expect(sampleValue(schema, 'request')).toEqual({ id: 7 });
  });

  it('are all present on request, at every level', () => {
    expect(sampleValue(schema, 'request', { optional: 'all' })).toEqual({
      id: 1,
      tag: 'sample',
      pot: { size: 1 },
    });
  });

  it('are all omitted on request', () => {
    expect(sampleValue(schema, 'request', { optional: 'none' })).toEqual({ id: 1 });
  });
});

describe('the direction', () => {
  const schema = parseSchema(`
type: object
required: [id, secret]
properties: {id: {type: integer, readOnly: true}, secret: {type: string, writeOnly: true}}
`);

  it('omits readOnly properties from requests and writeOnly ones from responses', () => {
    expect(sampleValue(schema, 'request')).toEqual({ secret: 'sample' });
    expect(sampleValue(schema, 'response')).toEqual({ id: 1 });
  });
});

describe('numbers of a sample', () => {
  it('are exact, and integers beyond 2^53 are bigints', () => {
    expect(sampleValue(parseSchema('type: integer\nformat: int64\nmaximum: -9223372036854775808'), 'request')).toBe(
      -(2n ** 63n),
    );
    expect(json('9223372036854775807')).toBe(
      sampleValue(parseSchema('type: integer\nminimum: 9223372036854775807\nmaximum: 9223372036854775807'), 'request'),
    );
  });
});
