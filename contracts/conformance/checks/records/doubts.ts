/** Why an answer about a record may be right all the same, in words; undefined where nothing speaks for it. */
import { isJsonObject, type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import { hasError } from '../../../../spec/resources/views.ts';
import { headerOf } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Known } from '../../model/sequence.ts';
import { jsonOf } from '../../stateful/model/records.ts';
import type { Judged } from '../check.ts';

/** Whether it is there at all. */
export function doubtedCreation({ isFirm }: Known): string | undefined {
  return isFirm ? undefined : 'neither 201 nor a Location nor a link says that it is there';
}

/** Whether it is still there. */
export function doubtedSince({ isTurned }: Known): string | undefined {
  return isTurned === true ? 'what was changed may take it out of sight' : undefined;
}

/** RFC 9111: what is in a cache may be older than what it was made of. */
export function cached({ answer }: Judged): string | undefined {
  const headers = answer?.headers ?? [];
  const isOld =
    Number(headerOf(headers, 'age') ?? 0) > 0 || /\bhit\b/i.test(headerOf(headers, 'x-cache') ?? '');
  const mayBeKept = /\bmax-age=[1-9]/i.test(headerOf(headers, 'cache-control') ?? '');
  return isOld || mayBeKept ? 'the answer may come from a cache, by its headers' : undefined;
}

/** Where no answer is declared to what is not there, nothing says that it has to be gone. */
export function doubtedRemoval({ read, remove }: Known): string | undefined {
  const isDeclared = [read, remove].some(
    (operation) => operation !== undefined && (hasError(operation, 404) || hasError(operation, 410)),
  );
  return isDeclared ? undefined : 'neither reading nor removing declares an answer to what is not there';
}

/** A record that says of itself that it was removed. */
export function markedRemoved({ shown }: Known, now: Json | undefined): string | undefined {
  const before = jsonOf(shown);
  const marks = membersOf(now).filter(
    ([name, value]) =>
      isMark(name) &&
      isSomething(value) &&
      !membersOf(before).some(([other, old]) => other === name && sameJson(old, value)),
  );
  const [mark] = marks;
  return mark === undefined ? undefined : `it is marked: ${mark[0]} has changed with the removal`;
}

function isMark(name: string): boolean {
  return /delet|remov|archiv|trash|discard|active|enabled|status|state|cancel|clos|revok/i.test(name);
}

function isSomething(value: Json): boolean {
  return value !== null;
}

/** Those of the record itself, and of one in an envelope. */
function membersOf(body: Json | undefined): readonly (readonly [string, Json])[] {
  if (!isJsonObject(body)) return [];
  return [body, ...Object.values(body).filter(isJsonObject)].flatMap((part) => Object.entries(part));
}

/** What is not shown to everybody, such as a draft, need not be in a list, unless the list was asked for just that. */
export function mayBeHidden(shown: Exchange | undefined, askedFor: ReadonlySet<string>): string | undefined {
  const hides = membersOf(jsonOf(shown)).find(
    ([name]) =>
      !askedFor.has(name) &&
      /^(?:is_?)?(?:status|state|published|draft|visib|public|active|approved|enabled|archived|hidden)/i.test(
        name,
      ),
  );
  return hides === undefined ? undefined : `the list may leave out what has another "${hides[0]}"`;
}
