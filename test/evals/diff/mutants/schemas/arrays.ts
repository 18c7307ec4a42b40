/** Keyword by keyword of OpenAPI 3.0: arrays. */
import type { SchemaTable } from '../schema-mutant.ts';
import { openApi30Contract as contract, integer, string } from './shared.ts';

export const arrays: SchemaTable = {
  contract,
  group: 'arrays',
  rows: [
    {
      description: 'minItems raised',
      of: 'tags',
      to: { type: 'array', minItems: 2, maxItems: 5, items: string },
      validBeforeOnly: ['a'],
    },
    {
      description: 'minItems removed',
      of: 'tags',
      to: { type: 'array', maxItems: 5, items: string },
      validAfterOnly: [],
    },
    {
      description: 'maxItems lowered',
      of: 'tags',
      to: { type: 'array', minItems: 1, maxItems: 1, items: string },
      validBeforeOnly: ['a', 'b'],
    },
    {
      description: 'maxItems removed',
      of: 'tags',
      to: { type: 'array', minItems: 1, items: string },
      validAfterOnly: ['', '', '', '', '', ''],
    },
    {
      description: 'uniqueItems removed',
      of: 'set',
      to: { type: 'array', items: integer },
      validAfterOnly: [1, 1],
    },
    {
      description: 'uniqueItems added',
      of: 'list',
      to: { type: 'array', uniqueItems: true, items: integer },
      validBeforeOnly: [1, 1],
    },
    {
      description: 'uniqueItems of false written out',
      of: 'list',
      to: { type: 'array', uniqueItems: false, items: integer },
    },
    {
      description: 'items of a different type',
      of: 'list',
      to: { type: 'array', items: string },
      validBeforeOnly: [1],
      validAfterOnly: ['1'],
    },
    {
      description: 'items bounded',
      of: 'list',
      to: { type: 'array', items: { ...integer, maximum: 9 } },
      validBeforeOnly: [10],
    },
    {
      description: 'items may be null',
      of: 'list',
      to: { type: 'array', items: { ...integer, nullable: true } },
      validAfterOnly: [null],
    },
    { description: 'items of any type', of: 'list', to: { type: 'array', items: {} }, validAfterOnly: ['a'] },
    {
      description: 'an item instead of the array',
      of: 'list',
      to: integer,
      validBeforeOnly: [1],
      validAfterOnly: 1,
    },
    {
      description: 'only empty arrays',
      of: 'list',
      to: { type: 'array', items: integer, maxItems: 0 },
      validBeforeOnly: [1],
    },
    {
      description: 'minItems of 0 written out',
      of: 'list',
      to: { type: 'array', items: integer, minItems: 0 },
    },
  ],
};
