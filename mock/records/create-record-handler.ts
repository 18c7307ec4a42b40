/** Creates the record operations of a contract. docs/reference/records.md describes how they are derived. */
import { createErrorCollector } from '../../errors.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { findClearedResource } from '../../spec/resources/cleared-collections.ts';
import { findNonJsonResources } from '../../spec/resources/non-json-resources.ts';
import { findListedCollections, type Resource } from '../../spec/resources/resources.ts';
import type { HttpError } from '../http/http-error.ts';
import type { RecordStore } from '../model/storage.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { insertInitialRecords } from './initial/insert-initial-records.ts';
import { findOwnKindLists, listOwnKind } from './lists/own-kind-lists.ts';
import { withNestedRecords } from './nesting/nested-records.ts';
import { missingParent, parentsOf } from './nesting/parent-records.ts';
import { insertInitialContents } from './non-json/content-location.ts';
import { contentOperations, prepareContentOperation } from './non-json/content-operations.ts';
import { fileOperations, prepareRecordFile } from './non-json/record-files.ts';
import { findUploadedContents } from './non-json/uploaded-contents.ts';
import { isWrittenAsWhole, prepareValues, valueOperations } from './operations/written-values.ts';
import { prepareOverview } from './overview.ts';
import { prepareTask } from './prepare-task.ts';
import { insertGiven } from './provided/insert-given.ts';
import { openCollection } from './provided/open-collection.ts';
import { putRecord } from './provided/put-record.ts';
import { createRecordEditor } from './provided/record-editor.ts';
import { isSeeded, markSeeded, withIdentifiedRecords, withoutHandled } from './provided/seeded-lists.ts';
import { findSingleObjects, putSingleObject } from './provided/seeded-objects.ts';
import {
  type PreparedOperation,
  type PreparedResult,
  pathValues,
  type RecordHandler,
  type RecordRequest,
} from './record-handler.ts';
import type { RecordHandlerOptions } from './record-handler-options.ts';
import { collectionName, createCollection, findPlace, type PlaceOptions } from './record-places.ts';
import { findRecordNestings, findRecordResources } from './record-resources.ts';
import { type RecordTask, recordTasks } from './record-tasks.ts';
import { prepareUploads } from './uploads/prepare-uploads.ts';

export function createRecordHandler(contract: Contract, given: RecordHandlerOptions): RecordHandler {
  const resources = findRecordResources(contract);
  const nestings = findRecordNestings(contract);
  const withNested = (records: RecordStore) => withNestedRecords(records, nestings, given.prefix);
  const options = { ...given, nestings, records: withNested(given.records) };
  const written = findNonJsonResources(contract, resources);
  const uploaded = findUploadedContents(contract, { resources, nestings }, written);
  const contents = [...new Set([...written, ...uploaded.values()])];
  const tasks = recordTasks(contract, resources, uploaded);
  const contentTasks = contentOperations(contents, resources);
  const isHandled = (operation: Operation) => tasks.has(operation) || contentTasks.has(operation);
  const isListed = ({ collection }: Resource) => !isWrittenAsWhole(contract, collection);
  const listed = withoutHandled(findListedCollections(contract).filter(isListed), isHandled);
  const identified = withIdentifiedRecords(listed, resources);
  const stored = [...resources, ...identified];
  const listedTasks = recordTasks(contract, listed, new Map(), resources);
  const isOfRecords = (operation: Operation) => isHandled(operation) || listedTasks.has(operation);
  const values = valueOperations(contract, isOfRecords);
  const places = { resources, listed, objects: findSingleObjects(contract.operations, isOfRecords) };
  const files = fileOperations(contract, resources);
  const prepareFile = async (request: RecordRequest): Promise<PreparedResult> => {
    const resource = files.get(request.operation);
    return resource && prepareRecordFile(resource, request, options);
  };
  const prepareOther = async (request: RecordRequest): Promise<PreparedResult> => {
    const missing = await requireOwners({ resources: parentsOf(request.operation.path, resources), request }, options);
    if (missing !== undefined) return missing;
    if (files.has(request.operation)) return prepareFile(request);
    const ownKind = findOwnKindLists(contract).get(request.operation);
    if (ownKind !== undefined) return listOwnKind(ownKind, request, { ...options, contract });
    const task = listedTasks.get(request.operation);
    if (task !== undefined && (await isSeeded(options.records, taskCollection(task, request, options))))
      return prepareTask(task, request, { ...options, contract });
    const role = values.get(request.operation);
    const written = role === undefined ? undefined : await prepareValues(role, request, options);
    const isList = listedTasks.has(request.operation);
    const overview = written ?? prepareOverview(request, { ...options, contract, resources: stored, isList });
    if (overview !== undefined) return overview;
    const cleared = findClearedResource(contract, request.operation);
    return cleared && clearCollection(options.records, collectionName(cleared, pathValues(request), options.prefix));
  };
  const taskOptions = { ...options, contract };
  const prepareStored = (request: RecordRequest): MaybePromise<PreparedResult> => {
    const content = contentTasks.get(request.operation);
    if (content !== undefined)
      return prepareContentOperation(content, request, options).then((stored) => stored ?? prepareFile(request));
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
        resources: stored,
        createCollection: (resource, parents) => createCollection(resource, parents, own),
        insertGiven: (name, values) => insertGiven(findPlace(name, places, own), { name, values, records }),
      });
      for (const { collection } of identified) await markSeeded(records, `${options.prefix}${collection}`);
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
    withNested,
    openEditor: (collectionPath) => {
      const place = findPlace(collectionPath, places, options);
      return place && createRecordEditor(contract, place, { records: options.records, stored: given.records });
    },
    openCollection: (collectionPath) => {
      const place = findPlace(collectionPath, places, options);
      return place !== undefined && 'collection' in place ? openCollection(place.collection) : undefined;
    },
  };
}

/** The records above the path of an operation, which must exist also where the response is generated. */
function requireOwners(
  { resources, request }: { readonly resources: readonly Resource[]; readonly request: RecordRequest },
  options: PlaceOptions,
): MaybePromise<HttpError | undefined> {
  const [nearest] = resources;
  if (nearest === undefined) return undefined;
  const values = pathValues(request);
  return missingParent({ ...createCollection(nearest, values, options), request, id: undefined }, resources);
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

function taskCollection({ resource, depth }: RecordTask, request: RecordRequest, { prefix }: RecordHandlerOptions) {
  return collectionName(resource, pathValues(request).slice(0, depth), prefix);
}
