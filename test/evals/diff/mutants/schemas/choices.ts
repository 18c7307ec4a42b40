/** Keyword by keyword of OpenAPI 3.0: choices. */
import type { SchemaTable } from '../schema-mutant.ts';
import { openApi30Contract as contract, integer, string } from './shared.ts';

export const choices: SchemaTable = {
  contract,
  group: 'enum and not',
  rows: [
    {
      description: 'enum value added',
      of: 'kind',
      to: { ...string, enum: ['small', 'large', 'huge'] },
      validAfterOnly: 'huge',
    },
    {
      description: 'enum value removed',
      of: 'kind',
      to: { ...string, enum: ['small'] },
      validBeforeOnly: 'large',
    },
    {
      description: 'enum value renamed',
      of: 'kind',
      to: { ...string, enum: ['small', 'big'] },
      validBeforeOnly: 'large',
      validAfterOnly: 'big',
    },
    { description: 'enum in a different order', of: 'kind', to: { ...string, enum: ['large', 'small'] } },
    { description: 'enum removed', of: 'kind', to: string, validAfterOnly: 'huge' },
    { description: 'enum added', of: 'free', to: { ...string, enum: ['a', 'b'] }, validBeforeOnly: 'c' },
    {
      description: 'enum of integers, a value added',
      of: 'level',
      to: { ...integer, enum: [1, 2, 3] },
      validAfterOnly: 3,
    },
    {
      description: 'enum of integers to strings',
      of: 'level',
      to: { ...string, enum: ['1', '2'] },
      validBeforeOnly: 1,
      validAfterOnly: '1',
    },
    {
      description: 'enum without null',
      of: 'mood',
      to: { ...string, enum: ['glad', 'sad'] },
      validBeforeOnly: null,
    },
    {
      description: 'oneOf of enums of one value',
      of: 'kind',
      to: {
        oneOf: [
          { ...string, enum: ['small'] },
          { ...string, enum: ['large'] },
        ],
      },
    },
    { description: 'not removed', of: 'other', to: string, validAfterOnly: 'root' },
    {
      description: 'not widened',
      of: 'other',
      to: { ...string, not: { enum: ['root', 'admin'] } },
      validBeforeOnly: 'admin',
    },
    {
      description: 'not added',
      of: 'free',
      to: { ...string, not: { enum: ['root'] } },
      validBeforeOnly: 'root',
    },
    {
      description: 'enum without null, which nullable alone does not allow',
      of: 'mood',
      to: { ...string, nullable: true, enum: ['glad', 'sad'] },
      validBeforeOnly: null,
    },
    {
      description: 'enum with null, which the type does not allow',
      of: 'mood',
      to: { ...string, enum: ['glad', 'sad', null] },
      validBeforeOnly: null,
    },
    {
      description: 'enum of one value twice in alternatives',
      of: 'kind',
      to: {
        anyOf: [
          { ...string, enum: ['small', 'large'] },
          { ...string, enum: ['large'] },
        ],
      },
    },
    {
      description: 'oneOf of enums that share a value',
      of: 'kind',
      to: {
        oneOf: [
          { ...string, enum: ['small', 'large'] },
          { ...string, enum: ['large'] },
        ],
      },
      validBeforeOnly: 'large',
    },
    {
      description: 'not of a pattern',
      of: 'free',
      to: { ...string, not: { pattern: '^x' } },
      validBeforeOnly: 'xy',
    },
    { description: 'not of not', of: 'kind', to: { ...string, not: { not: { enum: ['small', 'large'] } } } },
  ],
};
