/** Rules for single values: type, size and format. */
import type { SchemaRules } from './schema-rule.ts';

type Limit =
  | 'min'
  | 'max'
  | 'min-length'
  | 'max-length'
  | 'min-items'
  | 'max-items'
  | 'min-properties'
  | 'max-properties'
  | 'min-contains'
  | 'max-contains';
type LimitChange = 'increased' | 'decreased' | 'set' | 'unset';
export type LimitKind = `${Limit}-${LimitChange}`;

function lower<Name extends string>(name: Name, limit: string): SchemaRules<`${Name}-${LimitChange}`>;
function lower(name: string, limit: string): SchemaRules<string> {
  return {
    [`${name}-increased`]: { effect: 'narrower', title: `the minimum ${limit} was increased` },
    [`${name}-decreased`]: { effect: 'wider', title: `the minimum ${limit} was decreased` },
    [`${name}-set`]: { effect: 'narrower', title: `a minimum ${limit} was added` },
    [`${name}-unset`]: { effect: 'wider', title: `the minimum ${limit} was removed` },
  };
}

function upper<Name extends string>(name: Name, limit: string): SchemaRules<`${Name}-${LimitChange}`>;
function upper(name: string, limit: string): SchemaRules<string> {
  return {
    [`${name}-increased`]: { effect: 'wider', title: `the maximum ${limit} was increased` },
    [`${name}-decreased`]: { effect: 'narrower', title: `the maximum ${limit} was decreased` },
    [`${name}-set`]: { effect: 'narrower', title: `a maximum ${limit} was added` },
    [`${name}-unset`]: { effect: 'wider', title: `the maximum ${limit} was removed` },
  };
}

export const limitRules: SchemaRules<LimitKind> = {
  ...lower('min', 'number'),
  ...upper('max', 'number'),
  ...lower('min-length', 'string length'),
  ...upper('max-length', 'string length'),
  ...lower('min-items', 'number of items'),
  ...upper('max-items', 'number of items'),
  ...lower('min-properties', 'number of properties'),
  ...upper('max-properties', 'number of properties'),
  ...lower('min-contains', 'number of items that match "contains"'),
  ...upper('max-contains', 'number of items that match "contains"'),
};

export type ValueKind =
  | 'type-changed'
  | 'type-generalized'
  | 'type-specialized'
  | 'became-nullable'
  | 'became-not-nullable'
  | 'became-enum'
  | 'enum-unset'
  | 'enum-value-added'
  | 'enum-value-removed'
  | 'multiple-of-added'
  | 'multiple-of-removed'
  | 'multiple-of-generalized'
  | 'multiple-of-specialized'
  | 'multiple-of-changed'
  | 'format-added'
  | 'format-removed'
  | 'format-generalized'
  | 'format-specialized'
  | 'format-changed'
  | 'format-cannot-be-compared'
  | 'format-hint-added'
  | 'format-hint-removed'
  | 'pattern-added'
  | 'pattern-removed'
  | 'pattern-generalized'
  | 'pattern-specialized'
  | 'pattern-changed'
  | 'pattern-cannot-be-compared'
  | 'content-encoding-changed'
  | 'content-media-type-added'
  | 'content-media-type-removed'
  | 'content-media-type-changed'
  | 'default-value-added'
  | 'default-value-changed'
  | 'default-value-removed';

const otherDefault = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The same values are valid, but omitting the value now has a different meaning: clients that rely on the old default get a different result. Have clients send the value.',
} as const;

const newDefault = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The same values are valid, but omitting the value had no declared meaning before. Make sure that the default keeps the old behavior.',
} as const;

const otherContent = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The same strings are valid, because the keyword validates nothing, but clients and servers encode and decode the content by it. Keep it, or add another property.',
} as const;

export const valueRules: SchemaRules<ValueKind> = {
  'type-changed': { effect: 'both', title: 'the type changed' },
  'type-generalized': { effect: 'wider', title: 'more types are allowed' },
  'type-specialized': { effect: 'narrower', title: 'fewer types are allowed' },
  'became-nullable': { effect: 'wider', title: 'null is now allowed' },
  'became-not-nullable': { effect: 'narrower', title: 'null is no longer allowed' },
  'became-enum': { effect: 'narrower', title: 'an enum was added' },
  'enum-unset': { effect: 'wider', title: 'the enum was removed' },
  'enum-value-added': { effect: 'wider', title: 'enum values were added' },
  'enum-value-removed': { effect: 'narrower', title: 'enum values were removed' },
  'multiple-of-added': { effect: 'narrower', title: '"multipleOf" was added' },
  'multiple-of-removed': { effect: 'wider', title: '"multipleOf" was removed' },
  'multiple-of-generalized': { effect: 'wider', title: '"multipleOf" allows more values' },
  'multiple-of-specialized': { effect: 'narrower', title: '"multipleOf" allows fewer values' },
  'multiple-of-changed': { effect: 'both', title: '"multipleOf" changed' },
  'format-added': { effect: 'narrower', title: 'a format was added' },
  'format-removed': { effect: 'wider', title: 'the format was removed' },
  'format-generalized': { effect: 'wider', title: 'the format allows more values' },
  'format-specialized': { effect: 'narrower', title: 'the format allows fewer values' },
  'format-changed': { effect: 'both', title: 'the format changed' },
  'format-cannot-be-compared': { effect: 'unclear', title: 'a format that is not validated changed' },
  'format-hint-added': { effect: 'none', title: 'a format that is not validated was added' },
  'format-hint-removed': { effect: 'none', title: 'a format that is not validated was removed' },
  'pattern-added': { effect: 'narrower', title: 'a pattern was added' },
  'pattern-removed': { effect: 'wider', title: 'the pattern was removed' },
  'pattern-generalized': { effect: 'wider', title: 'the pattern allows more values' },
  'pattern-specialized': { effect: 'narrower', title: 'the pattern allows fewer values' },
  'pattern-changed': { effect: 'both', title: 'the pattern changed' },
  'pattern-cannot-be-compared': {
    effect: 'unclear',
    title: 'the pattern changed in a way that cannot be compared',
  },
  'content-encoding-changed': {
    effect: 'none',
    title: 'the encoding of the content of a string changed',
    request: otherContent,
    response: otherContent,
  },
  'content-media-type-added': { effect: 'none', title: 'the media type of the content of a string was added' },
  'content-media-type-removed': { effect: 'none', title: 'the media type of the content of a string was removed' },
  'content-media-type-changed': {
    effect: 'none',
    title: 'the media type of the content of a string changed',
    request: otherContent,
    response: otherContent,
  },
  'default-value-added': {
    effect: 'none',
    title: 'a default value was added',
    request: newDefault,
    response: newDefault,
  },
  'default-value-changed': {
    effect: 'none',
    title: 'the default value changed',
    request: otherDefault,
    response: otherDefault,
  },
  'default-value-removed': {
    effect: 'none',
    title: 'the default value was removed',
    request: otherDefault,
    response: otherDefault,
  },
};
