/** Keyword by keyword: what is told in the request, and what in the response. */
import { describe, expect, test } from 'vitest';
import type { Direction } from '../../../spec/model/schema.ts';
import { changesOf, formatChanges } from './support.ts';

type Kinds = readonly string[];
type Row = readonly [what: string, before: string, after: string, request: Kinds, response: Kinds];

/** A kind is its id without direction and part; one that begins with `-` has the direction alone. After it the path. */
function as(impact: string, kinds: Kinds): Kinds {
  return kinds.map((kind) => `${impact} ${kind}`);
}

/** Values are gone: the request breaks, the response does not. */
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
  ['another type', 'type: string', 'type: integer', ...both('type-changed')],
  ['one type more', 'type: string', 'type: [string, boolean]', ...wider('type-generalized')],
  ['integer to number', 'type: integer', 'type: number', ...wider('type-generalized')],
  ['a type where there was none', '{}', 'type: string', ...narrower('type-specialized')],
  ['null allowed', 'type: string', 'type: [string, "null"]', ...wider('became-nullable')],
  [
    'null allowed by an alternative',
    'type: string',
    'anyOf: [{type: string}, {type: "null"}]',
    ...wider('became-nullable'),
  ],
  ['nothing allowed', 'type: string', 'false', ...narrower('type-specialized')],
  ['another format', '{type: string, format: date}', '{type: string, format: date-time}', ...both('format-changed')],
  ['a format added', 'type: string', '{type: string, format: uuid}', ...narrower('format-added')],
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
  ['a format that nobody judges', 'type: string', '{type: string, format: colour}', ...harmless('format-hint-added')],
  [
    'one unknown format for another',
    '{type: string, format: rfc1123}',
    '{type: string, format: unix-time}',
    ...risky('format-cannot-be-compared'),
  ],
  [
    'a largest number lowered',
    '{type: integer, maximum: 9}',
    '{type: integer, maximum: 8}',
    ...narrower('max-decreased'),
  ],
  ['a largest number', 'type: number', '{type: number, maximum: 8}', ...narrower('max-set')],
  [
    'a bound made exclusive',
    '{type: number, minimum: 0}',
    '{type: number, exclusiveMinimum: 0}',
    ...narrower('min-increased'),
  ],
  ['a least number lowered', '{type: number, minimum: 1}', '{type: number, minimum: 0}', ...wider('min-decreased')],
  [
    'a bound beyond 2^53',
    '{type: integer, maximum: 9007199254740993}',
    '{type: integer, maximum: 9007199254740994}',
    ...wider('max-increased'),
  ],
  [
    'finer steps',
    '{type: number, multipleOf: 0.1}',
    '{type: number, multipleOf: 0.01}',
    ...wider('multiple-of-generalized'),
  ],
  ['other steps', '{type: integer, multipleOf: 2}', '{type: integer, multipleOf: 3}', ...both('multiple-of-changed')],
  [
    'shorter texts',
    '{type: string, maxLength: 5}',
    '{type: string, maxLength: 4}',
    ...narrower('max-length-decreased'),
  ],
  ['empty texts ruled out', 'type: string', '{type: string, minLength: 1}', ...narrower('min-length-set')],
  ['no maximum length', '{type: string, maxLength: 5}', 'type: string', ...wider('max-length-unset')],
  ['a pattern', 'type: string', '{type: string, pattern: "^a"}', ...narrower('pattern-added')],
  [
    'a pattern within the old one',
    '{type: string, pattern: "^[a-z]+$"}',
    '{type: string, pattern: "^[a-z]{3}$"}',
    ...narrower('pattern-specialized'),
  ],
  ['another pattern', '{type: string, pattern: "^a"}', '{type: string, pattern: "^b"}', ...both('pattern-changed')],
  ['a value removed', 'enum: [a, b]', 'enum: [a]', ...narrower('enum-value-removed')],
  ['a value added', 'enum: [a]', 'enum: [a, b]', ...wider('enum-value-added')],
  [
    'another constant',
    'const: a',
    'const: b',
    ['breaking enum-value-removed', 'harmless enum-value-added'],
    ['harmless enum-value-removed', 'breaking enum-value-added'],
  ],
  ['only listed values', 'type: string', 'enum: [a]', ...narrower('became-enum')],
  ['no longer listed', 'enum: [a]', 'type: string', ...wider('enum-unset')],
  ['fewer items', '{type: array, maxItems: 5}', '{type: array, maxItems: 4}', ...narrower('max-items-decreased')],
  ['an item needed', 'type: array', '{type: array, minItems: 1}', ...narrower('min-items-set')],
  [
    'fewer items, where two may be alike',
    '{type: array, items: {enum: [a, b]}, maxItems: 5}',
    '{type: array, items: {enum: [a, b]}, maxItems: 3}',
    ...narrower('max-items-decreased'),
  ],
  ['different items', 'type: array', '{type: array, uniqueItems: true}', ...narrower('unique-items-added')],
  [
    'items of a smaller kind',
    '{type: array, items: {type: number}}',
    '{type: array, items: {type: integer}}',
    ...narrower('type-specialized []'),
  ],
  [
    'the first item',
    '{type: array, prefixItems: [{type: string}]}',
    '{type: array, prefixItems: [{type: integer}]}',
    ...both('type-changed [0]'),
  ],
  [
    'no item beyond the first',
    '{type: array, prefixItems: [{}]}',
    '{type: array, prefixItems: [{}], items: false}',
    ...narrower('max-items-set'),
  ],
  ['an item of a kind', 'type: array', '{type: array, contains: {const: a}}', ...narrower('contains-added')],
  [
    'more items of a kind',
    '{type: array, contains: {const: a}}',
    '{type: array, contains: {const: a}, minContains: 2}',
    ...narrower('min-contains-increased'),
  ],
  [
    'more properties needed',
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
    'a property required',
    '{properties: {a: {type: string}}}',
    '{properties: {a: {type: string}}, required: [a]}',
    ...narrower('-property-became-required .a'),
  ],
  [
    'a required property added',
    'type: object',
    '{type: object, properties: {a: {}}, required: [a]}',
    ...narrower('-required-property-added .a'),
  ],
  [
    'an optional property added',
    'type: object',
    '{type: object, properties: {a: {type: string}}}',
    ...harmless('-optional-property-added .a'),
  ],
  [
    'an optional property added to a closed object',
    '{type: object, additionalProperties: false}',
    '{type: object, properties: {a: {type: string}}, additionalProperties: false}',
    ...wider('-property-added-to-closed-object .a'),
  ],
  [
    'others forbidden',
    'type: object',
    '{type: object, additionalProperties: false}',
    ...narrower('-additional-properties-forbidden'),
  ],
  [
    'others of a smaller kind',
    '{type: object, additionalProperties: {type: number}}',
    '{type: object, additionalProperties: {type: integer}}',
    ...narrower('type-specialized .*'),
  ],
  [
    'names of properties',
    'type: object',
    '{type: object, propertyNames: {maxLength: 3}}',
    ...narrower('max-length-set (names)'),
  ],
  [
    'a pattern of names',
    '{type: object, patternProperties: {"^x-": {type: string}}}',
    '{type: object, patternProperties: {"^x-": {type: string, maxLength: 3}}}',
    ...narrower('max-length-set [/^x-/]'),
  ],
  [
    'a property that asks for another',
    'type: object',
    '{type: object, dependentRequired: {a: [b]}}',
    ...narrower('-dependent-required-added .a'),
  ],
  [
    'a schema where a property is',
    '{type: object, dependentSchemas: {a: {minProperties: 2}}}',
    '{type: object, dependentSchemas: {a: {minProperties: 3}}}',
    ...narrower('min-properties-increased'),
  ],
  [
    'more that a property asks for',
    '{type: object, dependentRequired: {a: [b]}, dependentSchemas: {a: {minProperties: 2}}}',
    '{type: object, dependentSchemas: {a: {required: [b, c], minProperties: 2}}}',
    ...narrower('-dependent-required-added .a'),
  ],
  ['an alternative removed', oneOf('a', 'b'), oneOf('a'), ...narrower('one-of-removed')],
  ['an alternative added', oneOf('a'), oneOf('a', 'b'), ...wider('one-of-added')],
  [
    'an alternative changed',
    'anyOf: [{type: string, maxLength: 3}, {type: string, format: date}]',
    'anyOf: [{type: string, maxLength: 2}, {type: string, format: date}]',
    ...narrower('max-length-decreased'),
  ],
  ['something ruled out', 'type: string', '{type: string, not: {pattern: "^a"}}', ...narrower('not-added')],
  [
    'more ruled out',
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
    'more on a condition',
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, if: {required: [a]}, then: {required: [b, c]}}',
    ...narrower('-property-became-required .c'),
  ],
  ['another default', '{type: string, default: a}', '{type: string, default: b}', ...risky('default-value-changed')],
  ['a default', 'type: string', '{type: string, default: a}', ...risky('default-value-added')],
  ['a default removed', '{type: string, default: a}', 'type: string', ...risky('default-value-removed')],
  [
    'deep within',
    '{properties: {a: {type: array, items: {properties: {b: {maxLength: 3, type: string}}}}}}',
    '{properties: {a: {type: array, items: {properties: {b: {maxLength: 2, type: string}}}}}}',
    ...narrower('max-length-decreased .a[].b'),
  ],
  [
    'an alternative added that an open object may fit as well',
    'oneOf: [{type: object, required: [a]}, {type: object, required: [b]}]',
    'oneOf: [{type: object, required: [a]}, {type: object, required: [b]}, {type: object, required: [c]}]',
    ...wider('one-of-added'),
  ],
  [
    'another integer format beside a bound',
    '{type: integer, format: int32, minimum: 0}',
    '{type: integer, format: int64, minimum: 0}',
    ...wider('format-generalized'),
  ],
  [
    'a pattern in place of the length that it implies',
    '{type: string, minLength: 3, maxLength: 3}',
    '{type: string, pattern: "^[a-z]{3}$"}',
    ...narrower('pattern-added'),
  ],
  [
    'a format that nobody judges in place of one that is',
    '{type: string, format: date}',
    '{type: string, format: colour}',
    ...wider('format-generalized'),
  ],
  [
    'a name that two patterns have',
    '{type: object, patternProperties: {"^x": {type: string}}}',
    '{type: object, patternProperties: {"^x": {type: string}, ".*": {maxLength: 3}}}',
    ...narrower('max-length-set [/^x/]', 'max-length-set .*'),
  ],
  // Where the two directions go by other rules.
  [
    'one of two alternatives that open objects may both fit',
    'oneOf: [{type: object, required: [a], properties: {a: {}}}, {type: object, required: [b], properties: {b: {}}}]',
    '{type: object, required: [a], properties: {a: {}}}',
    ['breaking one-of-removed'],
    ['harmless one-of-removed', 'harmless schema-specialized', 'breaking schema-generalized'],
  ],
  [
    'an optional property removed',
    '{type: object, properties: {a: {type: string}}}',
    'type: object',
    ['risky -property-removed .a'],
    ['risky -optional-property-removed .a'],
  ],
  [
    'a required property removed',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    'type: object',
    ['risky -property-removed .a'],
    ['breaking -required-property-removed .a'],
  ],
  [
    'a property removed from a closed object',
    '{type: object, properties: {a: {type: string}}, additionalProperties: false}',
    '{type: object, additionalProperties: false}',
    ['breaking -property-removed-from-closed-object .a'],
    ['risky -optional-property-removed .a'],
  ],
  [
    'a property made readOnly',
    '{type: object, properties: {a: {type: string}}}',
    '{type: object, properties: {a: {type: string, readOnly: true}}}',
    ['risky -property-became-read-only .a'],
    [],
  ],
  [
    'a required property no longer readOnly',
    '{type: object, properties: {a: {type: string, readOnly: true}}, required: [a]}',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    ['breaking -property-became-required .a'],
    [],
  ],
  [
    'a required property made writeOnly',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    '{type: object, properties: {a: {type: string, writeOnly: true}}, required: [a]}',
    [],
    ['breaking -required-property-became-write-only .a'],
  ],
  [
    'what is within a readOnly property',
    '{type: object, properties: {a: {type: string, readOnly: true}}}',
    '{type: object, properties: {a: {type: integer, readOnly: true}}}',
    [],
    ['breaking type-changed .a'],
  ],
  [
    'alternatives of which several may fit now',
    'oneOf: [{type: object, required: [a]}, {type: object, required: [b]}]',
    'anyOf: [{type: object, required: [a]}, {type: object, required: [b]}]',
    ['harmless one-of-became-any-of'],
    ['breaking schema-generalized'],
  ],
  [
    'what is ruled out, in a way that keywords do not compare',
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
  ] as const)('is told in the %s', (direction, kinds) => {
    expect(formatChanges(changesOf(before, after, direction))).toEqual(expected(kinds, direction));
  });
});
