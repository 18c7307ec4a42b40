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
  why: 'Its alternatives, or the schemas that it leads to, have more combinations than the comparison goes through, so nothing is known of what changed here: without a breaking change elsewhere the result is inconclusive. Compare the two by hand, or write the schema with fewer alternatives.',
};

export const partRules: SchemaRules<PartKind> = {
  'unique-items-added': { effect: 'narrower', title: 'equal items are not allowed any more' },
  'unique-items-removed': { effect: 'wider', title: 'equal items are allowed now' },
  'contains-added': { effect: 'narrower', title: 'the array has to contain items of a kind' },
  'contains-removed': { effect: 'wider', title: 'the array need not contain items of a kind any more' },
  'one-of-added': { effect: 'wider', title: 'an alternative was added' },
  'one-of-removed': { effect: 'narrower', title: 'an alternative was removed' },
  'any-of-added': { effect: 'wider', title: 'an alternative was added' },
  'any-of-removed': { effect: 'narrower', title: 'an alternative was removed' },
  'one-of-became-any-of': {
    effect: 'wider',
    title: 'a value may fit several alternatives now',
    response: {
      impact: 'risky',
      breaks: 'clients',
      why: 'A client that tells the alternatives apart by the one that fits may get values that fit several.',
    },
  },
  'any-of-became-one-of': {
    effect: 'narrower',
    title: 'a value may fit only one of the alternatives now',
    request: {
      impact: 'risky',
      breaks: 'clients',
      why: 'A value that fits several of the alternatives is refused now. Make sure that none does, by a property that tells them apart.',
    },
  },
  'not-added': { effect: 'narrower', title: 'some values are ruled out by "not"' },
  'not-removed': { effect: 'wider', title: 'some values are not ruled out by "not" any more' },
  'not-generalized': { effect: 'narrower', title: 'more values are ruled out by "not"' },
  'not-specialized': { effect: 'wider', title: 'fewer values are ruled out by "not"' },
  'condition-added': { effect: 'narrower', title: 'a condition was added' },
  'condition-removed': { effect: 'wider', title: 'a condition was removed' },
  'schema-generalized': { effect: 'wider', title: 'the schema allows a value that it did not allow' },
  'schema-specialized': { effect: 'narrower', title: 'the schema refuses a value that it did not refuse' },
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
