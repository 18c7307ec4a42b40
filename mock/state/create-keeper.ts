/** Derives from a contract which operations work on records. */
import type { Contract } from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import type { Records } from '../storage/storage.ts';
import type { Keeper } from './keeper.ts';

export interface KeeperOptions {
  /** Put before the names of collections, so that several contracts can share a storage. */
  readonly prefix: string;
  readonly records: Records;
  /** The initial records by collection, in place of those that the contract's examples give. */
  readonly initial: InitialRecords;
  readonly seed: string | undefined;
}

/** `{ "/plants": [{ "id": 1, "name": "fern" }] }` */
export type InitialRecords = Readonly<Record<string, readonly Json[]>>;

export function createKeeper(_contract: Contract, _options: KeeperOptions): Keeper {
  return {
    consider: async () => undefined,
    seed: async () => undefined,
    collections: [],
    add: async () => false,
  };
}
