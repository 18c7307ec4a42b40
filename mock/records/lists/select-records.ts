/** Applies what a query states and what its names imply to the records of a list. */
import {
  compareNumbers,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../../spec/json/exact-json.ts';
import { memoizePair } from '../../../spec/memoize.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, itemsSchema } from '../../../spec/model/schema-view.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { findImpliedBounds, type ImpliedBound } from './bounds.ts';
import { compareTimes, endOfDay } from './instants.ts';
import { filterRecords } from './list-query.ts';
import { findImpliedSearches, type ImpliedSearch, isText } from './searches.ts';

type RecordPredicate = (record: JsonObject) => boolean;

/** By the parameters that the client sent. */
export function selectRecords<T extends { readonly value: JsonObject }>(
  all: readonly T[],
  { operation, item }: { readonly operation: Operation; readonly item: Schema },
  sent: ReadonlyMap<string, Json>,
): readonly T[] {
  const { bounds, searches } = impliedFilters(operation, item);
  const parameters = listParameters(operation, item);
  const implied = new Set([...bounds, ...searches].map(({ parameter }) => parameter));
  const filters = parameters.filters.filter(({ parameter }) => !implied.has(parameter));
  const tests = [
    ...bounds.flatMap((bound) => boundPredicate(bound, sent) ?? []),
    ...searches.flatMap((search) => searchPredicate(search, item, sent) ?? []),
  ];
  return filterRecords(all, { ...parameters, filters }, sent).filter(({ value }) => tests.every((test) => test(value)));
}

const impliedFilters = memoizePair((operation: Operation, item: Schema) => ({
  bounds: findImpliedBounds(operation, item),
  searches: findImpliedSearches(operation, item),
}));

/** As in a database, a record without the value is outside. */
function boundPredicate(bound: ImpliedBound, parameters: ReadonlyMap<string, Json>): RecordPredicate | undefined {
  const { parameter, member, property, side, isIncluded } = bound;
  const sent = parameters.get(`query.${parameter.name}`);
  const value = member !== undefined && isJsonObject(sent) ? sent[member] : sent;
  const compare = value === undefined ? undefined : comparison(bound, value);
  if (compare === undefined) return undefined;
  return (record) => {
    const order = compare(Object.hasOwn(record, property) ? record[property] : undefined);
    if (order === undefined || order === 0) return order === 0 && isIncluded;
    return side === 'from' ? order > 0 : order < 0;
  };
}

/** Undefined where the bound is none. */
function comparison(
  { kind, side, isIncluded }: ImpliedBound,
  bound: Json,
): ((value: Json | undefined) => number | undefined) | undefined {
  if (kind === 'number')
    return isNumeric(bound) ? (value) => (isNumeric(value) ? compareNumbers(value, bound) : undefined) : undefined;
  if (typeof bound !== 'string' || compareTimes(bound, bound) === undefined) return undefined;
  const isWholeDay = side === 'to' && isIncluded;
  return (value) => {
    if (typeof value !== 'string') return undefined;
    const order = compareTimes(value, bound);
    return order !== undefined && order > 0 && isWholeDay ? compareTimes(value, endOfDay(bound)) : order;
  };
}

/** Every word is in one of the texts, in any case. */
function searchPredicate(
  { parameter, properties }: ImpliedSearch,
  item: Schema,
  parameters: ReadonlyMap<string, Json>,
): RecordPredicate | undefined {
  const sent = parameters.get(`query.${parameter.name}`) ?? null;
  const words = [sent]
    .flat()
    .filter((one) => typeof one === 'string')
    .flatMap((text) => text.toLowerCase().split(/\s+/))
    .filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const declared = declaredProperties(item);
  return (record) => {
    const searched = Object.entries(record).filter(([name]) => properties === undefined || properties.includes(name));
    const texts = searched.flatMap(([name, value]) => textsIn(value, declared.get(name)));
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
}

function textsIn(value: Json, schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  if (typeof value === 'string') return isText(schema) ? [value.toLowerCase()] : [];
  if (isJsonArray(value)) return value.flatMap((one) => textsIn(one, itemsSchema(schema)));
  if (!isJsonObject(value)) return [];
  const declared = declaredProperties(schema);
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, declared.get(name)));
}
