/** Other values than a record has, also for types with few values: numbers, booleans, dates, enums, lists. */
import { isEqualJson, isJsonArray, isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { differentValue } from '../../request/values/alternative-values.ts';
import { withOrderedBounds, withOtherBounds } from '../../request/values/bound-pairs.ts';
import { isIdentifier, isVersion } from '../../request/values/identifier-names.ts';
import { findLocations, type Path, replaceAt, valueAt } from '../../request/values/value-locations.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import { lastSentProperties, mergedBody, withIfMatch, withPathValues } from './record-requests.ts';

/**
 * The complete record, with another value for each property that has one; undefined when bodies must stay unchanged.
 */
export function alternativeRequestSpec(
  baseline: BaselineRequest,
  record: KnownRecord,
  given: FreshValues,
): RequestSpec | undefined {
  const fresh = adaptFreshValues(baseline, given);
  const recordBaseline = withPathValues(baseline, record.pathValues);
  const { body } = recordBaseline ?? {};
  if (recordBaseline === undefined || body === undefined || fresh.isVerbatim || !isJsonObject(body.full))
    return undefined;
  return createChangeRequest(
    recordBaseline,
    record,
    alternativeBody(body, record, { whole: mergedBody(body, record, fresh), preserved: baseline.preservedNames }),
    fresh,
  );
}

/** `preserved`: values that have to stay, since another one would name a record that does not exist. */
function alternativeBody(
  body: BaselineBody,
  record: KnownRecord,
  { whole, preserved }: { readonly whole: Json; readonly preserved: ReadonlySet<Json> | undefined },
): Json {
  const previous = lastSentProperties(record);
  const locations = [...findLocations(body.schema, whole)].filter(({ path }) => isChangeableProperty(path, record));
  const changed = locations.reduce((value: Json, { path, schema, value: current }) => {
    if (
      isJsonObject(current) ||
      preserved?.has(current) === true ||
      !isEqualJson(current, valueAt(previous, path) ?? null)
    )
      return value;
    const other = differentValue(current, schema);
    const changed = other === undefined ? value : replaceAt(value, path, other);
    return isValid(body.schema, changed, 'request') ? changed : value;
  }, whole);
  return withOrderedBounds(changed, body.schema);
}

/** Not an identifier or version, and not inside a list. */
function isChangeableProperty(path: Path, { idName }: KnownRecord): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || path.some((part) => typeof part === 'number')) return false;
  return name !== idName && !isIdentifier(name) && !isVersion(name);
}

export interface PropertyChange {
  /** The property that is checked afterwards. */
  readonly property: string;
  /** The property that is changed, where it is another one. */
  readonly changedProperty?: string;
  readonly requestSpec: RequestSpec;
}

const MAX_PROPERTIES = 8;

/**
 * Each changes one property; changes that may hide the record come last. While a flag has another value than its
 * default, a number is changed too: implementations that fill in the defaults of omitted flags reset it.
 */
export function propertyChanges(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): readonly PropertyChange[] {
  const changes = changesOneByOne(baseline, record, fresh);
  const number = changes.find(({ requestSpec, property }) =>
    isNumeric(getProperty(requestSpec.value, property) ?? null),
  );
  return changes.flatMap((change, index) => {
    const { property, requestSpec } = change;
    const isSetAgain = property === changes[index - 1]?.property && getProperty(requestSpec.value, property) === true;
    if (!isSetAgain || number === undefined || !isFalseByDefault(baseline, record, property)) return [change];
    return [change, { ...number, property, changedProperty: number.property }];
  });
}

/** By this request, by the one that created the record, or by the response: other flags may be computed from numbers. */
function isFalseByDefault(
  { operation, body }: BaselineRequest,
  { writes: [creation] }: KnownRecord,
  property: string,
): boolean {
  const created = creation?.operation.requestBody?.content.map(({ schema }) => schema) ?? [];
  return [body?.schema, ...created, successMedia(operation)?.schema].some((schema) => {
    const declared = schema === undefined ? undefined : flattenSchema(schema).properties.get(property);
    return declared !== undefined && flattenSchema(declared).default?.value === false;
  });
}

function changesOneByOne(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): readonly PropertyChange[] {
  const recordBaseline = withPathValues(baseline, record.pathValues);
  const { body } = recordBaseline ?? {};
  if (recordBaseline === undefined || body === undefined || fresh.isVerbatim || /json-patch/.test(body.media.range))
    return [];
  const { properties, required } = flattenSchema(body.schema);
  const sent = lastSentProperties(record);
  const requiredProperties = Object.fromEntries(Object.entries(sent).filter(([name]) => required.has(name)));
  return [...properties]
    .filter(([name]) => isChangeableProperty([name], record) && Object.hasOwn(sent, name))
    .filter(([name]) => baseline.preservedNames?.has(sent[name] ?? null) !== true)
    .map(([name, schema]) => {
      const current = getProperty(parseBody(record.lastShown), name) ?? sent[name] ?? null;
      const changes = changesOfProperty(
        name,
        { current, sent: sent[name] ?? null, schema },
        { media: body.media, record },
      );
      const isAllowed = ({ sent: value }: BodyChange) =>
        isValid(body.schema, { ...requiredProperties, [name]: value }, 'request');
      return {
        name,
        rank: changeRank(current),
        changes: changes.filter(isAllowed).slice(0, maxChanges(current)),
      };
    })
    .filter(({ changes }) => changes.length > 0)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_PROPERTIES)
    .flatMap(({ name, changes }) =>
      changes.map(({ sent: value, expected }) => {
        const others = withOtherBounds(
          { ...requiredProperties, [name]: value },
          { name, record: sent, schema: body.schema },
        );
        const requestSpec = createChangeRequest(recordBaseline, record, others, fresh);
        return { property: name, requestSpec: { ...requestSpec, value: { ...others, [name]: expected } } };
      }),
    );
}

/** The value to send for a property, and the value expected afterwards. */
interface BodyChange {
  readonly sent: Json;
  readonly expected: Json;
}

interface PropertyState {
  /** The value in the last response. */
  readonly current: Json;
  readonly sent: Json;
  readonly schema: Schema;
}

function changesOfProperty(
  name: string,
  state: PropertyState,
  { media, record }: { readonly media: MediaType; readonly record: KnownRecord },
): readonly BodyChange[] {
  const isMergePatch = /^application\/merge-patch\+json\b/.test(media.range);
  if (isMergePatch && isJsonObject(state.current)) return mergePatchChanges(state);
  return valuesToTry(name, state, record).map((value) => ({ sent: value, expected: value }));
}

/** One change is enough for an object; it represents its other members. */
function maxChanges(current: Json): number {
  return isJsonObject(current) ? 1 : Number.POSITIVE_INFINITY;
}

/**
 * A merge patch changes the named members of an object and keeps the rest, at every depth (RFC 7396): deepest first.
 */
function mergePatchChanges({ current, sent, schema }: PropertyState): readonly BodyChange[] {
  const previous = unchangedParts(current, sent);
  return [...findLocations(schema, previous)]
    .filter(({ path }) => path.every((part) => typeof part === 'string') && hasSiblings(previous, path))
    .toSorted((a, b) => b.path.length - a.path.length)
    .flatMap(({ path, schema: declared, value }) => {
      const other = isJsonObject(value) ? undefined : differentValue(value, declared);
      if (other === undefined) return [];
      return [{ sent: nestAtPath(path, other), expected: replaceAt(previous, path, other) }];
    });
}

/** The members that are shown as sent: the implementation may transform the others. */
function unchangedParts(current: Json, sent: Json): Json {
  if (!isJsonObject(current) || !isJsonObject(sent)) return current;
  const members = Object.entries(current).flatMap(([name, value]) => {
    const part = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (part === undefined || part === null) return [];
    if (isJsonObject(value) && isJsonObject(part)) return [[name, unchangedParts(value, part)] as const];
    return isEqualJson(value, part) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(members);
}

function hasSiblings(whole: Json, path: Path): boolean {
  const holder = valueAt(whole, path.slice(0, -1));
  return isJsonObject(holder) && Object.keys(holder).length > 1;
}

function nestAtPath(path: Path, value: Json): Json {
  return path.reduceRight((inner: Json, name) => ({ [name]: inner }), value);
}

/**
 * A different value. A boolean is sent twice, since faulty implementations toggle it, and `false` is always tried,
 * since they take it for absent.
 */
function valuesToTry(
  name: string,
  { current, schema }: { readonly current: Json; readonly schema: Schema },
  { writes }: KnownRecord,
): readonly Json[] {
  if (current === false) return [true, true, false];
  if (current === true && isValid(schema, false, 'request')) return [false, false, true];
  const previous = writes.map(({ requestSpec }) => getProperty(requestSpec.value, name));
  const other =
    differentValue(current, schema) ??
    (isJsonArray(current) ? previous.find((one) => !isEqualJson(one ?? [], current)) : undefined);
  return other === undefined ? [] : [other];
}

/** Booleans and strings come last: they may hide a record or end its life. */
function changeRank(value: Json): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  return isJsonArray(value) || isJsonObject(value) ? 1 : typeof value === 'boolean' ? 2 : 3;
}

/** With fresh UUIDs, and the condition that the operation requires. */
export function createChangeRequest(
  recordBaseline: BaselineRequest,
  record: KnownRecord,
  value: Json,
  fresh: FreshValues,
): RequestSpec {
  return withIfMatch(withFreshUuids(jsonRequestSpec(recordBaseline, value), fresh), recordBaseline, record);
}
