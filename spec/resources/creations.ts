/**
 * What sequences start from: in comes an operation, out goes what it creates and the operations that go on from there,
 * found by links first, then by the paths, then by names, each with its reason.
 */
import type { Contract, Operation, Parameter } from '../model/contract.ts';
import { remembered, rememberedBoth } from '../remembered.ts';
import { contentPartsOf } from './contents.ts';
import { operationsUpon, parentOf } from './parents.ts';
import { parameterNames, pathParameter } from './paths.ts';
import { type Resource, resourcesOf } from './resources.ts';
import { listViewOf, successesOf, successMedia } from './views.ts';

/** What can be done to a record that exists, or to all of them. */
export type RecordPart = 'read' | 'list' | 'replace' | 'change' | 'remove';

export interface Creation {
  readonly create: Operation;
  /** A PUT to a name that nobody has used. */
  readonly isPut: boolean;
  /** Undefined where no records are kept as far as the paths say: links, names or uploads lead on. */
  readonly resource: Resource | undefined;
  readonly parts: ReadonlyMap<RecordPart, FollowUp>;
  /** Undefined where nothing names one record. */
  readonly item: CreatedItem | undefined;
  /** The property that names a record. */
  readonly idName: string | undefined;
  /** What creates the record that its records lie below; undefined where there is none, or nothing creates it. */
  readonly parent: Operation | undefined;
}

interface FollowUp {
  readonly operation: Operation;
  readonly reason: string;
}

interface CreatedItem {
  /** The template that ends in the parameter, without a trailing slash. */
  readonly template: string;
  readonly parameter: Parameter;
  /** The ids of the operations upon an item, or below it. */
  readonly users: ReadonlySet<string>;
}

/** Why no sequence can start with an operation. */
export interface NoCreation {
  readonly reason: string;
}

export const creationBy = rememberedBoth(findCreation);

function findCreation(contract: Contract, operation: Operation): Creation | NoCreation {
  const resources = resourcesOf(contract);
  const resource = creators(contract).get(operation);
  const content = resource === undefined ? contentPartsOf(contract, operation) : undefined;
  if (resource === undefined && content === undefined && operation.method !== 'POST')
    return { reason: 'it creates no record' };
  const contentParts = [...(content?.parts ?? [])].map(
    ([part, one]) => [part, { operation: one, reason: content?.reason ?? '' }] as const,
  );
  const parts = new Map([...followUps(contract, operation, resource), ...contentParts]);
  if (!parts.has('read') && !parts.has('list'))
    return { reason: 'nothing reads or lists what it would leave behind' };
  const parent = resource && parentOf(resource, resources);
  return {
    create: operation,
    isPut: operation.method === 'PUT',
    resource,
    parts,
    item: itemOf(contract, parts),
    idName: resource === undefined ? content?.idName : resource.idName,
    parent: parent?.isDirect === true ? parent.resource.roles.get('create') : undefined,
  };
}

/** Where nothing else creates, a PUT to a new name does. */
const creators = remembered((contract: Contract): ReadonlyMap<Operation, Resource> => {
  const found = resourcesOf(contract).flatMap((resource) => {
    const create = resource.roles.get('create') ?? resource.roles.get('replace');
    return create === undefined ? [] : [[create, resource] as const];
  });
  return new Map(found);
});

function followUps(
  contract: Contract,
  create: Operation,
  resource: Resource | undefined,
): ReadonlyMap<RecordPart, FollowUp> {
  const parts = new Map<RecordPart, FollowUp>();
  const add = (part: RecordPart, operation: Operation, reason: string) =>
    parts.has(part) || parts.set(part, { operation, reason });
  for (const operation of linkedFrom(contract, create)) {
    const part = partByPath(operation);
    if (part !== undefined) add(part, operation, `a link of ${create.id} leads to it`);
  }
  const depth = depthOf(parts.values().find(({ operation }) => operation.path.includes('{'))?.operation);
  for (const [role, operation] of resource?.roles ?? []) {
    if (role === 'create' || role === 'put') continue;
    const isAlike = depth === undefined || role === 'list' || depthOf(operation) === depth;
    if (isAlike) add(role, operation, resource?.because.get(operation) ?? '');
  }
  if (parts.has('read')) return parts;
  for (const [part, operation] of sameNoun(contract, create))
    add(part, operation, `its name is about the same as that of ${create.id}`);
  return parts;
}

/** The operations that one of its successes links to. */
function linkedFrom(contract: Contract, create: Operation): readonly Operation[] {
  const ids = successesOf(create).flatMap(({ links = [] }) => links.map(({ operation }) => operation));
  return ids.flatMap((id) => contract.operations.find((operation) => operation.id === id) ?? []);
}

/** Of what a link leads to: upon the new record, where its path ends in a parameter. */
function partByPath(operation: Operation): RecordPart | undefined {
  const { method, path } = operation;
  if (!/\{[^/{}]+\}\/*$/.test(path)) return undefined;
  if (method !== 'GET') return itemParts.get(method);
  return listViewOf(successMedia(operation)?.schema, path) === undefined ? 'read' : undefined;
}

const itemParts: ReadonlyMap<string, RecordPart> = new Map([
  ['PUT', 'replace'],
  ['PATCH', 'change'],
  ['DELETE', 'remove'],
]);

function depthOf(operation: Operation | undefined): number | undefined {
  return operation === undefined ? undefined : parameterNames(operation.path).length;
}

const creating = /^(?:create|add|new|insert|register|make)[-_]?(.+)$/i;

const verbs: readonly (readonly [RecordPart, RegExp, string])[] = [
  ['read', /^(?:get|read|fetch|show|find|retrieve|describe)[-_]?(.+?)(?:[-_]?by[-_]?id)?$/i, 'GET'],
  ['replace', /^(?:replace|update|put|set)[-_]?(.+?)$/i, 'PUT'],
  ['change', /^(?:change|update|patch|modify)[-_]?(.+?)$/i, 'PATCH'],
  ['remove', /^(?:delete|remove|destroy|drop)[-_]?(.+?)$/i, 'DELETE'],
];

/** `createWidget`, `getWidget`, `deleteWidget`: only those upon one record, with a single parameter at the end of the path. */
function sameNoun(contract: Contract, create: Operation): readonly (readonly [RecordPart, Operation])[] {
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

function itemOf({ operations }: Contract, parts: ReadonlyMap<RecordPart, FollowUp>): CreatedItem | undefined {
  const found = (['read', 'remove', 'replace', 'change'] as const).map((part) => parts.get(part));
  const operation = found.find((one) => one !== undefined)?.operation;
  const parameter = operation && pathParameter(operation, parameterNames(operation.path).length - 1);
  if (operation === undefined || parameter === undefined) return undefined;
  const template = operation.path.replace(/\/+$/, '');
  return { template, parameter, users: operationsUpon(operations, template) };
}
