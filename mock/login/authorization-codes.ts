/**
 * The codes of the authorization endpoint (RFC 6749, section 4.1): each is valid once, for a short time, and only for a
 * client that repeats the redirect URI and knows the verifier (RFC 7636). Stored like tokens, without the code itself.
 */
import { encodeUtf8, toBase64Url } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/crypto.ts';
import { isJsonArray, type JsonObject } from '../../spec/json/exact-json.ts';
import type { RecordStore, StoredRecord } from '../model/storage.ts';

/** What an authorization request asks for. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly clientId: string | undefined;
  /** The name of the user. */
  readonly user: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly nonce: string | undefined;
  readonly challenge: CodeChallenge | undefined;
}

export interface CodeChallenge {
  readonly method: 'S256' | 'plain';
  readonly text: string;
}

/** What a token request sends with its code. */
export interface SentCode {
  readonly code: string;
  readonly clientId: string | undefined;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
}

export interface AuthorizationCodes {
  issue(code: string, request: AuthorizationRequest): Promise<void>;
  /** The request that led to the code, or why the code is not valid. */
  redeem(sent: SentCode): Promise<AuthorizationRequest | CodeProblem>;
}

export interface CodeProblem {
  /** "expected a code that ..., got ..." */
  readonly problem: string;
}

/** The longest that RFC 6749, section 4.1.2, recommends: a developer may stop at a breakpoint. */
export const CODE_LIFETIME_MS = 600_000;

/** No collection of a contract is named so: those begin with a slash. */
const CODES = 'codes:';

export function createAuthorizationCodes(records: RecordStore, now: () => number): AuthorizationCodes {
  return {
    issue: async (code, request) => {
      await records.put(CODES, hashCode(code), { ...serialize(request), expiresAt: now() + CODE_LIFETIME_MS });
    },
    redeem: async (sent) => {
      const stored = await records.read(CODES, hashCode(sent.code));
      if (stored === undefined) return { problem: 'expected a code that was issued, got an unknown one' };
      const problem = findProblem(stored, sent, now());
      if (problem !== undefined) return { problem };
      const isFirst = await records.update(CODES, { ...stored, value: { ...stored.value, isUsed: true } });
      return isFirst ? parse(stored.value) : { problem: USED };
    },
  };
}

const USED = 'expected a code that was not used, got one that was used before';

function findProblem({ value }: StoredRecord, sent: SentCode, now: number): string | undefined {
  const { redirectUri, clientId, challenge } = parse(value);
  if (value['isUsed'] === true) return USED;
  if (Number(value['expiresAt']) <= now) return 'expected a code that is valid, got an expired one';
  if (sent.redirectUri !== redirectUri)
    return `expected the redirect_uri of the authorization request, got ${sent.redirectUri === undefined ? 'none' : 'another one'}`;
  if (clientId !== undefined && sent.clientId !== undefined && clientId !== sent.clientId)
    return 'expected the client_id of the authorization request, got another one';
  return challenge === undefined ? unexpectedVerifier(sent) : wrongVerifier(challenge, sent);
}

/** Without a challenge, an attacker may have removed it (RFC 9700, section 4.8.2). */
function unexpectedVerifier({ codeVerifier }: SentCode): string | undefined {
  return codeVerifier === undefined ? undefined : 'expected no code_verifier without a code_challenge, got one';
}

function wrongVerifier({ method, text }: CodeChallenge, { codeVerifier }: SentCode): string | undefined {
  if (codeVerifier === undefined) return 'expected the code_verifier of the code_challenge, got none';
  const actual = method === 'plain' ? codeVerifier : toBase64Url(sha256(encodeUtf8(codeVerifier)));
  return actual === text ? undefined : 'expected the code_verifier of the code_challenge, got another one';
}

function hashCode(code: string): string {
  return toBase64Url(sha256(code));
}

function serialize({ redirectUri, clientId, user, scopes, nonce, challenge }: AuthorizationRequest): JsonObject {
  return {
    redirectUri,
    ...(clientId === undefined ? {} : { clientId }),
    ...(user === undefined ? {} : { user }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(challenge === undefined ? {} : { challenge: challenge.text, method: challenge.method }),
  };
}

function parse(stored: JsonObject): AuthorizationRequest {
  const textOf = (name: string) => {
    const value = stored[name];
    return typeof value === 'string' ? value : undefined;
  };
  const { scopes } = stored;
  const challenge = textOf('challenge');
  return {
    redirectUri: textOf('redirectUri') ?? '',
    clientId: textOf('clientId'),
    user: textOf('user'),
    scopes: scopes !== undefined && isJsonArray(scopes) ? scopes.map(String) : undefined,
    nonce: textOf('nonce'),
    challenge:
      challenge === undefined
        ? undefined
        : { text: challenge, method: textOf('method') === 'plain' ? 'plain' : 'S256' },
  };
}
