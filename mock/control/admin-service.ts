/** Looking at the store and steering it, from the same process and through the control API alike. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { Rule, RuleEffect, StoredRule } from '../model/rule.ts';
import type { CollectionSize, InitialState, Storage } from '../model/storage.ts';
import type { RuleMount } from '../rules/rule-node.ts';

export interface AdminService {
  readonly journal: JournalDesk;
  readonly records: RecordsDesk;
  readonly scenario: ScenarioDesk;
  /** Back to the state after the start: initial records and rules, an empty journal. */
  reset(): Promise<void>;
  /** Rejects when the storage cannot be reached. */
  ping(): Promise<void>;
}

export interface JournalDesk {
  /** Oldest first. */
  list(filter?: JournalFilter): Promise<readonly JournalEntry[]>;
  count(filter?: JournalFilter): Promise<number>;
  /**
   * As soon as there are so many. Throws `wait-timeout` when they do not come, and `store-closed` when the store ends
   * before.
   */
  waitFor(wanted?: JournalWait): Promise<readonly JournalEntry[]>;
  /** Calls for each entry from now on; call what it gives to end. */
  watch(listener: (entry: JournalEntry) => void, filter?: JournalFilter): Promise<() => void>;
  clear(): Promise<void>;
}

/** All of it has to fit. Whoever takes one throws `option-invalid` for a `path` that is no regular expression. */
export interface JournalFilter {
  /** The id of an operation, or its method and path: `POST /orders`. */
  readonly operation?: string;
  readonly method?: string;
  /** The path as sent, without the query; from `/^` to `/` a regular expression. */
  readonly path?: string;
  readonly status?: number;
  /** Whether the request keeps the contract. */
  readonly valid?: boolean;
  /** Only entries after the one with this id. */
  readonly after?: number;
  /** The last so many. */
  readonly limit?: number;
}

export interface JournalWait extends JournalFilter {
  /** 1 unless given. */
  readonly count?: number;
  /** Milliseconds, 4,000 unless given. */
  readonly timeout?: number;
  /** Nobody waits any more: rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface RecordsDesk {
  collections(): Promise<readonly CollectionSize[]>;
  /** In the order in which they were made. */
  list(collection: string): Promise<readonly Json[]>;
  /** Throws `record-invalid` for what is no record of that collection. A record with the same id is replaced. */
  add(collection: string, ...records: readonly Json[]): Promise<void>;
  /** Empties one collection, or all. */
  clear(collection?: string): Promise<void>;
}

export interface ScenarioDesk {
  /** In order of precedence. */
  rules(): Promise<readonly StoredRule[]>;
  /** Puts them in front of those that are there. Throws `rule-invalid`. */
  add(...rules: readonly Rule[]): Promise<readonly StoredRule[]>;
  /** The next request to an operation (its id, or `POST /orders`), or the next so many. */
  next(operation: string, then: RuleEffect, times?: number): Promise<StoredRule>;
  remove(id: string): Promise<boolean>;
  clear(): Promise<void>;
}

export interface AdminServiceOptions {
  readonly storage: Storage;
  readonly addRecord: (collection: string, value: Json) => Promise<void>;
  /** What a reset goes back to. */
  readonly initialState: () => Promise<InitialState>;
  /** Whose operations rules may name. */
  readonly contracts: () => readonly RuleMount[];
  /** Aborted when the store closes. */
  readonly closing: AbortSignal;
}
