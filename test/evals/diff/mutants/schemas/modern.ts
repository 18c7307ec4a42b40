/** Keywords that only OpenAPI 3.1 has. */
import type { SchemaTable } from '../schema-mutant.ts';
import { modern as contract, integer, string } from './words.ts';

const x = { type: 'object', properties: { x: string } };
const card = { type: 'object', properties: { number: string, holder: string } };
const state = {
  type: 'object',
  required: ['open'],
  properties: { open: { type: 'boolean' }, until: string },
};
const ifOpen = { properties: { open: { const: true } } };
const pair = { type: 'array', prefixItems: [string, integer] };
const seven = { type: 'array', items: integer, contains: { const: 7 } };

export const modernKeywords: SchemaTable = {
  contract,
  group: 'keywords of 3.1',
  rows: [
    { what: 'another const', of: 'fixed', to: { const: 'tree' }, gone: 'plant', come: 'tree' },
    { what: 'const as an enum of one', of: 'fixed', to: { enum: ['plant'] } },
    { what: 'const gone', of: 'fixed', to: {}, come: 'tree' },
    { what: 'const among others', of: 'fixed', to: { enum: ['plant', 'tree'] }, come: 'tree' },
    {
      what: 'exclusive bound moved up',
      of: 'score',
      to: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 100 },
      gone: 1,
    },
    {
      what: 'exclusive bound made inclusive',
      of: 'score',
      to: { type: 'number', minimum: 0, exclusiveMaximum: 100 },
      come: 0,
    },
    { what: 'null gone from the types', of: 'note', to: string, gone: null },
    { what: 'a type more', of: 'value', to: { type: ['string', 'integer', 'boolean'] }, come: true },
    { what: 'a type less', of: 'value', to: string, gone: 1 },
    { what: 'types in another order', of: 'value', to: { type: ['integer', 'string'] } },
    { what: 'types as anyOf', of: 'value', to: { anyOf: [string, integer] } },
    { what: 'types as oneOf', of: 'value', to: { oneOf: [integer, string] } },
    { what: 'null as anyOf', of: 'note', to: { anyOf: [string, { type: 'null' }] } },
    { what: 'null as oneOf', of: 'note', to: { oneOf: [{ type: 'null' }, string] } },
    {
      what: 'a type of one in a list',
      of: 'named',
      to: { type: ['object'], propertyNames: { pattern: '^[a-z]+$' } },
    },
    {
      what: 'a place of a tuple of another type',
      of: 'tuple',
      to: { type: 'array', prefixItems: [string, string], items: false },
      gone: ['a', 1],
      come: ['a', 'b'],
    },
    { what: 'a tuple with a rest', of: 'tuple', to: pair, come: ['a', 1, true] },
    {
      what: 'a shorter tuple',
      of: 'tuple',
      to: { type: 'array', prefixItems: [string], items: false },
      gone: ['a', 1],
    },
    { what: 'a tuple that says its maxItems', of: 'tuple', to: { ...pair, items: false, maxItems: 2 } },
    { what: 'contains gone', of: 'some', to: { type: 'array', items: integer }, come: [] },
    { what: 'minContains raised', of: 'some', to: { ...seven, minContains: 2, maxContains: 2 }, gone: [7] },
    { what: 'maxContains raised', of: 'some', to: { ...seven, maxContains: 3 }, come: [7, 7, 7] },
    {
      what: 'values of a pattern of names to integer',
      of: 'marks',
      to: { type: 'object', patternProperties: { '^m-': integer }, additionalProperties: false },
      gone: { 'm-a': '' },
      come: { 'm-a': 1 },
    },
    {
      what: 'a pattern of names more',
      of: 'marks',
      to: {
        type: 'object',
        patternProperties: { '^m-': string, '^n-': string },
        additionalProperties: false,
      },
      come: { 'n-a': '' },
    },
    { what: 'propertyNames gone', of: 'named', to: { type: 'object' }, come: { A: 1 } },
    {
      what: 'propertyNames shorter',
      of: 'named',
      to: { type: 'object', propertyNames: { pattern: '^[a-z]+$', maxLength: 3 } },
      gone: { abcd: 1 },
    },
    { what: 'unevaluatedProperties gone', of: 'sealed', to: x, come: { y: 1 } },
    {
      what: 'unevaluatedProperties as additionalProperties',
      of: 'sealed',
      to: { ...x, additionalProperties: false },
    },
    {
      what: 'dependentRequired new',
      of: 'card',
      to: { ...card, dependentRequired: { number: ['holder'] } },
      gone: { number: '' },
    },
    { what: 'a condition gone', of: 'state', to: state, come: { open: true } },
    {
      what: 'a condition for the other case too',
      of: 'state',
      to: { ...state, if: ifOpen, then: { required: ['until'] }, else: { required: ['until'] } },
      gone: { open: false },
    },
    {
      what: 'a $comment and examples',
      of: 'value',
      to: { type: ['string', 'integer'], $comment: 'either', examples: ['a', 1] },
    },
    { what: 'nothing allowed to something', of: 'never', to: string, come: 'a' },
    { what: 'true as an empty schema', of: 'always', to: {} },
    { what: 'false as not anything', of: 'never', to: { not: {} } },
    { what: 'everything to nothing', of: 'always', to: false, gone: 'a' },
    { what: 'exclusive bound of an integer', of: 'count', to: { ...integer, exclusiveMinimum: 0 } },
    {
      what: 'keywords beside a reference',
      of: 'note',
      to: { $ref: '#/components/schemas/Note', maxLength: 5 },
      gone: 'abcdef',
    },
    {
      what: 'a reference to the same',
      of: 'note',
      to: { $ref: '#/components/schemas/Note', description: 'A note' },
    },
    { what: 'number beside integer', of: 'value', to: { type: ['string', 'integer', 'number'] }, come: 1.5 },
    {
      what: 'contains with minContains of 0',
      of: 'some',
      to: { ...seven, minContains: 0, maxContains: 2 },
      come: [],
    },
    { what: 'a condition without consequence', of: 'card', to: { ...card, if: { required: ['number'] } } },
    {
      what: 'dependentRequired as a condition',
      of: 'card',
      to: { ...card, if: { required: ['number'] }, then: { required: ['holder'] } },
      gone: { number: '' },
    },
    {
      what: 'dependentSchemas',
      of: 'card',
      to: { ...card, dependentSchemas: { number: { required: ['holder'] } } },
      gone: { number: '' },
    },
    {
      what: 'unevaluatedProperties of true written out',
      of: 'card',
      to: { ...card, unevaluatedProperties: true },
    },
    {
      what: 'names in an enum',
      of: 'named',
      to: { type: 'object', propertyNames: { enum: ['a', 'b'] } },
      gone: { c: 1 },
    },
    {
      what: 'a pattern of names that takes in another',
      of: 'marks',
      to: { type: 'object', patternProperties: { '': integer }, additionalProperties: false },
      gone: { 'm-a': '' },
      come: { z: 1 },
    },
    {
      what: 'a pattern of names as a name',
      of: 'marks',
      to: { type: 'object', properties: { 'm-a': string }, additionalProperties: false },
      gone: { 'm-b': '' },
    },
    {
      what: 'a pattern of names as all names',
      of: 'marks',
      to: { type: 'object', additionalProperties: string },
      come: { z: '' },
    },
    {
      what: 'a pattern of names in other signs',
      of: 'marks',
      to: { type: 'object', patternProperties: { '^m[-]': string }, additionalProperties: false },
    },
    {
      what: 'a tuple as a list',
      of: 'tuple',
      to: { type: 'array', items: { type: ['string', 'integer'] } },
      come: [1],
    },
    {
      what: 'a list that has to have an item more',
      of: 'some',
      to: { ...seven, minItems: 2, maxContains: 2 },
      gone: [7],
    },
    {
      what: 'what has to be there already has to be',
      of: 'some',
      to: { ...seven, minItems: 1, maxContains: 2 },
    },
    {
      what: 'a pattern of all names',
      of: 'marks',
      to: { type: 'object', patternProperties: { '': integer } },
      gone: { 'm-a': '' },
      come: { z: 1 },
    },
  ],
};
