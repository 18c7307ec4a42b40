/** Operations that look records up by their properties under a name of their own: `/pet/findByStatus?status=sold`. */
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import { literalBelow } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { listViewOf, successMedia } from '../../spec/resources/views.ts';

/** Each with the resource whose records it lists; none that works on records of its own. */
export function findersOf(
  { operations }: Contract,
  resources: readonly Resource[],
): readonly (readonly [Operation, Resource])[] {
  const taken = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  return operations
    .filter((operation) => operation.method === 'GET' && !taken.has(operation))
    .flatMap((operation) => {
      const resource = resources.find((one) => isFinder(operation, one));
      return resource === undefined ? [] : [[operation, resource] as const];
    });
}

/** Its parameters say all that it does: a search or a report might choose otherwise. */
function isFinder(operation: Operation, resource: Resource): boolean {
  if (literalBelow(resource.collection, operation.path) === undefined) return false;
  const item = listViewOf(successMedia(operation)?.schema, resource.collection)?.item;
  if (item === undefined || !resource.shown.some((one) => isSame(one, item))) return false;
  const { filters, paging, sort, order } = listParameters(operation, item);
  const known = new Set([...filters.map(({ parameter }) => parameter), ...paging.values(), sort, order]);
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  return filters.length > 0 && queries.every((parameter) => known.has(parameter));
}

function isSame(one: Schema, other: Schema): boolean {
  return one.place.file === other.place.file && one.place.pointer === other.place.pointer;
}
