/** More keywords that can express the same. */
import type { SchemaTable } from '../schema-mutant.ts';

export const moreEquivalentKeywords: SchemaTable = {
  contract: 'test/fixtures/diff/wordings.yaml',
  group: 'alternative forms',
  rows: [
    { description: 'minItems as contains {}', of: 'minitemsAsContains', to: { type: 'array', contains: {} } },
    {
      description: 'uniqueItems of booleans bounded',
      of: 'uniqueitemsOfBooleansBounded',
      to: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, maxItems: 2 },
    },
    { description: 'anyOf of {} and string', of: 'anyofOfAndString', to: {} },
    {
      description: 'oneOf overlap int/number',
      of: 'oneofOverlapIntNumber',
      to: { type: 'number' },
      validAfterOnly: 1,
    },
    { description: 'anyOf overlap int/number', of: 'anyofOverlapIntNumber', to: { type: 'number' } },
    { description: 'allOf in anyOf distribution', of: 'allofInAnyofDistribution', to: { type: 'string' } },
    { description: 'not not', of: 'notNot', to: { type: 'string' } },
    {
      description: 'not type',
      of: 'notType',
      to: { type: ['number', 'boolean', 'null', 'array', 'object'] },
    },
    {
      description: 'not required',
      of: 'notRequired',
      to: { type: 'object', properties: { a: {}, b: {} } },
      validAfterOnly: { a: 1, b: 1 },
    },
    {
      description: 'common property hoisted out of oneOf',
      of: 'commonPropertyHoistedOutOfOneof',
      to: {
        type: 'object',
        required: ['id', 'k'],
        properties: { id: { type: 'string' } },
        oneOf: [{ properties: { k: { const: 'a' } } }, { properties: { k: { const: 'b' } } }],
      },
    },
    {
      description: 'oneOf consts as one enum prop',
      of: 'oneofConstsAsOneEnumProp',
      to: { type: 'object', properties: { k: { enum: ['a', 'b'] } }, required: ['k'] },
    },
    {
      description: 'unevaluatedProperties with anyOf',
      of: 'unevaluatedpropertiesWithAnyof',
      to: {
        type: 'object',
        anyOf: [
          { type: 'object', properties: { a: {} }, required: ['a'] },
          { type: 'object', properties: { b: {} }, required: ['b'] },
        ],
      },
      validAfterOnly: { a: 1, z: 1 },
    },
    {
      description: 'pattern next to maxLength implied',
      of: 'patternBesideMaxlengthImplied',
      to: { type: 'string', pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 },
    },
    {
      description: 'map of arrays of maps',
      of: 'mapOfListsOfMaps',
      to: {
        type: 'object',
        additionalProperties: {
          type: 'array',
          items: { type: 'object', additionalProperties: { type: 'string', maxLength: 4 } },
        },
      },
      validBeforeOnly: { a: [{ b: '12345' }] },
    },
    {
      description: 'propertyNames type string',
      of: 'propertynamesTypeString',
      to: { type: 'object', propertyNames: { type: 'string' } },
    },
    {
      description: 'propertyNames grows',
      of: 'propertynamesGrows',
      to: { type: 'object', propertyNames: { enum: ['a', 'b'] } },
      validAfterOnly: { b: 1 },
    },
    {
      description: 'password pattern: symbol required',
      of: 'passwordPatternSymbolAsked',
      to: { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d)(?=.*[!@#]).{8,}$' },
      validBeforeOnly: 'ABCDEFG1',
    },
    {
      description: 'password pattern: length as keyword',
      of: 'passwordPatternLengthAsKeyword',
      to: { type: 'string', minLength: 8, pattern: '^(?=.*[A-Z])(?=.*\\d)' },
    },
    {
      description: 'reserved words grow',
      of: 'reservedWordsGrow',
      to: { type: 'string', pattern: '^(?!(?:admin|root|api)$)[a-z]+$' },
      validBeforeOnly: 'api',
    },
    {
      description: 'long alternation to class',
      of: 'longAlternationToClass',
      to: { type: 'string', pattern: '^\\d+$' },
    },
    {
      description: 'date regex stricter',
      of: 'dateRegexStricter',
      to: { type: 'string', format: 'date-time', pattern: 'Z$' },
      validBeforeOnly: '2020-01-01T00:00:00+01:00',
    },
    {
      description: 'ipv4 pattern weaker than format',
      of: 'ipv4PatternWeakerThanFormat',
      to: { type: 'string', format: 'ipv4', pattern: '^[0-9.]+$' },
    },
    {
      description: 'multipleOf 0.01 with bound',
      of: 'multipleof001WithBound',
      to: { type: 'number', multipleOf: 0.01, minimum: 0.01 },
    },
    {
      description: 'multipleOf 0.01 bound not on the step',
      of: 'multipleof001BoundNotOnTheStep',
      to: { type: 'number', multipleOf: 0.01, maximum: 9.99 },
    },
    {
      description: 'multipleOf 3 exclusive',
      of: 'multipleof3Exclusive',
      to: { type: 'integer', multipleOf: 3, maximum: 6 },
    },
    {
      description: 'negative bound on step',
      of: 'negativeBoundOnStep',
      to: { type: 'integer', multipleOf: 5, minimum: -5 },
    },
    {
      description: 'unique enum maxItems too small',
      of: 'uniqueEnumMaxitemsTooSmall',
      to: { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, maxItems: 2 },
      validBeforeOnly: ['a', 'b', 'c'],
    },
    {
      description: 'unique nullable enum',
      of: 'uniqueNullableEnum',
      to: { type: 'array', items: { enum: ['a', 'b', null] }, uniqueItems: true, maxItems: 3 },
    },
    {
      description: 'dependentSchemas with more than required',
      of: 'dependentschemasWithMoreThanRequired',
      to: {
        type: 'object',
        properties: { a: {}, b: { type: 'string' } },
        dependentRequired: { a: ['b'] },
        dependentSchemas: { a: { properties: { b: { minLength: 1 } } } },
      },
    },
    {
      description: 'dependentSchemas removed',
      of: 'dependentschemasGone',
      to: { type: 'object', properties: { a: {}, b: {} } },
      validAfterOnly: { a: 1 },
    },
    {
      description: 'unevaluatedItems with contains',
      of: 'unevaluateditemsWithContains',
      to: { type: 'array', contains: { type: 'string' } },
      validAfterOnly: ['a', 1],
    },
    {
      description: 'unevaluated with if',
      of: 'unevaluatedWithIf',
      to: { type: 'object', if: { required: ['k'] }, then: { properties: { x: {} } }, properties: { k: {} } },
      validAfterOnly: { z: 1 },
    },
    {
      description: 'oneOf discriminated by const to enum mixture',
      of: 'oneofDiscriminatedByConstToEnumMixture',
      to: {
        oneOf: [
          { type: 'object', properties: { t: { enum: ['a'] }, v: { type: 'string' } }, required: ['t', 'v'] },
          {
            type: 'object',
            properties: { t: { enum: ['b', 'c'] }, v: { type: 'integer' } },
            required: ['t', 'v'],
          },
        ],
      },
      validAfterOnly: { t: 'c', v: 1 },
    },
    {
      description: 'anyOf pattern covers',
      of: 'anyofPatternCovers',
      to: { type: 'string', pattern: '^[a-z]+$' },
    },
    {
      description: 'oneOf enum strings vs pattern',
      of: 'oneofEnumStringsVsPattern',
      to: { oneOf: [{ type: 'string', pattern: '^[ab]$' }, { type: 'integer' }] },
    },
    {
      description: 'unicode: \\p{Lu} in class',
      of: 'unicodePLuInClass',
      to: { type: 'string', pattern: '^[\\p{Lu}\\p{Nd}]+$' },
      validAfterOnly: '٣',
    },
    {
      description: 'format time vs pattern',
      of: 'formatTimeVsPattern',
      to: { type: 'string', format: 'time', minLength: 9 },
    },
  ],
};
