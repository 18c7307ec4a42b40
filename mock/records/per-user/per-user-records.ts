/** Gives every user who logs in records of their own, which begin as copies of the initial ones. */
import { findUserCollections } from '../../../spec/login/user-collections.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { RecordStore } from '../../model/storage.ts';
import { type MaybePromise, whenReady } from '../../model/when-ready.ts';
import { createRecordHandler } from '../create-record-handler.ts';
import { collectInitialState } from '../initial/initial-records.ts';
import type { RecordHandler } from '../record-handler.ts';
import type { RecordHandlerOptions } from '../record-handler-options.ts';
import { recordsOfUser } from './records-of-user.ts';

/** Undefined for requests without a login, whose records are those of the mock. */
export type RecordsOfOwner = (owner: string | undefined) => MaybePromise<RecordHandler>;

interface UserRecords {
  readonly handler: RecordHandler;
  readonly records: RecordStore;
}

export function createPerUserRecords(
  contract: Contract,
  shared: RecordHandler,
  options: RecordHandlerOptions,
): RecordsOfOwner {
  const { records, prefix, runExclusive } = options;
  const users = new Set(findUserCollections(contract).map(({ resource }) => `${prefix}${resource.collection}`));
  const isShared = (collection: string) => users.has(collection);
  const known = new Map<string, UserRecords>();
  // No collection of a contract is named so: those begin with a slash.
  const begun = `begun:${prefix.replaceAll('/', ':')}`;
  let initial: ReturnType<typeof collectInitialState> | undefined;
  const open = (owner: string): UserRecords => {
    const opened = known.get(owner);
    if (opened !== undefined) return opened;
    const own = recordsOfUser(records, { owner, isShared });
    const created = { records: own, handler: createRecordHandler(contract, { ...options, records: own }) };
    known.set(owner, created);
    return created;
  };
  const begin = async (owner: string, own: RecordStore) => {
    if (await records.has(begun, owner)) return;
    initial ??= collectInitialState((store) => shared.insertInitialRecords(store));
    const state = await initial;
    const isOwn = ({ collection }: { readonly collection: string }) => !isShared(collection);
    for (const { collection, last } of state.numbers.filter(isOwn)) await own.reserveNumbers(collection, last);
    for (const { collection, id, value } of state.records.filter(isOwn)) await own.insert(collection, id, value);
    await records.insert(begun, owner, {});
  };
  const openBegun = async (owner: string) => {
    const { handler, records: own } = open(owner);
    // A reset, also by another process, removes the mark together with the records.
    if (!(await records.has(begun, owner))) await runExclusive(`${begun} ${owner}`, () => begin(owner, own));
    return handler;
  };
  return (owner) => (owner === undefined ? shared : openBegun(owner));
}

/** One handler for all: the request says whose records it is about. */
export function withRecordsPerUser(shared: RecordHandler, recordsOf: RecordsOfOwner): RecordHandler {
  return {
    ...shared,
    prepare: (request) => whenReady(recordsOf(request.owner), (handler) => handler.prepare(request)),
  };
}
