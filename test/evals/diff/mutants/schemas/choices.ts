/** Keyword by keyword of OpenAPI 3.0: choices. */
import type { SchemaTable } from '../schema-mutant.ts';
import { things as contract, integer, string } from './words.ts';

export const choices: SchemaTable = {
  contract,
  group: 'enum and not',
  rows: [
    { what: 'enum value new', of: 'kind', to: { ...string, enum: ['small', 'large', 'huge'] }, come: 'huge' },
    { what: 'enum value gone', of: 'kind', to: { ...string, enum: ['small'] }, gone: 'large' },
    {
      what: 'enum value renamed',
      of: 'kind',
      to: { ...string, enum: ['small', 'big'] },
      gone: 'large',
      come: 'big',
    },
    { what: 'enum in another order', of: 'kind', to: { ...string, enum: ['large', 'small'] } },
    { what: 'enum gone', of: 'kind', to: string, come: 'huge' },
    { what: 'enum new', of: 'free', to: { ...string, enum: ['a', 'b'] }, gone: 'c' },
    { what: 'enum of integers, a value new', of: 'level', to: { ...integer, enum: [1, 2, 3] }, come: 3 },
    {
      what: 'enum of integers to texts',
      of: 'level',
      to: { ...string, enum: ['1', '2'] },
      gone: 1,
      come: '1',
    },
    { what: 'enum without null', of: 'mood', to: { ...string, enum: ['glad', 'sad'] }, gone: null },
    {
      what: 'oneOf of enums of one value',
      of: 'kind',
      to: {
        oneOf: [
          { ...string, enum: ['small'] },
          { ...string, enum: ['large'] },
        ],
      },
    },
    { what: 'not gone', of: 'other', to: string, come: 'root' },
    { what: 'not widened', of: 'other', to: { ...string, not: { enum: ['root', 'admin'] } }, gone: 'admin' },
    { what: 'not new', of: 'free', to: { ...string, not: { enum: ['root'] } }, gone: 'root' },
    {
      what: 'enum without null, which nullable alone does not allow',
      of: 'mood',
      to: { ...string, nullable: true, enum: ['glad', 'sad'] },
      gone: null,
    },
    {
      what: 'enum with null, which the type does not allow',
      of: 'mood',
      to: { ...string, enum: ['glad', 'sad', null] },
      gone: null,
    },
    {
      what: 'enum of one value twice in alternatives',
      of: 'kind',
      to: {
        anyOf: [
          { ...string, enum: ['small', 'large'] },
          { ...string, enum: ['large'] },
        ],
      },
    },
    {
      what: 'oneOf of enums that share a value',
      of: 'kind',
      to: {
        oneOf: [
          { ...string, enum: ['small', 'large'] },
          { ...string, enum: ['large'] },
        ],
      },
      gone: 'large',
    },
    { what: 'not of a pattern', of: 'free', to: { ...string, not: { pattern: '^x' } }, gone: 'xy' },
    { what: 'not of not', of: 'kind', to: { ...string, not: { not: { enum: ['small', 'large'] } } } },
  ],
};
