/** Keywords that can express the same: values, strings and numbers, then objects and alternatives. */
import type { SchemaTable } from '../schema-mutant.ts';

export const equivalentKeywords: SchemaTable = {
  contract: 'test/fixtures/diff/wordings.yaml',
  group: 'alternative forms',
  rows: [
    { description: 'oneOf null to type array', of: 'oneofNullToTypeList', to: { type: ['integer', 'null'] } },
    {
      description: 'multipleOf makes the bound move, number',
      of: 'multipleofMakesTheBoundMoveNumber',
      to: { type: 'number', multipleOf: 0.5, minimum: 0.5 },
    },
    {
      description: 'minLength 1 as pattern',
      of: 'minlength1AsPattern',
      to: { type: 'string', pattern: '^[\\s\\S]+$' },
    },
    {
      description: 'pattern .+ against newline',
      of: 'patternAgainstNewline',
      to: { type: 'string', pattern: '^.+$' },
      validBeforeOnly: '\n',
    },
    {
      description: 'pattern class order',
      of: 'patternClassOrder',
      to: { type: 'string', pattern: '^[0-9a-z]+$' },
    },
    {
      description: 'pattern \\d to [0-9]',
      of: 'patternDTo09',
      to: { type: 'string', pattern: '^[0-9]{3}$' },
    },
    {
      description: 'pattern lookahead added',
      of: 'patternLookaheadAdded',
      to: { type: 'string', pattern: '^(?=.*[0-9])[A-Za-z0-9]{8,}$' },
      validBeforeOnly: 'abcdefgh',
    },
    {
      description: 'pattern lookahead removed',
      of: 'patternLookaheadRemoved',
      to: { type: 'string', pattern: '^[a-z]+$' },
      validAfterOnly: 'admin',
    },
    {
      description: 'pattern \\w to unicode property',
      of: 'patternWToUnicodeProperty',
      to: { type: 'string', pattern: '^[A-Za-z]+$' },
      validBeforeOnly: 'é',
    },
    {
      description: 'pattern two in allOf',
      of: 'patternTwoInAllof',
      to: { type: 'string', pattern: '^a.*z$' },
      validBeforeOnly: 'a\nz',
    },
    {
      description: 'enum of strings as pattern',
      of: 'enumOfStringsAsPattern',
      to: { type: 'string', pattern: '^(a|b)$' },
    },
    {
      description: 'enum to pattern wider',
      of: 'enumToPatternWider',
      to: { type: 'string', pattern: '^[a-c]$' },
      validAfterOnly: 'c',
    },
    {
      description: 'maxLength in code points',
      of: 'maxlengthInCodePoints',
      to: { type: 'string', pattern: '^[\\s\\S]{0,2}$' },
    },
    {
      description: 'format uuid to pattern',
      of: 'formatUuidToPattern',
      to: {
        type: 'string',
        pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
      },
    },
    {
      description: 'format date as pattern narrower',
      of: 'formatDateAsPatternNarrower',
      to: { type: 'string', format: 'date' },
      validBeforeOnly: '2020-99-99',
    },
    {
      description: 'format uuid next to pattern',
      of: 'formatUuidBesidePattern',
      to: { type: 'string', format: 'uuid', minLength: 36, maxLength: 36 },
    },
    {
      description: 'date-time next to minLength 1',
      of: 'dateTimeBesideMinlength1',
      to: { type: 'string', format: 'date-time', minLength: 1 },
    },
    { description: 'oneOf consts to enum', of: 'oneofConstsToEnum', to: { enum: ['a', 'b'] } },
    {
      description: 'oneOf consts with same const twice',
      of: 'oneofConstsWithSameConstTwice',
      to: { enum: ['a', 'b'] },
      validAfterOnly: 'a',
    },
    { description: 'anyOf string enum or string', of: 'anyofStringEnumOrString', to: { type: 'string' } },
    {
      description: 'enum of objects, key order',
      of: 'enumOfObjectsKeyOrder',
      to: { enum: [{ b: 2, a: 1 }] },
    },
    {
      description: 'additionalProperties false vs unevaluated false',
      of: 'additionalpropertiesFalseVsUnevaluatedFalse',
      to: { type: 'object', properties: { a: {} }, unevaluatedProperties: false },
    },
    {
      description: 'allOf closed each: unsatisfiable mix',
      of: 'allofClosedEachUnsatisfiableMix',
      to: { type: 'object', properties: {}, additionalProperties: false },
    },
    {
      description: 'allOf + unevaluated = merged closed',
      of: 'allofUnevaluatedMergedClosed',
      to: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        additionalProperties: false,
      },
    },
    {
      description: 'allOf with additionalProperties false',
      of: 'allofAdditionalpropertiesFalseBeside',
      to: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      validAfterOnly: { a: 'x' },
    },
    {
      description: 'anyOf required groups to oneOf',
      of: 'anyofRequiredGroupsToOneof',
      to: { type: 'object', properties: { a: {}, b: {} }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      validBeforeOnly: { a: 1, b: 1 },
    },
    {
      description: 'patternProperties narrowed pattern, closed',
      of: 'patternpropertiesNarrowedPatternClosed',
      to: {
        type: 'object',
        properties: {},
        patternProperties: { '^x-[a-z]': {} },
        additionalProperties: false,
      },
      validBeforeOnly: { 'x-1': 1 },
    },
    {
      description: 'patternProperties covers declared',
      of: 'patternpropertiesCoversDeclared',
      to: {
        type: 'object',
        properties: { 'x-a': { type: 'string' } },
        patternProperties: { '^x-': { maxLength: 3 } },
      },
      validBeforeOnly: { 'x-a': 'long text' },
    },
    {
      description: 'patternProperties .* is additional',
      of: 'patternpropertiesIsAdditional',
      to: { type: 'object', additionalProperties: { type: 'integer' } },
    },
    {
      description: 'propertyNames pattern added',
      of: 'propertynamesPatternAdded',
      to: { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
      validBeforeOnly: { A: 1 },
    },
    {
      description: 'dependentRequired as dependentSchemas',
      of: 'dependentrequiredAsDependentschemas',
      to: { type: 'object', properties: { a: {}, b: {} }, dependentSchemas: { a: { required: ['b'] } } },
    },
    {
      description: 'dependentRequired of a required one',
      of: 'dependentrequiredOfARequiredOne',
      to: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    },
    {
      description: 'if/then tightened',
      of: 'ifThenTightened',
      to: { type: 'object', properties: { k: { type: 'string' }, n: { type: 'integer' } } },
      validAfterOnly: { k: 'x' },
    },
    {
      description: 'if condition changed',
      of: 'ifConditionChanged',
      to: {
        type: 'object',
        properties: { k: { type: 'string' }, n: {} },
        if: { properties: { k: { const: 'y' } }, required: ['k'] },
        then: { required: ['n'] },
      },
      validBeforeOnly: { k: 'y' },
      validAfterOnly: { k: 'x' },
    },
    {
      description: 'then without if has no effect',
      of: 'thenWithoutIfSaysNothing',
      to: { type: 'object', properties: { a: {} } },
    },
    {
      description: 'prefixItems closed as maxItems',
      of: 'prefixitemsClosedAsMaxitems',
      to: { type: 'array', maxItems: 2 },
    },
    {
      description: 'prefixItems of equal kinds',
      of: 'prefixitemsOfEqualKinds',
      to: { type: 'array', items: { type: 'string' } },
    },
    { description: 'contains with minContains 0', of: 'containsWithMincontains0', to: { type: 'array' } },
  ],
};
