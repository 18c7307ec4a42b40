import { isInteger, type Json, sameJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Known } from '../model/sequence.ts';
import { itemFor, jsonOf, partOf } from '../stateful/model/records.ts';
import { type Check, type Judged, weighed } from './check.ts';
import { cached } from './records/doubts.ts';
import { writtenBy } from './records/history.ts';

export const listShowsWritten: Check = {
  id: 'list-shows-written',
  severity: 'fault',
  holds: 'a list shows of a record neither what it was before it was written last, nor a number rounded',
  title: 'The list shows something else than the record',
  why: 'A person changes something, goes back to the list, and finds it as it was; or a program finds a number there that belongs to nothing. Likely causes: a list that is answered from an index, a cache or a view that changes do not reach, or through doubles, which round above 2^53. Make the list of what reading a record shows.',
  restsOn:
    'the contract: the list and the record declare the same property (docs/openapi.md, Sequences); RFC 9110, section 9.3.1 (GET)',
  mayTakeTime: true,
  appliesTo: ({ recall, answer }) =>
    recall?.expects === 'list' && answer !== undefined && isSuccess(answer.status),
  violations(judged) {
    const { recall, exchange } = judged;
    if (recall?.expects !== 'list') return [];
    const items = recall.pages.itemsIn(exchange) ?? [];
    return recall.records.flatMap((record) => stale(judged, record, itemFor(items, record))).slice(0, 1);
  },
};

/** Only what is surely wrong: reading shows what was written last, and the list what was written before, or rounded. */
function stale(judged: Judged, record: Known, item: Json | undefined) {
  const write = record.writes.at(-1);
  if (item === undefined || write === undefined || record.removal !== undefined) return [];
  const [name] = sentNames(record).filter((one) => isOther(one, record, partOf(item, one))) ?? [];
  if (name === undefined) return [];
  const violation = {
    expected: `${name}: ${describeValue(shownOf(record, name) ?? null)}, as reading it shows (${writtenBy(write)})`,
    received: describeValue(partOf(item, name) ?? null),
    at: { in: 'body', path: [] },
    place: judged.case.operation.place,
    rule: 'a record is in its list what it is when it is read',
    key: name,
  } as const;
  return [weighed(violation, cached(judged) ?? mayBeUnpublished(record))];
}

/** Where there are drafts, a list may show what was published last. */
function mayBeUnpublished({ shown }: Known): string | undefined {
  const text = stringifyJson(jsonOf(shown) ?? null);
  return /draft|publish/i.test(text) ? 'the list may show what was published last' : undefined;
}

function isOther(name: string, record: Known, listed: Json | undefined): boolean {
  const sent = record.writes.flatMap(({ draft }) => partOf(draft.value, name) ?? []);
  const [last, shown] = [sent.at(-1), shownOf(record, name)];
  if (listed === undefined || last === undefined || shown === undefined || !sameJson(last, shown))
    return false;
  if (sameJson(listed, shown)) return false;
  return isRounded(listed, shown) || sent.some((value) => sameJson(value, listed));
}

function isRounded(listed: Json, shown: Json): boolean {
  return isInteger(listed) && isInteger(shown) && Number(listed) === Number(shown);
}

function shownOf({ shown }: Known, name: string): Json | undefined {
  return partOf(jsonOf(shown), name);
}

function sentNames({ writes, idName }: Known): readonly string[] {
  const names = writes.flatMap(({ draft }) => Object.keys(draft.value ?? {}));
  return [...new Set(names)].filter((name) => name !== idName);
}
