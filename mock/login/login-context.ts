/** What the steps of logins share: the tokens, the users and the texts of one contract. */
import type { JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { createIssuedTokens, type IssuedTokens, type TokenUser } from '../authentication/issued-tokens.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore } from '../model/storage.ts';
import type { InitialRecords } from '../records/record-handler-options.ts';
import { withCounts } from '../records/relations/related-records.ts';
import { type AuthorizationCodes, createAuthorizationCodes } from './authorization-codes.ts';
import { createKnownUsers, type KnownUsers } from './known-users.ts';
import { createTokenTexts, type TokenTexts } from './token-text.ts';
import { createTokenValues } from './token-values.ts';
import { createUserRecords, type EnsureUserRecord, type UserRecordsOptions } from './user-records.ts';

export interface LoginOptions extends Pick<UserRecordsOptions, 'openCollection' | 'runExclusive'> {
  readonly contract: Contract;
  /** Of the contract, as for its collections. */
  readonly prefix: string;
  readonly records: RecordStore;
  readonly givenRecords: InitialRecords;
  readonly seed: string | undefined;
  readonly madeUp: MadeUpValues;
  /** The tokens that are accepted without a login. */
  readonly configured: readonly string[];
  readonly lifetimeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The token endpoints that no operation of the document declares. */
  readonly tokenEndpoints: ReadonlySet<Operation>;
  /** Whether pages of this host may receive codes. */
  readonly allowsHost: (host: string) => boolean;
  /** Whether the mock serves an authorization endpoint, whose codes it then expects. */
  readonly issuesCodes: boolean;
}

export interface LoginContext extends LoginOptions {
  readonly issued: IssuedTokens;
  readonly users: KnownUsers;
  readonly codes: AuthorizationCodes;
  readonly ensureRecord: EnsureUserRecord;
  readonly texts: TokenTexts;
  readonly tokenValues: ReturnType<typeof createTokenValues>;
  /** The record of the user, if there is one. */
  readUser(user: TokenUser): Promise<JsonObject | undefined>;
}

export function createLoginContext(options: LoginOptions): LoginContext {
  const { contract, records, seed, now } = options;
  const texts = createTokenTexts(seed);
  const users = createKnownUsers(options);
  return {
    ...options,
    issued: createIssuedTokens(records, now),
    users,
    ensureRecord: createUserRecords({ ...options, users }),
    codes: createAuthorizationCodes(records, now),
    texts,
    tokenValues: createTokenValues(contract, texts),
    readUser: async ({ record }) => {
      const found = record && (await records.read(record.collection, record.id));
      if (found === undefined || record === undefined) return undefined;
      return (await withCounts(options, { collection: record.collection, record: found })).value;
    },
  };
}
