/**
 * The one model of what is kept: in comes a contract, out go its collections with their items, identifiers, parents, lists,
 * searches, actions and links, what is kept that is no JSON, what sequences start from, and why each was decided so.
 */
import type { Contract, Link, Operation } from '../model/contract.ts';
import { remembered } from '../remembered.ts';
import { actionsIn, type ResourceAction } from './actions.ts';
import { type ContentPath, contentsIn } from './contents.ts';
import { type Creation, creationBy, type NoCreation } from './creations.ts';
import { type ListParameters, listParameters } from './list-parameters.ts';
import { type Parent, parentOf } from './parents.ts';
import { apartFromResources, type Resource, resourcesOf } from './resources.ts';
import { type ListView, listViewOf, successesOf, successMedia } from './views.ts';

export interface ResourceModel {
  readonly collections: readonly Collection[];
  readonly contents: readonly ContentPath[];
  /** By the operation that creates, or why it is no start of a sequence: of every POST and PUT. */
  readonly creations: ReadonlyMap<Operation, Creation | NoCreation>;
  /** Operations that belong to nothing of the above, and why. */
  readonly apart: ReadonlyMap<Operation, string>;
}

export interface Collection {
  readonly resource: Resource;
  readonly parent: Parent | undefined;
  /** Undefined where nothing lists its records. */
  readonly list: ModelledList | undefined;
  readonly actions: readonly ResourceAction[];
  readonly links: readonly OperationLink[];
}

interface ModelledList {
  readonly operation: Operation;
  readonly view: ListView;
  readonly parameters: ListParameters;
}

/** A link of a success of one of its operations. */
interface OperationLink {
  readonly from: Operation;
  readonly status: string;
  readonly link: Link;
}

/** Of one contract always the same. */
export const resourceModelOf = remembered((contract: Contract): ResourceModel => {
  const resources = resourcesOf(contract);
  const actions = Map.groupBy(actionsIn(contract, resources), ({ resource }) => resource);
  const collections = resources.map((resource) =>
    collectionOf(resource, parentOf(resource, resources), actions.get(resource) ?? []),
  );
  const contents = contentsIn(contract, resources);
  const sending = contract.operations.filter(({ method }) => method === 'POST' || method === 'PUT');
  const creations = new Map(sending.map((operation) => [operation, creationBy(contract, operation)]));
  return {
    collections,
    contents,
    creations,
    apart: apartFrom(contract, { collections, contents, creations }),
  };
});

function collectionOf(
  resource: Resource,
  parent: Parent | undefined,
  actions: readonly ResourceAction[],
): Collection {
  const operations = [...resource.roles.values(), ...actions.map(({ operation }) => operation)];
  return { resource, parent, list: listOf(resource), actions, links: operations.flatMap(linksOf) };
}

function listOf({ roles, collection }: Resource): ModelledList | undefined {
  const operation = roles.get('list');
  const view = operation && listViewOf(successMedia(operation)?.schema, collection);
  if (operation === undefined || view === undefined) return undefined;
  return { operation, view, parameters: listParameters(operation, view.item) };
}

function linksOf(from: Operation): readonly OperationLink[] {
  return successesOf(from).flatMap(({ status, links = [] }) => links.map((link) => ({ from, status, link })));
}

function apartFrom(
  contract: Contract,
  { collections, contents, creations }: Omit<ResourceModel, 'apart'>,
): ReadonlyMap<Operation, string> {
  const taken = new Set<Operation>([
    ...collections.flatMap(({ resource, actions }) => [
      ...resource.roles.values(),
      ...actions.map(({ operation }) => operation),
    ]),
    ...contents.flatMap(({ roles }) => [...roles.values()]),
    ...[...creations.values()].flatMap((one) =>
      'create' in one ? [one.create, ...[...one.parts.values()].map(({ operation }) => operation)] : [],
    ),
  ]);
  const reasons = new Map([
    ...apartFromResources(contract),
    ...collections.flatMap(({ resource }) => [...resource.because]),
  ]);
  const left = contract.operations.filter((operation) => !taken.has(operation));
  return new Map(left.map((operation) => [operation, reasons.get(operation) ?? '']));
}
