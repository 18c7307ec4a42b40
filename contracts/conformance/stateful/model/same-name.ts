/** Whether two names are one, and which item of a list has the name of a record. */
import { isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import type { Known } from '../../model/sequence.ts';
import { isSameName } from '../../request/values/names.ts';
import { partOf } from './records.ts';

/** Whether one of the items is the record. */
export function isAmong(items: readonly Json[], record: Known): boolean {
  return itemFor(items, record) !== undefined;
}

/** The item that is the record. */
export function itemFor(items: readonly Json[], { idName, values }: Known): Json | undefined {
  const name = values.at(-1);
  if (idName === undefined || name === undefined) return undefined;
  return items.find((item) => {
    const told = isJsonObject(item) ? partOf(item, idName) : undefined;
    return told !== undefined && told !== null && typeof told !== 'object' && isSameName(told, name);
  });
}
