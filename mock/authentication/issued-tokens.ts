/**
 * The tokens that logins issued, in the storage that all processes of a mock share. It holds their hashes, not the
 * tokens, and is cleared by a reset.
 */
import { toBase64Url } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/crypto.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { RecordStore } from '../model/storage.ts';

/** The user that a token belongs to. */
export interface TokenUser {
  /** The key of the user: the id of the record, or the name that was given. */
  readonly subject: string;
  /** What the login says of the user, by property; no secrets. */
  readonly values: JsonObject;
  /** The record of the user, if there is one. */
  readonly record?: { readonly collection: string; readonly id: string };
  /** The identifier in the records, which is the claim `sub`. */
  readonly id?: string;
}

/** The claim `sub`. */
export function subjectClaim({ id, subject }: TokenUser): string {
  return id ?? subject;
}

export interface TokenGrant {
  readonly kind: 'access' | 'refresh';
  /** The same for all tokens of a login, which a logout ends together. */
  readonly session: string;
  readonly user: TokenUser;
  /** Undefined for all scopes. */
  readonly scopes: readonly string[] | undefined;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

export type TokenState = 'valid' | 'expired' | 'logged out' | 'replaced';

export interface IssuedToken extends TokenGrant {
  readonly state: TokenState;
}

/** The tokens that a request presents, by the text that was sent. */
export type PresentedTokens = ReadonlyMap<string, IssuedToken>;

export interface IssuedTokens {
  issue(token: string, grant: TokenGrant): Promise<void>;
  find(token: string): Promise<IssuedToken | undefined>;
  /** Ends all tokens of a session, or its tokens of one kind. */
  end(session: string, state: 'logged out' | 'replaced', kind?: TokenGrant['kind']): Promise<void>;
  /** 1, 2, 3, ... since the start or the last reset. */
  nextNumber(): Promise<number>;
  now(): number;
}

/** No collection of a contract is named so: those begin with a slash. */
const TOKENS = 'tokens:';

export function createIssuedTokens(records: RecordStore, now: () => number): IssuedTokens {
  return {
    issue: async (token, grant) => void (await records.put(TOKENS, hashToken(token), serializeGrant(grant))),
    find: async (token) => {
      const stored = await records.read(TOKENS, hashToken(token));
      return stored && parseToken(stored.value, now());
    },
    end: async (session, state, kind) => {
      const all = await records.list(TOKENS);
      const ended = all.filter(
        ({ value }) => value['session'] === session && (kind ?? value['kind']) === value['kind'],
      );
      for (const { id, value } of ended) await records.put(TOKENS, id, { ...value, ended: state });
    },
    nextNumber: async () => records.nextNumber(TOKENS),
    now,
  };
}

function hashToken(token: string): string {
  return toBase64Url(sha256(token));
}

function serializeGrant({ kind, session, user, scopes, expiresAt }: TokenGrant): JsonObject {
  const { subject, values, record, id } = user;
  return {
    ...{ kind, session, subject, values, expiresAt },
    ...(scopes === undefined ? {} : { scopes }),
    ...(record === undefined ? {} : { collection: record.collection, id: record.id }),
    ...(id === undefined ? {} : { userId: id }),
  };
}

function parseToken(stored: JsonObject, now: number): IssuedToken {
  const { kind, session, subject, values, expiresAt, scopes, collection, id, userId, ended } = stored;
  const expiry = Number(expiresAt);
  const state = ended === 'logged out' || ended === 'replaced' ? ended : expiry <= now ? 'expired' : 'valid';
  return {
    kind: kind === 'refresh' ? 'refresh' : 'access',
    session: String(session),
    user: {
      subject: String(subject),
      values: isObject(values) ? values : {},
      ...(typeof collection === 'string' && typeof id === 'string' && { record: { collection, id } }),
      ...(typeof userId === 'string' && { id: userId }),
    },
    scopes: scopes !== undefined && isJsonArray(scopes) ? scopes.map(String) : undefined,
    expiresAt: expiry,
    state,
  };
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}
