/** Keywords that only OpenAPI 3.1 has. */
import type { SchemaTable } from '../schema-mutant.ts';
import { openApi31Contract as contract, integer, string } from './shared.ts';

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

export const openApi31Keywords: SchemaTable = {
  contract,
  group: 'keywords of 3.1',
  rows: [
    {
      description: 'a different const',
      of: 'fixed',
      to: { const: 'tree' },
      validBeforeOnly: 'plant',
      validAfterOnly: 'tree',
    },
    { description: 'const as an enum of one', of: 'fixed', to: { enum: ['plant'] } },
    { description: 'const removed', of: 'fixed', to: {}, validAfterOnly: 'tree' },
    {
      description: 'const among others',
      of: 'fixed',
      to: { enum: ['plant', 'tree'] },
      validAfterOnly: 'tree',
    },
    {
      description: 'exclusive bound moved up',
      of: 'score',
      to: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 100 },
      validBeforeOnly: 1,
    },
    {
      description: 'exclusive bound made inclusive',
      of: 'score',
      to: { type: 'number', minimum: 0, exclusiveMaximum: 100 },
      validAfterOnly: 0,
    },
    { description: 'null removed from the types', of: 'note', to: string, validBeforeOnly: null },
    {
      description: 'additional type',
      of: 'value',
      to: { type: ['string', 'integer', 'boolean'] },
      validAfterOnly: true,
    },
    { description: 'removed type', of: 'value', to: string, validBeforeOnly: 1 },
    { description: 'types in a different order', of: 'value', to: { type: ['integer', 'string'] } },
    { description: 'types as anyOf', of: 'value', to: { anyOf: [string, integer] } },
    { description: 'types as oneOf', of: 'value', to: { oneOf: [integer, string] } },
    { description: 'null as anyOf', of: 'note', to: { anyOf: [string, { type: 'null' }] } },
    { description: 'null as oneOf', of: 'note', to: { oneOf: [{ type: 'null' }, string] } },
    {
      description: 'a type of one in an array',
      of: 'named',
      to: { type: ['object'], propertyNames: { pattern: '^[a-z]+$' } },
    },
    {
      description: 'a place of a tuple of a different type',
      of: 'tuple',
      to: { type: 'array', prefixItems: [string, string], items: false },
      validBeforeOnly: ['a', 1],
      validAfterOnly: ['a', 'b'],
    },
    { description: 'a tuple with a rest', of: 'tuple', to: pair, validAfterOnly: ['a', 1, true] },
    {
      description: 'a shorter tuple',
      of: 'tuple',
      to: { type: 'array', prefixItems: [string], items: false },
      validBeforeOnly: ['a', 1],
    },
    {
      description: 'a tuple with explicit maxItems',
      of: 'tuple',
      to: { ...pair, items: false, maxItems: 2 },
    },
    { description: 'contains removed', of: 'some', to: { type: 'array', items: integer }, validAfterOnly: [] },
    {
      description: 'minContains raised',
      of: 'some',
      to: { ...seven, minContains: 2, maxContains: 2 },
      validBeforeOnly: [7],
    },
    {
      description: 'maxContains raised',
      of: 'some',
      to: { ...seven, maxContains: 3 },
      validAfterOnly: [7, 7, 7],
    },
    {
      description: 'values of a pattern of names to integer',
      of: 'marks',
      to: { type: 'object', patternProperties: { '^m-': integer }, additionalProperties: false },
      validBeforeOnly: { 'm-a': '' },
      validAfterOnly: { 'm-a': 1 },
    },
    {
      description: 'additional pattern of names',
      of: 'marks',
      to: {
        type: 'object',
        patternProperties: { '^m-': string, '^n-': string },
        additionalProperties: false,
      },
      validAfterOnly: { 'n-a': '' },
    },
    { description: 'propertyNames removed', of: 'named', to: { type: 'object' }, validAfterOnly: { A: 1 } },
    {
      description: 'propertyNames shorter',
      of: 'named',
      to: { type: 'object', propertyNames: { pattern: '^[a-z]+$', maxLength: 3 } },
      validBeforeOnly: { abcd: 1 },
    },
    { description: 'unevaluatedProperties removed', of: 'sealed', to: x, validAfterOnly: { y: 1 } },
    {
      description: 'unevaluatedProperties as additionalProperties',
      of: 'sealed',
      to: { ...x, additionalProperties: false },
    },
    {
      description: 'dependentRequired added',
      of: 'card',
      to: { ...card, dependentRequired: { number: ['holder'] } },
      validBeforeOnly: { number: '' },
    },
    { description: 'a condition removed', of: 'state', to: state, validAfterOnly: { open: true } },
    {
      description: 'a condition for the other case too',
      of: 'state',
      to: { ...state, if: ifOpen, then: { required: ['until'] }, else: { required: ['until'] } },
      validBeforeOnly: { open: false },
    },
    {
      description: 'a $comment and examples',
      of: 'value',
      to: { type: ['string', 'integer'], $comment: 'either', examples: ['a', 1] },
    },
    { description: 'nothing allowed to something', of: 'never', to: string, validAfterOnly: 'a' },
    { description: 'true as an empty schema', of: 'always', to: {} },
    { description: 'false as not anything', of: 'never', to: { not: {} } },
    { description: 'everything to nothing', of: 'always', to: false, validBeforeOnly: 'a' },
    { description: 'exclusive bound of an integer', of: 'count', to: { ...integer, exclusiveMinimum: 0 } },
    {
      description: 'keywords next to a reference',
      of: 'note',
      to: { $ref: '#/components/schemas/Note', maxLength: 5 },
      validBeforeOnly: 'abcdef',
    },
    {
      description: 'a reference to the same',
      of: 'note',
      to: { $ref: '#/components/schemas/Note', description: 'A note' },
    },
    {
      description: 'number next to integer',
      of: 'value',
      to: { type: ['string', 'integer', 'number'] },
      validAfterOnly: 1.5,
    },
    {
      description: 'contains with minContains of 0',
      of: 'some',
      to: { ...seven, minContains: 0, maxContains: 2 },
      validAfterOnly: [],
    },
    {
      description: 'a condition without consequence',
      of: 'card',
      to: { ...card, if: { required: ['number'] } },
    },
    {
      description: 'dependentRequired as a condition',
      of: 'card',
      to: { ...card, if: { required: ['number'] }, then: { required: ['holder'] } },
      validBeforeOnly: { number: '' },
    },
    {
      description: 'dependentSchemas',
      of: 'card',
      to: { ...card, dependentSchemas: { number: { required: ['holder'] } } },
      validBeforeOnly: { number: '' },
    },
    {
      description: 'unevaluatedProperties of true written out',
      of: 'card',
      to: { ...card, unevaluatedProperties: true },
    },
    {
      description: 'names in an enum',
      of: 'named',
      to: { type: 'object', propertyNames: { enum: ['a', 'b'] } },
      validBeforeOnly: { c: 1 },
    },
    {
      description: 'a pattern of names that includes another one',
      of: 'marks',
      to: { type: 'object', patternProperties: { '': integer }, additionalProperties: false },
      validBeforeOnly: { 'm-a': '' },
      validAfterOnly: { z: 1 },
    },
    {
      description: 'a pattern of names as a name',
      of: 'marks',
      to: { type: 'object', properties: { 'm-a': string }, additionalProperties: false },
      validBeforeOnly: { 'm-b': '' },
    },
    {
      description: 'a pattern of names as all names',
      of: 'marks',
      to: { type: 'object', additionalProperties: string },
      validAfterOnly: { z: '' },
    },
    {
      description: 'a pattern of names in different syntax',
      of: 'marks',
      to: { type: 'object', patternProperties: { '^m[-]': string }, additionalProperties: false },
    },
    {
      description: 'a tuple as an array',
      of: 'tuple',
      to: { type: 'array', items: { type: ['string', 'integer'] } },
      validAfterOnly: [1],
    },
    {
      description: 'an array that requires an additional item',
      of: 'some',
      to: { ...seven, minItems: 2, maxContains: 2 },
      validBeforeOnly: [7],
    },
    {
      description: 'what has to be there already has to be',
      of: 'some',
      to: { ...seven, minItems: 1, maxContains: 2 },
    },
    {
      description: 'a pattern of all names',
      of: 'marks',
      to: { type: 'object', patternProperties: { '': integer } },
      validBeforeOnly: { 'm-a': '' },
      validAfterOnly: { z: 1 },
    },
  ],
};
