/** What the request of a login says: who logs in, with which password, and for which scopes. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { isEmailName, isPasswordName, userNameRank } from '../../spec/login/login-words.ts';
import { isRefreshTokenName, isTokenName } from '../../spec/login/token-fields.ts';
import { normalizeName } from '../../spec/model/name-parts.ts';

export interface SentLogin {
  /** The name of the user, or the id of the client; undefined if the request has neither. */
  readonly name: string | undefined;
  readonly password: string | undefined;
  /** Undefined if none were requested: then all are granted. */
  readonly scopes: readonly string[] | undefined;
  /** As it was sent; undefined if it was not. */
  readonly sentScope: Json | undefined;
  readonly refreshToken: string | undefined;
  readonly grantType: string | undefined;
  readonly clientId: string | undefined;
  readonly nonce: string | undefined;
  /** Of an authorization endpoint, with what proves that the client may exchange it. */
  readonly code: string | undefined;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
  /** All that was sent of the user, without secrets. */
  readonly values: JsonObject;
}

/** `basicUser` is the user of the scheme `basic`, with which clients of OAuth2 authenticate. */
export function readSentLogin(body: Json | undefined, basicUser: string | undefined): SentLogin {
  const sent = body !== undefined && isJsonObject(body) ? body : {};
  const holder = userHolder(sent);
  const clientId = textNamed(sent, 'clientid') ?? basicUser;
  return {
    name: userName(holder) ?? clientId,
    password: textWhere(holder, isPasswordName),
    scopes: requestedScopes(sent),
    sentScope: sent['scope'] ?? sent['scopes'],
    refreshToken: textWhere(sent, isRefreshTokenName),
    grantType: textNamed(sent, 'granttype'),
    clientId,
    nonce: textNamed(sent, 'nonce'),
    code: textNamed(sent, 'code'),
    redirectUri: textNamed(sent, 'redirecturi'),
    codeVerifier: textNamed(sent, 'codeverifier'),
    values: withoutSecrets(holder),
  };
}

/** The body, or the object in it that names the user: `{ "user": { "email": ... } }`. */
function userHolder(sent: JsonObject): JsonObject {
  if (userName(sent) !== undefined || textWhere(sent, isPasswordName) !== undefined) return sent;
  return (
    Object.values(sent)
      .filter(isJsonObject)
      .find((part) => userName(part) !== undefined) ?? sent
  );
}

/** The best of several: a user name before an email address, and that before a telephone number. */
function userName(sent: JsonObject): string | undefined {
  const ranked = Object.entries(sent).flatMap(([name, value]) => {
    const rank = userNameRank(name);
    const isName = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return rank !== undefined && isName ? [{ rank, text: String(value) }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.text;
}

function textWhere(sent: JsonObject, isNamed: (name: string) => boolean): string | undefined {
  const found = Object.entries(sent).find(([name, value]) => typeof value === 'string' && isNamed(name));
  return found === undefined ? undefined : String(found[1]);
}

function textNamed(sent: JsonObject, name: string): string | undefined {
  return textWhere(sent, (one) => normalizeName(one) === name);
}

function requestedScopes(sent: JsonObject): readonly string[] | undefined {
  const value = sent['scope'] ?? sent['scopes'];
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim().split(/\s+/);
  return value !== undefined && isJsonArray(value) && value.length > 0 ? value.map(String) : undefined;
}

const protocolNames = /^(?:grant_?type|scopes?|client_?id|code|state|nonce|redirect_?uri|code_?verifier)$/i;

/** What may be shown of a user. */
export function withoutSecrets(sent: JsonObject): JsonObject {
  const kept = Object.entries(sent).filter(
    ([name]) => !isPasswordName(name) && !/password/i.test(name) && !isTokenName(name) && !protocolNames.test(name),
  );
  return Object.fromEntries(kept);
}

/** The values of a user who is known by name alone. */
export function valuesOfName(name: string): JsonObject {
  return name.includes('@') ? { email: name } : { username: name };
}

/** Whether two names of a property identify the same user; addresses are compared without regard to case. */
export function isSameUser(property: string, value: Json | undefined, name: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return isEmailName(property) ? String(value).toLowerCase() === name.toLowerCase() : String(value) === name;
}
