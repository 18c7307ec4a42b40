/**
 * Records with several names. A contract may name the same one by its number and by its code, in different examples:
 * `GET /cities/NYC` has the `id` 7. It is stored under both, so that it is found, and listed once.
 */
import type { Resource } from '../../../spec/resources/resources.ts';
import type { StoredRecord } from '../../model/storage.ts';
import { recordId, recordKey } from '../collection.ts';

/** Without the records whose identifier is the name of another one. */
export function withoutOtherNames(resource: Resource, all: readonly StoredRecord[]): readonly StoredRecord[] {
  const names = new Set(all.map(({ id }) => id));
  const isOtherName = ({ id, value }: StoredRecord): boolean => {
    const own = recordId(resource, value);
    const name = own === undefined ? id : recordKey(resource, own);
    return name !== id && names.has(name);
  };
  return all.some(isOtherName) ? all.filter((one) => !isOtherName(one)) : all;
}
