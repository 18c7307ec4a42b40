/** Keywords of which one may say what another one says: values, texts and numbers, then objects and alternatives. */
import type { SchemaTable } from '../schema-mutant.ts';

export const wordings: SchemaTable = {
  contract: 'test/fixtures/diff/wordings.yaml',
  group: 'other wordings',
  rows: [
    { what: 'oneOf null to type list', of: 'oneofNullToTypeList', to: { type: ['integer', 'null'] } },
    {
      what: 'multipleOf makes the bound move, number',
      of: 'multipleofMakesTheBoundMoveNumber',
      to: { type: 'number', multipleOf: 0.5, minimum: 0.5 },
    },
    {
      what: 'minLength 1 as pattern',
      of: 'minlength1AsPattern',
      to: { type: 'string', pattern: '^[\\s\\S]+$' },
    },
    {
      what: 'pattern .+ against newline',
      of: 'patternAgainstNewline',
      to: { type: 'string', pattern: '^.+$' },
      gone: '\n',
    },
    { what: 'pattern class order', of: 'patternClassOrder', to: { type: 'string', pattern: '^[0-9a-z]+$' } },
    { what: 'pattern \\d to [0-9]', of: 'patternDTo09', to: { type: 'string', pattern: '^[0-9]{3}$' } },
    {
      what: 'pattern lookahead added',
      of: 'patternLookaheadAdded',
      to: { type: 'string', pattern: '^(?=.*[0-9])[A-Za-z0-9]{8,}$' },
      gone: 'abcdefgh',
    },
    {
      what: 'pattern lookahead removed',
      of: 'patternLookaheadRemoved',
      to: { type: 'string', pattern: '^[a-z]+$' },
      come: 'admin',
    },
    {
      what: 'pattern \\w to unicode property',
      of: 'patternWToUnicodeProperty',
      to: { type: 'string', pattern: '^[A-Za-z]+$' },
      gone: 'é',
    },
    {
      what: 'pattern two in allOf',
      of: 'patternTwoInAllof',
      to: { type: 'string', pattern: '^a.*z$' },
      gone: 'a\nz',
    },
    {
      what: 'enum of strings as pattern',
      of: 'enumOfStringsAsPattern',
      to: { type: 'string', pattern: '^(a|b)$' },
    },
    {
      what: 'enum to pattern wider',
      of: 'enumToPatternWider',
      to: { type: 'string', pattern: '^[a-c]$' },
      come: 'c',
    },
    {
      what: 'maxLength in code points',
      of: 'maxlengthInCodePoints',
      to: { type: 'string', pattern: '^[\\s\\S]{0,2}$' },
    },
    {
      what: 'format uuid to pattern',
      of: 'formatUuidToPattern',
      to: {
        type: 'string',
        pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
      },
    },
    {
      what: 'format date as pattern narrower',
      of: 'formatDateAsPatternNarrower',
      to: { type: 'string', format: 'date' },
      gone: '2020-99-99',
    },
    {
      what: 'format uuid beside pattern',
      of: 'formatUuidBesidePattern',
      to: { type: 'string', format: 'uuid', minLength: 36, maxLength: 36 },
    },
    {
      what: 'date-time beside minLength 1',
      of: 'dateTimeBesideMinlength1',
      to: { type: 'string', format: 'date-time', minLength: 1 },
    },
    { what: 'oneOf consts to enum', of: 'oneofConstsToEnum', to: { enum: ['a', 'b'] } },
    {
      what: 'oneOf consts with same const twice',
      of: 'oneofConstsWithSameConstTwice',
      to: { enum: ['a', 'b'] },
      come: 'a',
    },
    { what: 'anyOf string enum or string', of: 'anyofStringEnumOrString', to: { type: 'string' } },
    { what: 'enum of objects, key order', of: 'enumOfObjectsKeyOrder', to: { enum: [{ b: 2, a: 1 }] } },
    {
      what: 'additionalProperties false vs unevaluated false',
      of: 'additionalpropertiesFalseVsUnevaluatedFalse',
      to: { type: 'object', properties: { a: {} }, unevaluatedProperties: false },
    },
    {
      what: 'allOf closed each: unsatisfiable mix',
      of: 'allofClosedEachUnsatisfiableMix',
      to: { type: 'object', properties: {}, additionalProperties: false },
    },
    {
      what: 'allOf + unevaluated = merged closed',
      of: 'allofUnevaluatedMergedClosed',
      to: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        additionalProperties: false,
      },
    },
    {
      what: 'allOf + additionalProperties false beside',
      of: 'allofAdditionalpropertiesFalseBeside',
      to: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      come: { a: 'x' },
    },
    {
      what: 'anyOf required groups to oneOf',
      of: 'anyofRequiredGroupsToOneof',
      to: { type: 'object', properties: { a: {}, b: {} }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      gone: { a: 1, b: 1 },
    },
    {
      what: 'patternProperties narrowed pattern, closed',
      of: 'patternpropertiesNarrowedPatternClosed',
      to: {
        type: 'object',
        properties: {},
        patternProperties: { '^x-[a-z]': {} },
        additionalProperties: false,
      },
      gone: { 'x-1': 1 },
    },
    {
      what: 'patternProperties covers declared',
      of: 'patternpropertiesCoversDeclared',
      to: {
        type: 'object',
        properties: { 'x-a': { type: 'string' } },
        patternProperties: { '^x-': { maxLength: 3 } },
      },
      gone: { 'x-a': 'long text' },
    },
    {
      what: 'patternProperties .* is additional',
      of: 'patternpropertiesIsAdditional',
      to: { type: 'object', additionalProperties: { type: 'integer' } },
    },
    {
      what: 'propertyNames pattern added',
      of: 'propertynamesPatternAdded',
      to: { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
      gone: { A: 1 },
    },
    {
      what: 'dependentRequired as dependentSchemas',
      of: 'dependentrequiredAsDependentschemas',
      to: { type: 'object', properties: { a: {}, b: {} }, dependentSchemas: { a: { required: ['b'] } } },
    },
    {
      what: 'dependentRequired of a required one',
      of: 'dependentrequiredOfARequiredOne',
      to: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    },
    {
      what: 'if/then tightened',
      of: 'ifThenTightened',
      to: { type: 'object', properties: { k: { type: 'string' }, n: { type: 'integer' } } },
      come: { k: 'x' },
    },
    {
      what: 'if condition changed',
      of: 'ifConditionChanged',
      to: {
        type: 'object',
        properties: { k: { type: 'string' }, n: {} },
        if: { properties: { k: { const: 'y' } }, required: ['k'] },
        then: { required: ['n'] },
      },
      gone: { k: 'y' },
      come: { k: 'x' },
    },
    {
      what: 'then without if says nothing',
      of: 'thenWithoutIfSaysNothing',
      to: { type: 'object', properties: { a: {} } },
    },
    {
      what: 'prefixItems closed as maxItems',
      of: 'prefixitemsClosedAsMaxitems',
      to: { type: 'array', maxItems: 2 },
    },
    {
      what: 'prefixItems of equal kinds',
      of: 'prefixitemsOfEqualKinds',
      to: { type: 'array', items: { type: 'string' } },
    },
    { what: 'contains with minContains 0', of: 'containsWithMincontains0', to: { type: 'array' } },
  ],
};
