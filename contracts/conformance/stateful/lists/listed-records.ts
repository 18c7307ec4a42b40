/** Which records a list shows: those of a collection, or others that no other operation is about. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { creatingOperation } from '../../../../spec/resources/creations.ts';
import { findIdentifierName } from '../../../../spec/resources/identifiers.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import { detectListView, successMedia } from '../../../../spec/resources/record-views.ts';
import { getResourceModel } from '../../../../spec/resources/resource-model.ts';
import { findResources, type Resource } from '../../../../spec/resources/resources.ts';
import type { ListShape } from '../../model/list-query.ts';
import { detectListShape } from './list-shape.ts';

export interface ListedRecords {
  readonly shape: ListShape;
  /** The operation that creates such records; undefined when there is none. */
  readonly create: Operation | undefined;
  /** False for a list that is no collection of the contract: then only its parameters are of interest. */
  readonly isCollection: boolean;
}

/** Undefined when the operation returns no list. */
export function findListedRecords(contract: Contract, operation: Operation): ListedRecords | undefined {
  const resource = findResources(contract).find(({ roles }) => roles.get('list') === operation);
  const shape = resource === undefined ? shapeOfOtherList(contract, operation) : detectListShape(operation, resource);
  if (shape === undefined) return undefined;
  const records = resource ?? findSearched(contract, operation);
  const collection = records?.collection ?? splitPath(operation.path).collection;
  const create = findCreate(contract, collection) ?? (records && creatingOperation(records));
  return { shape, create, isCollection: resource !== undefined };
}

function findCreate(contract: Contract, collection: string): Operation | undefined {
  const create = findOperation(contract, 'POST', collection);
  return findResources(contract).some(({ roles }) => create !== undefined && roles.get('create') === create)
    ? create
    : undefined;
}

/** The resource whose records a search such as `/pets/findByStatus` returns. */
function findSearched(contract: Contract, operation: Operation): Resource | undefined {
  return getResourceModel(contract).collections.find(({ actions }) =>
    actions.some((action) => action.kind === 'search' && action.operation === operation),
  )?.resource;
}

function shapeOfOtherList(contract: Contract, operation: Operation): ListShape | undefined {
  if (operation.method !== 'GET' || isOnItem(contract, operation) || RANDOM.test(operation.path)) return undefined;
  const view = detectListView(successMedia(operation)?.schema, splitPath(operation.path).collection);
  // An item may have a list in it.
  if (view?.name !== undefined && splitPath(operation.path).isItem) return undefined;
  const searched = findSearched(contract, operation);
  const schemas = view === undefined ? [] : [view.item];
  const idName = searched?.idName ?? findIdentifierName({ schemas, parameter: undefined });
  const isPlain = view?.name === undefined || listParameters(operation, view.item).pagination.size > 0;
  return detectListShape(operation, { idName, uncertainty: uncertaintyOf(operation, idName, isPlain) });
}

/** Each response has other records. */
const RANDOM = /random|shuffle/i;

function isOnItem(contract: Contract, operation: Operation): boolean {
  return findResources(contract).some(({ roles }) => roles.values().some((one) => one === operation));
}

/** `GET /rates?currency=EUR` may return the rates of the euro in other currencies. */
function uncertaintyOf({ id, path }: Operation, idName: string | undefined, isPlain: boolean): string | undefined {
  if (SEARCH.test(path) || SEARCH.test(id)) return 'a search may find similar records too';
  return idName === undefined || !isPlain ? 'the list may be about something else than records' : undefined;
}

const SEARCH = /search|suggest|auto_?-?complet|similar|related|recommend|nearby|fuzzy/i;
