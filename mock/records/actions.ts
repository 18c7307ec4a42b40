/** Operations on records under names of their own: actions (`POST /orders/7/cancel`), finders (`/pet/findByStatus?status=sold`), commands. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { allProperties } from '../../spec/resources/identifiers.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import { literalBelow, shapeOf } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { describes, listViewOf, successesOf, successMedia } from '../../spec/resources/views.ts';
import type { Refusal } from '../http/refusals.ts';
import { change, read } from './item.ts';
import type { Turn } from './keeper.ts';
import { type Asked, isAbsent, keyOf, recordUnknown, sentRecord } from './shelf.ts';

/** Each with the resource of the record that it answers with; none that works on records of its own. */
export function actionsOf(
  { operations }: Contract,
  resources: readonly Resource[],
): readonly (readonly [Operation, Resource])[] {
  const taken = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  return operations
    .filter((operation) => operation.method === 'POST' && !taken.has(operation))
    .flatMap((operation) => {
      const resource = resources.find((one) => isAction(operation, one));
      return resource === undefined ? [] : [[operation, resource] as const];
    });
}

/** What is created by it would be another record than the one in the path. */
function isAction(operation: Operation, { item, roles }: Resource): boolean {
  const read = roles.get('read');
  if (item === undefined || read === undefined || literalBelow(item, operation.path) === undefined)
    return false;
  if (successesOf(operation)[0]?.status === '201') return false;
  return describes(successMedia(read)?.schema, successMedia(operation)?.schema);
}

/** What it does nobody knows: the record stays, but for what was sent under names that the record has. */
export async function act(asked: Asked, id: Json): Promise<Turn | Refusal | undefined> {
  const { resource, request } = asked;
  const sent = sentRecord(asked, undefined);
  if (sent === undefined) return undefined;
  const declared = allProperties(resource.shown);
  const known = Object.entries(sent).filter(([name]) => declared.has(name) && name !== resource.idName);
  if (known.length === 0) return read(asked, id);
  return change({ ...asked, request: { ...request, sent: Object.fromEntries(known) } }, id);
}

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

/** What neither reads nor writes a record, such as the `Operations` of SCIM: all operations of the path of an item; some of them have a role of their own. */
export function commandsOf(
  { operations }: Contract,
  resources: readonly Resource[],
): readonly (readonly [Operation, Resource])[] {
  const byItem = new Map(
    resources.flatMap((one) => (one.item === undefined ? [] : [[shapeOf(one.item), one]])),
  );
  return operations.flatMap((operation) => {
    const resource = byItem.get(shapeOf(operation.path));
    return resource === undefined ? [] : [[operation, resource] as const];
  });
}

/** The answer is generated, where there is something that it can be about. */
export async function command(asked: Asked, id: Json): Promise<Refusal | undefined> {
  const key = keyOf(asked.resource, id);
  const isThere = (await asked.records.read(asked.name, key)) !== undefined;
  return isThere || !(await isAbsent(asked, key)) ? undefined : recordUnknown(asked, key);
}
