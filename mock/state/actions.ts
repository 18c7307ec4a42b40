/** What a POST does to one record beside creating it: `POST /orders/7/cancel`, which answers with the order. */

import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { allProperties } from '../../spec/resources/identifiers.ts';
import { literalBelow } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { describes, successesOf, successMedia } from '../../spec/resources/views.ts';
import type { Refusal } from '../refusals.ts';
import { change, read } from './item.ts';
import type { Turn } from './keeper.ts';
import { type Asked, sentRecord } from './shelf.ts';

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
