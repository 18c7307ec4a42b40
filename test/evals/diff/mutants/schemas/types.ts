/** Keyword by keyword of OpenAPI 3.0: types. */
import type { SchemaTable } from '../schema-mutant.ts';
import { openApi30Contract as contract, integer, objectRequiring, string } from './shared.ts';

export const types: SchemaTable = {
  contract,
  group: 'types and null',
  rows: [
    { description: 'integer to string', of: 'whole', to: string, validBeforeOnly: 1, validAfterOnly: '1' },
    {
      description: 'boolean to string',
      of: 'flag',
      to: string,
      validBeforeOnly: true,
      validAfterOnly: 'true',
    },
    {
      description: 'string to array of string',
      of: 'free',
      to: { type: 'array', items: string },
      validBeforeOnly: 'a',
      validAfterOnly: ['a'],
    },
    { description: 'type removed', of: 'flag', to: {}, validAfterOnly: 'true' },
    { description: 'type added', of: 'anything', to: string, validBeforeOnly: 1 },
    { description: 'nullable added', of: 'free', to: { ...string, nullable: true }, validAfterOnly: null },
    { description: 'nullable removed', of: 'note', to: string, validBeforeOnly: null },
    { description: 'nullable of false written out', of: 'free', to: { ...string, nullable: false } },
    {
      description: 'nullable as anyOf with null',
      of: 'note',
      to: { anyOf: [string, { ...string, nullable: true, enum: [null] }] },
    },
    {
      description: 'an empty schema as all types',
      of: 'anything',
      to: {
        anyOf: [
          { type: 'object', nullable: true },
          { type: 'array', items: {} },
          string,
          { type: 'number' },
          { type: 'boolean' },
        ],
      },
    },
    {
      description: 'oneOf option added',
      of: 'either',
      to: { oneOf: [string, integer, { type: 'boolean' }] },
      validAfterOnly: true,
    },
    { description: 'oneOf option removed', of: 'either', to: { oneOf: [string] }, validBeforeOnly: 1 },
    {
      description: 'oneOf option changed',
      of: 'either',
      to: { oneOf: [string, { type: 'number' }] },
      validAfterOnly: 0.5,
    },
    { description: 'oneOf in a different order', of: 'either', to: { oneOf: [integer, string] } },
    {
      description: 'oneOf to anyOf, where no value is of both',
      of: 'either',
      to: { anyOf: [string, integer] },
    },
    {
      description: 'anyOf to oneOf, where values are of both',
      of: 'some',
      to: { oneOf: [objectRequiring('x'), objectRequiring('y')] },
      validBeforeOnly: { x: 1, y: 1 },
    },
    {
      description: 'anyOf option removed',
      of: 'some',
      to: { anyOf: [objectRequiring('x')] },
      validBeforeOnly: { y: 1 },
    },
    {
      description: 'anyOf option added',
      of: 'some',
      to: { anyOf: [objectRequiring('x'), objectRequiring('y'), objectRequiring('z')] },
      validAfterOnly: { z: 1 },
    },
    {
      description: 'anyOf option twice',
      of: 'some',
      to: { anyOf: [objectRequiring('x'), objectRequiring('y'), objectRequiring('y')] },
    },
    { description: 'nullable without a type', of: 'anything', to: { nullable: true } },
    {
      description: 'keywords next to a reference, which 3.0 ignores',
      of: 'note',
      to: { $ref: '#/components/schemas/Note', maxLength: 5 },
    },
    {
      description: 'oneOf option that overlaps another one',
      of: 'either',
      to: { oneOf: [string, integer, { type: 'number' }] },
      validBeforeOnly: 1,
      validAfterOnly: 0.5,
    },
    {
      description: 'oneOf of two that overlap to the first',
      of: 'pick',
      to: objectRequiring('x'),
      validBeforeOnly: { y: 1 },
      validAfterOnly: { x: 1, y: 1 },
    },
    {
      description: 'oneOf of two that overlap to anyOf',
      of: 'pick',
      to: { anyOf: [objectRequiring('x'), objectRequiring('y')] },
      validAfterOnly: { x: 1, y: 1 },
    },
    {
      description: 'oneOf with an option that accepts all',
      of: 'pick',
      to: { oneOf: [objectRequiring('x'), objectRequiring('y'), { type: 'object' }] },
      validBeforeOnly: { x: 1 },
      validAfterOnly: {},
    },
    {
      description: 'conditions that nothing fulfils',
      of: 'free',
      to: { allOf: [string, integer] },
      validBeforeOnly: 'a',
    },
    {
      description: 'oneOf of two that overlap to both at once',
      of: 'pick',
      to: { allOf: [objectRequiring('x'), objectRequiring('y')] },
      validBeforeOnly: { x: 1 },
      validAfterOnly: { x: 1, y: 1 },
    },
    {
      description: 'an object as oneOf of two that overlap',
      of: 'open',
      to: {
        oneOf: [objectRequiring('a', string), { type: 'object', properties: { b: string }, required: ['b'] }],
      },
      validBeforeOnly: { a: '', b: '' },
      validAfterOnly: { b: '' },
    },
    {
      description: 'a map as oneOf of two that overlap',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: integer,
        oneOf: [objectRequiring('x'), objectRequiring('y')],
      },
      validBeforeOnly: { a: 1 },
    },
  ],
};
