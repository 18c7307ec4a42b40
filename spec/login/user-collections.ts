/** The collections of a contract whose records are users that can log in. */
import { memoize } from '../memoize.ts';
import type { Contract } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { mergedProperties } from '../resources/identifiers.ts';
import { parameterNames } from '../resources/path-templates.ts';
import { findListedCollections, findResources, type Resource } from '../resources/resources.ts';
import {
  isEmailName,
  isPasswordName,
  isText,
  LOGIN_WORDS,
  operationWords,
  REFRESH_WORDS,
  REGISTRATION_WORDS,
  userNameRank,
} from './login-words.ts';

export interface UserCollection {
  readonly resource: Resource;
  /** The properties that name a user in a login, such as `username` and `email`. */
  readonly names: readonly string[];
  /** The property of the record that contains them; undefined for the record itself. */
  readonly envelope: string | undefined;
}

const USERS =
  /(?:^|[/_-])(?:users?|accounts?|customers?|members?|people|persons?|employees?|profiles?|register|registrations?|sign-?up)$/i;

/** Those with a password, and those that are named like users; not the ones below other records. */
export const findUserCollections = memoize((contract: Contract) => usersAmong(findResources(contract)));

/** The same of collections that are only listed, whose users are those that a user of the mock gives. */
export const findListedUsers = memoize((contract: Contract) => usersAmong(findListedCollections(contract)));

function usersAmong(resources: readonly Resource[]): readonly UserCollection[] {
  return resources.flatMap((resource) => {
    if (parameterNames(resource.collection).length > 0 || isOnlyLogin(resource)) return [];
    const schemas = [...resource.responseSchemas, ...resource.requestSchemas];
    const users = [{ envelope: undefined, schemas }, ...envelopedSchemas(schemas)].map((one) => ({
      ...one,
      properties: [...mergedProperties(one.schemas)],
    }));
    const found = users.find(({ properties }) => properties.some(isUserName));
    if (found === undefined) return [];
    const names = found.properties.filter(isUserName).map(([name]) => name);
    // A connection to another system also has a login and a password.
    const isNamedLikeUser = names.some((name) => isEmailName(name) || normalizeName(name) === 'username');
    const hasPassword = isNamedLikeUser && found.properties.some(([name]) => isPasswordName(name));
    return hasPassword || USERS.test(resource.collection) ? [{ resource, names, envelope: found.envelope }] : [];
  });
}

function isUserName([name, schema]: readonly [string, Schema]): boolean {
  return userNameRank(name) !== undefined && isText(schema);
}

/** `{ "user": { "email": ... } }`, where both requests and responses have it. */
function envelopedSchemas(schemas: readonly Schema[]) {
  return [...mergedProperties(schemas).keys()].map((envelope) => ({
    envelope,
    schemas: schemas.flatMap((schema) => declaredProperties(schema).get(envelope) ?? []),
  }));
}

/** `POST /login` or `POST /refresh` returns parts of its request and a token, and nothing reads it later. */
export function isOnlyLogin({ item, roles }: Resource): boolean {
  const create = roles.get('create');
  if (create === undefined || item !== undefined || roles.size > 1) return false;
  const words = operationWords(create);
  return (
    !words.some((one) => REGISTRATION_WORDS.test(one)) &&
    words.some((one) => LOGIN_WORDS.test(one) || REFRESH_WORDS.test(one))
  );
}
