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
    [`${name}-increased`]: { effect: 'narrower', title: `the least ${limit} went up` },
    [`${name}-decreased`]: { effect: 'wider', title: `the least ${limit} went down` },
    [`${name}-set`]: { effect: 'narrower', title: `there is a least ${limit} now` },
    [`${name}-unset`]: { effect: 'wider', title: `there is no least ${limit} any more` },
  };
}

function upper<Name extends string>(name: Name, limit: string): SchemaRules<`${Name}-${LimitChange}`>;
function upper(name: string, limit: string): SchemaRules<string> {
  return {
    [`${name}-increased`]: { effect: 'wider', title: `the largest ${limit} went up` },
    [`${name}-decreased`]: { effect: 'narrower', title: `the largest ${limit} went down` },
    [`${name}-set`]: { effect: 'narrower', title: `there is a largest ${limit} now` },
    [`${name}-unset`]: { effect: 'wider', title: `there is no largest ${limit} any more` },
  };
}

export const limitRules: SchemaRules<LimitKind> = {
  ...lower('min', 'number'),
  ...upper('max', 'number'),
  ...lower('min-length', 'length of the text'),
  ...upper('max-length', 'length of the text'),
  ...lower('min-items', 'count of items'),
  ...upper('max-items', 'count of items'),
  ...lower('min-properties', 'count of properties'),
  ...upper('max-properties', 'count of properties'),
  ...lower('min-contains', 'count of items of the kind under "contains"'),
  ...upper('max-contains', 'count of items of the kind under "contains"'),
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
  | 'default-value-added'
  | 'default-value-changed'
  | 'default-value-removed';

const otherDefault = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The same values are valid, but to leave this out means something else now: clients that rely on the old default get another result. Have them give the value themselves.',
} as const;

const newDefault = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The same values are valid, but to leave this out had no declared meaning and has one now. Make sure that it is what was done before.',
} as const;

export const valueRules: SchemaRules<ValueKind> = {
  'type-changed': { effect: 'both', title: 'the type changed' },
  'type-generalized': { effect: 'wider', title: 'more types are allowed' },
  'type-specialized': { effect: 'narrower', title: 'fewer types are allowed' },
  'became-nullable': { effect: 'wider', title: 'null is allowed now' },
  'became-not-nullable': { effect: 'narrower', title: 'null is not allowed any more' },
  'became-enum': { effect: 'narrower', title: 'only listed values are allowed now' },
  'enum-unset': { effect: 'wider', title: 'not only listed values are allowed now' },
  'enum-value-added': { effect: 'wider', title: 'values were added to the list' },
  'enum-value-removed': { effect: 'narrower', title: 'values were removed from the list' },
  'multiple-of-added': { effect: 'narrower', title: 'the number has steps now' },
  'multiple-of-removed': { effect: 'wider', title: 'the number has no steps any more' },
  'multiple-of-generalized': { effect: 'wider', title: 'the steps of the number became finer' },
  'multiple-of-specialized': { effect: 'narrower', title: 'the steps of the number became coarser' },
  'multiple-of-changed': { effect: 'both', title: 'the steps of the number changed' },
  'format-added': { effect: 'narrower', title: 'the value has a format now' },
  'format-removed': { effect: 'wider', title: 'the value has no format any more' },
  'format-generalized': { effect: 'wider', title: 'the format allows more' },
  'format-specialized': { effect: 'narrower', title: 'the format allows less' },
  'format-changed': { effect: 'both', title: 'the format changed' },
  'format-cannot-be-compared': { effect: 'unclear', title: 'a format that cannot be judged changed' },
  'format-hint-added': { effect: 'none', title: 'a format that no value is judged by was added' },
  'format-hint-removed': { effect: 'none', title: 'a format that no value is judged by was removed' },
  'pattern-added': { effect: 'narrower', title: 'the text has a pattern now' },
  'pattern-removed': { effect: 'wider', title: 'the text has no pattern any more' },
  'pattern-generalized': { effect: 'wider', title: 'the pattern allows more' },
  'pattern-specialized': { effect: 'narrower', title: 'the pattern allows less' },
  'pattern-changed': { effect: 'both', title: 'the pattern changed' },
  'pattern-cannot-be-compared': {
    effect: 'unclear',
    title: 'the pattern changed in a way that cannot be compared',
  },
  'default-value-added': {
    effect: 'none',
    title: 'there is a default value now',
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
