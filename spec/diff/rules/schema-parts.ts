/** Rules for the parts of a schema: items, conditions, alternatives. */
import type { EffectVerdict, SchemaRules } from './schema-rule.ts';

export type PartKind =
  | 'unique-items-added'
  | 'unique-items-removed'
  | 'contains-added'
  | 'contains-removed'
  | 'one-of-added'
  | 'one-of-removed'
  | 'any-of-added'
  | 'any-of-removed'
  | 'one-of-became-any-of'
  | 'any-of-became-one-of'
  | 'not-added'
  | 'not-removed'
  | 'not-generalized'
  | 'not-specialized'
  | 'condition-added'
  | 'condition-removed'
  | 'schema-generalized'
  | 'schema-specialized'
  | 'schema-cannot-be-compared'
  | 'schema-not-compared';

/** The comparison is incomplete, and its result must not be that nothing breaks. */
const notComparedVerdict: EffectVerdict = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The schema, or a schema that it references, has more combinations of alternatives than the comparison can check, so its changes are unknown. Without a breaking change elsewhere, the result is inconclusive. Compare the two versions by hand, or use fewer alternatives.',
};

export const partRules: SchemaRules<PartKind> = {
  'unique-items-added': { effect: 'narrower', title: 'duplicate items are no longer allowed' },
  'unique-items-removed': { effect: 'wider', title: 'duplicate items are now allowed' },
  'contains-added': { effect: 'narrower', title: 'a "contains" constraint was added' },
  'contains-removed': { effect: 'wider', title: 'a "contains" constraint was removed' },
  'one-of-added': { effect: 'wider', title: 'an alternative was added' },
  'one-of-removed': { effect: 'narrower', title: 'an alternative was removed' },
  'any-of-added': { effect: 'wider', title: 'an alternative was added' },
  'any-of-removed': { effect: 'narrower', title: 'an alternative was removed' },
  'one-of-became-any-of': {
    effect: 'wider',
    title: 'a value may now match several alternatives',
    response: {
      impact: 'risky',
      breaks: 'clients',
      why: 'A client that selects the alternative by the schema that matches may get values that match several.',
    },
  },
  'any-of-became-one-of': {
    effect: 'narrower',
    title: 'a value may now match only one alternative',
    request: {
      impact: 'risky',
      breaks: 'clients',
      why: 'A value that matches several alternatives is now rejected. Make sure that none does, with a property that has different values in each.',
    },
  },
  'not-added': { effect: 'narrower', title: 'values are now excluded by "not"' },
  'not-removed': { effect: 'wider', title: 'values are no longer excluded by "not"' },
  'not-generalized': { effect: 'narrower', title: 'more values are excluded by "not"' },
  'not-specialized': { effect: 'wider', title: 'fewer values are excluded by "not"' },
  'condition-added': { effect: 'narrower', title: 'a condition was added' },
  'condition-removed': { effect: 'wider', title: 'a condition was removed' },
  'schema-generalized': { effect: 'wider', title: 'the schema allows a value that it rejected before' },
  'schema-specialized': { effect: 'narrower', title: 'the schema rejects a value that it allowed before' },
  'schema-cannot-be-compared': {
    effect: 'unclear',
    title: 'the schema changed in a way that cannot be compared',
  },
  'schema-not-compared': {
    effect: 'unclear',
    title: 'the schema was not compared',
    request: notComparedVerdict,
    response: notComparedVerdict,
  },
};
