/** What each operation of a collection and its items does with the records, and why. */
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

/** What was decided of the operations of one path and of the paths of its items. */
export interface Roles {
  /** Undefined where no records are kept. */
  readonly roles: ReadonlyMap<Role, Operation> | undefined;
  /** Why each operation has its role, or has none. */
  readonly because: ReadonlyMap<Operation, string>;
}

/** `item` is an operation upon one of the records, where there is any. */
export function rolesIn(group: readonly Operation[], item: Operation | undefined): Roles {
  const placed = withPostedChange(placeEach(group), group);
  const reason = whyNoResource(placed.roles, item);
  if (reason !== undefined) {
    // What an operation lacks by itself says more than what the path lacks.
    const because = [...placed.because].map(
      ([operation, own]) => [operation, isPlaced(placed.roles, operation) ? reason : own] as const,
    );
    return { roles: undefined, because: new Map(because) };
  }
  return item === undefined ? withoutItem(placed) : withoutCommand(placed);
}

interface PlacedRoles extends Roles {
  readonly roles: ReadonlyMap<Role, Operation>;
}

function isPlaced(roles: ReadonlyMap<Role, Operation>, operation: Operation): boolean {
  return roles.values().some((one) => one === operation);
}

function placeEach(group: readonly Operation[]): PlacedRoles {
  const roles = new Map<Role, Operation>();
  const because = new Map<Operation, string>();
  for (const operation of group) {
    const { role, reason } = placeOf(operation);
    const other = role === undefined ? undefined : roles.get(role);
    if (role !== undefined && other === undefined) roles.set(role, operation);
    because.set(operation, other === undefined ? reason : `${other.id} does the same, and comes first`);
  }
  return { roles, because };
}

interface RolePlace {
  readonly role: Role | undefined;
  readonly reason: string;
}

const none = (reason: string): RolePlace => ({ role: undefined, reason });

function placeOf(operation: Operation): RolePlace {
  const { collection, isItem } = splitPath(operation.path);
  // Many a contract declares for a DELETE only what can go wrong: it succeeds where that is asked for.
  if (successesOf(operation).length === 0 && operation.method !== 'DELETE')
    return none('it declares no success');
  return isItem ? placeOnItem(operation) : placeOnCollection(operation, collection);
}

function placeOnCollection(operation: Operation, collection: string): RolePlace {
  const { method } = operation;
  if (method === 'GET') {
    const view = listViewOf(successMedia(operation)?.schema, collection);
    if (view === undefined) return none('it answers with no list of objects');
    const where = view.name === undefined ? 'a list of objects' : `a list of objects in "${view.name}"`;
    return { role: 'list', reason: `GET of the collection, which answers with ${where}` };
  }
  if (method !== 'POST' && method !== 'PUT')
    return none(`${method} of a collection works on no single record`);
  if (!takesObject(operation)) return none('it takes no object as JSON or as a form');
  if (!showsObject(operation)) return none('it answers with something else than an object');
  return method === 'POST'
    ? { role: 'create', reason: 'POST of the collection, which takes an object' }
    : { role: 'put', reason: 'PUT of the collection, which takes an object with its identifier' };
}

function placeOnItem(operation: Operation): RolePlace {
  const { method } = operation;
  if (method === 'DELETE') return { role: 'remove', reason: 'DELETE of the item' };
  if (method === 'GET')
    return successMedia(operation) !== undefined && showsObject(operation)
      ? { role: 'read', reason: 'GET of the item, which answers with an object' }
      : none('it answers with something else than an object');
  if (!showsObject(operation)) return none('it answers with something else than an object');
  if (method === 'PUT')
    return takesObject(operation)
      ? { role: 'replace', reason: 'PUT of the item, which takes an object' }
      : none('it takes no object as JSON or as a form');
  if (method !== 'PATCH')
    return none(`${method} of an item is a command: it neither reads nor writes a record`);
  return takesObject(operation) || takesJsonPatch(operation)
    ? { role: 'change', reason: 'PATCH of the item' }
    : none('it takes neither an object nor a JSON Patch');
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
function withPostedChange(placed: PlacedRoles, group: readonly Operation[]): PlacedRoles {
  const { roles, because } = placed;
  const onItem = group.filter(({ path }) => splitPath(path).isItem);
  const post = onItem.find((operation) => operation.method === 'POST' && takesObject(operation));
  if (post === undefined || onItem.some(({ method }) => method === 'PUT' || method === 'PATCH'))
    return placed;
  const isChange = describes(successOf(roles.get('read')), successOf(post));
  if (!isChange) return placed;
  const reason = 'POST of the item, which answers with what is read, and nothing else changes it';
  return { roles: new Map([...roles, ['change', post]]), because: new Map([...because, [post, reason]]) };
}

function withoutItem({ roles, because }: PlacedRoles): Roles {
  const left = [...roles].filter(([role]) => role !== 'create' && role !== 'list');
  const reasons = left.map(
    ([, operation]) => [operation, 'no path names an item of the collection'] as const,
  );
  return {
    roles: new Map([...roles].filter(([role]) => role === 'create' || role === 'list')),
    because: new Map([...because, ...reasons]),
  };
}

/** A PATCH that demands a list or an object that no record has is about a command, such as `Operations` of SCIM. */
function withoutCommand({ roles, because }: PlacedRoles): Roles {
  const shown = successOf(roles.get('read'));
  if (shown === undefined) return { roles, because };
  const commands = [...roles].flatMap(([role, operation]) => {
    const asked = requestOf(operation);
    if (asked === undefined || (role !== 'change' && role !== 'put')) return [];
    // A PUT of the collection that takes many at once (`macs`) need not demand them.
    const foreign = foreignParts(asked, shown).find((name) => role === 'put' || requiredOf(asked).has(name));
    return foreign === undefined ? [] : [{ role, operation, foreign }];
  });
  const reasons = commands.map(
    ({ operation, foreign }) => [operation, `a command: it takes "${foreign}", which no record has`] as const,
  );
  return {
    roles: new Map([...roles].filter(([role]) => !commands.some((one) => one.role === role))),
    because: new Map([...because, ...reasons]),
  };
}

/** The lists and objects that a request has and no record. */
function foreignParts(asked: Schema, shown: Schema): readonly string[] {
  const known = propertiesOf(shown);
  if (known.size === 0) return [];
  return [...propertiesOf(asked)].flatMap(([name, part]) =>
    !known.has(name) && (typesOf(part).has('array') || typesOf(part).has('object')) ? [name] : [],
  );
}

/** Records that nothing can create or read are none; undefined for those that are. */
function whyNoResource(roles: ReadonlyMap<Role, Operation>, item: Operation | undefined): string | undefined {
  const create = roles.get('create');
  if (item !== undefined) {
    const isKept = create !== undefined || roles.has('read') || (roles.has('list') && roles.has('replace'));
    return isKept ? undefined : 'nothing creates or reads a record of this path';
  }
  if (create === undefined) return 'nothing creates a record of this path, and no path names one';
  if (roles.has('list')) return undefined;
  // `POST /orders/{id}/cancel` is an action upon the order.
  if (/\}\/[^/{}]+\/*$/.test(create.path))
    return 'no path lists or names what it would create below a record';
  return keepsWhatIsSent(create)
    ? undefined
    : 'it answers with something else than what it is sent, as a login or a search does';
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
