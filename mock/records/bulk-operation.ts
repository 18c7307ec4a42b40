/** Operations that create several records at once, and what single records of their resources look like. */
import { memoize, memoizePair } from '../../spec/memoize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { type BulkContents, findBulkCreation, itemOperation } from '../../spec/resources/bulk-contents.ts';
import { splitPath, templateShape } from '../../spec/resources/path-templates.ts';
import { requestMedia, successMedia } from '../../spec/resources/record-views.ts';
import { findResources, type Resource } from '../../spec/resources/resources.ts';

export interface BulkOperation {
  readonly contents: BulkContents;
  /** The same as one that creates a single record. */
  readonly single: Operation;
}

/** Undefined for an operation that creates one record. */
export const findBulkOperation = memoizePair((resource: Resource, operation: Operation): BulkOperation | undefined => {
  const contents = findBulkCreation(operation, resource.roles.get('read'));
  return contents && { contents, single: itemOperation(operation, contents) };
});

/** The resources of a contract, described by their single records. Cached by contract. */
export const findSingleRecordResources = memoize((contract: Contract): readonly Resource[] =>
  findResources(contract).map((resource) => {
    const create = resource.roles.get('create');
    const contents = create && findBulkOperation(resource, create)?.contents;
    if (create === undefined || contents === undefined) return resource;
    const whole = new Set([successMedia(create)?.schema, requestMedia(create)?.schema]);
    const withItem = (schemas: readonly Schema[], item: Schema) => [item, ...schemas.filter((one) => !whole.has(one))];
    return {
      ...resource,
      responseSchemas: withItem(resource.responseSchemas, contents.returned.item),
      requestSchemas: withItem(resource.requestSchemas, contents.sent.item),
    };
  }),
);

/** Those on the path of a collection that have no other role: their request is a list. */
export function listCreations(resource: Resource, operations: readonly Operation[]): readonly Operation[] {
  const known = new Set(resource.roles.values());
  return operations.filter(
    (operation) =>
      operation.method === 'POST' &&
      !known.has(operation) &&
      !splitPath(operation.path).isItem &&
      templateShape(operation.path) === templateShape(resource.collection) &&
      findBulkOperation(resource, operation) !== undefined,
  );
}
