/**
 * Finds operations without a role that work on the records of a resource: searches among them, actions on one of them,
 * and commands on the path of an item.
 */
import type { Contract, Operation, Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { listParameters } from './list-parameters.ts';
import { ancestorShapes, literalSuffix, templateShape } from './path-templates.ts';
import { detectListView, includesSchema, successMedia, successResponses } from './record-views.ts';
import type { Resource } from './resources.ts';

/** How an operation without a role uses the records of a resource. */
type ActionKind = 'search' | 'action' | 'command';

export interface ResourceAction {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly kind: ActionKind;
  readonly reason: string;
}

/** In contract order. Skips operations with a role; each operation has one kind. */
export function findActions({ operations }: Contract, resources: readonly Resource[]): readonly ResourceAction[] {
  const withRole = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  const byItem = new Map(resources.flatMap((one) => (one.item === undefined ? [] : [[templateShape(one.item), one]])));
  const byPath = createPathLookup(resources);
  return operations
    .filter((operation) => !withRole.has(operation))
    .flatMap((operation) => findSearchOrAction(operation, byPath) ?? findCommand(operation, byItem) ?? []);
}

/** The resources whose collection or item is a literal segment above the path, in their order. */
type PathLookup = (path: string) => readonly Resource[];

/** A contract may have thousands of resources, and an operation is below few. */
function createPathLookup(resources: readonly Resource[]): PathLookup {
  const places = resources.flatMap((resource, index) =>
    [resource.collection, resource.item ?? ''].map((path) => ({ shape: baseShape(path), resource, index })),
  );
  const byShape = Map.groupBy(places, ({ shape }) => shape);
  return (path) => {
    const found = ['', ...ancestorShapes(path)].flatMap((shape) => byShape.get(shape) ?? []);
    return [...new Set(found.toSorted((a, b) => a.index - b.index).map(({ resource }) => resource))];
  };
}

function baseShape(path: string): string {
  return templateShape(path).replace(/\/$/, '');
}

function findSearchOrAction(operation: Operation, findAbove: PathLookup): ResourceAction | undefined {
  const { method, path } = operation;
  if (method === 'GET') {
    const resource = findAbove(path).find((one) => isSearch(operation, one));
    const reason =
      'it lists records under its own path, and all its query parameters are known filters, pagination or sorting';
    return resource && { operation, resource, kind: 'search', reason };
  }
  if (method !== 'POST') return undefined;
  const resource = findAbove(path).find((one) => isAction(operation, one));
  const reason = 'POST below an item, which returns the item';
  return resource && { operation, resource, kind: 'action', reason };
}

/** Such as `/pet/findByStatus?status=sold`. A search or report with other parameters might select differently. */
function isSearch(operation: Operation, resource: Resource): boolean {
  if (literalSuffix(resource.collection, operation.path) === undefined) return false;
  const item = detectListView(successMedia(operation)?.schema, resource.collection)?.item;
  if (item === undefined || !resource.responseSchemas.some((one) => isSameSchema(one, item))) return false;
  const { filters, pagination, sort, order } = listParameters(operation, item);
  const classifiedParameters = new Set<Parameter | undefined>([
    ...filters.map(({ parameter }) => parameter),
    ...pagination.values(),
    sort,
    order,
  ]);
  const queryParameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  return filters.length > 0 && queryParameters.every((parameter) => classifiedParameters.has(parameter));
}

function isSameSchema(one: Schema, other: Schema): boolean {
  return one.place.file === other.place.file && one.place.pointer === other.place.pointer;
}

/** Such as `POST /orders/7/cancel`. A 201 response would be about a new record, not the one in the path. */
function isAction(operation: Operation, { item, roles }: Resource): boolean {
  const shown = roles.get('read') ?? roles.get('change') ?? roles.get('replace');
  if (item === undefined || shown === undefined || literalSuffix(item, operation.path) === undefined) return false;
  if (successResponses(operation)[0]?.status === '201') return false;
  return includesSchema(successMedia(shown)?.schema, successMedia(operation)?.schema);
}

/** On the path of an item, but neither reads nor writes the record: such as the `Operations` of SCIM. */
function findCommand(operation: Operation, byItem: ReadonlyMap<string, Resource>): ResourceAction | undefined {
  const resource = byItem.get(templateShape(operation.path));
  if (resource === undefined) return undefined;
  const reason = resource.reasons.get(operation) ?? 'it is on the path of an item and has no role';
  return { operation, resource, kind: 'command', reason };
}
