/** Reasons why an unexpected response about a record may be correct; undefined where there is none. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { declaresError } from '../../../../spec/resources/record-views.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { parseBody } from '../../stateful/model/response-records.ts';
import type { CheckContext } from '../check.ts';

/** Whether the record was created at all. */
export function unconfirmedCreationReason({ isConfirmed }: KnownRecord): string | undefined {
  return isConfirmed ? undefined : 'no 201, Location or link confirms that it exists';
}

/** Whether the record still exists. */
export function stateChangeReason({ hasStateChanged }: KnownRecord): string | undefined {
  return hasStateChanged === true ? 'the change may hide it' : undefined;
}

/** Whether its last change gave it another name, which no response shows. */
export function otherNameReason({ exchange }: CheckContext): string | undefined {
  return exchange.afterChange === 'unknown'
    ? 'the change may have given it another name, which no response shows'
    : undefined;
}

/** RFC 9111: a cached response may be older than the record. */
export function cacheReason({ response }: CheckContext): string | undefined {
  const headers = response?.headers ?? [];
  const isOld = Number(headerValue(headers, 'age') ?? 0) > 0 || /\bhit\b/i.test(headerValue(headers, 'x-cache') ?? '');
  const mayBeKept = /\bmax-age=[1-9]/i.test(headerValue(headers, 'cache-control') ?? '');
  return isOld || mayBeKept ? 'the response may come from a cache, according to its headers' : undefined;
}

/** Without a declared response for missing records, a deleted record may stay readable. */
export function undeclaredRemovalReason({ read, remove }: KnownRecord): string | undefined {
  const isDeclared = [read, remove].some(
    (operation) => operation !== undefined && (declaresError(operation, 404) || declaresError(operation, 410)),
  );
  return isDeclared ? undefined : 'neither reading nor deleting declares a response for a missing record';
}

/** Whether the deletion of a record deletes what belongs to it. */
export function impliedRemovalReason({ deletedWithParent }: KnownRecord): string | undefined {
  return deletedWithParent === 'implied'
    ? 'the contract does not say that what belongs to a deleted record is deleted too'
    : undefined;
}

/** The record itself shows that it was deleted. */
export function markedAsDeletedReason({ lastShown }: KnownRecord, current: Json | undefined): string | undefined {
  const before = parseBody(lastShown);
  const marks = recordMembers(current).filter(
    ([name, value]) =>
      isDeletionMark(name) &&
      isNotNull(value) &&
      !recordMembers(before).some(([other, old]) => other === name && isEqualJson(old, value)),
  );
  const [mark] = marks;
  return mark === undefined ? undefined : `it is marked as deleted: ${mark[0]} has changed`;
}

function isDeletionMark(name: string): boolean {
  return /delet|remov|archiv|trash|discard|active|enabled|status|state|cancel|clos|revok/i.test(name);
}

function isNotNull(value: Json): boolean {
  return value !== null;
}

/** The members of the record, and of a record in an envelope. */
function recordMembers(body: Json | undefined): readonly (readonly [string, Json])[] {
  if (!isJsonObject(body)) return [];
  return [body, ...Object.values(body).filter(isJsonObject)].flatMap((part) => Object.entries(part));
}

/**
 * A record that is not public, such as a draft, may be missing from a list, unless the query selects by that property.
 */
export function hiddenRecordReason(shown: Exchange | undefined, queryNames: ReadonlySet<string>): string | undefined {
  const hidingMember = recordMembers(parseBody(shown)).find(
    ([name]) =>
      !queryNames.has(name) &&
      /^(?:is_?)?(?:status|state|published|draft|visib|public|active|approved|enabled|archived|hidden)/i.test(name),
  );
  return hidingMember === undefined ? undefined : `the list may show only records with another "${hidingMember[0]}"`;
}
