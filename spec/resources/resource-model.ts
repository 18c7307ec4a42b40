/**
 * The resource model of a contract: its collections with items, identifiers, parents, lists, searches, actions and
 * links, its non-JSON resources, the operations that sequences start from, and the reasons for each.
 */

import { memoize } from '../memoize.ts';
import type { Contract, Link, Operation } from '../model/contract.ts';
import { findActions, type ResourceAction } from './actions.ts';
import { type Creation, creationFor, type NoCreationReason } from './creations.ts';
import { type ListParameters, listParameters } from './list-parameters.ts';
import { findNonJsonResources, type NonJsonResource } from './non-json-resources.ts';
import { findParent, type Parent } from './parents.ts';
import { detectListView, type ListView, successMedia, successResponses } from './record-views.ts';
import { findResources, findShallowNestings, operationsWithoutResource, type Resource } from './resources.ts';
import { type ShallowNesting, withNestedCollections } from './shallow-nesting.ts';

export interface ResourceModel {
  readonly collections: readonly Collection[];
  readonly nonJsonResources: readonly NonJsonResource[];
  /** For every POST and PUT: what it creates, or why no sequence can start with it. */
  readonly creations: ReadonlyMap<Operation, Creation | NoCreationReason>;
  /** Operations that belong to none of the above, and why. */
  readonly unassignedOperations: ReadonlyMap<Operation, string>;
}

export interface Collection {
  readonly resource: Resource;
  readonly parent: Parent | undefined;
  /** Undefined if no operation lists its records. */
  readonly list: ListOperation | undefined;
  readonly actions: readonly ResourceAction[];
  readonly links: readonly OperationLink[];
  /** Other paths with the same records: they are created or listed at one, and read at the other. */
  readonly nestings: readonly ShallowNesting[];
}

interface ListOperation {
  readonly operation: Operation;
  readonly view: ListView;
  readonly parameters: ListParameters;
}

/** A link in a success response of one of its operations. */
interface OperationLink {
  readonly from: Operation;
  readonly status: string;
  readonly link: Link;
}

/** Cached by contract. */
export const getResourceModel = memoize((contract: Contract): ResourceModel => {
  const nestings = findShallowNestings(contract);
  const resources = withNestedCollections(findResources(contract), nestings);
  const actions = Map.groupBy(findActions(contract, resources), ({ resource }) => resource);
  const collections = resources.map((resource) =>
    buildCollection(resource, {
      parent: findParent(resource, resources),
      actions: actions.get(resource) ?? [],
      nestings: nestings.filter(({ nested, shallow }) => shallow === resource || nested === resource),
    }),
  );
  const nonJsonResources = findNonJsonResources(contract, resources);
  const creatingCandidates = contract.operations.filter(({ method }) => method === 'POST' || method === 'PUT');
  const creations = new Map(creatingCandidates.map((operation) => [operation, creationFor(contract, operation)]));
  return {
    collections,
    nonJsonResources,
    creations,
    unassignedOperations: findUnassigned(contract, { collections, nonJsonResources, creations }),
  };
});

function buildCollection(
  resource: Resource,
  { parent, actions, nestings }: Pick<Collection, 'parent' | 'actions' | 'nestings'>,
): Collection {
  const operations = [...resource.roles.values(), ...actions.map(({ operation }) => operation)];
  return {
    resource,
    parent,
    list: findListOperation(resource),
    actions,
    links: operations.flatMap(operationLinks),
    nestings,
  };
}

function findListOperation({ roles, collection }: Resource): ListOperation | undefined {
  const operation = roles.get('list');
  const view = operation && detectListView(successMedia(operation)?.schema, collection);
  if (operation === undefined || view === undefined) return undefined;
  return { operation, view, parameters: listParameters(operation, view.item) };
}

function operationLinks(from: Operation): readonly OperationLink[] {
  return successResponses(from).flatMap(({ status, links = [] }) => links.map((link) => ({ from, status, link })));
}

function findUnassigned(
  contract: Contract,
  { collections, nonJsonResources, creations }: Omit<ResourceModel, 'unassignedOperations'>,
): ReadonlyMap<Operation, string> {
  const assigned = new Set<Operation>([
    ...collections.flatMap(({ resource, actions }) => [
      ...resource.roles.values(),
      ...actions.map(({ operation }) => operation),
    ]),
    ...nonJsonResources.flatMap(({ roles }) => [...roles.values()]),
    ...[...creations.values()].flatMap((one) =>
      'create' in one ? [one.create, ...[...one.followUps.values()].map(({ operation }) => operation)] : [],
    ),
  ]);
  const reasons = new Map([
    ...operationsWithoutResource(contract),
    ...collections.flatMap(({ resource }) => [...resource.reasons]),
  ]);
  const unassigned = contract.operations.filter((operation) => !assigned.has(operation));
  return new Map(unassigned.map((operation) => [operation, reasons.get(operation) ?? '']));
}
