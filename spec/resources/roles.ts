/** What each operation of a collection and its items does with the records. */
import type { Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { propertiesOf, requiredOf, typesOf } from '../model/schema-view.ts';
import { splitPath } from './paths.ts';
import {
  describes,
  isObjectLike,
  jsonMedia,
  listViewOf,
  requestMedia,
  successesOf,
  successMedia,
} from './views.ts';

export type Role = 'create' | 'list' | 'put' | 'read' | 'replace' | 'change' | 'remove';

/** Undefined where no records are kept; `item` is an operation upon one of them, where there is any. */
export function rolesIn(
  group: readonly Operation[],
  item: Operation | undefined,
): ReadonlyMap<Role, Operation> | undefined {
  const candidates = withPostedChange(rolesOf(group), group);
  if (!isResource(candidates, item)) return undefined;
  return item === undefined ? withoutItem(candidates) : withoutCommand(candidates);
}

function rolesOf(group: readonly Operation[]): ReadonlyMap<Role, Operation> {
  const roles = new Map<Role, Operation>();
  for (const operation of group) {
    const role = roleOf(operation);
    if (role !== undefined && !roles.has(role)) roles.set(role, operation);
  }
  return roles;
}

function roleOf(operation: Operation): Role | undefined {
  const { collection, isItem } = splitPath(operation.path);
  // Many a contract declares for a DELETE only what can go wrong: it succeeds where that is asked for.
  if (successesOf(operation).length === 0 && operation.method !== 'DELETE') return undefined;
  if (isItem) return itemRole(operation);
  if (operation.method === 'GET')
    return listViewOf(successMedia(operation)?.schema, collection) === undefined ? undefined : 'list';
  if (!takesObject(operation) || !showsObject(operation)) return undefined;
  return new Map<string, Role>([
    ['POST', 'create'],
    ['PUT', 'put'],
  ]).get(operation.method);
}

function itemRole(operation: Operation): Role | undefined {
  const { method } = operation;
  if (method === 'DELETE') return 'remove';
  if (method === 'GET')
    return successMedia(operation) !== undefined && showsObject(operation) ? 'read' : undefined;
  if (!showsObject(operation)) return undefined;
  if (method === 'PUT' && takesObject(operation)) return 'replace';
  return method === 'PATCH' && (takesObject(operation) || takesJsonPatch(operation)) ? 'change' : undefined;
}

function takesObject(operation: Operation): boolean {
  const media = requestMedia(operation);
  return media !== undefined && isObjectLike(media.schema);
}

function takesJsonPatch({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ range }) => range === 'application/json-patch+json') === true;
}

/** No body at all shows nothing else. */
function showsObject(operation: Operation): boolean {
  const bodies = successesOf(operation).filter(({ content }) => content.length > 0);
  return bodies.every(({ content }) => {
    const media = jsonMedia(content);
    return media !== undefined && isObjectLike(media.schema);
  });
}

/** `POST /customers/{id}` changes the customer, where nothing else does. */
function withPostedChange(
  roles: ReadonlyMap<Role, Operation>,
  group: readonly Operation[],
): ReadonlyMap<Role, Operation> {
  const onItem = group.filter(({ path }) => splitPath(path).isItem);
  const post = onItem.find((operation) => operation.method === 'POST' && takesObject(operation));
  if (post === undefined || onItem.some(({ method }) => method === 'PUT' || method === 'PATCH')) return roles;
  const isChange = describes(successOf(roles.get('read')), successOf(post));
  return isChange ? new Map([...roles, ['change', post]]) : roles;
}

function withoutItem(roles: ReadonlyMap<Role, Operation>): ReadonlyMap<Role, Operation> {
  return new Map([...roles].filter(([role]) => role === 'create' || role === 'list'));
}

/** A PATCH that demands a list or an object that no record has is about a command, such as `Operations` of SCIM. */
function withoutCommand(roles: ReadonlyMap<Role, Operation>): ReadonlyMap<Role, Operation> {
  const shown = successOf(roles.get('read'));
  if (shown === undefined) return roles;
  const isCommand = (role: Role): boolean => {
    const asked = requestOf(roles.get(role));
    if (asked === undefined || (role !== 'change' && role !== 'put')) return false;
    // A PUT of the collection that takes many at once (`macs`) need not demand them.
    return foreignParts(asked, shown).some((name) => role === 'put' || requiredOf(asked).has(name));
  };
  return new Map([...roles].filter(([role]) => !isCommand(role)));
}

/** The lists and objects that a request has and no record. */
function foreignParts(asked: Schema, shown: Schema): readonly string[] {
  const known = propertiesOf(shown);
  if (known.size === 0) return [];
  return [...propertiesOf(asked)].flatMap(([name, part]) =>
    !known.has(name) && (typesOf(part).has('array') || typesOf(part).has('object')) ? [name] : [],
  );
}

/** Records that nothing can create or read are none. */
function isResource(roles: ReadonlyMap<Role, Operation>, item: Operation | undefined): boolean {
  const create = roles.get('create');
  if (item !== undefined)
    return create !== undefined || roles.has('read') || (roles.has('list') && roles.has('replace'));
  if (create === undefined) return false;
  // `POST /orders/{id}/cancel` is an action upon the order.
  const isBelowItem = /\}\/[^/{}]+\/*$/.test(create.path);
  return roles.has('list') || (!isBelowItem && keepsWhatIsSent(create));
}

/** A login, a search or a calculation answers with something else than what it was sent. */
function keepsWhatIsSent(create: Operation): boolean {
  const [asked, shown] = [requestMedia(create)?.schema, successMedia(create)?.schema];
  if (shown === undefined) return successesOf(create).some(({ status }) => status === '201');
  const names = asked === undefined ? [] : [...propertiesOf(asked).keys()];
  return names.some((name) => propertiesOf(shown).has(name));
}

/** What its success shows, where it is JSON. */
export function successOf(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : successMedia(operation)?.schema;
}

/** What it asks for, where it is JSON. */
export function requestOf(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : requestMedia(operation)?.schema;
}
