/** What an operation does upon an item where it neither reads nor writes a record, such as the `Operations` of SCIM. */

import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { shapeOf } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { Refusal } from '../refusals.ts';
import { type Asked, isAbsent, keyOf, recordUnknown } from './shelf.ts';

/** All operations of the path of an item; some of them have a role of their own. */
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
