/** Collections that are only listed: their records are stored if they have identifiers, or if a user provides them. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { RecordStore } from '../../model/storage.ts';
import { exampleRecords, listedExamples } from '../initial/initial-records.ts';

/** Cannot collide with a collection, whose name begins with a slash. */
const SEEDED = 'seeded:';

/** An empty list is provided too, so the number of records does not show it. */
export async function markSeeded(records: RecordStore, collection: string): Promise<void> {
  await records.put(SEEDED, collection, {});
}

export async function isSeeded(records: RecordStore, collection: string): Promise<boolean> {
  return records.has(SEEDED, collection);
}

/** Without those whose operations use other records or contents. */
export function withoutHandled(
  listed: readonly Resource[],
  isHandled: (operation: Operation) => boolean,
): readonly Resource[] {
  return listed.filter(({ roles }) => ![...roles.values()].some(isHandled));
}

/**
 * Those whose records other records, logins and the console can name, so that they have to be the same everywhere. A
 * list below a record, a search, and a list of records that have another path stay as the contract shows them, and so do
 * examples without an identifier.
 */
export function withIdentifiedRecords(
  listed: readonly Resource[],
  resources: readonly Resource[],
): readonly Resource[] {
  const others = new Set(resources.flatMap(({ responseSchemas }) => responseSchemas.map(placeOf)));
  return listed.filter((resource) => {
    const { collection, idName, responseSchemas } = resource;
    const list = resource.roles.get('list');
    if (list === undefined || idName === undefined || parameterNames(collection).length > 0) return false;
    const isSearch = list.parameters.some((one) => one.in === 'query' && one.required);
    const isView = responseSchemas.some((schema) => others.has(placeOf(schema)));
    return !isSearch && !isView && exampleRecords(resource).length === listedExamples(resource).length;
  });
}

function placeOf({ place: { file, pointer } }: Schema): string {
  return `${file} ${pointer}`;
}
