/** The words of the differ: what a change is, what a rule says of changes of its kind, and a table of rules. */
import type { Place } from '../../source/source-file.ts';

/**
 * `breaking`: a client that keeps the old contract, or a server of it, no longer fits. `risky`: it may break some, by what
 * they rely on beyond the contract. `harmless`: nobody who keeps the contract notices.
 */
export type Impact = 'breaking' | 'risky' | 'harmless';

/** One kind of change. */
export interface ChangeRule {
  /** In the style of oasdiff: `request-property-became-required`. */
  readonly id: string;
  readonly impact: Impact;
  readonly breaks: 'clients' | 'servers' | 'nobody';
  /** What has changed, in a few words. */
  readonly title: string;
  /** Who breaks by it, and why; what to do in its place. */
  readonly why: string;
}

/** One difference between two versions of a contract. */
export interface Change {
  readonly rule: ChangeRule;
  /** The id of the operation; of the old contract where the new one has it no more. */
  readonly operation: string;
  /** The part of the exchange: `request body.name`, `query limit`, `response 200 body.id`; empty for the whole operation. */
  readonly at: string;
  /** Where it stood; undefined for what is new. */
  readonly before: Place | undefined;
  /** Where it stands; undefined for what is gone. */
  readonly after: Place | undefined;
  /** What was said, in words: `optional`. */
  readonly was: string;
  readonly is: string;
  /** A value, as JSON, that shows it: valid by one of the two and not by the other. */
  readonly witness?: string | undefined;
}

/** What the comparison of schemas tells; the operation is added by whoever knows it. */
export type SchemaChange = Omit<Change, 'operation'>;

/** Rules, each under its id. */
export interface RuleTable<Id extends string> {
  readonly all: readonly ChangeRule[];
  rule(id: Id): ChangeRule;
}

type RuleText = Omit<ChangeRule, 'id'>;

/** The rules are in the order of the table. */
export function createRuleTable<Id extends string>(texts: Readonly<Record<Id, RuleText>>): RuleTable<Id> {
  return {
    all: Object.entries<RuleText>(texts).map(([id, rest]) => ({ id, ...rest })),
    rule: (id) => ({ id, ...texts[id] }),
  };
}
