/** Who plays in the stories of a resource: the operations that go on from what creates a record, with their valid requests. */
import {
  type Contract,
  type Operation,
  type Parameter,
  responseFor,
} from '../../../../spec/model/contract.ts';
import { parameterNames, pathParameter, shapeOf } from '../../../../spec/resources/paths.ts';
import { isBelow, type Resource, resourcesOf } from '../../../../spec/resources/resources.ts';
import { listViewOf, successesOf, successMedia } from '../../../../spec/resources/views.ts';
import { isTwin, type Twin, twinOf } from '../../request/twin.ts';
import type { ResourceRole } from './actions.ts';
import { type Wanted, wantedAt } from './identify.ts';
import { unresourced } from './non-json-resources.ts';

export interface Cast {
  /** What creates a record. */
  readonly create: Twin;
  /** It is a PUT to a name that nobody has used. */
  readonly isPut: boolean;
  readonly twins: ReadonlyMap<ResourceRole, Twin>;
  /** How records are named; undefined where there are no items. */
  readonly wanted: Wanted | undefined;
  readonly idName: string | undefined;
  /** What creates the items that its records lie below. */
  readonly parent: Cast | undefined;
}

/** Undefined for an operation that creates nothing, or nothing that can be looked at afterwards. */
export function castOf(twin: Twin, contract: Contract): Cast | undefined {
  const { operation } = twin;
  const resources = resourcesOf(contract);
  const resource = resources.find(({ roles }) => roles.get('create') === operation);
  const put = resource === undefined ? putResource(resources, operation) : undefined;
  const kept = resource === undefined && put === undefined ? unresourced(contract, operation) : undefined;
  const isKnown = resource !== undefined || put !== undefined || kept !== undefined;
  if (!isKnown && operation.method !== 'POST') return undefined;
  const parts = new Map([...partsOf(contract, operation, resource ?? put), ...(kept?.parts ?? [])]);
  if (!parts.has('read') && !parts.has('list')) return undefined;
  return {
    create: twin,
    isPut: operation.method === 'PUT',
    twins: twinsOf(contract, parts),
    wanted: wantedOf(contract, parts, resource ?? put),
    idName: (resource ?? put)?.idName ?? kept?.idName,
    parent: parentOf(contract, resources, resource ?? put),
  };
}

/** Where nothing else creates, a PUT to a new name does. */
function putResource(resources: readonly Resource[], operation: Operation): Resource | undefined {
  return resources.find(({ roles }) => roles.get('replace') === operation && !roles.has('create'));
}

/** By links first, then by the paths, then by names. */
function partsOf(
  contract: Contract,
  create: Operation,
  resource: Resource | undefined,
): ReadonlyMap<ResourceRole, Operation> {
  const parts = new Map<ResourceRole, Operation>();
  const add = (part: ResourceRole, operation: Operation) => parts.has(part) || parts.set(part, operation);
  for (const operation of linkedFrom(contract, create)) {
    const part = partFor(operation);
    if (part !== undefined) add(part, operation);
  }
  const depth = depthOf(parts.values().find(({ path }) => path.includes('{')));
  for (const [role, operation] of resource?.roles ?? []) {
    const isAlike = depth === undefined || role === 'list' || depthOf(operation) === depth;
    if (role !== 'create' && role !== 'put' && isAlike) add(role, operation);
  }
  if (!parts.has('read')) for (const [part, operation] of namesakes(contract, create)) add(part, operation);
  return parts;
}

/** The operations that one of its successes links to. */
function linkedFrom(contract: Contract, create: Operation): readonly Operation[] {
  const ids = successesOf(create).flatMap(({ links = [] }) => links.map(({ operation }) => operation));
  return ids.flatMap((id) => contract.operations.find((operation) => operation.id === id) ?? []);
}

/** Of what a link leads to: upon the new record, where its path ends in a parameter. */
function partFor(operation: Operation): ResourceRole | undefined {
  const { method, path } = operation;
  if (!/\{[^/{}]+\}\/*$/.test(path)) return undefined;
  if (method === 'GET')
    return listViewOf(successMedia(operation)?.schema, path) === undefined ? 'read' : undefined;
  return itemParts.get(method);
}

const itemParts: ReadonlyMap<string, ResourceRole> = new Map([
  ['PUT', 'replace'],
  ['PATCH', 'change'],
  ['DELETE', 'remove'],
]);

function depthOf(operation: Operation | undefined): number | undefined {
  return operation === undefined ? undefined : parameterNames(operation.path).length;
}

function twinsOf(
  contract: Contract,
  parts: ReadonlyMap<ResourceRole, Operation>,
): ReadonlyMap<ResourceRole, Twin> {
  const twins = [...parts].flatMap(([part, operation]) => {
    const twin = twinOf(operation, [], contract.operations);
    return isTwin(twin) ? [[part, twin] as const] : [];
  });
  return new Map(twins);
}

function wantedOf(
  contract: Contract,
  parts: ReadonlyMap<ResourceRole, Operation>,
  resource: Resource | undefined,
): Wanted | undefined {
  const item = parts.get('read') ?? parts.get('remove') ?? parts.get('replace') ?? parts.get('change');
  const parameter = item === undefined ? undefined : lastParameter(item);
  if (item === undefined || parameter === undefined) return undefined;
  const template = item.path.replace(/\/+$/, '');
  return wantedAt(contract.operations, { item: template, parameter, idName: resource?.idName });
}

function lastParameter(item: Operation): Parameter | undefined {
  return pathParameter(item, parameterNames(item.path).length - 1);
}

function parentOf(
  contract: Contract,
  resources: readonly Resource[],
  resource: Resource | undefined,
): Cast | undefined {
  if (resource === undefined) return undefined;
  const above = resources.filter((one) => isBelow(resource, one));
  const [nearest] = above.toSorted((a, b) => b.collection.length - a.collection.length);
  const create = nearest?.roles.get('create');
  const isNext = nearest?.item !== undefined && parentShape(resource) === shapeOf(nearest.item);
  const twin = create === undefined || !isNext ? undefined : twinOf(create, [], contract.operations);
  return twin !== undefined && isTwin(twin) ? castOf(twin, contract) : undefined;
}

/** `/users/{}` for `/users/{userId}/orders`. */
function parentShape({ collection }: Resource): string {
  return /^.*\{\}/.exec(shapeOf(collection))?.[0] ?? '';
}

/** Whether a success of an operation leads on to another, by a link. */
export function isLinked(operation: Operation, status: number, to: Operation): boolean {
  const { links = [] } = responseFor(operation, status) ?? {};
  return links.some((link) => link.operation === to.id);
}

/** Operations that go on from a creation by their names alone: `createWidget`, `getWidget`, `deleteWidget`. */
const creating = /^(?:create|add|new|insert|register|make)[-_]?(.+)$/i;

const verbs: readonly (readonly [ResourceRole, RegExp, string])[] = [
  ['read', /^(?:get|read|fetch|show|find|retrieve|describe)[-_]?(.+?)(?:[-_]?by[-_]?id)?$/i, 'GET'],
  ['replace', /^(?:replace|update|put|set)[-_]?(.+?)$/i, 'PUT'],
  ['change', /^(?:change|update|patch|modify)[-_]?(.+?)$/i, 'PATCH'],
  ['remove', /^(?:delete|remove|destroy|drop)[-_]?(.+?)$/i, 'DELETE'],
];

/** Only those upon one record: a single parameter, at the end of the path. */
function namesakes(contract: Contract, create: Operation): readonly (readonly [ResourceRole, Operation])[] {
  const noun = creating.exec(create.id)?.[1]?.toLowerCase();
  if (noun === undefined || create.path.includes('{')) return [];
  return verbs.flatMap(([part, verb, method]) => {
    const same = contract.operations.filter(
      (operation) =>
        operation.method === method &&
        parameterNames(operation.path).length === 1 &&
        /\}\/*$/.test(operation.path) &&
        verb.exec(operation.id)?.[1]?.toLowerCase() === noun,
    );
    const [only] = same;
    return only === undefined || same.length > 1 ? [] : [[part, only] as const];
  });
}
