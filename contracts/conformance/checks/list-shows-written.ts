import { isEqualJson, isInteger, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { findItem, getProperty, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated } from './check.ts';
import { describeWrite } from './records/record-history.ts';
import { cacheReason } from './records/tolerance-reasons.ts';

export const listShowsWritten: Check = {
  id: 'list-shows-written',
  severity: 'fault',
  invariant: 'a list shows of a record neither what it was before it was written last, nor a number rounded',
  title: 'The list shows something else than the record',
  why: 'A person changes something, goes back to the list, and finds it as it was; or a program finds a number there that belongs to nothing. Likely causes: a list that is answered from an index, a cache or a view that changes do not reach, or through doubles, which round above 2^53. Make the list of what reading a record shows.',
  references:
    'the contract: the list and the record declare the same property (docs/reference/openapi.md, Sequences); RFC 9110, section 9.3.1 (GET)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) =>
    expectedState?.expects === 'list' && response !== undefined && isSuccess(response.status),
  violations(context) {
    const { expectedState, exchange } = context;
    if (expectedState?.expects !== 'list') return [];
    const items = expectedState.pages.itemsIn(exchange) ?? [];
    return expectedState.records
      .flatMap((record) => staleViolations(context, record, findItem(items, record)))
      .slice(0, 1);
  },
};

/** Only certain violations: reading shows what was written last, the list an earlier or a rounded value. */
function staleViolations(context: CheckContext, record: KnownRecord, item: Json | undefined) {
  const write = record.writes.at(-1);
  if (item === undefined || write === undefined || record.removal !== undefined) return [];
  const [name] = sentPropertyNames(record).filter((one) => isStaleOrRounded(one, record, getProperty(item, one))) ?? [];
  if (name === undefined) return [];
  const violation = {
    expected: `${name}: ${describeValue(shownValue(record, name) ?? null)}, as reading it shows (${describeWrite(write)})`,
    received: describeValue(getProperty(item, name) ?? null),
    responsePart: { in: 'body', path: [] },
    place: context.testCase.operation.place,
    requirement: 'a record is in its list what it is when it is read',
    key: name,
  } as const;
  return [downgradeIfTolerated(violation, cacheReason(context) ?? mayBeUnpublished(record))];
}

/** With drafts, a list may show the last published version. */
function mayBeUnpublished({ lastShown }: KnownRecord): string | undefined {
  const text = stringifyJson(parseBody(lastShown) ?? null);
  return /draft|publish/i.test(text) ? 'the list may show what was published last' : undefined;
}

function isStaleOrRounded(name: string, record: KnownRecord, listed: Json | undefined): boolean {
  const sent = record.writes.flatMap(({ requestSpec }) => getProperty(requestSpec.value, name) ?? []);
  const [last, shown] = [sent.at(-1), shownValue(record, name)];
  if (listed === undefined || last === undefined || shown === undefined || !isEqualJson(last, shown)) return false;
  if (isEqualJson(listed, shown)) return false;
  return isRounded(listed, shown) || sent.some((value) => isEqualJson(value, listed));
}

function isRounded(listed: Json, shown: Json): boolean {
  return isInteger(listed) && isInteger(shown) && Number(listed) === Number(shown);
}

function shownValue({ lastShown }: KnownRecord, name: string): Json | undefined {
  return getProperty(parseBody(lastShown), name);
}

function sentPropertyNames({ writes, idName }: KnownRecord): readonly string[] {
  const names = writes.flatMap(({ requestSpec }) => Object.keys(requestSpec.value ?? {}));
  return [...new Set(names)].filter((name) => name !== idName);
}
