/** Describes what a sequence did with a record. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { statusOf } from '../../model/exchange.ts';
import type { KnownRecord, RecordWrite, SentAction } from '../../model/sequence.ts';
import { getProperty } from '../../stateful/model/response-records.ts';

/** `POST /todos -> 201`. */
export function describeWrite({ operation, exchange }: RecordWrite): string {
  return `${operation.method} ${operation.path} -> ${statusOf(exchange)}`;
}

/** `POST /orders/{id}/cancel -> 200`. */
export function describeAction({ operation, exchange }: SentAction): string {
  return `${operation.method} ${operation.path} -> ${statusOf(exchange)}`;
}

/** `was created by POST /todos -> 201`. */
export function describeCreation({ writes: [first] }: KnownRecord): string {
  return first === undefined ? 'was created' : `was created by ${describeWrite(first)}`;
}

/** `was deleted by DELETE /todos/{id} -> 204`. */
export function describeRemoval({ remove, removal, deletedWithParent }: KnownRecord): string {
  const status = removal === undefined ? undefined : statusOf(removal);
  const owner = deletedWithParent === undefined ? '' : 'belongs to a record that ';
  return `${owner}was deleted by ${remove?.method} ${remove?.path} -> ${status}`;
}

/** Compares the texts that were sent last; undefined where none of them is shown. */
export function isSameRecord(shown: Json | undefined, { writes, idName }: KnownRecord): boolean | undefined {
  const sent = writes.map(({ requestSpec }) => requestSpec.value).filter(isJsonObject);
  const last = new Map(sent.flatMap((value) => Object.entries(value)));
  const matches = [...last].flatMap(([name, value]) => {
    const current = name === idName || typeof value !== 'string' ? undefined : getProperty(shown, name);
    return current === undefined ? [] : [isEqualJson(current, value)];
  });
  return matches.length === 0 ? undefined : matches.every((isSame) => isSame);
}

/** Where no sent text is shown. */
export function unknownIdentityReason(shown: Json | undefined, record: KnownRecord): string | undefined {
  return isSameRecord(shown, record) === undefined ? 'another record may have its identifier now' : undefined;
}
