/** What the record operations of a contract need in addition to the contract. */
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore } from '../model/storage.ts';
import type { RunExclusive } from './collection.ts';
import type { GivenValues } from './record-handler.ts';

export interface RecordHandlerOptions {
  /** Prepended to collection names, so that several contracts can share a storage. */
  readonly prefix: string;
  readonly records: RecordStore;
  /** Initial records by collection; they replace the examples of the contract. */
  readonly givenRecords: InitialRecords;
  /** So many made-up records are added to each other collection; with 0 they are empty. */
  readonly recordCount?: number | undefined;
  readonly seed: string | undefined;
  readonly madeUp: MadeUpValues;
  /** Shared by all handlers that change these records in this process. */
  readonly runExclusive: RunExclusive;
}

/** `{ "/orders": [{ "id": 1, "name": "lamp" }], "/me": { "name": "Ann" } }` */
export type InitialRecords = Readonly<Record<string, GivenValues>>;
