/** Creates the record operations of a contract. docs/reference/records.md describes how they are derived. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { findActions } from '../../spec/resources/actions.ts';
import { findClearedResource } from '../../spec/resources/cleared-collections.ts';
import { findNonJsonResources, type NonJsonResource } from '../../spec/resources/non-json-resources.ts';
import { findParent } from '../../spec/resources/parents.ts';
import { expandPath, matchPath, parameterNames } from '../../spec/resources/path-templates.ts';
import { findResources, type Resource } from '../../spec/resources/resources.ts';
import type { Role } from '../../spec/resources/roles.ts';
import type { HttpError } from '../http/http-error.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore } from '../model/storage.ts';
import { unknownReference } from './checked-references.ts';
import { type Collection, parentNotFound, type RecordContext, type RunExclusive } from './collection.ts';
import { createRecord } from './create-record.ts';
import { insertInitialRecords } from './insert-initial-records.ts';
import {
  handleAction,
  handleItemCommand,
  patchRecord,
  putByBody,
  readRecord,
  removeRecord,
  replaceRecord,
} from './item-operations.ts';
import { listRecords } from './list-records.ts';
import { contentLocation, insertInitialContents } from './non-json/content-location.ts';
import { contentOperations, prepareContentOperation } from './non-json/content-operations.ts';
import { findUploadedContents } from './non-json/uploaded-contents.ts';
import { openCollection } from './open-collection.ts';
import { putRecord } from './put-record.ts';
import { type PreparedOperation, pathValues, type RecordHandler, type RecordRequest } from './record-handler.ts';
import { removingDependents } from './remove-dependents.ts';
import { prepareValues, valueOperations } from './written-values.ts';

export interface RecordHandlerOptions {
  /** Prepended to collection names, so that several contracts can share a storage. */
  readonly prefix: string;
  readonly records: RecordStore;
  /** Initial records by collection; they replace the examples of the contract. */
  readonly givenRecords: InitialRecords;
  /** So many made-up records are added to each other collection. */
  readonly recordCount?: number | undefined;
  readonly seed: string | undefined;
  readonly madeUp: MadeUpValues;
  /** Shared by all handlers that change these records in this process. */
  readonly runExclusive: RunExclusive;
}

/** `{ "/orders": [{ "id": 1, "name": "lamp" }] }` */
export type InitialRecords = Readonly<Record<string, readonly Json[]>>;

export function createRecordHandler(contract: Contract, options: RecordHandlerOptions): RecordHandler {
  const resources = findResources(contract);
  const written = findNonJsonResources(contract, resources);
  const uploaded = findUploadedContents(contract, resources, written);
  const contents = [...new Set([...written, ...uploaded.values()])];
  const tasks = recordTasks(contract, resources, uploaded);
  const contentTasks = contentOperations(contents, resources);
  const owners = findOwners(contract, resources);
  const values = valueOperations(contract, (operation) => tasks.has(operation) || contentTasks.has(operation));
  const prepareOther = async (request: RecordRequest): Promise<PreparedOperation | HttpError | undefined> => {
    const owner = owners.get(request.operation);
    const missing = owner && (await requireOwner(owner, request, options));
    if (missing !== undefined) return missing;
    const role = values.get(request.operation);
    if (role !== undefined) return prepareValues(role, request, options);
    const cleared = findClearedResource(contract, request.operation);
    return cleared && clearCollection(options.records, collectionName(cleared, pathValues(request), options.prefix));
  };
  return {
    collections: resources.map(({ collection: collectionPath }) => `${options.prefix}${collectionPath}`),
    prepare: (request) => {
      const content = contentTasks.get(request.operation);
      if (content !== undefined) return prepareContentOperation(content, request, options);
      const task = tasks.get(request.operation);
      if (task !== undefined) return prepareTask(task, request, { ...options, contract });
      return prepareOther(request);
    },
    ownsCollection: (collectionPath) => findCollection(collectionPath, resources, options) !== undefined,
    insertInitialRecords: async (records) => {
      const own = { ...options, records };
      await insertInitialRecords(contract, {
        ...own,
        resources,
        createCollection: (resource, parents) => createCollection(resource, parents, own),
        findCollection: (name) => findCollection(name, resources, own),
      });
      await insertInitialContents(contract, contents, { ...options, records });
    },
    addRecord: async (collectionPath, value) => {
      const collection = findCollection(collectionPath, resources, options);
      if (collection === undefined) return false;
      await putRecord(collection, value, `record of ${collectionPath}`);
      return true;
    },
    openCollection: (collectionPath) => {
      const collection = findCollection(collectionPath, resources, options);
      return collection && openCollection(collection);
    },
  };
}

const noResult = Promise.resolve(undefined);

/** One by one, so that no identifier is given again. */
function clearCollection(records: RecordStore, name: string): PreparedOperation {
  return {
    status: undefined,
    async commit(response) {
      for (const { id } of await records.list(name)) await records.remove(name, id);
      return { body: response.sample, headers: {} };
    },
  };
}

/** The record above the path of an operation, which must exist also where the response is generated. */
function findOwners({ operations }: Contract, resources: readonly Resource[]): ReadonlyMap<Operation, Resource> {
  return new Map(
    operations.flatMap((operation) => {
      const owner = findParent({ collection: operation.path }, resources)?.resource;
      return owner === undefined ? [] : [[operation, owner] as const];
    }),
  );
}

function requireOwner(
  resource: Resource,
  request: RecordRequest,
  { prefix, records, seed, madeUp, runExclusive }: RecordHandlerOptions,
): Promise<HttpError | undefined> {
  const values = pathValues(request);
  const name = collectionName(resource, values, prefix);
  return parentNotFound(
    { resource, records, name, prefix, parents: values, seed, madeUp, runExclusive, request, id: undefined },
    resource,
  );
}

interface RecordTask {
  readonly resource: Resource;
  readonly role: Role | 'act' | 'command';
  readonly parent: Resource | undefined;
  /** The number of parameters in the path of the collection. */
  readonly depth: number;
  readonly uploadedContent: NonJsonResource | undefined;
}

function recordTasks(
  contract: Contract,
  resources: readonly Resource[],
  uploaded: ReadonlyMap<Operation, NonJsonResource>,
): ReadonlyMap<Operation, RecordTask> {
  const createTask = (resource: Resource, role: RecordTask['role']): RecordTask => {
    const depth = parameterNames(resource.collection).length;
    const create = role === 'create' ? resource.roles.get('create') : undefined;
    const uploadedContent = create && uploaded.get(create);
    return { resource, role, parent: findParent(resource, resources)?.resource, depth, uploadedContent };
  };
  const roleTasks = resources.flatMap((resource) =>
    [...resource.roles].map(([role, operation]) => [operation, createTask(resource, role)] as const),
  );
  const actionTasks = findActions(contract, resources).map(
    ({ operation, resource, kind }) => [operation, createTask(resource, rolesByKind[kind])] as const,
  );
  return new Map([...roleTasks, ...actionTasks]);
}

/** A search is handled as a list. */
const rolesByKind = { search: 'list', action: 'act', command: 'command' } as const;

function prepareTask(
  { resource, role, parent, depth, uploadedContent }: RecordTask,
  request: RecordRequest,
  options: RecordHandlerOptions & { readonly contract: Contract },
): Promise<PreparedOperation | HttpError | undefined> {
  const values = pathValues(request);
  const { prefix, records, seed, madeUp, runExclusive, contract } = options;
  const parents = values.slice(0, depth);
  const name = collectionName(resource, parents, prefix);
  const collection = { resource, records, name, prefix, parents, seed, madeUp, runExclusive };
  const locateUpload = uploadedContent && ((id: Json) => contentLocation(uploadedContent, [...parents, id], prefix));
  const context: RecordContext = { ...collection, request, id: values[depth], locateUpload };
  const run = async () => {
    const unknown = await unknownReference(contract, context);
    if (unknown !== undefined) return unknown;
    const result = runTask(role, context);
    return role === 'remove' ? result.then((removed) => removingDependents(contract, context, removed)) : result;
  };
  if (parent === undefined) return run();
  return parentNotFound(context, parent).then((parentError) => parentError ?? run());
}

function runTask(role: RecordTask['role'], context: RecordContext): Promise<PreparedOperation | HttpError | undefined> {
  if (role === 'create') return createRecord(context);
  if (role === 'list') return listRecords(context);
  if (role === 'put') return putByBody(context);
  const { id } = context;
  // Lists and objects cannot be record keys.
  if (id === undefined || typeof id === 'object') return noResult;
  return itemTasks[role](context, id);
}

const itemTasks = {
  read: readRecord,
  replace: replaceRecord,
  change: patchRecord,
  remove: removeRecord,
  act: handleAction,
  command: handleItemCommand,
};

function createCollection(
  resource: Resource,
  parents: readonly Json[],
  { prefix, records, seed, madeUp, runExclusive }: RecordHandlerOptions,
): Collection {
  return {
    resource,
    records,
    name: collectionName(resource, parents, prefix),
    prefix,
    parents,
    seed,
    madeUp,
    runExclusive,
  };
}

function collectionName({ collection: collectionPath }: Resource, parents: readonly Json[], prefix: string): string {
  return `${prefix}${parents.length === 0 ? collectionPath : expandPath(collectionPath, parents)}`;
}

function findCollection(
  name: string,
  resources: readonly Resource[],
  options: RecordHandlerOptions,
): Collection | undefined {
  for (const resource of resources) {
    const parents = matchPath(`${options.prefix}${resource.collection}`, name);
    if (parents !== undefined) return createCollection(resource, parents, options);
  }
  return undefined;
}
