/** Keyword by keyword of OpenAPI 3.0: numbers. */
import type { SchemaTable } from '../schema-mutant.ts';
import { things as contract, integer } from './words.ts';

export const numbers: SchemaTable = {
  contract,
  group: 'numbers',
  rows: [
    { what: 'minimum raised', of: 'size', to: { ...integer, minimum: 4, maximum: 9 }, gone: 3 },
    { what: 'minimum lowered', of: 'size', to: { ...integer, minimum: 2, maximum: 9 }, come: 2 },
    { what: 'minimum gone', of: 'size', to: { ...integer, maximum: 9 }, come: -1 },
    { what: 'maximum lowered', of: 'size', to: { ...integer, minimum: 3, maximum: 8 }, gone: 9 },
    { what: 'maximum raised', of: 'size', to: { ...integer, minimum: 3, maximum: 10 }, come: 10 },
    { what: 'maximum gone', of: 'size', to: { ...integer, minimum: 3 }, come: 10 },
    { what: 'minimum new', of: 'whole', to: { ...integer, minimum: 0 }, gone: -1 },
    {
      what: 'the bound of 0 taken too',
      of: 'share',
      to: { type: 'number', minimum: 0, maximum: 1 },
      come: 0,
    },
    {
      what: 'the bound of 1 left out',
      of: 'share',
      to: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
      gone: 1,
    },
    {
      what: 'exclusive bounds for integers',
      of: 'size',
      to: { ...integer, minimum: 2, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
    },
    {
      what: 'exclusiveMinimum of false written out',
      of: 'size',
      to: { ...integer, minimum: 3, exclusiveMinimum: false, maximum: 9 },
    },
    {
      what: 'a bound beyond 2^53 lowered by one',
      of: 'huge',
      to: { ...integer, maximum: 9_223_372_036_854_775_805n },
      gone: 9_223_372_036_854_775_806n,
    },
    {
      what: 'a bound beyond 2^53 raised by one',
      of: 'huge',
      to: { ...integer, maximum: 9_223_372_036_854_775_807n },
      come: 9_223_372_036_854_775_807n,
    },
    { what: 'int32 to int64', of: 'count', to: { ...integer, format: 'int64' }, come: 2_147_483_648 },
    { what: 'int64 to int32', of: 'big', to: { ...integer, format: 'int32' }, gone: 2_147_483_648 },
    { what: 'int32 new', of: 'whole', to: { ...integer, format: 'int32' }, gone: 2_147_483_648 },
    { what: 'int32 gone', of: 'count', to: integer, come: 2_147_483_648 },
    {
      what: 'int32 written as bounds',
      of: 'count',
      to: { ...integer, minimum: -2_147_483_648, maximum: 2_147_483_647 },
    },
    { what: 'multipleOf doubled', of: 'pair', to: { ...integer, multipleOf: 4 }, gone: 2 },
    { what: 'multipleOf of 2 to 3', of: 'pair', to: { ...integer, multipleOf: 3 }, gone: 2, come: 3 },
    { what: 'multipleOf gone', of: 'pair', to: integer, come: 1 },
    { what: 'multipleOf of 1 for an integer', of: 'whole', to: { ...integer, multipleOf: 1 } },
    { what: 'number to integer', of: 'number', to: integer, gone: 0.5 },
    { what: 'integer to number', of: 'whole', to: { type: 'number' }, come: 0.5 },
    { what: 'bounds as an enum', of: 'size', to: { ...integer, enum: [3, 4, 5, 6, 7, 8, 9] } },
    { what: 'bounds between integers', of: 'size', to: { ...integer, minimum: 2.5, maximum: 9.5 } },
    { what: 'an integer as a number without fraction', of: 'whole', to: { type: 'number', multipleOf: 1 } },
    { what: 'format double', of: 'number', to: { type: 'number', format: 'double' } },
    {
      what: 'a bound beside an int32 that says less',
      of: 'count',
      to: { ...integer, format: 'int32', maximum: 4_000_000_000 },
    },
    { what: 'cents alone', of: 'number', to: { type: 'number', multipleOf: 0.01 }, gone: 0.005 },
    {
      what: 'a bound on multiples, between two of them',
      of: 'pair',
      to: { ...integer, multipleOf: 2, minimum: 0 },
      gone: -2,
    },
  ],
};
