/** What outlives a request: records, the journal and the rules for requests to come. One small interface, so that several
 * processes can share it: in memory (storage/memory), in Redis (storage/redis), or in another process of ours (storage/remote).
 * Rejects with `storage-unreachable` where it is elsewhere and does not answer; whether the change was made is open then. */
import type { JsonObject } from '../../spec/json/exact-json.ts';
import type { JournalEntry, LazyEntry, NewEntry } from './journal-entry.ts';
import type { Rule, StoredRule } from './rule.ts';

export interface Storage {
  readonly records: RecordStore;
  readonly journal: Journal;
  readonly rules: RuleStore;
  /**
   * Puts the initial state in, unless some process has done so before; true where this call did. In one step: nobody sees
   * part of it, whoever has waited for this sees all of it, and a process that dies leaves all of it or nothing.
   */
  initialize(initial: InitialState): Promise<boolean>;
  /**
   * Empties all three and puts the initial state in, in one step: a request sees what was before or what is after. One that
   * is under way meanwhile may still write what it has begun.
   */
  reset(initial: InitialState): Promise<void>;
  /** Rejects when what is behind it cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface InitialState {
  /** In the order of insertion. */
  readonly records: readonly InitialRecord[];
  /** The last that `nextNumber` has given out, where it has. */
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
  /** Counts the changes. */
  readonly version: number;
}

/** Collections are named by their path without parameters: `/orders`, `/users/7/orders`. All values are exact JSON. */
export interface RecordStore {
  /** False when the id is taken. Else it is no longer noted as removed, and numbers up to `last` are skipped. */
  insert(collection: string, id: string, value: JsonObject, last?: number): Promise<boolean>;
  /** As `insert`, but takes the place of what is there, whatever its version. True where nothing was. */
  put(collection: string, id: string, value: JsonObject, last?: number): Promise<boolean>;
  /** Whether there is one, for less than reading it. */
  has(collection: string, id: string): Promise<boolean>;
  read(collection: string, id: string): Promise<StoredRecord | undefined>;
  /** In the order of insertion. */
  list(collection: string): Promise<readonly StoredRecord[]>;
  /** False when the record is gone or has another version, since somebody else was faster. Keeps its place in the list. */
  update(collection: string, record: StoredRecord): Promise<boolean>;
  /** False when it was not there. */
  remove(collection: string, id: string): Promise<boolean>;
  /** 1, 2, 3, ...; never the same twice until `clear`. */
  nextNumber(collection: string): Promise<number>;
  /** From now on `nextNumber` gives out none up to this one (a safe integer). */
  reserveNumbers(collection: string, last: number): Promise<void>;
  /** Those that hold records, by name. */
  collections(): Promise<readonly CollectionSize[]>;
  /** One collection, or all. */
  clear(collection?: string): Promise<void>;
}

/** Where the keys of removed records are noted; no name of a collection begins so. Where room is short the notes leave first. */
export function removedKeysCollection(name: string): string {
  return `removed:${name}`;
}

/** Where texts and files are kept that are read below a path; no name of a collection begins so. */
export function contentCollection(name: string): string {
  return `content:${name}`;
}

export interface CollectionSize {
  readonly name: string;
  readonly count: number;
}

/** Bounded: the oldest entries leave first. */
export interface Journal {
  add(entry: NewEntry): Promise<JournalEntry>;
  /** As `add`, without making it and without waiting: whoever lists what is there from now on finds it. Not in Redis. */
  readonly addLazy?: (entry: LazyEntry) => void;
  /** Oldest first; only those after the entry with this id where one is given. */
  list(after?: number): Promise<readonly JournalEntry[]>;
  clear(): Promise<void>;
  /** Calls for each entry added from now on, by whatever process. Resolves when listening; call what it gives to end. */
  watch(listener: (entry: JournalEntry) => void): Promise<() => void>;
}

/** In order of precedence. */
export interface RuleStore {
  list(): Promise<readonly StoredRule[]>;
  /** Where that is known without asking: true spares each request a `list`. */
  readonly isEmpty?: () => boolean;
  /** Puts them in front of all that are there, in the order given. */
  add(rules: readonly Rule[]): Promise<readonly StoredRule[]>;
  /** False when it was not there. */
  remove(id: string): Promise<boolean>;
  clear(): Promise<void>;
  /** Counts a request that the rule matches. False when the rule lets it pass: still skipping, used up, or gone. */
  consume(id: string): Promise<boolean>;
}

/** In the memory of this process. */
export interface InMemoryStorage extends Storage {
  readonly journal: InMemoryJournal;
  readonly rules: Required<RuleStore>;
}

export interface InMemoryJournal extends Required<Journal> {
  /** Gives ids to so many entries that have left already. */
  readonly skipIds: (count: number) => void;
}

/** In the order of code units. */
export function compareByName(a: CollectionSize, b: CollectionSize): number {
  return a.name < b.name ? -1 : 1;
}

/** The bounds of what is kept in memory or in Redis. */
export const STORAGE_LIMITS = {
  /**
   * In all collections; then the oldest of the same collection leaves, and where that has no other, the oldest of the
   * collection that has been there longest. So many collections at most keep their `nextNumber`.
   */
  records: 10_000,
  /** Of names, ids and JSON text (estimated in memory), in all collections. */
  recordBytes: 64_000_000,
  entries: 1_000,
  /** Of the bodies that the journal holds, both sides. */
  entryBytes: 64_000_000,
  rules: 1_000,
} as const;

export type StorageLimits = { readonly [name in keyof typeof STORAGE_LIMITS]: number };
