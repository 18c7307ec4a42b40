/**
 * The logins of a contract: operations that return tokens or set a session cookie, those that end a session, and those
 * that describe the user who is logged in.
 */
import { memoize } from '../memoize.ts';
import type { Contract, Operation, SecurityScheme } from '../model/contract.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { requestMedia, successMedia, successResponses } from '../resources/record-views.ts';
import { findResources } from '../resources/resources.ts';
import {
  hasProperty,
  isPasswordName,
  LOGIN_WORDS,
  LOGOUT_WORDS,
  lastWords,
  operationWords,
  REFRESH_WORDS,
  REGISTRATION_WORDS,
} from './login-words.ts';
import { findTokenFields, isRefreshTokenName, isToken, type TokenField } from './token-fields.ts';
import { isTokenUrl } from './token-urls.ts';
import { findUserCollections, isOnlyLogin } from './user-collections.ts';
import { isProfile } from './user-view.ts';

export type LoginPurpose = 'login' | 'registration' | 'refresh';

export interface Login {
  readonly purpose: LoginPurpose;
  /** In the success response; empty if it only sets a cookie, or if a registration returns no token. */
  readonly fields: readonly TokenField[];
  /** The schemes whose cookie it sets. */
  readonly cookies: readonly SecurityScheme[];
  /** Nothing reads later what it was sent: it creates no record, even if it returns a part of that. */
  readonly isOnlyLogin: boolean;
}

export interface LoginModel {
  readonly logins: ReadonlyMap<Operation, Login>;
  /** Operations that end the session of their caller. */
  readonly logouts: ReadonlySet<Operation>;
  readonly profiles: ReadonlySet<Operation>;
}

/** Cached by contract. */
export const findLogins = memoize((contract: Contract): LoginModel => {
  const { operations } = contract;
  return {
    logins: new Map(
      operations.flatMap((operation) => {
        const login = readLogin(contract, operation);
        return login === undefined ? [] : [[operation, login] as const];
      }),
    ),
    logouts: new Set(operations.filter(isLogout)),
    profiles: new Set(operations.filter(isProfile)),
  };
});

function readLogin(contract: Contract, operation: Operation): Login | undefined {
  if (operation.method !== 'POST') return undefined;
  const purpose = loginPurpose(contract, operation);
  const fields = isTokenUrl(contract, operation) || purpose !== undefined ? tokenFields(operation) : [];
  const cookies = purpose === undefined || isLogout(operation) ? [] : sessionCookies(contract, operation, fields);
  if (fields.length === 0 && cookies.length === 0 && purpose !== 'registration') return undefined;
  const resource = findResources(contract).find(({ roles }) => roles.get('create') === operation);
  return { purpose: purpose ?? 'login', fields, cookies, isOnlyLogin: resource !== undefined && isOnlyLogin(resource) };
}

/** Undefined if neither its name nor a password in its request suggests one. */
function loginPurpose(contract: Contract, operation: Operation): LoginPurpose | undefined {
  const words = operationWords(operation);
  const schema = requestMedia(operation)?.schema;
  const hasPassword = hasProperty(schema, isPasswordName);
  if (words.some((one) => REFRESH_WORDS.test(one)) || (!hasPassword && hasProperty(schema, isRefreshTokenName)))
    return 'refresh';
  const isUserCreation = findUserCollections(contract).some(
    ({ resource }) => resource.roles.get('create') === operation,
  );
  if ((isUserCreation && hasPassword) || words.some((one) => REGISTRATION_WORDS.test(one)))
    return hasPassword || tokenFields(operation).length > 0 ? 'registration' : undefined;
  return hasPassword || words.some((one) => LOGIN_WORDS.test(one)) ? 'login' : undefined;
}

/** A token that was sent is no new one, except where it is exchanged for the next. */
function tokenFields(operation: Operation): readonly TokenField[] {
  const schema = successMedia(operation)?.schema;
  if (schema === undefined) return [];
  const requested = requestMedia(operation)?.schema;
  const sent = requested === undefined ? new Set<string>() : new Set(declaredProperties(requested).keys());
  const isNew = ({ role, path }: TokenField) => role === 'refresh' || !sent.has(path.at(-1) ?? '');
  const fields = findTokenFields(schema).filter(isNew);
  return fields.some(({ role }) => isToken(role)) ? fields : [];
}

/** A cookie that the response declares, or that the contract needs and no other login could set. */
function sessionCookies(
  { securitySchemes }: Contract,
  operation: Operation,
  fields: readonly TokenField[],
): readonly SecurityScheme[] {
  const schemes = securitySchemes.filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'cookie');
  const isDeclared = successResponses(operation).some(({ headers }) =>
    headers.some(({ name }) => name.toLowerCase() === 'set-cookie'),
  );
  const hasPassword = hasProperty(requestMedia(operation)?.schema, isPasswordName);
  const isNamed = operationWords(operation).some((words) => LOGIN_WORDS.test(words));
  return isDeclared || (fields.length === 0 && hasPassword && isNamed) ? schemes : [];
}

const SESSION =
  /^(?:(?:delete|end|destroy|close) )?(?:(?:current|my) )?(?:auth )?(?:sessions?|tokens?)(?: (?:current|me))?$/;

/** `POST /logout`, `DELETE /session`; not the deletion of any session by its identifier. */
function isLogout(operation: Operation): boolean {
  const { method, path } = operation;
  if (path.includes('{')) return false;
  const words = lastWords(operation);
  if (words.some((one) => LOGOUT_WORDS.test(one))) return true;
  // Not the revocation of a certificate.
  const isAboutLogin = operationWords(operation).some((one) => LOGIN_WORDS.test(one));
  if (method === 'POST' && isAboutLogin && words.some((one) => /^revoke\b/.test(one))) return true;
  return method === 'DELETE' && words.some((one) => SESSION.test(one));
}
