/** A change between two contracts, the rule for its kind, and tables of rules. */
import type { Place } from '../../source/source-file.ts';

/**
 * `breaking`: a client or server that conforms to the old contract no longer works with the new one. `risky`: may break
 * some that rely on more than the contract. `harmless`: breaks none that conform to the contract.
 */
export type Impact = 'breaking' | 'risky' | 'harmless';

/** The rule for one kind of change. */
export interface ChangeRule {
  /** In the style of oasdiff: `request-property-became-required`. */
  readonly id: string;
  readonly impact: Impact;
  readonly breaks: 'clients' | 'servers' | 'none';
  /** A short description of the change. */
  readonly title: string;
  /** Why it breaks clients or servers, and what to do instead. */
  readonly why: string;
}

/** One difference between two versions of a contract. */
export interface Change {
  readonly rule: ChangeRule;
  /** The id of the operation in the old contract; in the new one if it was added. */
  readonly operation: string;
  /**
   * The part of the operation: `request body.name`, `query limit`, `response 200 body.id`; empty for the whole
   * operation.
   */
  readonly at: string;
  /** The old place; undefined for an added part. */
  readonly before: Place | undefined;
  /** The new place; undefined for a removed part. */
  readonly after: Place | undefined;
  /** The old state as text: `optional`. */
  readonly was: string;
  readonly is: string;
  /** An example value as JSON, which is valid in only one of the versions. */
  readonly witness?: string | undefined;
}

/** A result of the comparison of schemas; the caller adds the operation. */
export type SchemaChange = Omit<Change, 'operation'>;

/** Rules by id. */
export interface RuleTable<Id extends string> {
  readonly all: readonly ChangeRule[];
  rule(id: Id): ChangeRule;
}

type RuleText = Omit<ChangeRule, 'id'>;

/** Keeps the order of the table. */
export function createRuleTable<Id extends string>(texts: Readonly<Record<Id, RuleText>>): RuleTable<Id> {
  return {
    all: Object.entries<RuleText>(texts).map(([id, rest]) => ({ id, ...rest })),
    rule: (id) => ({ id, ...texts[id] }),
  };
}
