/** Removes the records that are deleted with another one, as far as a sentence of the contract says so. */

import { memoizePair } from '../../../spec/memoize.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { statesDeletion } from '../../../spec/resources/deletion-sentences.ts';
import { findReferencedResource } from '../../../spec/resources/foreign-keys.ts';
import { lastLiteral, matchPath } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { HttpError } from '../../http/http-error.ts';
import { type RecordContext, recordKey } from '../collection.ts';
import type { PreparedOperation } from '../record-handler.ts';
import { findRecordResources } from '../record-resources.ts';
import { removeSubresources } from './item-operations.ts';

/** The records of a resource, and the property by which they refer to the deleted one. */
interface Dependent {
  readonly resource: Resource;
  readonly property: string;
}

/** `Deletes the customer and all orders of the customer`: orders with this `customerId`. */
const findDependents = memoizePair((contract: Contract, resource: Resource): readonly Dependent[] => {
  const remove = resource.roles.get('remove');
  const resources = findRecordResources(contract);
  if (remove === undefined) return [];
  return resources.flatMap((other) => {
    const belonging = {
      owners: lastLiteral(resource.collection),
      dependents: lastLiteral(other.collection),
      isNested: false,
    };
    if (other === resource || !statesDeletion(contract.operations, remove, belonging)) return [];
    const names = other.requestSchemas.flatMap((schema) => [...declaredProperties(schema).keys()]);
    const referenced = resources.filter((one) => one !== other);
    return [...new Set(names)]
      .filter((name) => findReferencedResource([name], referenced) === resource)
      .map((property) => ({ resource: other, property }));
  });
});

/** The deletion of a record, and after it of its dependents. */
export function removingDependents(
  contract: Contract,
  context: RecordContext,
  removal: PreparedOperation | HttpError | undefined,
): PreparedOperation | HttpError | undefined {
  const { id } = context;
  const dependents = findDependents(contract, context.resource);
  if (removal === undefined || removal instanceof HttpError || id === undefined || dependents.length === 0)
    return removal;
  return {
    ...removal,
    commit: async (response) => {
      const result = await removal.commit(response);
      if (result instanceof HttpError) return result;
      for (const one of dependents) await removeDependent(context, one, recordKey(context.resource, id));
      return result;
    },
  };
}

async function removeDependent(context: RecordContext, { resource, property }: Dependent, key: string): Promise<void> {
  const { records, prefix } = context;
  for (const { name } of await records.collections()) {
    if (matchPath(`${prefix}${resource.collection}`, name) === undefined) continue;
    for (const { id, value } of await records.list(name)) {
      const reference = value[property];
      if (reference === undefined || recordKey(context.resource, reference) !== key) continue;
      await records.remove(name, id);
      await removeSubresources({ records, resource, name }, id);
    }
  }
}
