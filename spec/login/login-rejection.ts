/** The status with which a login rejects a wrong password, or a refresh an unknown token. */
import type { Operation } from '../model/contract.ts';
import { declaresError, declaresStatus, requestMedia } from '../resources/record-views.ts';
import { hasProperty, isPasswordName, LOGIN_WORDS, operationWords, REGISTRATION_WORDS } from './login-words.ts';

export type LoginRejection = 400 | 401 | 403;

/**
 * 401, else 403, if the contract declares it. 400 is for requests that the contract does not allow, except at a token
 * endpoint of OAuth2 (RFC 6749, section 5.2). Undefined if the contract declares none of them.
 */
export function loginRejection(operation: Operation): LoginRejection | undefined {
  const exact = ([401, 403] as const).find((status) => declaresStatus(operation, status));
  if (exact !== undefined) return exact;
  if (isTokenEndpoint(operation) && declaresError(operation, 400)) return 400;
  return declaresError(operation, 401) ? 401 : undefined;
}

/** A request with a password, which only the implementation knows; not a registration, which sets it. */
export function isPasswordLogin(operation: Operation): boolean {
  const words = operationWords(operation);
  const isNamed = words.some((one) => LOGIN_WORDS.test(one)) && !words.some((one) => REGISTRATION_WORDS.test(one));
  return operation.method === 'POST' && isNamed && hasProperty(requestMedia(operation)?.schema, isPasswordName);
}

/** It reads the grants of RFC 6749. */
function isTokenEndpoint(operation: Operation): boolean {
  return hasProperty(requestMedia(operation)?.schema, (name) => name === 'grant_type');
}
