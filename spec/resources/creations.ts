/**
 * The operations that sequences start from: what an operation creates, and the operations that can follow, found first
 * by links, then by paths, then by names, each with its reason.
 */

import { memoize, memoizePair } from '../memoize.ts';
import type { Contract, Operation, Parameter } from '../model/contract.ts';
import { nonJsonFollowUps } from './non-json-resources.ts';
import { findParent, operationsOnItem } from './parents.ts';
import { findPathParameter, parameterNames } from './path-templates.ts';
import { detectListView, onlyReplaces, successMedia, successResponses } from './record-views.ts';
import { findResources, findShallowNestings, type Resource } from './resources.ts';
import type { ShallowNesting } from './shallow-nesting.ts';

/** What an operation does with an existing record, or with all of them. */
export type FollowUpRole = 'read' | 'list' | 'replace' | 'change' | 'remove';

export interface Creation {
  readonly create: Operation;
  /** A PUT to an unused identifier. */
  readonly isPut: boolean;
  /** Undefined if the paths contain no resource: then links, names or uploads determine the follow-ups. */
  readonly resource: Resource | undefined;
  readonly followUps: ReadonlyMap<FollowUpRole, FollowUp>;
  /** Undefined if no path identifies a single record. */
  readonly item: CreatedItem | undefined;
  /** The identifier property of a record. */
  readonly idName: string | undefined;
  /** The operation that creates the parent record; undefined if there is no parent, or nothing creates it. */
  readonly parent: Operation | undefined;
  /** Set if the items have a shorter path than the operation: `POST /albums/{albumId}/photos`, `GET /photos/{id}`. */
  readonly nesting: ShallowNesting | undefined;
}

interface FollowUp {
  readonly operation: Operation;
  readonly reason: string;
}

interface CreatedItem {
  /** The path template up to the parameter, without a trailing slash. */
  readonly template: string;
  readonly parameter: Parameter;
  /** The ids of the operations on an item, or below it. */
  readonly operationIds: ReadonlySet<string>;
}

/** Why no sequence can start with an operation. */
export interface NoCreationReason {
  readonly reason: string;
}

export const creationFor = memoizePair(findCreation);

function findCreation(contract: Contract, operation: Operation): Creation | NoCreationReason {
  const resources = findResources(contract);
  const nesting = findShallowNestings(contract).find(
    ({ create, evidence }) => create === operation && evidence === 'same schema',
  );
  const resource = nesting?.nested ?? creatingOperations(contract).get(operation);
  const nonJson = resource === undefined ? nonJsonFollowUps(contract, operation) : undefined;
  if (resource === undefined && nonJson === undefined && operation.method !== 'POST')
    return { reason: 'it does not create a record' };
  const nonJsonEntries = [...(nonJson?.followUps ?? [])].map(
    ([part, one]) => [part, { operation: one, reason: nonJson?.reason ?? '' }] as const,
  );
  const followUps = new Map([
    ...(nesting === undefined ? [] : shallowFollowUps(nesting)),
    ...findFollowUps(contract, operation, resource),
    ...nonJsonEntries,
  ]);
  if (!(['read', 'list', 'remove'] as const).some((role) => followUps.has(role)))
    return { reason: 'no operation reads, lists or deletes what it creates' };
  const parent = resource && findParent(resource, resources);
  return {
    create: operation,
    isPut: operation.method === 'PUT',
    resource,
    followUps,
    item: findCreatedItem(contract, followUps),
    idName: resource === undefined ? nonJson?.idName : resource.idName,
    parent: parent?.isDirect === true ? creatingOperation(parent.resource) : undefined,
    nesting,
  };
}

/** The operations of the shorter path; the list is that of the parent, if there is one. */
function shallowFollowUps({ list, shallow, reason }: ShallowNesting): readonly (readonly [FollowUpRole, FollowUp])[] {
  return [...shallow.roles].flatMap(([role, operation]) => {
    if (role === 'create' || role === 'put' || (role === 'list' && list !== undefined)) return [];
    return [[role, { operation, reason }] as const];
  });
}

/** If nothing else creates records, a PUT to an unused identifier does. */
/** A POST to the collection, or a PUT to a new name. */
export function creatingOperation({ roles }: Resource): Operation | undefined {
  const put = roles.get('replace');
  return roles.get('create') ?? (put?.method === 'PUT' && !onlyReplaces(put) ? put : undefined);
}

const creatingOperations = memoize((contract: Contract): ReadonlyMap<Operation, Resource> => {
  const nestings = findShallowNestings(contract).filter((one) => one.create !== undefined);
  const createdBelowParents = new Set(nestings.map(({ shallow }) => shallow));
  const found = findResources(contract).flatMap((resource) => {
    const put = createdBelowParents.has(resource) ? undefined : resource.roles.get('replace');
    const create = resource.roles.get('create') ?? put;
    return create === undefined ? [] : [[create, resource] as const];
  });
  return new Map(found);
});

function findFollowUps(
  contract: Contract,
  create: Operation,
  resource: Resource | undefined,
): ReadonlyMap<FollowUpRole, FollowUp> {
  const followUps = new Map<FollowUpRole, FollowUp>();
  const add = (role: FollowUpRole, operation: Operation, reason: string) =>
    followUps.has(role) || followUps.set(role, { operation, reason });
  for (const operation of linkedOperations(contract, create)) {
    const role = roleByPath(operation);
    if (role !== undefined) add(role, operation, `a link of ${create.id} points to it`);
  }
  const depth = parameterCount(followUps.values().find(({ operation }) => operation.path.includes('{'))?.operation);
  for (const [role, operation] of resource?.roles ?? []) {
    if (role === 'create' || role === 'put') continue;
    const hasSameDepth = depth === undefined || role === 'list' || parameterCount(operation) === depth;
    if (hasSameDepth) add(role, operation, resource?.reasons.get(operation) ?? '');
  }
  if (followUps.has('read')) return followUps;
  for (const [role, operation] of operationsWithSameNoun(contract, create))
    add(role, operation, `its name matches that of ${create.id}`);
  return followUps;
}

/** Returns the operations that its success responses link to. */
function linkedOperations(contract: Contract, create: Operation): readonly Operation[] {
  const ids = successResponses(create).flatMap(({ links = [] }) => links.map(({ operation }) => operation));
  return ids.flatMap((id) => contract.operations.find((operation) => operation.id === id) ?? []);
}

/** The role of a linked operation: it applies to the new record if its path ends in a parameter. */
function roleByPath(operation: Operation): FollowUpRole | undefined {
  const { method, path } = operation;
  if (!/\{[^/{}]+\}\/*$/.test(path)) return undefined;
  if (method !== 'GET') return itemRoles.get(method);
  return detectListView(successMedia(operation)?.schema, path) === undefined ? 'read' : undefined;
}

const itemRoles: ReadonlyMap<string, FollowUpRole> = new Map([
  ['PUT', 'replace'],
  ['PATCH', 'change'],
  ['DELETE', 'remove'],
]);

function parameterCount(operation: Operation | undefined): number | undefined {
  return operation === undefined ? undefined : parameterNames(operation.path).length;
}

const createVerbPattern = /^(?:create|add|new|insert|register|make)[-_]?(.+)$/i;

const verbPatterns: readonly (readonly [FollowUpRole, RegExp, string])[] = [
  ['read', /^(?:get|read|fetch|show|find|retrieve|describe)[-_]?(.+?)(?:[-_]?by[-_]?id)?$/i, 'GET'],
  ['replace', /^(?:replace|update|put|set)[-_]?(.+?)$/i, 'PUT'],
  ['change', /^(?:change|update|patch|modify)[-_]?(.+?)$/i, 'PATCH'],
  ['remove', /^(?:delete|remove|destroy|drop)[-_]?(.+?)$/i, 'DELETE'],
];

/**
 * `createWidget`, `getWidget`, `deleteWidget`: only operations on one record, with a single parameter at the end of the
 * path.
 */
function operationsWithSameNoun(
  contract: Contract,
  create: Operation,
): readonly (readonly [FollowUpRole, Operation])[] {
  const noun = createVerbPattern.exec(create.id)?.[1]?.toLowerCase();
  if (noun === undefined || create.path.includes('{')) return [];
  return verbPatterns.flatMap(([role, verb, method]) => {
    const matching = contract.operations.filter(
      (operation) =>
        operation.method === method &&
        parameterNames(operation.path).length === 1 &&
        /\}\/*$/.test(operation.path) &&
        verb.exec(operation.id)?.[1]?.toLowerCase() === noun,
    );
    const [only] = matching;
    return only === undefined || matching.length > 1 ? [] : [[role, only] as const];
  });
}

function findCreatedItem(
  { operations }: Contract,
  followUps: ReadonlyMap<FollowUpRole, FollowUp>,
): CreatedItem | undefined {
  const found = (['read', 'remove', 'replace', 'change'] as const).map((role) => followUps.get(role));
  const operation = found.find((one) => one !== undefined)?.operation;
  const parameter = operation && findPathParameter(operation, parameterNames(operation.path).length - 1);
  if (operation === undefined || parameter === undefined) return undefined;
  const template = operation.path.replace(/\/+$/, '');
  return { template, parameter, operationIds: operationsOnItem(operations, template) };
}
