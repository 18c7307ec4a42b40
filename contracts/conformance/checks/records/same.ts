/** Whether what is shown is the record of a story: a store may give the name of what is gone to another one. */
import { isJsonObject, type Json, sameJson } from '../../../../spec/exact-json.ts';
import type { Known } from '../../model/sequence.ts';
import { partOf } from '../../stateful/model/records.ts';

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
