/** Other values than a record has, for all that is told apart by few: numbers, flags, days, words of an enum, lists. */
import { isJsonArray, isJsonObject, type Json, sameJson } from '../../../spec/exact-json.ts';
import { flatten } from '../../../spec/flatten.ts';
import type { Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import { isIdentifier } from '../checks/echo/difference.ts';
import type { Draft, Fresh } from '../draft.ts';
import { otherValue } from '../request/choices.ts';
import { type Path, replaceAt, sitesBelow, valueAt } from '../request/sites.ts';
import type { Twin, TwinBody } from '../request/twin.ts';
import { jsonDraft, withFreshUuids } from '../request/twin-draft.ts';
import { at, conditional, isVersion, named, sentSoFar } from './drafts.ts';
import { jsonOf, partOf } from './records.ts';
import type { Known } from './story.ts';

/** All that a record has, with other values wherever there are others; undefined where nothing can be another. */
export function otherwiseDraft(twin: Twin, record: Known, fresh: Fresh): Draft | undefined {
  const own = at(twin, record.values);
  const { body } = own ?? {};
  if (own === undefined || body === undefined || fresh.isFrozen || !isJsonObject(body.full)) return undefined;
  return drawn(own, record, otherwise(body, record, named(body, record, fresh)), fresh);
}

function otherwise(body: TwinBody, record: Known, whole: Json): Json {
  const before = sentSoFar(record);
  const sites = [...sitesBelow(body.schema, whole)].filter(({ path }) => isOurs(path, record));
  return sites.reduce((value: Json, { path, schema, value: now }) => {
    if (isJsonObject(now) || !sameJson(now, valueAt(before, path) ?? null)) return value;
    const other = otherValue(now, schema);
    const changed = other === undefined ? value : replaceAt(value, path, other);
    return isValid(body.schema, changed, 'request') ? changed : value;
  }, whole);
}

/** Not what names something, and no part of a list. */
function isOurs(path: Path, { idName }: Known): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || path.some((part) => typeof part === 'number')) return false;
  return name !== idName && !isIdentifier(name) && !isVersion(name);
}

export interface Turn {
  readonly name: string;
  readonly draft: Draft;
}

const MOST_TURNS = 8;

/** Each changes one property alone; what may take a record out of sight comes last. */
export function turnsOf(twin: Twin, record: Known, fresh: Fresh): readonly Turn[] {
  const own = at(twin, record.values);
  const { body } = own ?? {};
  if (own === undefined || body === undefined || fresh.isFrozen || /json-patch/.test(body.media.range))
    return [];
  const { properties, required } = flatten(body.schema);
  const sent = sentSoFar(record);
  const kept = Object.entries(sent).filter(([name]) => required.has(name));
  return [...properties]
    .filter(([name]) => isOurs([name], record) && Object.hasOwn(sent, name))
    .flatMap(([name, schema]) => {
      const now = partOf(jsonOf(record.shown), name) ?? sent[name] ?? null;
      return valuesFor(name, { now, schema }, record)
        .map((value) => ({ name, value: { ...Object.fromEntries(kept), [name]: value }, rank: rankOf(now) }))
        .filter(({ value }) => isValid(body.schema, value, 'request'));
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_TURNS)
    .map(({ name, value }) => ({ name, draft: drawn(own, record, value, fresh) }));
}

/** One that it has not now; `false` by all means, which many take for nothing. */
function valuesFor(
  name: string,
  { now, schema }: { readonly now: Json; readonly schema: Schema },
  { writes }: Known,
): readonly Json[] {
  if (now === false) return [true, false];
  const before = writes.map(({ draft }) => partOf(draft.value, name));
  const other =
    otherValue(now, schema) ??
    (isJsonArray(now) ? before.find((one) => !sameJson(one ?? [], now)) : undefined);
  return other === undefined ? [] : [other];
}

/** Flags and words of an enum may hide a record, and end what can be done with it. */
function rankOf(value: Json): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  return isJsonArray(value) ? 1 : typeof value === 'boolean' ? 2 : 3;
}

function drawn(own: Twin, record: Known, value: Json, fresh: Fresh): Draft {
  return conditional(withFreshUuids(jsonDraft(own, value), fresh), own, record);
}
