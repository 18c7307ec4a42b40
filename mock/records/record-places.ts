/** The collections and single objects of a contract, by the names under which the storage has them. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { expandPath, matchPath } from '../../spec/resources/path-templates.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { ShallowNesting } from '../../spec/resources/shallow-nesting.ts';
import type { Collection } from './collection.ts';
import type { RecordPlace } from './provided/insert-given.ts';
import { findSingleObject } from './provided/seeded-objects.ts';
import type { RecordHandlerOptions } from './record-handler-options.ts';

export interface PlaceOptions extends RecordHandlerOptions {
  /** Of the collections whose items have a shorter path. */
  readonly nestings: readonly ShallowNesting[];
}

export interface RecordPlaces {
  readonly resources: readonly Resource[];
  /** Collections that are only listed. */
  readonly listed: readonly Resource[];
  /** The operations that read an object of their own, such as `/me`. */
  readonly objects: readonly Operation[];
}

export function findPlace(name: string, places: RecordPlaces, options: PlaceOptions): RecordPlace | undefined {
  const object = findSingleObject(places.objects, name, options.prefix);
  if (object?.isLiteral === true) return { read: object.read, name, madeUp: options.madeUp };
  for (const resource of [...places.resources, ...places.listed]) {
    const parents = matchPath(`${options.prefix}${resource.collection}`, name);
    if (parents === undefined) continue;
    return { collection: createCollection(resource, parents, options), isListedOnly: places.listed.includes(resource) };
  }
  return object && { read: object.read, name, madeUp: options.madeUp };
}

export function createCollection(
  resource: Resource,
  parents: readonly Json[],
  { prefix, records, nestings, seed, madeUp, runExclusive }: PlaceOptions,
): Collection {
  return {
    resource,
    records,
    name: collectionName(resource, parents, prefix),
    prefix,
    parents,
    nesting: nestings.find(({ nested }) => nested === resource),
    seed,
    madeUp,
    runExclusive,
  };
}

export function collectionName(
  { collection: collectionPath }: Resource,
  parents: readonly Json[],
  prefix: string,
): string {
  return `${prefix}${parents.length === 0 ? collectionPath : expandPath(collectionPath, parents)}`;
}
