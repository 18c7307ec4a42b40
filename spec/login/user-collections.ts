/** The collections of a contract whose records are users that can log in. */
import { memoize } from '../memoize.ts';
import type { Contract } from '../model/contract.ts';
import { mergedProperties } from '../resources/identifiers.ts';
import { parameterNames } from '../resources/path-templates.ts';
import { findResources, type Resource } from '../resources/resources.ts';
import {
  isPasswordName,
  isText,
  LOGIN_WORDS,
  operationWords,
  REGISTRATION_WORDS,
  userNameRank,
} from './login-words.ts';

export interface UserCollection {
  readonly resource: Resource;
  /** The properties that name a user in a login, such as `username` and `email`. */
  readonly names: readonly string[];
}

const USERS =
  /(?:^|[/_-])(?:users?|accounts?|customers?|members?|people|persons?|employees?|profiles?|register|registrations?|sign-?up)$/i;

/** Those with a password, and those that are named like users; not the ones below other records. */
export const findUserCollections = memoize((contract: Contract): readonly UserCollection[] =>
  findResources(contract).flatMap((resource) => {
    if (parameterNames(resource.collection).length > 0 || isOnlyLogin(resource)) return [];
    const properties = [...mergedProperties([...resource.responseSchemas, ...resource.requestSchemas])];
    const names = properties.flatMap(([name, schema]) =>
      userNameRank(name) !== undefined && isText(schema) ? [name] : [],
    );
    const hasPassword = properties.some(([name]) => isPasswordName(name));
    return names.length > 0 && (hasPassword || USERS.test(resource.collection)) ? [{ resource, names }] : [];
  }),
);

/** `POST /login` returns parts of its request and a token, and nothing reads it later. */
export function isOnlyLogin({ item, roles }: Resource): boolean {
  const create = roles.get('create');
  if (create === undefined || item !== undefined || roles.size > 1) return false;
  const words = operationWords(create);
  return !words.some((one) => REGISTRATION_WORDS.test(one)) && words.some((one) => LOGIN_WORDS.test(one));
}
