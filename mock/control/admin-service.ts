/** Inspects and controls the mock server; used in process and by the control API. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import type { Rule, RuleEffect, StoredRule } from '../model/rule.ts';
import type { CollectionSize, InitialState, RecordStore, Storage } from '../model/storage.ts';
import type { ServedContract } from './server-info.ts';

export interface AdminService {
  readonly journal: JournalAdmin;
  readonly records: RecordsAdmin;
  readonly scenario: ScenarioAdmin;
  readonly webhooks: WebhooksAdmin;
  /** Restores the state after the start: initial records and rules, and an empty journal. */
  reset(): Promise<void>;
  /** Rejects when the storage cannot be reached. */
  ping(): Promise<void>;
}

export interface JournalAdmin {
  /** Oldest first. */
  list(filter?: JournalFilter): Promise<readonly JournalEntry[]>;
  count(filter?: JournalFilter): Promise<number>;
  /**
   * Resolves as soon as there are `count` entries. Throws `wait-timeout` if they do not arrive in time, and
   * `store-closed` if the server closes first.
   */
  waitFor(wait?: JournalWait): Promise<readonly JournalEntry[]>;
  /** Calls the listener for each new entry; the returned function stops it. */
  watch(listener: (entry: JournalEntry) => void, filter?: JournalFilter): Promise<() => void>;
  clear(): Promise<void>;
}

/**
 * All members must match. Methods that accept a filter throw `option-invalid` for an `operation` that no contract has, and
 * if `path` is an invalid regular expression.
 */
export interface JournalFilter {
  /** The id of an operation, or its method and path, such as `POST /orders`. */
  readonly operation?: string;
  readonly method?: string;
  /** The path as sent, without the query; a regular expression if written between slashes: `/^…/`. */
  readonly path?: string;
  readonly status?: number;
  /** Whether the request conforms to the contract. */
  readonly valid?: boolean;
  /** Only entries after the one with this id. */
  readonly after?: number;
  /** The maximum number of entries; the latest are returned. */
  readonly limit?: number;
}

export interface JournalWait extends JournalFilter {
  /** The default is 1. */
  readonly count?: number;
  /** In milliseconds; the default is 4,000. */
  readonly timeout?: number;
  /** Cancels the wait: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface RecordsAdmin {
  collections(): Promise<readonly CollectionSize[]>;
  /** In the order of creation. */
  list(collection: string): Promise<readonly Json[]>;
  /** Throws `record-invalid` for an invalid record of that collection. A record with the same id is replaced. */
  add(collection: string, ...records: readonly Json[]): Promise<void>;
  /** Clears one collection, or all. */
  clear(collection?: string): Promise<void>;
}

export interface ScenarioAdmin {
  /** In order of precedence. */
  rules(): Promise<readonly StoredRule[]>;
  /** Adds rules in front of the existing ones. Throws `rule-invalid`. */
  add(...rules: readonly Rule[]): Promise<readonly StoredRule[]>;
  /**
   * Sets the response to the next request of an operation (its id, or `POST /orders`), or to the next `times` requests.
   */
  next(operation: string, then: RuleEffect, times?: number): Promise<StoredRule>;
  /** Keeps its id and position, and counts its requests again. False if it does not exist. Throws `rule-invalid`. */
  replace(id: string, rule: Rule): Promise<boolean>;
  /** Turns a rule on or off; it keeps its counts. False if it does not exist. */
  setEnabled(id: string, isEnabled: boolean): Promise<boolean>;
  /** Sorts the rules by these ids, behind all others. */
  order(...ids: readonly string[]): Promise<void>;
  remove(id: string): Promise<boolean>;
  /** Removes all rules, and forgets the states. */
  clear(): Promise<void>;
  /** The state of each scenario that rules name. */
  states(): Promise<Readonly<Record<string, string>>>;
}

export interface WebhooksAdmin {
  /** The names of the webhooks that the contracts declare. */
  names(): readonly string[];
  /**
   * Sends a webhook to a URL of this machine, or of a host that the option `callbacks` names, and resolves to what the
   * receiver did. The journal has the exchange. Throws `option-invalid` for an unknown name or another host.
   */
  send(name: string, delivery: WebhookDelivery): Promise<WebhookReceipt>;
}

export interface WebhookDelivery {
  readonly url: string;
  /** Instead of a body made by the contract. */
  readonly body?: Json;
  /** Additional headers, such as a signature. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of the receiver, or why there is none. */
export type WebhookReceipt =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface AdminServiceOptions {
  readonly sendOutgoing: (request: OutgoingRequest) => Promise<WebhookReceipt>;
  readonly storage: Storage;
  /** With it, times are the same in each run. */
  readonly seed: string | undefined;
  /** The same store, in which each collection shows what the paths of the contracts show. */
  readonly withNested?: (records: RecordStore) => RecordStore;
  readonly addRecord: (collection: string, value: Json) => Promise<void>;
  /** The address of the server, for the images that records refer to. */
  readonly origin?: () => string;
  /** For the bodies of webhooks. */
  readonly madeUp: MadeUpValues;
  /** The state that a reset restores. */
  readonly initialState: () => Promise<InitialState>;
  /** Rules may refer to the operations of these contracts, whose webhooks can be sent. */
  readonly contracts: () => readonly ServedContract[];
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}
