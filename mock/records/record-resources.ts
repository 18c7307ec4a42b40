/** The resources whose records the mock stores, also those below a parent whose items have a shorter path. */
import { memoize } from '../../spec/memoize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { parameterNames } from '../../spec/resources/path-templates.ts';
import { findListedCollections, type Resource } from '../../spec/resources/resources.ts';
import {
  matchShallowNestings,
  type ShallowNesting,
  withNestedCollections,
} from '../../spec/resources/shallow-nesting.ts';
import { findSingleRecordResources } from './bulk-operation.ts';

/** Described by their single records. Cached by contract. */
export function findRecordResources(contract: Contract): readonly Resource[] {
  return findRecordPlaces(contract).resources;
}

/**
 * Also the collections that are only listed, whose records have an identifier: properties may refer to these, and actions
 * change them. Cached by contract.
 */
export const findNamedResources = memoize((contract: Contract): readonly Resource[] => [
  ...findRecordResources(contract),
  ...findListedCollections(contract).filter(
    ({ idName, collection }) => idName !== undefined && parameterNames(collection).length === 0,
  ),
]);

/** Their resources are among those of the contract. Cached by contract. */
export function findRecordNestings(contract: Contract): readonly ShallowNesting[] {
  return findRecordPlaces(contract).nestings;
}

interface RecordPlaces {
  readonly resources: readonly Resource[];
  readonly nestings: readonly ShallowNesting[];
}

const findRecordPlaces = memoize((contract: Contract): RecordPlaces => {
  const resources = findSingleRecordResources(contract);
  const nestings = matchShallowNestings(contract.operations, resources);
  return { resources: withNestedCollections(resources, nestings), nestings };
});
