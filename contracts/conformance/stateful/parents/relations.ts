/** Records that belong to others: below them in the path, or by a reference to them that a sentence explains. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { creatingOperation } from '../../../../spec/resources/creations.ts';
import { statesDeletion } from '../../../../spec/resources/deletion-sentences.ts';
import { findReferencedResource } from '../../../../spec/resources/foreign-keys.ts';
import { findParent } from '../../../../spec/resources/parents.ts';
import { lastLiteral, parameterNames, splitPath, templateShape } from '../../../../spec/resources/path-templates.ts';
import { declaresStatus } from '../../../../spec/resources/record-views.ts';
import { findResources, type Resource } from '../../../../spec/resources/resources.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { findLocations, type Path } from '../../request/values/value-locations.ts';
import { createResourceOperations, type ResourceOperations } from '../model/resource-operations.ts';

export interface Relation {
  /** The operations on the records that others belong to. */
  readonly parent: ResourceOperations;
  /** The name of their collection: `folders`. */
  readonly parentName: string;
  /** The request that creates what belongs to them. */
  readonly create: BaselineRequest;
  /** The operations on what is created; undefined where it cannot be read below its parent. */
  readonly child: ResourceOperations | undefined;
  /** Where the body names the parent; undefined where the path does. */
  readonly reference: Path | undefined;
  /** A sentence of the contract says that the deletion of a parent deletes what belongs to it. */
  readonly isDeletionStated: boolean;
}

/** The relation of a path: `/folders/{folderId}/files` is below a folder, which the run can create. */
export function findPathRelation(create: BaselineRequest, contract: Contract): Relation | undefined {
  const { method, path } = create.operation;
  const { collection, isItem } = splitPath(path);
  if (!['POST', 'PUT'].includes(method) || (method === 'POST') === isItem || isAboutDeleted(path)) return undefined;
  const found = findParent({ collection }, findResources(contract));
  const parent = found?.isDirect === true ? resourceOperations(found.resource, create, contract) : undefined;
  if (found?.resource.item === undefined || parent === undefined) return undefined;
  const created = createResourceOperations(create, contract);
  const child = created && operationsBelow(created, found.resource.item);
  if (method === 'PUT' && child?.isPut !== true) return undefined;
  return {
    parent,
    parentName: lastLiteral(found.resource.collection),
    create,
    child,
    reference: undefined,
    isDeletionStated: isDeletionStated(found.resource, { collection, isNested: true }, contract),
  };
}

/**
 * Undefined unless the operations that show records are below the parent. Where records have a shorter path, the list
 * below the parent remains.
 */
function operationsBelow(created: ResourceOperations, parentItem: string): ResourceOperations | undefined {
  const { baselines, createBaseline, itemParents } = created;
  const isBelow = (role: 'read' | 'list') => {
    const shown = baselines.get(role)?.operation;
    return shown === undefined || templateShape(shown.path).startsWith(`${templateShape(parentItem)}/`);
  };
  const [list, parents] = [baselines.get('list'), parameterNames(createBaseline.operation.path).length];
  if (isBelow('read') && isBelow('list')) return created;
  return list !== undefined && isBelow('list') && itemParents < parents
    ? { ...created, baselines: new Map([['list', list]]), itemParents: parents, otherLists: [] }
    : undefined;
}

/** The relation of a reference, if a sentence says what becomes of the record: `Deletes the customer and all its orders.` */
export function findReferenceRelation(create: BaselineRequest, contract: Contract): Relation | undefined {
  const child = createResourceOperations(create, contract);
  const { body, operation } = create;
  if (child === undefined || body === undefined || create.isVerbatim) return undefined;
  const { collection } = splitPath(operation.path);
  const others = findResources(contract).filter((one) => templateShape(one.collection) !== templateShape(collection));
  const owners = others.filter((one) => isDeletionStated(one, { collection, isNested: false }, contract));
  if (owners.length === 0) return undefined;
  for (const { path, value } of findLocations(body.schema, body.full)) {
    const resource = typeof value === 'object' || path.length > 1 ? undefined : findReferencedResource(path, others);
    const parent = resource && owners.includes(resource) ? resourceOperations(resource, create, contract) : undefined;
    if (resource !== undefined && parent !== undefined)
      return {
        parent,
        parentName: lastLiteral(resource.collection),
        create,
        child,
        reference: path,
        isDeletionStated: true,
      };
  }
  return undefined;
}

function resourceOperations(
  resource: Resource,
  { acceptedCreates }: BaselineRequest,
  contract: Contract,
): ResourceOperations | undefined {
  const create = creatingOperation(resource);
  const baseline = create && (acceptedCreates?.get(create.id) ?? deriveBaseline(create, [], contract.operations));
  return baseline !== undefined && isBaseline(baseline) ? createResourceOperations(baseline, contract) : undefined;
}

/** Whether the deletion of a record deletes those of the collection that belong to it. */
function isDeletionStated(
  { roles, collection: owners }: Resource,
  { collection, isNested }: { readonly collection: string; readonly isNested: boolean },
  { operations }: Contract,
): boolean {
  const remove = roles.get('remove');
  const belonging = { owners: lastLiteral(owners), dependents: lastLiteral(collection), isNested };
  return remove !== undefined && statesDeletion(operations, remove, belonging);
}

/** What may succeed after a deletion, or is one itself: `/folders/{id}/restore`. */
export function isAboutDeleted(path: string): boolean {
  return /restor|undelet|recover|reviv|resurrect|undo|purg|eras|destroy|trash|archiv/i.test(lastLiteral(path));
}

/** Only then it is known how an operation below a record that does not exist responds. */
export function declaresNotFound(operation: Operation): boolean {
  return [404, 410].some((status) => declaresStatus(operation, status));
}

/** Whether it creates a record or starts a job, as far as its responses show. */
export function createsSomething(operation: Operation): boolean {
  return [201, 202].some((status) => declaresStatus(operation, status));
}
