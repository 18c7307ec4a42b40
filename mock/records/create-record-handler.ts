/** Creates the record operations of a contract. docs/reference/records.md describes how they are derived. */
import { createErrorCollector } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { findActions } from '../../spec/resources/actions.ts';
import { findClearedResource } from '../../spec/resources/cleared-collections.ts';
import { findNonJsonResources, type NonJsonResource } from '../../spec/resources/non-json-resources.ts';
import { expandPath, matchPath, parameterNames } from '../../spec/resources/path-templates.ts';
import { findListedCollections, type Resource } from '../../spec/resources/resources.ts';
import type { Role } from '../../spec/resources/roles.ts';
import type { ShallowNesting } from '../../spec/resources/shallow-nesting.ts';
import type { HttpError } from '../http/http-error.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore } from '../model/storage.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { act } from './actions/act.ts';
import { findStateEffects, type StateEffect } from './actions/state-effects.ts';
import { findBulkOperation, listCreations } from './bulk-operation.ts';
import { referencesRecords, unknownReference } from './checked-references.ts';
import type { Collection, RecordContext, RunExclusive } from './collection.ts';
import { createMany } from './create-many.ts';
import { createRecord } from './create-record.ts';
import { findCreatedElsewhere } from './created-elsewhere.ts';
import { insertGiven, type RecordPlace } from './insert-given.ts';
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
import { withNestedRecords } from './nested-records.ts';
import { contentLocation, insertInitialContents } from './non-json/content-location.ts';
import { contentOperations, prepareContentOperation } from './non-json/content-operations.ts';
import { findUploadedContents } from './non-json/uploaded-contents.ts';
import { openCollection } from './open-collection.ts';
import { missingParent, parentsOf } from './parent-records.ts';
import { putRecord } from './put-record.ts';
import { createRecordEditor } from './record-editor.ts';
import {
  type GivenValues,
  type PreparedOperation,
  type PreparedResult,
  pathValues,
  type RecordHandler,
  type RecordRequest,
} from './record-handler.ts';
import { findRecordNestings, findRecordResources } from './record-resources.ts';
import { findPeople } from './relations/person-properties.ts';
import { withRelations } from './relations/related-records.ts';
import { findRelations } from './relations/relations.ts';
import { removingDependents } from './remove-dependents.ts';
import { isSeeded, markSeeded, withoutHandled } from './seeded-lists.ts';
import { findSingleObject, findSingleObjects, putSingleObject } from './seeded-objects.ts';
import { hasUniqueValues, takenValue } from './unique-values.ts';
import { withUniqueWrites } from './unique-writes.ts';
import { prepareUploads } from './uploads/prepare-uploads.ts';
import { prepareValues, valueOperations } from './written-values.ts';

export interface RecordHandlerOptions {
  /** Prepended to collection names, so that several contracts can share a storage. */
  readonly prefix: string;
  readonly records: RecordStore;
  /** Initial records by collection; they replace the examples of the contract. */
  readonly givenRecords: InitialRecords;
  /** So many made-up records are added to each other collection; with 0 they are empty. */
  readonly recordCount?: number | undefined;
  readonly seed: string | undefined;
  readonly madeUp: MadeUpValues;
  /** Shared by all handlers that change these records in this process. */
  readonly runExclusive: RunExclusive;
}

/** `{ "/orders": [{ "id": 1, "name": "lamp" }], "/me": { "name": "Ann" } }` */
export type InitialRecords = Readonly<Record<string, GivenValues>>;

export function createRecordHandler(contract: Contract, given: RecordHandlerOptions): RecordHandler {
  const resources = findRecordResources(contract);
  const withNested = (records: RecordStore) => withNestedRecords(records, findRecordNestings(contract), given.prefix);
  const options = { ...given, records: withNested(given.records) };
  const written = findNonJsonResources(contract, resources);
  const uploaded = findUploadedContents(contract, resources, written);
  const contents = [...new Set([...written, ...uploaded.values()])];
  const tasks = recordTasks(contract, resources, uploaded);
  const contentTasks = contentOperations(contents, resources);
  const isHandled = (operation: Operation) => tasks.has(operation) || contentTasks.has(operation);
  const listed = withoutHandled(findListedCollections(contract), isHandled);
  const listedTasks = recordTasks(contract, listed, new Map(), resources);
  const isOfRecords = (operation: Operation) => isHandled(operation) || listedTasks.has(operation);
  const values = valueOperations(contract, isOfRecords);
  const places = { resources, listed, objects: findSingleObjects(contract.operations, isOfRecords) };
  const prepareOther = async (request: RecordRequest): Promise<PreparedResult> => {
    const missing = await requireOwners({ resources: parentsOf(request.operation.path, resources), request }, options);
    if (missing !== undefined) return missing;
    const task = listedTasks.get(request.operation);
    if (task !== undefined && (await isSeeded(options.records, taskCollection(task, request, options))))
      return prepareTask(task, request, { ...options, contract });
    const role = values.get(request.operation);
    if (role !== undefined) return prepareValues(role, request, options);
    const cleared = findClearedResource(contract, request.operation);
    return cleared && clearCollection(options.records, collectionName(cleared, pathValues(request), options.prefix));
  };
  const taskOptions = { ...options, contract };
  const prepareStored = (request: RecordRequest): MaybePromise<PreparedResult> => {
    const content = contentTasks.get(request.operation);
    if (content !== undefined) return prepareContentOperation(content, request, options);
    const task = tasks.get(request.operation);
    if (task === undefined) return prepareOther(request);
    if (task.isElsewhere !== true) return prepareTask(task, request, taskOptions);
    const owners = requireOwners({ resources: parentsOf(request.operation.path, resources), request }, options);
    return whenReady(owners, (missing) => missing ?? prepareTask(task, request, taskOptions));
  };
  return {
    collections: resources.map(({ collection: collectionPath }) => `${options.prefix}${collectionPath}`),
    otherPaths: [...listed.map(({ collection }) => collection), ...places.objects.map(({ path }) => path)].map(
      (one) => `${options.prefix}${one}`,
    ),
    prepare: (request) => prepareUploads(request, prepareStored, options.records),
    ownsCollection: (collectionPath) => findPlace(collectionPath, places, options) !== undefined,
    insertInitialRecords: async (ownRecords) => {
      const records = withNested(ownRecords);
      const own = { ...options, records };
      await insertInitialRecords(contract, {
        ...own,
        resources,
        createCollection: (resource, parents) => createCollection(resource, parents, own),
        insertGiven: (name, values) => insertGiven(findPlace(name, places, own), { name, values, records }),
      });
      if (options.recordCount !== 0) await insertInitialContents(contract, contents, { ...options, records });
    },
    insertGivenRecords: async (ownRecords, state) => {
      const records = withNested(ownRecords);
      const errors = createErrorCollector();
      for (const [name, values] of Object.entries(state.records)) {
        const keys = Object.hasOwn(state.keys, name) ? state.keys[name] : undefined;
        const place = findPlace(name, places, { ...options, records });
        await errors.runAsync(() => insertGiven(place, { name, values, records, keys }));
      }
      errors.throwErrors();
    },
    addRecord: async (collectionPath, value) => {
      const place = findPlace(collectionPath, places, options);
      if (place === undefined) return false;
      if ('read' in place) await putSingleObject(options.records, place, value);
      else {
        if (place.isListedOnly) await markSeeded(options.records, place.collection.name);
        await putRecord(place.collection, value, `record of ${collectionPath}`);
      }
      return true;
    },
    openEditor: (collectionPath) => {
      const place = findPlace(collectionPath, places, options);
      return place && createRecordEditor(contract, place, options.records);
    },
    openCollection: (collectionPath) => {
      const place = findPlace(collectionPath, places, options);
      return place !== undefined && 'collection' in place ? openCollection(place.collection) : undefined;
    },
  };
}

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

/** The records above the path of an operation, which must exist also where the response is generated. */
function requireOwners(
  { resources, request }: { readonly resources: readonly Resource[]; readonly request: RecordRequest },
  { prefix, records, seed, madeUp, runExclusive }: RecordHandlerOptions,
): MaybePromise<HttpError | undefined> {
  const [nearest] = resources;
  if (nearest === undefined) return undefined;
  const values = pathValues(request);
  const name = collectionName(nearest, values, prefix);
  return missingParent(
    { resource: nearest, records, name, prefix, parents: values, seed, madeUp, runExclusive, request, id: undefined },
    resources,
  );
}

interface RecordTask {
  readonly resource: Resource;
  readonly role: Role | 'act' | 'command';
  /** The nearest first. */
  readonly above: readonly Resource[];
  /** The number of parameters in the path of the collection. */
  readonly depth: number;
  readonly uploadedContent: NonJsonResource | undefined;
  /** Set if the items of its collection have a shorter path. */
  readonly nesting: ShallowNesting | undefined;
  /** The path of the operation is not that of the collection. */
  readonly isElsewhere?: boolean;
  /** What an action changes in the record, as far as its name shows it. */
  readonly effect?: StateEffect;
}

function recordTasks(
  contract: Contract,
  resources: readonly Resource[],
  uploaded: ReadonlyMap<Operation, NonJsonResource>,
  possibleParents = resources,
): ReadonlyMap<Operation, RecordTask> {
  const nestings = findRecordNestings(contract);
  const createTask = (resource: Resource, role: RecordTask['role']): RecordTask => {
    const depth = parameterNames(resource.collection).length;
    const create = role === 'create' ? resource.roles.get('create') : undefined;
    const uploadedContent = create && uploaded.get(create);
    const above = parentsOf(resource.collection, possibleParents);
    const nesting = nestings.find(({ nested }) => nested === resource);
    return { resource, role, above, depth, uploadedContent, nesting };
  };
  const roleTasks = resources.flatMap((resource) =>
    [...resource.roles].map(([role, operation]) => [operation, createTask(resource, role)] as const),
  );
  const bulkTasks = resources.flatMap((resource) =>
    listCreations(resource, contract.operations).map(
      (operation) => [operation, createTask(resource, 'create')] as const,
    ),
  );
  const elsewhereTasks = [...findCreatedElsewhere(contract, resources)].map(
    ([operation, resource]) => [operation, { ...createTask(resource, 'create'), isElsewhere: true }] as const,
  );
  const actionTasks = findActions(contract, resources).map(
    ({ operation, resource, kind }) => [operation, createTask(resource, rolesByKind[kind])] as const,
  );
  const effectTasks = [...findStateEffects(contract)].flatMap(([operation, effect]) =>
    resources.includes(effect.resource)
      ? [[operation, { ...createTask(effect.resource, 'act'), effect }] as const]
      : [],
  );
  const acting = new Set<Operation>([...actionTasks, ...effectTasks].map(([operation]) => operation));
  const creating = elsewhereTasks.filter(([operation]) => !acting.has(operation));
  return new Map<Operation, RecordTask>([...actionTasks, ...effectTasks, ...roleTasks, ...bulkTasks, ...creating]);
}

/** A search is handled as a list. */
const rolesByKind = { search: 'list', action: 'act', command: 'command' } as const;

function prepareTask(
  { resource, role, above, depth, uploadedContent, nesting, effect }: RecordTask,
  request: RecordRequest,
  options: RecordHandlerOptions & { readonly contract: Contract },
): MaybePromise<PreparedResult> {
  const values = pathValues(request);
  const { prefix, records, seed, madeUp, runExclusive, contract } = options;
  const people = findPeople(findRecordResources(contract));
  const parents = values.slice(0, depth);
  const name = collectionName(resource, parents, prefix);
  const collection = { resource, records, name, prefix, parents, seed, madeUp, runExclusive };
  const locateUpload = uploadedContent && ((id: Json) => contentLocation(uploadedContent, [...parents, id], prefix));
  const plain: RecordContext = { ...collection, request, id: values[depth], locateUpload, nesting, people };
  const context = withRelations(plain, findRelations(contract, resource));
  const start = () => {
    const run = (own: RecordContext) => runTask(role, own, effect);
    const result = hasUniqueValues(resource, request.operation) ? withUniqueWrites(context, run) : run(context);
    if (role !== 'remove') return result;
    return whenReady(result, (removed) => removingDependents(contract, context, removed));
  };
  const startUnlessTaken = () =>
    hasUniqueValues(resource, request.operation) ? takenValue(context).then((taken) => taken ?? start()) : start();
  const run = () =>
    referencesRecords(contract, request.operation)
      ? unknownReference(contract, context).then((unknown) => unknown ?? startUnlessTaken())
      : startUnlessTaken();
  return above.length === 0 ? run() : missingParent(context, above).then((missing) => missing ?? run());
}

function runTask(
  role: RecordTask['role'],
  context: RecordContext,
  effect: StateEffect | undefined,
): MaybePromise<PreparedResult> {
  if (role === 'create') {
    const bulk = findBulkOperation(context.resource, context.request.operation);
    return bulk === undefined ? createRecord(context) : createMany(context, bulk);
  }
  if (role === 'list') return listRecords(context);
  if (role === 'put') return putByBody(context);
  const { id } = context;
  // Lists and objects cannot be record keys.
  if (id === undefined || typeof id === 'object') return undefined;
  return effect === undefined ? itemTasks[role](context, id) : act(context, id, effect);
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

function taskCollection({ resource, depth }: RecordTask, request: RecordRequest, { prefix }: RecordHandlerOptions) {
  return collectionName(resource, pathValues(request).slice(0, depth), prefix);
}

function collectionName({ collection: collectionPath }: Resource, parents: readonly Json[], prefix: string): string {
  return `${prefix}${parents.length === 0 ? collectionPath : expandPath(collectionPath, parents)}`;
}

interface RecordPlaces {
  readonly resources: readonly Resource[];
  /** Collections that are only listed. */
  readonly listed: readonly Resource[];
  /** The operations that read an object of their own, such as `/me`. */
  readonly objects: readonly Operation[];
}

function findPlace(name: string, places: RecordPlaces, options: RecordHandlerOptions): RecordPlace | undefined {
  const object = findSingleObject(places.objects, name, options.prefix);
  if (object?.isLiteral === true) return { read: object.read, name, madeUp: options.madeUp };
  for (const resource of [...places.resources, ...places.listed]) {
    const parents = matchPath(`${options.prefix}${resource.collection}`, name);
    if (parents === undefined) continue;
    return { collection: createCollection(resource, parents, options), isListedOnly: places.listed.includes(resource) };
  }
  return object && { read: object.read, name, madeUp: options.madeUp };
}
