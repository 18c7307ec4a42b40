/** The reported changes of each keyword, in requests and in responses. */
import { describe, expect, test } from 'vitest';
import type { Direction } from '../../../spec/model/schema.ts';
import { changesOf, formatChanges } from './support.ts';

type Kinds = readonly string[];
type Row = readonly [what: string, before: string, after: string, request: Kinds, response: Kinds];

/** A kind is its id without direction and part; one that begins with `-` has the direction alone. After it the path. */
function as(impact: string, kinds: Kinds): Kinds {
  return kinds.map((kind) => `${impact} ${kind}`);
}

/** Values are no longer allowed: breaking in requests, not in responses. */
function narrower(...kinds: Kinds): readonly [Kinds, Kinds] {
  return [as('breaking', kinds), as('harmless', kinds)];
}

function wider(...kinds: Kinds): readonly [Kinds, Kinds] {
  return [as('harmless', kinds), as('breaking', kinds)];
}

function both(...kinds: Kinds): readonly [Kinds, Kinds] {
  return [as('breaking', kinds), as('breaking', kinds)];
}

function risky(...kinds: Kinds): readonly [Kinds, Kinds] {
  return [as('risky', kinds), as('risky', kinds)];
}

function harmless(...kinds: Kinds): readonly [Kinds, Kinds] {
  return [as('harmless', kinds), as('harmless', kinds)];
}

/** Alternatives with the discriminator `k`. */
function oneOf(...kinds: Kinds): string {
  const part = (kind: string) => `{type: object, required: [k], properties: {k: {const: ${kind}}}}`;
  return `oneOf: [${kinds.map(part).join(', ')}]`;
}

function expected(kinds: Kinds, direction: Direction): Kinds {
  return kinds.map((kind) => {
    const [impact = '', id = '', path = ''] = kind.split(' ');
    const part = path === '' ? `${direction}-body` : `${direction}-property`;
    const below = path.startsWith('(') ? ` ${path}` : path;
    const at = direction === 'request' ? 'request body' : 'response 200 body';
    return `${impact} ${id.startsWith('-') ? direction + id : `${part}-${id}`} at ${at}${below}`;
  });
}

const rows: readonly Row[] = [
  ['different type', 'type: string', 'type: integer', ...both('type-changed')],
  ['additional type', 'type: string', 'type: [string, boolean]', ...wider('type-generalized')],
  ['integer to number', 'type: integer', 'type: number', ...wider('type-generalized')],
  ['added type', '{}', 'type: string', ...narrower('type-specialized')],
  ['null allowed', 'type: string', 'type: [string, "null"]', ...wider('became-nullable')],
  [
    'null allowed by an alternative',
    'type: string',
    'anyOf: [{type: string}, {type: "null"}]',
    ...wider('became-nullable'),
  ],
  ['no value allowed', 'type: string', 'false', ...narrower('type-specialized')],
  ['different format', '{type: string, format: date}', '{type: string, format: date-time}', ...both('format-changed')],
  ['added format', 'type: string', '{type: string, format: uuid}', ...narrower('format-added')],
  [
    'a smaller integer',
    '{type: integer, format: int64}',
    '{type: integer, format: int32}',
    ...narrower('format-specialized'),
  ],
  ['a larger float', '{type: number, format: float}', '{type: number, format: double}', ...wider('format-generalized')],
  [
    'a relative URI allowed',
    '{type: string, format: uri}',
    '{type: string, format: uri-reference}',
    ...wider('format-generalized'),
  ],
  [
    'bytes as base64',
    '{type: string, format: binary}',
    '{type: string, format: byte}',
    ...narrower('format-specialized'),
  ],
  [
    'another encoding of the content',
    '{type: string, contentEncoding: base64}',
    '{type: string, contentEncoding: base32}',
    ...risky('content-encoding-changed'),
  ],
  [
    'an added encoding',
    'type: string',
    '{type: string, contentEncoding: base64}',
    ...risky('content-encoding-changed'),
  ],
  [
    'another media type of the content',
    '{type: string, contentMediaType: image/png}',
    '{type: string, contentMediaType: image/webp}',
    ...risky('content-media-type-changed'),
  ],
  [
    'an added media type of the content',
    'type: string',
    '{type: string, contentMediaType: text/html}',
    ...harmless('content-media-type-added'),
  ],
  [
    'a removed media type of the content',
    '{type: string, contentMediaType: text/html}',
    'type: string',
    ...harmless('content-media-type-removed'),
  ],
  ['format that is not validated', 'type: string', '{type: string, format: colour}', ...harmless('format-hint-added')],
  [
    'different unknown format',
    '{type: string, format: rfc1123}',
    '{type: string, format: unix-time}',
    ...risky('format-cannot-be-compared'),
  ],
  ['decreased maximum', '{type: integer, maximum: 9}', '{type: integer, maximum: 8}', ...narrower('max-decreased')],
  ['added maximum', 'type: number', '{type: number, maximum: 8}', ...narrower('max-set')],
  [
    'exclusive bound',
    '{type: number, minimum: 0}',
    '{type: number, exclusiveMinimum: 0}',
    ...narrower('min-increased'),
  ],
  ['decreased minimum', '{type: number, minimum: 1}', '{type: number, minimum: 0}', ...wider('min-decreased')],
  [
    'bound beyond 2^53',
    '{type: integer, maximum: 9007199254740993}',
    '{type: integer, maximum: 9007199254740994}',
    ...wider('max-increased'),
  ],
  [
    'finer multipleOf',
    '{type: number, multipleOf: 0.1}',
    '{type: number, multipleOf: 0.01}',
    ...wider('multiple-of-generalized'),
  ],
  [
    'different multipleOf',
    '{type: integer, multipleOf: 2}',
    '{type: integer, multipleOf: 3}',
    ...both('multiple-of-changed'),
  ],
  [
    'shorter strings',
    '{type: string, maxLength: 5}',
    '{type: string, maxLength: 4}',
    ...narrower('max-length-decreased'),
  ],
  ['empty strings forbidden', 'type: string', '{type: string, minLength: 1}', ...narrower('min-length-set')],
  ['removed maximum length', '{type: string, maxLength: 5}', 'type: string', ...wider('max-length-unset')],
  ['a pattern', 'type: string', '{type: string, pattern: "^a"}', ...narrower('pattern-added')],
  [
    'narrower pattern',
    '{type: string, pattern: "^[a-z]+$"}',
    '{type: string, pattern: "^[a-z]{3}$"}',
    ...narrower('pattern-specialized'),
  ],
  ['different pattern', '{type: string, pattern: "^a"}', '{type: string, pattern: "^b"}', ...both('pattern-changed')],
  ['removed enum value', 'enum: [a, b]', 'enum: [a]', ...narrower('enum-value-removed')],
  ['added enum value', 'enum: [a]', 'enum: [a, b]', ...wider('enum-value-added')],
  [
    'different constant',
    'const: a',
    'const: b',
    ['breaking enum-value-removed', 'harmless enum-value-added'],
    ['harmless enum-value-removed', 'breaking enum-value-added'],
  ],
  ['added enum', 'type: string', 'enum: [a]', ...narrower('became-enum')],
  ['removed enum', 'enum: [a]', 'type: string', ...wider('enum-unset')],
  ['fewer items', '{type: array, maxItems: 5}', '{type: array, maxItems: 4}', ...narrower('max-items-decreased')],
  ['required item', 'type: array', '{type: array, minItems: 1}', ...narrower('min-items-set')],
  [
    'fewer items of two possible values',
    '{type: array, items: {enum: [a, b]}, maxItems: 5}',
    '{type: array, items: {enum: [a, b]}, maxItems: 3}',
    ...narrower('max-items-decreased'),
  ],
  ['unique items', 'type: array', '{type: array, uniqueItems: true}', ...narrower('unique-items-added')],
  [
    'narrower items',
    '{type: array, items: {type: number}}',
    '{type: array, items: {type: integer}}',
    ...narrower('type-specialized []'),
  ],
  [
    'changed first item',
    '{type: array, prefixItems: [{type: string}]}',
    '{type: array, prefixItems: [{type: integer}]}',
    ...both('type-changed [0]'),
  ],
  [
    'no items after the first',
    '{type: array, prefixItems: [{}]}',
    '{type: array, prefixItems: [{}], items: false}',
    ...narrower('max-items-set'),
  ],
  ['added contains', 'type: array', '{type: array, contains: {const: a}}', ...narrower('contains-added')],
  [
    'increased minContains',
    '{type: array, contains: {const: a}}',
    '{type: array, contains: {const: a}, minContains: 2}',
    ...narrower('min-contains-increased'),
  ],
  [
    'more required properties by count',
    '{type: object, minProperties: 1}',
    '{type: object, minProperties: 2}',
    ...narrower('min-properties-increased'),
  ],
  [
    'fewer properties',
    '{type: object, maxProperties: 2}',
    '{type: object, maxProperties: 1}',
    ...narrower('max-properties-decreased'),
  ],
  [
    'property becomes required',
    '{properties: {a: {type: string}}}',
    '{properties: {a: {type: string}}, required: [a]}',
    ...narrower('-property-became-required .a'),
  ],
  [
    'added required property',
    'type: object',
    '{type: object, properties: {a: {}}, required: [a]}',
    ...narrower('-required-property-added .a'),
  ],
  [
    'added optional property',
    'type: object',
    '{type: object, properties: {a: {type: string}}}',
    ...harmless('-optional-property-added .a'),
  ],
  [
    'optional property added to a closed object',
    '{type: object, additionalProperties: false}',
    '{type: object, properties: {a: {type: string}}, additionalProperties: false}',
    ...wider('-property-added-to-closed-object .a'),
  ],
  [
    'additional properties forbidden',
    'type: object',
    '{type: object, additionalProperties: false}',
    ...narrower('-additional-properties-forbidden'),
  ],
  [
    'narrower additional properties',
    '{type: object, additionalProperties: {type: number}}',
    '{type: object, additionalProperties: {type: integer}}',
    ...narrower('type-specialized .*'),
  ],
  [
    'property names',
    'type: object',
    '{type: object, propertyNames: {maxLength: 3}}',
    ...narrower('max-length-set (names)'),
  ],
  [
    'pattern of names',
    '{type: object, patternProperties: {"^x-": {type: string}}}',
    '{type: object, patternProperties: {"^x-": {type: string, maxLength: 3}}}',
    ...narrower('max-length-set [/^x-/]'),
  ],
  [
    'added dependent property',
    'type: object',
    '{type: object, dependentRequired: {a: [b]}}',
    ...narrower('-dependent-required-added .a'),
  ],
  [
    'added dependent schema',
    '{type: object, dependentSchemas: {a: {minProperties: 2}}}',
    '{type: object, dependentSchemas: {a: {minProperties: 3}}}',
    ...narrower('min-properties-increased'),
  ],
  [
    'additional dependent property',
    '{type: object, dependentRequired: {a: [b]}, dependentSchemas: {a: {minProperties: 2}}}',
    '{type: object, dependentSchemas: {a: {required: [b, c], minProperties: 2}}}',
    ...narrower('-dependent-required-added .a'),
  ],
  ['removed alternative', oneOf('a', 'b'), oneOf('a'), ...narrower('one-of-removed')],
  ['added alternative', oneOf('a'), oneOf('a', 'b'), ...wider('one-of-added')],
  [
    'changed alternative',
    'anyOf: [{type: string, maxLength: 3}, {type: string, format: date}]',
    'anyOf: [{type: string, maxLength: 2}, {type: string, format: date}]',
    ...narrower('max-length-decreased'),
  ],
  ['added not', 'type: string', '{type: string, not: {pattern: "^a"}}', ...narrower('not-added')],
  [
    'wider not',
    '{type: string, not: {pattern: "^ab"}}',
    '{type: string, not: {pattern: "^a"}}',
    ...narrower('not-generalized'),
  ],
  [
    'a condition',
    'type: object',
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    ...narrower('condition-added'),
  ],
  [
    'narrower condition',
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, if: {required: [a]}, then: {required: [b, c]}}',
    ...narrower('-property-became-required .c'),
  ],
  ['different default', '{type: string, default: a}', '{type: string, default: b}', ...risky('default-value-changed')],
  ['a default', 'type: string', '{type: string, default: a}', ...risky('default-value-added')],
  ['removed default', '{type: string, default: a}', 'type: string', ...risky('default-value-removed')],
  [
    'deeply nested change',
    '{properties: {a: {type: array, items: {properties: {b: {maxLength: 3, type: string}}}}}}',
    '{properties: {a: {type: array, items: {properties: {b: {maxLength: 2, type: string}}}}}}',
    ...narrower('max-length-decreased .a[].b'),
  ],
  [
    'added alternative that an open object may also match',
    'oneOf: [{type: object, required: [a]}, {type: object, required: [b]}]',
    'oneOf: [{type: object, required: [a]}, {type: object, required: [b]}, {type: object, required: [c]}]',
    ...wider('one-of-added'),
  ],
  [
    'different integer format with a bound',
    '{type: integer, format: int32, minimum: 0}',
    '{type: integer, format: int64, minimum: 0}',
    ...wider('format-generalized'),
  ],
  [
    'pattern instead of the length that it implies',
    '{type: string, minLength: 3, maxLength: 3}',
    '{type: string, pattern: "^[a-z]{3}$"}',
    ...narrower('pattern-added'),
  ],
  [
    'unvalidated instead of validated format',
    '{type: string, format: date}',
    '{type: string, format: colour}',
    ...wider('format-generalized'),
  ],
  [
    'name that two patterns match',
    '{type: object, patternProperties: {"^x": {type: string}}}',
    '{type: object, patternProperties: {"^x": {type: string}, ".*": {maxLength: 3}}}',
    ...narrower('max-length-set [/^x/]', 'max-length-set .*'),
  ],
  // Where the two directions go by other rules.
  [
    'one of two alternatives that open objects may both match',
    'oneOf: [{type: object, required: [a], properties: {a: {}}}, {type: object, required: [b], properties: {b: {}}}]',
    '{type: object, required: [a], properties: {a: {}}}',
    ['breaking one-of-removed'],
    ['harmless one-of-removed', 'harmless schema-specialized', 'breaking schema-generalized'],
  ],
  [
    'removed optional property',
    '{type: object, properties: {a: {type: string}}}',
    'type: object',
    ['risky -property-removed .a'],
    ['risky -optional-property-removed .a'],
  ],
  [
    'removed required property',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    'type: object',
    ['risky -property-removed .a'],
    ['breaking -required-property-removed .a'],
  ],
  [
    'property removed from a closed object',
    '{type: object, properties: {a: {type: string}}, additionalProperties: false}',
    '{type: object, additionalProperties: false}',
    ['breaking -property-removed-from-closed-object .a'],
    ['risky -optional-property-removed .a'],
  ],
  [
    'property becomes readOnly',
    '{type: object, properties: {a: {type: string}}}',
    '{type: object, properties: {a: {type: string, readOnly: true}}}',
    ['risky -property-became-read-only .a'],
    [],
  ],
  [
    'required property no longer readOnly',
    '{type: object, properties: {a: {type: string, readOnly: true}}, required: [a]}',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    ['breaking -property-became-required .a'],
    [],
  ],
  [
    'required property becomes writeOnly',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    '{type: object, properties: {a: {type: string, writeOnly: true}}, required: [a]}',
    [],
    ['breaking -required-property-became-write-only .a'],
  ],
  [
    'change within a readOnly property',
    '{type: object, properties: {a: {type: string, readOnly: true}}}',
    '{type: object, properties: {a: {type: integer, readOnly: true}}}',
    [],
    ['breaking type-changed .a'],
  ],
  [
    'alternatives of which several may match',
    'oneOf: [{type: object, required: [a]}, {type: object, required: [b]}]',
    'anyOf: [{type: object, required: [a]}, {type: object, required: [b]}]',
    ['harmless one-of-became-any-of'],
    ['breaking schema-generalized'],
  ],
  [
    'incomparable change of not',
    '{type: object, not: {required: [a]}}',
    '{type: object, not: {required: [b]}}',
    ['breaking schema-specialized', 'harmless schema-generalized'],
    ['harmless schema-specialized', 'breaking schema-generalized'],
  ],
];

describe.each(rows)('%s', (_what, before, after, request, response) => {
  test.each([
    ['request', request],
    ['response', response],
  ] as const)('is reported in the %s', (direction, kinds) => {
    expect(formatChanges(changesOf(before, after, direction))).toEqual(expected(kinds, direction));
  });
});
