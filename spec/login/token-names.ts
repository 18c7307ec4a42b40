/** The properties of an operation that contain tokens, and so are secrets. */
import { memoize } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { requestMedia, successMedia } from '../resources/record-views.ts';
import {
  hasProperty,
  isPasswordName,
  LOGIN_WORDS,
  LOGOUT_WORDS,
  operationWords,
  REFRESH_WORDS,
  REGISTRATION_WORDS,
} from './login-words.ts';
import { findTokenFields, isToken, isTokenName } from './token-fields.ts';
import { isProfile } from './user-view.ts';

/** Empty for operations that have nothing to do with a login: there `token` may be the mark of a page. */
export const tokenPropertyNames = memoize((operation: Operation): readonly string[] => {
  const requested = requestMedia(operation)?.schema;
  if (!isAboutLogin(operation) && !hasProperty(requested, isPasswordName)) return [];
  const returned = successMedia(operation)?.schema;
  const inResponse = returned === undefined ? [] : findTokenFields(returned).filter(({ role }) => isToken(role));
  const sent = requested === undefined ? [] : [...declaredProperties(requested).keys()].filter(isTokenName);
  return [...inResponse.flatMap(({ path }) => path.at(-1) ?? []), ...sent];
});

function isAboutLogin(operation: Operation): boolean {
  const patterns = [LOGIN_WORDS, REGISTRATION_WORDS, REFRESH_WORDS, LOGOUT_WORDS];
  const isNamed = operationWords(operation).some((words) => patterns.some((pattern) => pattern.test(words)));
  return isProfile(operation) || (operation.method !== 'GET' && isNamed);
}
