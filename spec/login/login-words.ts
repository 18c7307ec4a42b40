/** Names of operations and properties that have to do with a login, as English documents write them. */
import { memoize, memoizeString } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';

/** `auth refresh token` for `refreshToken` and for `/auth/refresh_token`, in lower case and without parameters. */
const wordsIn = memoizeString((name): string => {
  const spaced = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .replaceAll(/\{[^}]*\}/g, ' ')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .trim()
    .toLowerCase();
});

/** The words of the path, and of the id where the document has one. */
export const operationWords = memoize(({ id, method, path }: Operation): readonly string[] =>
  id === `${method} ${path}` ? [wordsIn(path)] : [wordsIn(path), wordsIn(id)],
);

/** The words of the id, and of the last part of the path. */
export function lastWords({ id, method, path }: Operation): readonly string[] {
  const last = wordsIn(path.split('/').findLast((part) => part !== '') ?? '');
  return id === `${method} ${path}` ? [last] : [last, wordsIn(id)];
}

export const LOGIN_WORDS =
  /\b(?:log ?in|log ?on|sign ?in|sessions?|tokens?|auth|authn|oauth2?|authenticat(?:e|ion)|jwt)\b/;
export const REGISTRATION_WORDS = /\b(?:register|registration|sign ?up)\b/;
export const REFRESH_WORDS = /\b(?:refresh|renew)\b/;
export const LOGOUT_WORDS = /\b(?:log ?out|sign ?out|log ?off)\b/;

/** In the order in which a login with several of them is read. */
const userNames = [
  ...['username', 'email', 'emailaddress', 'useremail', 'login', 'loginname', 'identifier', 'usernameoremail'],
  ...['emailorusername', 'user', 'userid', 'phone', 'phonenumber', 'mobile', 'accountname', 'account'],
];

const passwordNames: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'pwd', 'pass', 'passphrase', 'passcode', 'pin', 'userpassword', 'plainpassword'],
]);

export function isPasswordName(name: string): boolean {
  return passwordNames.has(normalizeName(name)) || /(?:password|secret)$/.test(normalizeName(name));
}

/** The rank of a property that names a user; undefined if it does not. */
export function userNameRank(name: string): number | undefined {
  const rank = userNames.indexOf(normalizeName(name));
  return rank < 0 ? undefined : rank;
}

export function isEmailName(name: string): boolean {
  return /^(?:user)?email(?:address)?$/.test(normalizeName(name));
}

/** Whether a request has a property with one of the names, itself or in an envelope such as `user`. */
export function hasProperty(schema: Schema | undefined, isNamed: (name: string) => boolean, depth = 2): boolean {
  if (schema === undefined || depth === 0) return false;
  return [...declaredProperties(schema)].some(
    ([name, part]) => (isNamed(name) && isText(part)) || (!isText(part) && hasProperty(part, isNamed, depth - 1)),
  );
}

/** Without a type it may be a text. */
export function isText(schema: Schema): boolean {
  const types = declaredTypes(schema);
  return types.size === 0 ? declaredProperties(schema).size === 0 : types.has('string');
}
