/** Other values than a record has, for all that is told apart by few: numbers, flags, days, words of an enum, lists. */
import { isJsonArray, isJsonObject, type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import type { Known } from '../../model/sequence.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { jsonDraft, withFreshUuids } from '../../request/twin-draft.ts';
import { otherValue } from '../../request/values/choices.ts';
import { isIdentifier, isVersion } from '../../request/values/names.ts';
import { type Path, replaceAt, sitesBelow, valueAt } from '../../request/values/sites.ts';
import { jsonOf, partOf } from '../model/records.ts';
import { at, conditional, named, sentSoFar } from './drafts.ts';

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

const MOST_PROPERTIES = 8;

/** Each changes one property alone; what may take a record out of sight comes last. */
export function turnsOf(twin: Twin, record: Known, fresh: Fresh): readonly Turn[] {
  const own = at(twin, record.values);
  const { body } = own ?? {};
  if (own === undefined || body === undefined || fresh.isFrozen || /json-patch/.test(body.media.range))
    return [];
  const { properties, required } = flatten(body.schema);
  const sent = sentSoFar(record);
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => required.has(name)));
  return [...properties]
    .filter(([name]) => isOurs([name], record) && Object.hasOwn(sent, name))
    .map(([name, schema]) => {
      const now = partOf(jsonOf(record.shown), name) ?? sent[name] ?? null;
      const changes = changesOf(
        name,
        { now, sent: sent[name] ?? null, schema },
        { media: body.media, record },
      );
      const isAllowed = ({ sent: value }: Change) =>
        isValid(body.schema, { ...kept, [name]: value }, 'request');
      return { name, rank: rankOf(now), changes: changes.filter(isAllowed).slice(0, mostOf(now)) };
    })
    .filter(({ changes }) => changes.length > 0)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_PROPERTIES)
    .flatMap(({ name, changes }) =>
      changes.map(({ sent: value, after }) => {
        const draft = drawn(own, record, { ...kept, [name]: value }, fresh);
        return { name, draft: { ...draft, value: { ...kept, [name]: after } } };
      }),
    );
}

/** Of a property: what goes out, and what it is by then. */
interface Change {
  readonly sent: Json;
  readonly after: Json;
}

interface Valued {
  /** As it is shown. */
  readonly now: Json;
  readonly sent: Json;
  readonly schema: Schema;
}

function changesOf(
  name: string,
  valued: Valued,
  { media, record }: { readonly media: MediaType; readonly record: Known },
): readonly Change[] {
  const isMerge = /^application\/merge-patch\+json\b/.test(media.range);
  if (isMerge && isJsonObject(valued.now)) return changesWithin(valued);
  return valuesFor(name, valued, record).map((value) => ({ sent: value, after: value }));
}

/** Of an object one part will do, which stands for the others. */
function mostOf(now: Json): number {
  return isJsonObject(now) ? 1 : Number.POSITIVE_INFINITY;
}

/** A merge patch names what changes within an object, and the rest stays, at every depth (RFC 7396): the deepest first. */
function changesWithin({ now, sent, schema }: Valued): readonly Change[] {
  const before = asSent(now, sent);
  return [...sitesBelow(schema, before)]
    .filter(({ path }) => path.every((part) => typeof part === 'string') && hasSiblings(before, path))
    .toSorted((a, b) => b.path.length - a.path.length)
    .flatMap(({ path, schema: declared, value }) => {
      const other = isJsonObject(value) ? undefined : otherValue(value, declared);
      if (other === undefined) return [];
      return [{ sent: nested(path, other), after: replaceAt(before, path, other) }];
    });
}

/** What is shown as it was sent: of the rest nobody knows what the store makes of it. */
function asSent(now: Json, sent: Json): Json {
  if (!isJsonObject(now) || !isJsonObject(sent)) return now;
  const members = Object.entries(now).flatMap(([name, value]) => {
    const part = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (part === undefined || part === null) return [];
    if (isJsonObject(value) && isJsonObject(part)) return [[name, asSent(value, part)] as const];
    return sameJson(value, part) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(members);
}

function hasSiblings(whole: Json, path: Path): boolean {
  const holder = valueAt(whole, path.slice(0, -1));
  return isJsonObject(holder) && Object.keys(holder).length > 1;
}

function nested(path: Path, value: Json): Json {
  return path.reduceRight((inner: Json, name) => ({ [name]: inner }), value);
}

/** One that it has not now, a flag twice, which some turn over at each; `false` by all means, which many take for nothing. */
function valuesFor(
  name: string,
  { now, schema }: { readonly now: Json; readonly schema: Schema },
  { writes }: Known,
): readonly Json[] {
  if (now === false) return [true, true, false];
  if (now === true && isValid(schema, false, 'request')) return [false, false];
  const before = writes.map(({ draft }) => partOf(draft.value, name));
  const other =
    otherValue(now, schema) ??
    (isJsonArray(now) ? before.find((one) => !sameJson(one ?? [], now)) : undefined);
  return other === undefined ? [] : [other];
}

/** Flags and words of an enum may hide a record, and end what can be done with it. */
function rankOf(value: Json): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  return isJsonArray(value) || isJsonObject(value) ? 1 : typeof value === 'boolean' ? 2 : 3;
}

function drawn(own: Twin, record: Known, value: Json, fresh: Fresh): Draft {
  return conditional(withFreshUuids(jsonDraft(own, value), fresh), own, record);
}
