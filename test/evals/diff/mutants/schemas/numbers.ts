/** Keyword by keyword of OpenAPI 3.0: numbers. */
import type { SchemaTable } from '../schema-mutant.ts';
import { openApi30Contract as contract, integer } from './shared.ts';

export const numbers: SchemaTable = {
  contract,
  group: 'numbers',
  rows: [
    {
      description: 'minimum raised',
      of: 'size',
      to: { ...integer, minimum: 4, maximum: 9 },
      validBeforeOnly: 3,
    },
    {
      description: 'minimum lowered',
      of: 'size',
      to: { ...integer, minimum: 2, maximum: 9 },
      validAfterOnly: 2,
    },
    { description: 'minimum removed', of: 'size', to: { ...integer, maximum: 9 }, validAfterOnly: -1 },
    {
      description: 'maximum lowered',
      of: 'size',
      to: { ...integer, minimum: 3, maximum: 8 },
      validBeforeOnly: 9,
    },
    {
      description: 'maximum raised',
      of: 'size',
      to: { ...integer, minimum: 3, maximum: 10 },
      validAfterOnly: 10,
    },
    { description: 'maximum removed', of: 'size', to: { ...integer, minimum: 3 }, validAfterOnly: 10 },
    { description: 'minimum added', of: 'whole', to: { ...integer, minimum: 0 }, validBeforeOnly: -1 },
    {
      description: 'the bound of 0 becomes inclusive',
      of: 'share',
      to: { type: 'number', minimum: 0, maximum: 1 },
      validAfterOnly: 0,
    },
    {
      description: 'the bound of 1 becomes exclusive',
      of: 'share',
      to: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
      validBeforeOnly: 1,
    },
    {
      description: 'exclusive bounds for integers',
      of: 'size',
      to: { ...integer, minimum: 2, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
    },
    {
      description: 'exclusiveMinimum of false written out',
      of: 'size',
      to: { ...integer, minimum: 3, exclusiveMinimum: false, maximum: 9 },
    },
    {
      description: 'a bound beyond 2^53 lowered by one',
      of: 'huge',
      to: { ...integer, maximum: 9_223_372_036_854_775_805n },
      validBeforeOnly: 9_223_372_036_854_775_806n,
    },
    {
      description: 'a bound beyond 2^53 raised by one',
      of: 'huge',
      to: { ...integer, maximum: 9_223_372_036_854_775_807n },
      validAfterOnly: 9_223_372_036_854_775_807n,
    },
    {
      description: 'int32 to int64',
      of: 'count',
      to: { ...integer, format: 'int64' },
      validAfterOnly: 2_147_483_648,
    },
    {
      description: 'int64 to int32',
      of: 'big',
      to: { ...integer, format: 'int32' },
      validBeforeOnly: 2_147_483_648,
    },
    {
      description: 'int32 added',
      of: 'whole',
      to: { ...integer, format: 'int32' },
      validBeforeOnly: 2_147_483_648,
    },
    { description: 'int32 removed', of: 'count', to: integer, validAfterOnly: 2_147_483_648 },
    {
      description: 'int32 written as bounds',
      of: 'count',
      to: { ...integer, minimum: -2_147_483_648, maximum: 2_147_483_647 },
    },
    { description: 'multipleOf doubled', of: 'pair', to: { ...integer, multipleOf: 4 }, validBeforeOnly: 2 },
    {
      description: 'multipleOf of 2 to 3',
      of: 'pair',
      to: { ...integer, multipleOf: 3 },
      validBeforeOnly: 2,
      validAfterOnly: 3,
    },
    { description: 'multipleOf removed', of: 'pair', to: integer, validAfterOnly: 1 },
    { description: 'multipleOf of 1 for an integer', of: 'whole', to: { ...integer, multipleOf: 1 } },
    { description: 'number to integer', of: 'number', to: integer, validBeforeOnly: 0.5 },
    { description: 'integer to number', of: 'whole', to: { type: 'number' }, validAfterOnly: 0.5 },
    { description: 'bounds as an enum', of: 'size', to: { ...integer, enum: [3, 4, 5, 6, 7, 8, 9] } },
    { description: 'bounds between integers', of: 'size', to: { ...integer, minimum: 2.5, maximum: 9.5 } },
    {
      description: 'an integer as a number without fraction',
      of: 'whole',
      to: { type: 'number', multipleOf: 1 },
    },
    { description: 'format double', of: 'number', to: { type: 'number', format: 'double' } },
    {
      description: 'a weaker bound next to an int32',
      of: 'count',
      to: { ...integer, format: 'int32', maximum: 4_000_000_000 },
    },
    {
      description: 'cents alone',
      of: 'number',
      to: { type: 'number', multipleOf: 0.01 },
      validBeforeOnly: 0.005,
    },
    {
      description: 'a bound on multiples, between two of them',
      of: 'pair',
      to: { ...integer, multipleOf: 2, minimum: 0 },
      validBeforeOnly: -2,
    },
  ],
};
