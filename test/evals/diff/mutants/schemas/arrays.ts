/** Keyword by keyword of OpenAPI 3.0: arrays. */
import type { SchemaTable } from '../schema-mutant.ts';
import { things as contract, integer, string } from './words.ts';

export const arrays: SchemaTable = {
  contract,
  group: 'arrays',
  rows: [
    {
      what: 'minItems raised',
      of: 'tags',
      to: { type: 'array', minItems: 2, maxItems: 5, items: string },
      gone: ['a'],
    },
    { what: 'minItems gone', of: 'tags', to: { type: 'array', maxItems: 5, items: string }, come: [] },
    {
      what: 'maxItems lowered',
      of: 'tags',
      to: { type: 'array', minItems: 1, maxItems: 1, items: string },
      gone: ['a', 'b'],
    },
    {
      what: 'maxItems gone',
      of: 'tags',
      to: { type: 'array', minItems: 1, items: string },
      come: ['', '', '', '', '', ''],
    },
    { what: 'uniqueItems gone', of: 'set', to: { type: 'array', items: integer }, come: [1, 1] },
    {
      what: 'uniqueItems new',
      of: 'list',
      to: { type: 'array', uniqueItems: true, items: integer },
      gone: [1, 1],
    },
    {
      what: 'uniqueItems of false written out',
      of: 'list',
      to: { type: 'array', uniqueItems: false, items: integer },
    },
    {
      what: 'items of another type',
      of: 'list',
      to: { type: 'array', items: string },
      gone: [1],
      come: ['1'],
    },
    {
      what: 'items bounded',
      of: 'list',
      to: { type: 'array', items: { ...integer, maximum: 9 } },
      gone: [10],
    },
    {
      what: 'items may be null',
      of: 'list',
      to: { type: 'array', items: { ...integer, nullable: true } },
      come: [null],
    },
    { what: 'items of any type', of: 'list', to: { type: 'array', items: {} }, come: ['a'] },
    { what: 'one of a list in place of the list', of: 'list', to: integer, gone: [1], come: 1 },
    { what: 'only empty lists', of: 'list', to: { type: 'array', items: integer, maxItems: 0 }, gone: [1] },
    { what: 'minItems of 0 written out', of: 'list', to: { type: 'array', items: integer, minItems: 0 } },
  ],
};
