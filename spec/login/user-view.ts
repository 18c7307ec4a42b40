/** Where a body describes a user: the body itself, or an object in it such as `user` or `data`. */
import { memoize } from '../memoize.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';
import { successMedia } from '../resources/record-views.ts';
import { lastWords, userNameRank } from './login-words.ts';

export interface UserView {
  /** The names of the properties down to the user; empty for the body itself. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

const personalNames: ReadonlySet<string> = new Set([
  ...['name', 'firstname', 'lastname', 'fullname', 'displayname', 'nickname', 'givenname', 'preferredusername', 'sub'],
]);

/** `{ "data": { "user": { ... } } }` */
const MAX_DEPTH = 3;

/** Undefined if nothing in the body resembles a user. */
export const findUserView = memoize((schema: Schema): UserView | undefined => userViewIn(schema, []));

function userViewIn(schema: Schema, path: readonly string[]): UserView | undefined {
  if (declaredTypes(schema).has('array') || path.length >= MAX_DEPTH) return undefined;
  const properties = [...declaredProperties(schema)];
  if (properties.some(([name, part]) => isUserProperty(name) && !isObject(part))) return { path, schema };
  return properties
    .filter(([, part]) => isObject(part))
    .map(([name, part]) => userViewIn(part, [...path, name]))
    .find((view) => view !== undefined);
}

function isUserProperty(name: string): boolean {
  return userNameRank(name) !== undefined || personalNames.has(normalizeName(name));
}

function isObject(schema: Schema): boolean {
  return declaredProperties(schema).size > 0;
}

const PROFILE_WORDS =
  /^(?:(?:get|read|show|fetch|retrieve|find|view) )?(?:(?:the )?(?:current|logged in|authenticated|signed in|own) (?:user|account|profile|customer|member)|me|my|self|my (?:profile|account|user|details)|(?:user )?profile|account|user ?info|who ?am ?i)(?: (?:profile|details|info|user))?$/;

/** `GET /me`, `GET /users/me`, `GET /profile`: what it returns describes the user who sends the request. */
export function isProfile(operation: Operation): boolean {
  const { method, path } = operation;
  const schema = successMedia(operation)?.schema;
  if (method !== 'GET' || path.includes('{') || schema === undefined || findUserView(schema) === undefined)
    return false;
  return /\/user\/?$/.test(path) || lastWords(operation).some((words) => PROFILE_WORDS.test(words));
}

/** The paths of the users' own data: `/me`, and so `/me/settings`. */
export const profilePaths = memoize(({ operations }: Contract): readonly string[] =>
  operations.filter(isProfile).map(({ path }) => path.replace(/\/+$/, '')),
);

export function isBelowProfile(contract: Contract, { path }: Operation): boolean {
  return profilePaths(contract).some((profile) => path === profile || path.startsWith(`${profile}/`));
}
