/** Rejects references to records that do not exist, as far as a sentence of the contract says so. */
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { findCheckedReferences } from '../../../spec/resources/reference-sentences.ts';
import { HttpError } from '../../http/http-error.ts';
import { type RecordContext, recordKey } from '../collection.ts';

/** Whether there is anything to check. */
export function referencesRecords(contract: Contract, operation: Operation): boolean {
  return findCheckedReferences(contract, operation).length > 0;
}

/** Undefined where all of them exist. */
export async function unknownReference(contract: Contract, context: RecordContext): Promise<HttpError | undefined> {
  const { records, prefix, request } = context;
  const { sent } = request;
  if (!isJsonObject(sent)) return undefined;
  for (const { property, resource } of findCheckedReferences(contract, request.operation)) {
    const value = Object.hasOwn(sent, property) ? sent[property] : undefined;
    if (value === undefined || value === null || typeof value === 'object') continue;
    const [collection, key] = [`${prefix}${resource.collection}`, recordKey(resource, value)];
    if (await records.has(collection, key)) continue;
    const got = JSON.stringify(key.slice(0, 60));
    return new HttpError(
      'record-unknown',
      `body.${property}: expected the id of a record in ${collection}, got ${got}`,
    );
  }
  return undefined;
}
