/** Creates records that differ in the properties that a list can be filtered and sorted by. */
import { findListOrder } from '../../../spec/described/list-orders.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isSuccessfulExchange } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import type { StepGenerator } from '../model/sequence.ts';
import { type BaselineRequest, mainPayload } from '../request/baseline-request.ts';
import { rawRequestSpec, withFreshUuids } from '../request/build-request-spec.ts';
import { adaptFreshValues } from '../request/create-case.ts';
import { variedFiles } from '../request/payload/varied-files.ts';
import { alternativeValues } from '../request/values/alternative-values.ts';
import { withOrderedBounds } from '../request/values/bound-pairs.ts';
import { freshenAll } from '../request/values/freshen.ts';
import { replaceAt } from '../request/values/value-locations.ts';
import { filteredProperties } from './lists/filters.ts';
import { type ListContext, readItems } from './lists/read-list.ts';
import { sortProbes } from './lists/sorting.ts';
import { isDeclaredAsTable, TEXT_TO_QUOTE } from './lists/table.ts';
import { testableTimeBounds } from './lists/time-bounds.ts';
import { pathValues } from './model/path-items.ts';
import { toleratesRejection } from './model/tolerated-responses.ts';
import { buildCreateRequest } from './records/create-request.ts';

/** Enough for several pages, with values that differ. */
export const RECORD_COUNT = 3;

export function* createVariedRecords(context: ListContext, fresh: FreshValues): StepGenerator<void> {
  const { createBaseline } = context;
  if (createBaseline === undefined || isWithoutBody(createBaseline)) return;
  const names = queriedProperties(context);
  const { otherReferences } = context.baseline;
  if (yield* createSeveral(context, { names, references: {}, otherReferences }, fresh)) return;
  // The records may have to refer to others that exist, as those in the list do.
  const [known] = (yield* readItems(context, fresh, 'the list is read')) ?? [];
  const references = isJsonObject(known) ? referencesIn(known, context.shape.idName) : {};
  if (Object.keys(references).length === 0) return;
  const others = names.filter((name) => !Object.hasOwn(references, name));
  yield* createSeveral(context, { names: others, references }, fresh);
}

/** Adds records to the list; returns how many were created. */
export function* addRecords(context: ListContext, count: number, fresh: FreshValues): StepGenerator<number> {
  const { createBaseline, shape } = context;
  if (createBaseline === undefined || isWithoutBody(createBaseline)) return 0;
  for (let index = 0; index < count; index++) {
    const variation = { names: [], references: {}, index, fresh };
    const requestSpec = variedRequestSpec(createBaseline, shape.idName, variation);
    const isCreated = requestSpec !== undefined && (yield* createOne(createBaseline, requestSpec));
    if (!isCreated) return index;
  }
  return count;
}

function* createOne({ operation }: BaselineRequest, requestSpec: RequestSpec): StepGenerator<boolean> {
  const exchange = yield {
    operation,
    requestSpec,
    description: 'a record is created',
    tolerated: toleratesRejection,
  };
  return isSuccessfulExchange(exchange);
}

/** Forms and files without a schema have no properties that can be varied for filters; they fill the list. */
function isWithoutBody(createBaseline: BaselineRequest): boolean {
  return createBaseline.body === undefined && mainPayload(createBaseline) === undefined;
}

/** The properties that filters and sorting use, without the id. */
function queriedProperties({ baseline, shape }: ListContext): readonly string[] {
  const filters = filteredProperties(baseline.operation, shape.item).map(({ property }) => property);
  const members = listParameters(baseline.operation, shape.item).memberFilters.map(({ property }) => property);
  const sorts = sortProbes(baseline, shape).map(({ property }) => property);
  const bounds = testableTimeBounds(baseline.operation, shape.item).map(({ property }) => property);
  const stated = findListOrder(baseline.operation, shape.item);
  const names = [...filters, ...members, ...sorts, ...bounds, ...(stated === undefined ? [] : [stated.property])];
  return [...new Set(names)].filter((name) => name !== shape.idName);
}

function referencesIn(record: JsonObject, idName: string | undefined): JsonObject {
  const members = Object.entries(record).filter(([name]) => name !== idName && /(?:Id|_id)$/.test(name));
  return Object.fromEntries(members);
}

interface RecordVariation {
  /** The properties that should differ. */
  readonly names: readonly string[];
  /** The values of properties that name other records. */
  readonly references: JsonObject;
  /** Several for each property. */
  readonly otherReferences?: BaselineRequest['otherReferences'];
}

/** Whether all were created. */
function* createSeveral(
  { baseline, createBaseline, shape }: ListContext,
  variation: RecordVariation,
  fresh: FreshValues,
): StepGenerator<boolean> {
  if (createBaseline === undefined) return false;
  // The text that CSV has to quote is in a record of its own, which an implementation may reject.
  const count = isDeclaredAsTable(baseline.operation) ? RECORD_COUNT + 1 : RECORD_COUNT;
  for (let index = 0; index < count; index++) {
    const textEnd = index < RECORD_COUNT ? undefined : TEXT_TO_QUOTE;
    const requestSpec = variedRequestSpec(createBaseline, shape.idName, { ...variation, index, fresh, textEnd });
    const isCreated = requestSpec !== undefined && (yield* createOne(createBaseline, requestSpec));
    if (!isCreated) return index >= RECORD_COUNT;
  }
  return true;
}

interface ValueVariation extends RecordVariation {
  readonly index: number;
  readonly fresh: FreshValues;
  /** Appended to free texts. */
  readonly textEnd?: string | undefined;
}

function variedRequestSpec(
  createBaseline: BaselineRequest,
  idName: string | undefined,
  givenVariation: ValueVariation,
): RequestSpec | undefined {
  const fresh = adaptFreshValues(createBaseline, givenVariation.fresh);
  const variation = { ...givenVariation, fresh };
  const payload = mainPayload(createBaseline);
  if (payload?.full !== undefined && payload.schema !== undefined) {
    const value = variedValue(payload.full, payload.schema, variation);
    return withFreshUuids(
      rawRequestSpec(createBaseline, payload.write(value, payload.form && variedFiles(payload.form, variation.index))),
      fresh,
    );
  }
  const isPut = createBaseline.operation.method === 'PUT';
  const nameParameter = isPut
    ? createBaseline.parameters.findLast(({ parameter }) => parameter.in === 'path')
    : undefined;
  const creator = { createBaseline, isPut, nameParameter: nameParameter?.parameter, idName };
  return buildCreateRequest(creator, {
    parentValues: pathValues(createBaseline).slice(0, isPut ? -1 : undefined),
    fresh,
    changeBody: (_sent, { full, schema }) => variedValue(full, schema, variation),
  })?.requestSpec;
}

function variedValue(full: Json, schema: Schema, variation: ValueVariation): Json {
  const { names, references, index } = variation;
  const { properties } = flattenSchema(schema);
  const start = variedItems(freshenAll(full, schema, variation.fresh), schema, variation);
  const referring = Object.entries(references).reduce(
    (value, [name, reference]) => replaceIfValid(value, { name, choice: reference, schema }),
    start,
  );
  const varied = names.reduce((value, name) => {
    const declared = properties.get(name);
    const current = isJsonObject(value) ? value[name] : undefined;
    const references = variation.otherReferences?.get(name);
    const others = declared === undefined ? [] : [...alternativeValues(declared, current), ...severalItems(declared)];
    const choices = references ?? others;
    const choice = choices[index % Math.max(choices.length, 1)];
    if (choice === undefined) return value;
    // The other bound of a range moves: otherwise all records would have the same one.
    return withOrderedBounds(replaceIfValid(value, { name, choice, schema }), schema, [name]);
  }, referring);
  const ordered = withOrderedBounds(varied, schema);
  return variation.textEnd === undefined ? ordered : withTextEnd(ordered, schema, variation.textEnd);
}

/** Lists of values of an enum, so that a filter by one of them leaves out some. */
function severalItems(declared: Schema): readonly Json[] {
  const { items } = flattenSchema(declared);
  const [first, second, third = first] = (items && flattenSchema(items).enum) ?? [];
  return first === undefined || second === undefined || third === undefined ? [] : [[first, second], [second], [third]];
}

/** Texts without a format, a pattern or an enum. */
function withTextEnd(value: Json, schema: Schema, end: string): Json {
  return [...flattenSchema(schema).properties].reduce((whole, [name, declared]) => {
    const { format, pattern, enum: values, contentMediaType } = flattenSchema(declared);
    const isFree = [format, pattern, values, contentMediaType].every((keyword) => keyword === undefined);
    const text = isJsonObject(whole) ? whole[name] : undefined;
    if (typeof text !== 'string' || !isFree) return whole;
    return replaceIfValid(whole, { name, choice: text + end, schema });
  }, value);
}

interface Replacement {
  readonly name: string;
  readonly choice: Json;
  readonly schema: Schema;
}

function replaceIfValid(value: Json, { name, choice, schema }: Replacement): Json {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  const changed = replaceAt(value, [name], choice);
  return isValid(schema, changed, 'request') ? changed : value;
}

/** A request that creates several records, `{"products": [...]}`, has the properties in its items. */
function variedItems(value: Json, schema: Schema, variation: ValueVariation): Json {
  if (isJsonArray(value)) return variedList(value, schema, variation);
  const { properties } = flattenSchema(schema);
  if (!isJsonObject(value) || variation.names.some((name) => properties.has(name))) return value;
  const [only, ...others] = Object.entries(value).filter(([, part]) => isJsonArray(part));
  if (only === undefined || others.length > 0) return value;
  const [name, list] = only;
  const declared = properties.get(name);
  if (declared === undefined || !isJsonArray(list)) return value;
  return replaceIfValid(value, { name, choice: variedList(list, declared, variation), schema });
}

function variedList(list: JsonArray, schema: Schema, variation: ValueVariation): Json {
  const { items } = flattenSchema(schema);
  if (items === undefined) return list;
  const varied = list.map((item) => (isJsonObject(item) ? variedValue(item, items, variation) : item));
  return isValid(schema, varied, 'request') ? varied : list;
}
