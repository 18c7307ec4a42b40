/** The users that the mock knows: records of the contract, and accounts that were registered without a record. */
import { decodeUtf8, encodeUtf8, fromBase64, toBase64Url, toHex } from '../../platform/bytes.ts';
import { hashWithSalt, isEqualInConstantTime, sha256 } from '../../platform/crypto.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { isPasswordName, userNameRank } from '../../spec/login/login-words.ts';
import { findListedUsers, findUserCollections, type UserCollection } from '../../spec/login/user-collections.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { TokenUser } from '../authentication/issued-tokens.ts';
import type { RecordStore, StoredRecord } from '../model/storage.ts';
import { recordId, recordKey } from '../records/collection.ts';
import { initialRecords } from '../records/initial/initial-records.ts';
import type { InitialRecords } from '../records/record-handler-options.ts';
import { isSameUser, withoutSecrets } from './sent-login.ts';

export interface KnownUser extends TokenUser {
  /** Undefined if the mock does not know a password of this user: then any is right. */
  readonly isPassword: ((password: string) => boolean) | undefined;
}

export interface KnownUsers {
  find(name: string): Promise<KnownUser | undefined>;
  /** Of the first users who have a record, at most so many. */
  names(count: number): Promise<readonly string[]>;
  /** Whether the given initial records are users with passwords: then these are the only ones. */
  readonly isClosed: boolean;
  /** Remembers a user who registered, and the password, unless a record has it. */
  register(name: string, password: string | undefined, values: JsonObject): Promise<void>;
  /** Remembers what a user without a record has changed. `subject`: that of the tokens. */
  change(subject: string, values: JsonObject): Promise<void>;
}

export interface KnownUsersOptions {
  readonly contract: Contract;
  readonly prefix: string;
  readonly records: RecordStore;
  readonly givenRecords: InitialRecords;
}

export function createKnownUsers({ contract, prefix, records, givenRecords }: KnownUsersOptions): KnownUsers {
  const collections = [...findUserCollections(contract), ...findListedUsers(contract)];
  const accounts = `accounts:${prefix}`;
  const findRecord = async (name: string): Promise<KnownUser | undefined> => {
    for (const one of collections) {
      const collection = `${prefix}${one.resource.collection}`;
      const named = (await records.list(collection)).filter((stored) => hasName(one, stored, name));
      // Who registers after a login has two records, of which this one was sent.
      const record = named.find(({ value }) => passwordIn(userIn(value, one.envelope)) !== undefined) ?? named[0];
      if (record !== undefined)
        return userOfRecord(contract, {
          ...one,
          collection,
          record,
          name,
          isGiven: Object.hasOwn(givenRecords, collection),
        });
    }
    return undefined;
  };
  const findAccount = async (name: string): Promise<KnownUser | undefined> => {
    const stored = await records.read(accounts, accountKey(name));
    const { values = {}, password } = stored?.value ?? {};
    if (stored === undefined || !isJsonObject(values)) return undefined;
    return {
      subject: accountKey(name),
      values,
      isPassword: typeof password === 'string' ? checkHash(password) : undefined,
    };
  };
  return {
    find: async (name) => {
      const known = await findRecord(name);
      if (known === undefined || known.isPassword !== undefined) return known ?? findAccount(name);
      // Who registered beside the records has a password that no record shows.
      return { ...known, isPassword: (await findAccount(name))?.isPassword };
    },
    names: async (count) => {
      const stored = await Promise.all(
        collections.map(async (one) =>
          (await records.list(`${prefix}${one.resource.collection}`)).slice(0, count).flatMap(nameIn(one)),
        ),
      );
      return stored.flat().slice(0, count);
    },
    isClosed: collections.some(({ resource, envelope }) =>
      listOf(givenRecords[`${prefix}${resource.collection}`]).some(
        (record) => isJsonObject(record) && passwordIn(userIn(record, envelope)) !== undefined,
      ),
    ),
    register: async (name, password, values) => {
      const known = await findRecord(name);
      if (known?.isPassword !== undefined) return;
      const account = {
        values: known === undefined ? values : {},
        ...(password === undefined ? {} : { password: hashPassword(password, name) }),
      };
      await records.put(accounts, accountKey(name), account);
    },
    change: async (subject, changed) => {
      const { values = {}, ...account } = (await records.read(accounts, subject))?.value ?? {};
      await records.put(accounts, subject, { ...account, values: { ...Object(values), ...withoutSecrets(changed) } });
    },
  };
}

function listOf(given: InitialRecords[string] | undefined): readonly Json[] {
  return given !== undefined && isJsonArray(given) ? given : [];
}

const MAX_KEY_LENGTH = 320;

/**
 * Addresses are the same in any case, and names seldom differ by it alone. Tokens repeat the key, so that of a name
 * that is longer than any address (RFC 3696) is its hash.
 */
export function accountKey(name: string): string {
  if (name.length > MAX_KEY_LENGTH) return toHex(sha256(name.toLowerCase()));
  return name.toLowerCase();
}

function hasName({ names, envelope }: UserCollection, { value }: StoredRecord, name: string): boolean {
  const user = userIn(value, envelope);
  return names.some((property) => isSameUser(property, user[property], name));
}

function userIn(record: JsonObject, envelope: string | undefined): JsonObject {
  const inner = envelope === undefined ? record : record[envelope];
  return inner !== undefined && isJsonObject(inner) ? inner : {};
}

/** The best of several, as in a login. */
function nameIn({ names, envelope }: UserCollection) {
  const ranked = names.toSorted((a, b) => (userNameRank(a) ?? 0) - (userNameRank(b) ?? 0));
  return ({ value }: StoredRecord): readonly string[] => {
    const user = userIn(value, envelope);
    const found = ranked.map((name) => user[name]).find((one) => typeof one === 'string' && one !== '');
    return found === undefined ? [] : [String(found)];
  };
}

interface FoundRecord extends UserCollection {
  readonly collection: string;
  readonly record: StoredRecord;
  readonly name: string;
  /** The collection has initial records that were given, in place of those of the contract. */
  readonly isGiven: boolean;
}

function userOfRecord(contract: Contract, found: FoundRecord): KnownUser {
  const { resource, collection, record, name, envelope, isGiven } = found;
  const password = passwordIn(userIn(record.value, envelope));
  const isExample = exampleRecords(contract)(resource).some(({ id: exampleId, value }) => {
    if (isGiven || recordKey(resource, exampleId) !== record.id) return false;
    // A made-up record, unless a client has changed it.
    return value === undefined ? record.version === 1 : passwordIn(userIn(value, envelope)) === password;
  });
  const id = recordId(resource, record.value);
  return {
    subject: accountKey(name),
    ...(envelope === undefined
      ? { values: {}, record: { collection, id: record.id } }
      : { values: withoutSecrets(userIn(record.value, envelope)) }),
    ...(id === undefined ? {} : { id: String(id) }),
    isPassword: password === undefined || isExample ? undefined : (sent) => sent === password,
  };
}

const exampleRecords = memoize((contract: Contract) =>
  memoize((resource: Resource) => initialRecords(contract, resource)),
);

function passwordIn(record: JsonObject): string | undefined {
  const found = Object.entries(record).find(([name, value]) => isPasswordName(name) && typeof value === 'string');
  return typeof found?.[1] === 'string' && found[1] !== '' ? found[1] : undefined;
}

/** The storage may be in another process, so it does not contain the password; a mock needs no cost beyond that. */
function hashPassword(password: string, name: string): string {
  const salt = accountKey(name);
  return `${toBase64Url(encodeUtf8(salt))}.${toBase64Url(hashWithSalt(password, salt))}`;
}

function checkHash(stored: string): (password: string) => boolean {
  const [salt = '', hash = ''] = stored.split('.');
  const expected = fromBase64(hash);
  return (password) => {
    const actual = hashWithSalt(password, decodeUtf8(fromBase64(salt)));
    return expected.length === actual.length && isEqualInConstantTime(expected, actual);
  };
}
