/** The resources of a contract: collections, their items, and what each operation does with them. */
import type { Contract, Operation, Parameter } from '../contract.ts';
import type { Schema } from '../schema.ts';
import { propertiesOf, requiredOf, typesOf } from '../schema-view.ts';
import { allProperties, identifierOf } from './identifiers.ts';
import { parameterNames, pathParameter, shapeOf, splitPath } from './paths.ts';
import {
  describes,
  type Envelope,
  envelopeOf,
  isObjectLike,
  jsonMedia,
  listViewOf,
  partNamed,
  requestMedia,
  successesOf,
  successMedia,
} from './views.ts';

export type Role = 'create' | 'list' | 'put' | 'read' | 'replace' | 'change' | 'remove';

export interface Resource {
  /** The template of the collection: `/users/{userId}/orders`. */
  readonly collection: string;
  /** The template of an item; undefined where the contract has none. */
  readonly item: string | undefined;
  readonly roles: ReadonlyMap<Role, Operation>;
  /** The path parameter that names an item. */
  readonly idParameter: Parameter | undefined;
  /** The property that names a record. */
  readonly idName: string | undefined;
  /** Where it stands within `metadata`, and nowhere else. */
  readonly isIdInMetadata: boolean;
  /** What an identifier has to be. */
  readonly idSchemas: readonly Schema[];
  /** What an answer may say of a record, the fullest account first. */
  readonly shown: readonly Schema[];
  /** What a request may say of one. */
  readonly asked: readonly Schema[];
  /** Where a body holds the record under a name. */
  readonly envelope: (schema: Schema) => Envelope | undefined;
  /** Other collections lie below its items. */
  readonly hasBelow: boolean;
  /** False where nothing in the contract tells how records come to be: then any item may be there. */
  readonly isClosed: boolean;
}

export function resourcesOf({ operations }: Contract): readonly Resource[] {
  const byShape = Map.groupBy(operations, ({ path }) => shapeOf(splitPath(path).collection));
  const resources = [...byShape.values()].flatMap((group) => resourceOf(group) ?? []);
  return resources.map((resource) => ({
    ...resource,
    hasBelow: resources.some((one) => isBelow(one, resource)),
  }));
}

/** `/users/{userId}/orders` lies below the items of `/users`. */
export function isBelow({ collection }: Pick<Resource, 'collection'>, { item }: Resource): boolean {
  return item !== undefined && shapeOf(collection).startsWith(`${shapeOf(item)}/`);
}

function resourceOf(group: readonly Operation[]): Resource | undefined {
  const candidates = withPostedChange(rolesOf(group), group);
  const item = group.find(({ path }) => splitPath(path).isItem);
  if (!isResource(candidates, item)) return undefined;
  const roles = item === undefined ? withoutItem(candidates) : withoutCommand(candidates);
  const [first] = group;
  const [any = first] = [...roles.values()];
  if (any === undefined) return undefined;
  const isOwn = group.find(({ path }) => !splitPath(path).isItem) ?? any;
  const { collection } = splitPath(isOwn.path);
  const idParameter =
    item === undefined ? undefined : pathParameter(item, parameterNames(item.path).length - 1);
  const facts = described({ collection, roles, idParameter });
  const inClosed: readonly Role[] = ['create', 'list', 'replace'];
  return {
    collection: collection === '' ? '/' : collection,
    item: item?.path,
    roles,
    idParameter,
    ...facts,
    hasBelow: false,
    isClosed: inClosed.some((role) => roles.has(role)),
  };
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
  const [asked, shown] = [requestOf(roles.get('change')), successOf(roles.get('read'))];
  if (asked === undefined || shown === undefined) return roles;
  const known = propertiesOf(shown);
  const isCommand = [...propertiesOf(asked)].some(
    ([name, part]) =>
      requiredOf(asked).has(name) &&
      !known.has(name) &&
      known.size > 0 &&
      (typesOf(part).has('array') || typesOf(part).has('object')),
  );
  return isCommand ? new Map([...roles].filter(([role]) => role !== 'change')) : roles;
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

interface Undescribed {
  readonly collection: string;
  readonly roles: ReadonlyMap<Role, Operation>;
  readonly idParameter: Parameter | undefined;
}

function described({ collection, roles, idParameter: parameter }: Undescribed) {
  const bodies = (['read', 'replace', 'change', 'create', 'put'] as const).flatMap(
    (role) => successOf(roles.get(role)) ?? [],
  );
  const items = listViewOf(successOf(roles.get('list')), collection)?.item;
  const requests = (['create', 'replace', 'put'] as const).flatMap(
    (role) => requestOf(roles.get(role)) ?? [],
  );
  const isNamed = (schema: Schema) => identifierOf({ schemas: [schema], parameter }) !== undefined;
  const envelopes = bodies.flatMap((schema) => envelopeOf(schema, isNamed) ?? []);
  // A new record has no identifier yet: the answers tell what is around it.
  const envelope = (schema: Schema) => envelopeOf(schema, isNamed) ?? partNamed(envelopes, schema, isNamed);
  const open = (schema: Schema) => envelope(schema)?.schema ?? schema;
  const shown = [...bodies.map(open), ...(items === undefined ? [] : [items])];
  const asked = requests.map(open);
  const all = [...shown, ...asked];
  const own = identifierOf({ schemas: all, parameter });
  const within = own === undefined ? metadataOf(all, parameter) : [];
  const idName = own ?? identifierOf({ schemas: within, parameter });
  const declared =
    idName === undefined ? undefined : allProperties(own === undefined ? within : all).get(idName);
  const idSchemas = [declared, parameter?.schema].filter((schema) => schema !== undefined);
  return {
    idName,
    isIdInMetadata: own === undefined && idName !== undefined,
    idSchemas,
    shown,
    asked,
    envelope,
  };
}

/** Kubernetes and its like: `{ "metadata": { "name": "web" } }` is named by the path parameter of that name. */
function metadataOf(schemas: readonly Schema[], parameter: Parameter | undefined): readonly Schema[] {
  const parts = schemas.flatMap((schema) => propertiesOf(schema).get(METADATA) ?? []);
  return parts.filter((part) => parameter !== undefined && propertiesOf(part).has(parameter.name));
}

export const METADATA = 'metadata';

function successOf(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : successMedia(operation)?.schema;
}

function requestOf(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : requestMedia(operation)?.schema;
}
