/** Prepares what a request does with the records that its operation concerns. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { parameterNames } from '../../spec/resources/path-templates.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { act } from './actions/act.ts';
import type { StateEffect } from './actions/state-effects.ts';
import { findBulkOperation } from './bulk-operation.ts';
import type { RecordContext } from './collection.ts';
import { referencesRecords, unknownReference } from './constraints/checked-references.ts';
import { hasUniqueValues, takenValue } from './constraints/unique-values.ts';
import { withUniqueWrites } from './constraints/unique-writes.ts';
import { listRecords } from './lists/list-records.ts';
import { missingParent } from './nesting/parent-records.ts';
import { contentLocation } from './non-json/content-location.ts';
import { createMany } from './operations/create-many.ts';
import { createRecord } from './operations/create-record.ts';
import {
  handleAction,
  handleItemCommand,
  patchRecord,
  putByBody,
  readRecord,
  removeRecord,
  replaceRecord,
} from './operations/item-operations.ts';
import { removingDependents } from './operations/remove-dependents.ts';
import { type PreparedResult, pathValues, type RecordRequest } from './record-handler.ts';
import { createCollection, type PlaceOptions } from './record-places.ts';
import { findRecordResources } from './record-resources.ts';
import type { RecordTask } from './record-tasks.ts';
import { findPeople } from './relations/person-properties.ts';
import { withRelations } from './relations/related-records.ts';
import { findRelations } from './relations/relations.ts';

export function prepareTask(
  { resource, role, above, depth, uploadedContent, effect }: RecordTask,
  request: RecordRequest,
  options: PlaceOptions & { readonly contract: Contract },
): MaybePromise<PreparedResult> {
  const values = pathValues(request);
  const { prefix, contract } = options;
  const people = findPeople(findRecordResources(contract));
  const parents = values.slice(0, depth);
  const locateUpload =
    uploadedContent &&
    ((id: Json) => {
      // At a shorter path than that of the upload, fewer parameters come before the identifier.
      const shared = parents.slice(0, parameterNames(uploadedContent.path).length - 1);
      return contentLocation(uploadedContent, [...shared, id], prefix);
    });
  const plain: RecordContext = {
    ...createCollection(resource, parents, options),
    request,
    id: values[depth],
    locateUpload,
    people,
  };
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
