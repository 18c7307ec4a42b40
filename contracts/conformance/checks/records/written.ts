/** What of a record comes back otherwise than it was written last, property by property. */
import { canonicalText, isJsonArray, type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import { propertiesOf } from '../../../../spec/model/schema-view.ts';
import { successMedia } from '../../../../spec/resources/views.ts';
import { formatPath, isValid } from '../../../../spec/validation/validate.ts';
import type { Known, Write } from '../../model/sequence.ts';
import { isIdentifier, isSameName } from '../../request/values/names.ts';
import { valueAt } from '../../request/values/sites.ts';
import { jsonOf, partOf } from '../../stateful/model/records.ts';
import type { Judged } from '../check.ts';
import { differenceOf, type EchoDifference } from '../echo/difference.ts';
import { type SharedProperty, sharedProperties } from '../echo/shared-properties.ts';

export interface Unlike extends EchoDifference {
  readonly property: SharedProperty;
  readonly write: Write;
  /** It was left out of a replacement, and is what it was before. */
  readonly isKept: boolean;
}

/** In the order of the writes; what a later one has sent counts. */
export function unlikeWritten(judged: Judged, record: Known): readonly Unlike[] {
  const lastWhole = record.writes.findLastIndex(({ kind }) => kind !== 'change');
  const writes = record.writes.slice(Math.max(lastWhole, 0));
  const later = new Set<string>();
  const found = writes.toReversed().flatMap((write) => {
    const properties = shared(judged, write).filter((property) => !later.has(keyOf(property)));
    for (const property of properties) if (property.sent !== undefined) later.add(keyOf(property));
    return properties.flatMap((property) => unlike({ property, write, record, judged }) ?? []);
  });
  return found.toReversed();
}

/** The properties that a request has sent before and this answer may show. */
function shared(judged: Judged, { operation, draft }: Write): readonly SharedProperty[] {
  const asWritten: Judged = {
    ...judged,
    case: { ...judged.case, operation, expectation: 'accept' },
    draft,
  };
  return sharedProperties(asWritten);
}

function keyOf({ at, name }: SharedProperty): string {
  return formatPath([...at, name]);
}

interface Compared {
  readonly property: SharedProperty;
  readonly write: Write;
  readonly record: Known;
  readonly judged: Judged;
}

function unlike({ property, write, record, judged }: Compared): Unlike | undefined {
  const { name, sent, returned } = property;
  if (name === record.idName || isTheirs(name) || isAsShown(property, write)) return undefined;
  if (sent === undefined) return kept(property, write, record);
  // Nothing and null are one to many a store.
  if (sent === null && returned === undefined) return undefined;
  if (isJsonArray(sent) && isJsonArray(returned) && sameItems(sent, returned)) return undefined;
  if (isJsonArray(sent) && isOfOthers(property)) return undefined;
  const difference = differenceOf(property, 'PATCH');
  if (difference === undefined || isShownSo(difference.path, judged, write)) return undefined;
  return { ...difference, property, write, isKept: false };
}

/** Of times and versions a store keeps its own account; not of when something begins, ends or is due. */
function isTheirs(name: string): boolean {
  if (/^(?:starts?|begins?|ends?|due|scheduled|departs?|arrives?|born|made)_?at$/i.test(name)) return false;
  return /(?:updated|modified|changed|created|_at$|At$)|^_?(?:version|revision|rev|etag|lock_?version)$/i.test(
    name,
  );
}

/** What the answer to the write has shown already is judged there; so is what it lacks and would have to show. */
function isAsShown({ name, returned }: SharedProperty, { operation, exchange }: Write): boolean {
  const shown = partOf(jsonOf(exchange), name);
  if (shown !== undefined) return returned !== undefined && sameJson(shown, returned);
  const schema = successMedia(operation)?.schema;
  return returned === undefined && schema !== undefined && propertiesOf(schema).has(name);
}

/** The same of a part deep inside. */
function isShownSo(path: EchoDifference['path'], { json }: Judged, { exchange }: Write): boolean {
  const last = path.at(-1);
  if (typeof last === 'string' && isTheirs(last)) return true;
  const [shown, now] = [jsonOf(exchange), json?.ok === true ? json.value : undefined];
  if (shown === undefined || now === undefined) return false;
  const [before, returned] = [valueAt(shown, path), valueAt(now, path)];
  return before !== undefined && returned !== undefined && sameJson(before, returned);
}

/** Names are sent and records come back: a list of none is valid as either, and says nothing of the other. */
function isOfOthers({ asked, returned }: SharedProperty): boolean {
  return returned !== undefined && !isValid(asked, returned, 'request');
}

function sameItems(sent: readonly Json[], returned: readonly Json[]): boolean {
  const sorted = (items: readonly Json[]) => canonicalText(items.map(canonicalText).toSorted());
  return sorted(sent) === sorted(returned);
}

/** Only where it is surely the old value: a free text that a store does not make up. */
function kept(property: SharedProperty, write: Write, { writes }: Known): Unlike | undefined {
  const { name, returned } = property;
  if (write.kind !== 'replace' || returned === undefined || isIdentifier(name)) return undefined;
  const before = writes.slice(0, writes.indexOf(write)).map(({ draft }) => partOf(draft.value, name));
  const isOld = before.some((value) => value !== undefined && sameJson(value, returned));
  const difference = isOld ? differenceOf(property, 'PUT') : undefined;
  return difference === undefined ? undefined : { ...difference, property, write, isKept: true };
}

/** The name that an answer gives another record than the one that was asked for; undefined for the right one. */
export function otherName({ json }: Judged, { idName, values }: Known): Json | undefined {
  if (idName === undefined || json?.ok !== true) return undefined;
  const told = partOf(json.value, idName);
  const asked = values.at(-1);
  if (told === undefined || told === null || typeof told === 'object' || asked === undefined)
    return undefined;
  return isSameName(told, asked) ? undefined : told;
}
