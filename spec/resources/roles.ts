/** Assigns a role to each operation of a collection and its items, with the reason. */
import type { Operation, Response } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes, requiredNames } from '../model/schema-view.ts';
import { splitPath } from './path-templates.ts';
import {
  detectListView,
  includesSchema,
  isObjectLike,
  jsonMedia,
  requestMedia,
  successMedia,
  successResponses,
} from './record-views.ts';

export type Role = 'create' | 'list' | 'put' | 'read' | 'replace' | 'change' | 'remove';

/** The roles of the operations of a collection path and its item paths. */
export interface Roles {
  /** Undefined if the paths contain no records. */
  readonly roles: ReadonlyMap<Role, Operation> | undefined;
  /** Why each operation has its role, or has none. */
  readonly reasons: ReadonlyMap<Operation, string>;
}

/** `item` is any operation on a single record. */
export function assignRoles(group: readonly Operation[], item: Operation | undefined): Roles {
  const assigned = withPostAsChange(assignEach(group), group);
  const reason = noResourceReason(assigned.roles, item);
  if (reason !== undefined) {
    // The reason of the operation itself is more specific than that of the path.
    const reasonsByOperation = [...assigned.reasons].map(
      ([operation, ownReason]) => [operation, isAssigned(assigned.roles, operation) ? reason : ownReason] as const,
    );
    return { roles: undefined, reasons: new Map(reasonsByOperation) };
  }
  return item === undefined ? withoutItemRoles(assigned) : withoutCommands(assigned);
}

/** The same for paths that contain no records, but whose collection is listed. */
export function assignListedRoles(group: readonly Operation[], item: Operation | undefined): Roles {
  const assigned = withPostAsChange(assignEach(group), group);
  if (!assigned.roles.has('list')) return { roles: undefined, reasons: assigned.reasons };
  return item === undefined ? withoutItemRoles(assigned) : withoutCommands(assigned);
}

/** The same for items that are changed or deleted, but neither read nor created at their own path. */
export function assignChangedRoles(group: readonly Operation[]): Roles {
  const { roles, reasons } = assignEach(group);
  const isChanged = (['change', 'replace', 'remove'] as const).some((role) => roles.has(role));
  return { roles: isChanged ? roles : undefined, reasons };
}

interface AssignedRoles extends Roles {
  readonly roles: ReadonlyMap<Role, Operation>;
}

function isAssigned(roles: ReadonlyMap<Role, Operation>, operation: Operation): boolean {
  return roles.values().some((one) => one === operation);
}

function assignEach(group: readonly Operation[]): AssignedRoles {
  const roles = new Map<Role, Operation>();
  const reasons = new Map<Operation, string>();
  for (const operation of group) {
    const { role, reason } = decideRole(operation);
    const other = role === undefined ? undefined : roles.get(role);
    if (role !== undefined && other === undefined) roles.set(role, operation);
    reasons.set(operation, other === undefined ? reason : `${other.id} has the same role and comes first`);
  }
  return { roles, reasons };
}

interface RoleDecision {
  readonly role: Role | undefined;
  readonly reason: string;
}

const noRole = (reason: string): RoleDecision => ({ role: undefined, reason });

function decideRole(operation: Operation): RoleDecision {
  const { collection, isItem } = splitPath(operation.path);
  // Many contracts declare only the errors of a DELETE; it still counts as one that can succeed.
  if (successResponses(operation).length === 0 && operation.method !== 'DELETE')
    return noRole('it declares no success response');
  return isItem ? decideItemRole(operation) : decideCollectionRole(operation, collection);
}

function decideCollectionRole(operation: Operation, collection: string): RoleDecision {
  const { method } = operation;
  if (method === 'GET') {
    const view = detectListView(successMedia(operation)?.schema, collection);
    if (view === undefined) return noRole('it does not return an array of objects');
    const listLocation = view.name === undefined ? 'an array of objects' : `an array of objects in "${view.name}"`;
    return { role: 'list', reason: `GET of the collection, which returns ${listLocation}` };
  }
  if (method !== 'POST' && method !== 'PUT')
    return noRole(`${method} of a collection does not work on a single record`);
  if (!acceptsObject(operation)) return noRole('it does not accept an object as JSON or as a form');
  if (!returnsObject(operation)) return noRole('it does not return an object');
  return method === 'POST'
    ? { role: 'create', reason: 'POST of the collection, which accepts an object' }
    : { role: 'put', reason: 'PUT of the collection, which accepts an object with its identifier' };
}

function decideItemRole(operation: Operation): RoleDecision {
  const { method } = operation;
  if (method === 'DELETE') return { role: 'remove', reason: 'DELETE of the item' };
  if (method === 'GET')
    return successMedia(operation) !== undefined && returnsObject(operation)
      ? { role: 'read', reason: 'GET of the item, which returns an object' }
      : noRole('it does not return an object');
  if (!returnsObject(operation)) return noRole('it does not return an object');
  if (method === 'PUT')
    return acceptsObject(operation)
      ? { role: 'replace', reason: 'PUT of the item, which accepts an object' }
      : noRole('it does not accept an object as JSON or as a form');
  if (method !== 'PATCH') return noRole(`${method} of an item is a command: it neither reads nor writes a record`);
  return acceptsObject(operation) || acceptsJsonPatch(operation)
    ? { role: 'change', reason: 'PATCH of the item' }
    : noRole('it accepts neither an object nor a JSON Patch');
}

function acceptsObject(operation: Operation): boolean {
  const media = requestMedia(operation);
  return media !== undefined && isObjectLike(media.schema);
}

function acceptsJsonPatch({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ range }) => range === 'application/json-patch+json') === true;
}

/** A response without a body is also allowed, and so is a text as the response to a write: "Saved". */
function returnsObject(operation: Operation): boolean {
  const isWrite = operation.method === 'PUT' || operation.method === 'PATCH';
  const isText = ({ content }: Response) => content.every(({ range }) => /^text\/plain\b/i.test(range));
  const bodies = successResponses(operation)
    .filter(({ content }) => content.length > 0)
    .filter((response) => !(isWrite && isText(response)));
  return bodies.every(({ content }) => {
    const media = jsonMedia(content);
    return media !== undefined && isObjectLike(media.schema);
  });
}

/** `POST /customers/{id}` changes the customer if no PUT or PATCH does. */
function withPostAsChange(assigned: AssignedRoles, group: readonly Operation[]): AssignedRoles {
  const { roles, reasons } = assigned;
  const onItem = group.filter(({ path }) => splitPath(path).isItem);
  const post = onItem.find((operation) => operation.method === 'POST' && acceptsObject(operation));
  if (post === undefined || onItem.some(({ method }) => method === 'PUT' || method === 'PATCH')) return assigned;
  const isChange = includesSchema(successSchema(roles.get('read')), successSchema(post));
  if (!isChange) return assigned;
  const reason = 'POST of the item, which returns the item, and no other operation changes it';
  return {
    roles: new Map([...roles, ['change', post]]),
    reasons: new Map([...reasons, [post, reason]]),
  };
}

function withoutItemRoles({ roles, reasons }: AssignedRoles): Roles {
  const removedRoles = [...roles].filter(([role]) => role !== 'create' && role !== 'list');
  const removalReasons = removedRoles.map(
    ([, operation]) => [operation, 'no path identifies an item of the collection'] as const,
  );
  return {
    roles: new Map([...roles].filter(([role]) => role === 'create' || role === 'list')),
    reasons: new Map([...reasons, ...removalReasons]),
  };
}

/** A PATCH that requires a list or an object that no record has is a command, such as `Operations` of SCIM. */
function withoutCommands({ roles, reasons }: AssignedRoles): Roles {
  const returned = successSchema(roles.get('read'));
  if (returned === undefined) return { roles, reasons };
  const commands = [...roles].flatMap(([role, operation]) => {
    const requested = requestSchema(operation);
    if (requested === undefined || (role !== 'change' && role !== 'put')) return [];
    // A PUT of the collection that accepts several records (`macs`) need not require them.
    const unknownMember = unknownContainers(requested, returned).find(
      (name) => role === 'put' || requiredNames(requested).has(name),
    );
    return unknownMember === undefined ? [] : [{ role, operation, unknownMember }];
  });
  const commandReasons = commands.map(
    ({ operation, unknownMember }) =>
      [operation, `a command: it accepts "${unknownMember}", which no record has`] as const,
  );
  return {
    roles: new Map([...roles].filter(([role]) => !commands.some((one) => one.role === role))),
    reasons: new Map([...reasons, ...commandReasons]),
  };
}

/** The lists and objects that occur in the request but not in records. */
function unknownContainers(requested: Schema, returned: Schema): readonly string[] {
  const recordProperties = declaredProperties(returned);
  if (recordProperties.size === 0) return [];
  return [...declaredProperties(requested)].flatMap(([name, part]) =>
    !recordProperties.has(name) && (declaredTypes(part).has('array') || declaredTypes(part).has('object'))
      ? [name]
      : [],
  );
}

/** Returns why the paths contain no records, if nothing can create or read them; otherwise undefined. */
function noResourceReason(roles: ReadonlyMap<Role, Operation>, item: Operation | undefined): string | undefined {
  const create = roles.get('create');
  if (item !== undefined) {
    const isKept = create !== undefined || roles.has('read') || (roles.has('list') && roles.has('replace'));
    return isKept ? undefined : 'no operation creates or reads a record of this path';
  }
  if (create === undefined) return 'no operation creates a record of this path, and no path identifies one';
  if (roles.has('list')) return undefined;
  // `POST /orders/{id}/cancel` is an action on the order.
  if (/\}\/[^/{}]+\/*$/.test(create.path)) return 'no path lists or identifies what it creates below a record';
  return echoesRequest(create)
    ? undefined
    : 'its response is not about the object in its request, as for a login or a search';
}

/** False for a login, a search or a calculation: the response is not about the object that was sent. */
function echoesRequest(create: Operation): boolean {
  const [requested, returned] = [requestMedia(create)?.schema, successMedia(create)?.schema];
  if (returned === undefined) return successResponses(create).some(({ status }) => status === '201');
  const names = requested === undefined ? [] : [...declaredProperties(requested).keys()];
  return names.some((name) => declaredProperties(returned).has(name));
}

/** The schema of its success response, if it is JSON. */
export function successSchema(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : successMedia(operation)?.schema;
}

/** The schema of its request body, if it is JSON or a form. */
export function requestSchema(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : requestMedia(operation)?.schema;
}
