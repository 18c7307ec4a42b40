/** What a story has done with a record, for people. */
import { isJsonObject, type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import { statusOf } from '../../model/exchange.ts';
import type { Known, Write } from '../../model/sequence.ts';
import { partOf } from '../../stateful/model/records.ts';

/** `POST /todos, answered 201`. */
export function writtenBy({ operation, exchange }: Write): string {
  return `${operation.method} ${operation.path}, answered ${statusOf(exchange)}`;
}

/** `was created by POST /todos, answered 201`. */
export function createdWith({ writes: [first] }: Known): string {
  return first === undefined ? 'was created' : `was created by ${writtenBy(first)}`;
}

/** `was removed by DELETE /todos/{id}, answered 204`. */
export function removedWith({ remove, removal }: Known): string {
  const status = removal === undefined ? undefined : statusOf(removal);
  return `was removed by ${remove?.method} ${remove?.path}, answered ${status}`;
}

/** By the texts that were sent last; undefined where none of them is shown. */
export function isSameRecord(shown: Json | undefined, { writes, idName }: Known): boolean | undefined {
  const sent = writes.map(({ draft }) => draft.value).filter(isJsonObject);
  const last = new Map(sent.flatMap((value) => Object.entries(value)));
  const pairs = [...last].flatMap(([name, value]) => {
    const now = name === idName || typeof value !== 'string' ? undefined : partOf(shown, name);
    return now === undefined ? [] : [sameJson(now, value)];
  });
  return pairs.length === 0 ? undefined : pairs.every((isSame) => isSame);
}

/** Where nothing of it is shown. */
export function doubtedSameness(shown: Json | undefined, record: Known): string | undefined {
  return isSameRecord(shown, record) === undefined ? 'another record may have its name now' : undefined;
}
