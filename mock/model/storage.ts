/**
 * The state that outlives a request: records, the journal and rules. The interface is small so that several processes
 * can share it: in memory (storage/memory), in Redis (storage/redis), in a file (storage/file), or in another process of this package
 * (storage/remote). External storages reject with `storage-unreachable` if they do not respond; whether a change was
 * made is then unknown.
 */
import type { JsonObject } from '../../spec/json/exact-json.ts';
import type { JournalEntry, LazyEntry, NewEntry } from './journal-entry.ts';
import type { Rule, StoredRule } from './rule.ts';
import type { MaybePromise } from './when-ready.ts';

export interface Storage {
  readonly records: RecordStore;
  readonly journal: Journal;
  readonly rules: RuleStore;
  /**
   * Stores the initial state unless another process has done so; resolves to true if this call did. Atomic: other
   * processes never see a part of it, the state is complete when this resolves, and a process that dies leaves all of
   * it or nothing.
   */
  initialize(initial: InitialState): Promise<boolean>;
  /**
   * Clears all three and stores the initial state atomically: each request sees the state before or after. A request
   * that runs meanwhile may still write afterwards.
   */
  reset(initial: InitialState): Promise<void>;
  /** Rejects if the storage cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface InitialState {
  /** In the order of insertion. */
  readonly records: readonly InitialRecord[];
  /** The last number of `nextNumber`, for collections that use it. */
  readonly numbers: readonly { readonly collection: string; readonly last: number }[];
  readonly rules: readonly Rule[];
}

export interface InitialRecord {
  readonly collection: string;
  readonly id: string;
  readonly value: JsonObject;
}

export interface StoredRecord {
  readonly id: string;
  readonly value: JsonObject;
  /** Incremented by each change. */
  readonly version: number;
}

/**
 * Collections are named by their path with parameter values: `/orders`, `/users/7/orders`. All values are exact JSON.
 */
export interface RecordStore {
  /**
   * False if the id exists. Otherwise the id no longer counts as removed, and `nextNumber` skips numbers up to `last`.
   */
  insert(collection: string, id: string, value: JsonObject, last?: number): MaybePromise<boolean>;
  /** Like `insert`, but replaces an existing record of any version. True if the record is new. */
  put(collection: string, id: string, value: JsonObject, last?: number): MaybePromise<boolean>;
  /** Whether the record exists; cheaper than reading it. */
  has(collection: string, id: string): MaybePromise<boolean>;
  read(collection: string, id: string): MaybePromise<StoredRecord | undefined>;
  /** In the order of insertion. */
  list(collection: string): MaybePromise<readonly StoredRecord[]>;
  /** False if the record was deleted or changed in the meantime (another version). Keeps its position in the list. */
  update(collection: string, record: StoredRecord): Promise<boolean>;
  /** False if it did not exist. */
  remove(collection: string, id: string): Promise<boolean>;
  /** 1, 2, 3, ...; a number is not reused until `clear`. */
  nextNumber(collection: string): MaybePromise<number>;
  /** `nextNumber` skips all numbers up to this one (a safe integer). */
  reserveNumbers(collection: string, last: number): Promise<void>;
  /** The collections that contain records, sorted by name. */
  collections(): Promise<readonly CollectionSize[]>;
  /** Clears one collection, or all. */
  clear(collection?: string): Promise<void>;
}

/**
 * The internal collection for the keys of removed records; no other name starts like this. When capacity runs out,
 * these are evicted first.
 */
export function removedKeysCollection(name: string): string {
  return `removed:${name}`;
}

/** The internal collection for texts and files that are read below a path; no other name starts like this. */
export function contentCollection(name: string): string {
  return `content:${name}`;
}

export interface CollectionSize {
  readonly name: string;
  readonly count: number;
}

/** Bounded: the oldest entries are evicted first. */
export interface Journal {
  add(entry: NewEntry): Promise<JournalEntry>;
  /**
   * Like `add`, but synchronous, and the entry is created on first read. Later calls of `list` include it. Not
   * available in Redis.
   */
  readonly addLazy?: (entry: LazyEntry) => void;
  /** Oldest first; with `after` only the entries after the one with this id. */
  list(after?: number): Promise<readonly JournalEntry[]>;
  clear(): Promise<void>;
  /**
   * Calls the listener for each entry added from now on, by any process. Resolves once subscribed; the returned
   * function unsubscribes.
   */
  watch(listener: (entry: JournalEntry) => void): Promise<() => void>;
}

/** In order of precedence. */
export interface RuleStore {
  list(): Promise<readonly StoredRule[]>;
  /** Whether there are no rules, if the storage knows without a query; saves each request a `list`. */
  readonly isEmpty?: () => boolean;
  /** Inserts them in front of all existing rules, in the given order. */
  add(rules: readonly Rule[]): Promise<readonly StoredRule[]>;
  /** Keeps its id and position; `restarts` resets what was counted. False if it does not exist. */
  replace(id: string, rule: Rule, options: { readonly restarts: boolean }): Promise<boolean>;
  /** Sorts the rules as listed, behind those that are not listed; unknown ids have no effect. */
  order(ids: readonly string[]): Promise<void>;
  /** False if it did not exist. */
  remove(id: string): Promise<boolean>;
  clear(): Promise<void>;
  /**
   * Counts a request that the rule matches. False if the rule does not apply: it still skips, is used up, or was
   * deleted.
   */
  consume(id: string): Promise<boolean>;
}

/** A storage in the memory of this process. */
export interface InMemoryStorage extends Storage {
  readonly journal: InMemoryJournal;
  readonly rules: Required<RuleStore>;
}

export interface InMemoryJournal extends Required<Journal> {
  /** Assigns ids to this number of entries that were already evicted. */
  readonly skipIds: (count: number) => void;
}

/** Sorts by code units. */
export function compareByName(a: CollectionSize, b: CollectionSize): number {
  return a.name < b.name ? -1 : 1;
}

/** The capacity limits in memory, in Redis and in a file. */
export const STORAGE_LIMITS = {
  /**
   * In all collections together. When it is reached, the oldest record of the same collection is evicted, or if there
   * is none, the oldest of the collection created first. `nextNumber` is also kept for at most this many collections.
   */
  records: 10_000,
  /** Bytes of names, ids and JSON text (estimated in memory), in all collections. */
  recordBytes: 64_000_000,
  entries: 1_000,
  /** Bytes of request and response bodies in the journal. */
  entryBytes: 64_000_000,
  rules: 1_000,
} as const;

export type StorageLimits = { readonly [name in keyof typeof STORAGE_LIMITS]: number };
