/** Filters: parameters named after a property that select records with that value. */
import { canonicalJson, isJsonArray, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { type ListFilter, listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isUnambiguous } from '../../../../spec/wire/parameter-styles.ts';
import type { ListQueryFilter, ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { getMember } from './list-shape.ts';

export interface FilterProbe extends ListQueryFilter {
  readonly parameterValue: ParameterValue;
  /** A record with that value; undefined when none was seen. */
  readonly record: Json | undefined;
  /** Another filter that is sent with it. */
  readonly more?: readonly ParameterValue[];
}

export function filterProbes(
  list: BaselineRequest,
  { item }: ListShape,
  whole: readonly Json[],
): readonly FilterProbe[] {
  return filteredProperties(list.operation, item)
    .slice(0, MAX_FILTERS)
    .flatMap(({ parameter, property }): readonly FilterProbe[] => {
      const declared = declaredProperties(item).get(property);
      if (isListParameter(parameter)) return listFilterProbes(parameter, property, declared, whole);
      const comparison = filterComparison(parameter, declared);
      return comparison === undefined ? [] : valueFilterProbes(parameter, comparison, whole);
    });
}

const MAX_FILTERS = 6;

/** The filters that can be tested, if the list has suitable records. */
export function testableFilters({ operation }: BaselineRequest, { item }: ListShape): readonly ListFilter[] {
  return filteredProperties(operation, item)
    .slice(0, MAX_FILTERS)
    .filter(({ parameter, property }) => {
      const declared = declaredProperties(item).get(property);
      if (!isListParameter(parameter)) return filterComparison(parameter, declared) !== undefined;
      return (
        declared !== undefined &&
        singleType(flattenSchema(declared)) !== undefined &&
        (itemValues(parameter).length > 0 || comparesItemsExactly(parameter, declared))
      );
    });
}

function itemValues({ schema }: Parameter): readonly Json[] {
  const items = schema && flattenSchema(schema).items;
  return items === undefined ? [] : (flattenSchema(items).enum ?? []);
}

/** Integers and UUIDs of the same type as the property; texts may be searched for. */
function comparesItemsExactly({ schema }: Parameter, property: Schema): boolean {
  const items = schema && flattenSchema(schema).items;
  if (items === undefined) return false;
  const [item, declared] = [flattenSchema(items), flattenSchema(property)];
  const isExact = singleType(item) === 'integer' || item.format === 'uuid';
  return isExact && singleType(item) === singleType(declared) && item.format === declared.format;
}

/** The optional filters. */
export function filteredProperties(operation: Operation, item: Schema): readonly ListFilter[] {
  const { filters } = listParameters(operation, item);
  return filters.filter(({ parameter }) => !parameter.required && parameter.content.length === 0);
}

function isListParameter({ schema }: Parameter): boolean {
  return schema !== undefined && flattenSchema(schema).types?.has('array') === true;
}

/** Each value of the enum, or some that the list shows, alone, and two of them. */
function listFilterProbes(
  parameter: Parameter,
  property: string,
  declared: Schema | undefined,
  whole: readonly Json[],
): readonly FilterProbe[] {
  const { schema } = parameter;
  const enumValues = itemValues(parameter);
  const values =
    enumValues.length > 0 || declared === undefined || !comparesItemsExactly(parameter, declared)
      ? enumValues
      : distinctValues(whole, property).slice(0, MAX_SEEN_ITEMS);
  const isOne = declared !== undefined && singleType(flattenSchema(declared)) !== undefined;
  const isSeveral = declared !== undefined && hasSameItems(parameter, declared);
  if (schema === undefined || !(isOne || isSeveral)) return [];
  const pairs = isOne || isAnyOf(parameter) ? [values.slice(0, 2), values.slice(-2)] : [];
  return (
    [...values.map((value) => [value]), ...pairs]
      // An empty list is not serialized.
      .filter((value) => value.length > 0 && isValid(schema, value, 'request') && isUnambiguous(parameter, value))
      .map((value) => {
        const record = whole
          .filter((one) => value.slice(-1).some((last) => hasItem(getMember(one, property), last)))
          .toSorted((one, other) => countItems(getMember(other, property)) - countItems(getMember(one, property)))[0];
        return { property, value, comparison: 'any', record, parameterValue: { parameter, value } };
      })
  );
}

/** A record has several of the same values: `categories=work` selects those that have `work` among theirs. */
function hasSameItems({ schema }: Parameter, property: Schema): boolean {
  const [items, shown] = [schema && flattenSchema(schema).items, flattenSchema(property).items];
  if (items === undefined || shown === undefined) return false;
  const [allowed, declared] = [flattenSchema(items).enum ?? [], flattenSchema(shown).enum ?? []];
  return allowed.length > 0 && canonicalJson(allowed) === canonicalJson(declared);
}

/** Otherwise a record may have to have all of the values. */
function isAnyOf({ description = '', schema }: Parameter): boolean {
  return /\b(?:at least one|any|one) of\b/i.test(`${description} ${schema?.description ?? ''}`);
}

function hasItem(shown: Json | undefined, value: Json): boolean {
  return isJsonArray(shown) ? shown.some((one) => isSame(one, value)) : isSame(shown, value);
}

function countItems(shown: Json | undefined): number {
  return isJsonArray(shown) ? shown.length : 1;
}

const MAX_SEEN_ITEMS = 3;

function distinctValues(whole: readonly Json[], property: string): readonly Json[] {
  const seen = whole.flatMap((record) => getMember(record, property) ?? []);
  return [...new Map(seen.map((value) => [canonicalJson(value), value])).values()];
}

function valueFilterProbes(
  parameter: Parameter,
  comparison: ListQueryFilter['comparison'],
  whole: readonly Json[],
): readonly FilterProbe[] {
  const { name, schema } = parameter;
  if (schema === undefined) return [];
  const seen = whole.flatMap((record) => {
    const value = getMember(record, name);
    return value === undefined || value === null || typeof value === 'object' ? [] : [value];
  });
  const all: readonly Json[] = [
    ...(flattenSchema(schema).enum ?? []),
    // A list of the oldest records may not show the created ones.
    ...(comparison === 'flag' ? [true, false] : []),
    ...(comparison === 'exact' ? seen : seen.slice(0, 2)),
  ];
  const values = [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
  return values
    .filter((value) => value !== null && value !== '' && isValid(schema, value, 'request'))
    .filter((value) => seen.some((one) => isSame(one, value)) || !noFilterWords.test(String(value)))
    .filter((value) => comparison !== 'substring' || !specialCharacters.test(String(value)))
    .slice(0, MAX_VALUES)
    .map((value) => {
      const record = whole.find((one) => isSame(getMember(one, name), value));
      return { property: name, value, comparison, record, parameterValue: { parameter, value } };
    });
}

const MAX_VALUES = 8;

/** Words that mean "no filter", unless a record has them as a value. */
const noFilterWords = /^(?:all|any|both|every|everything|\*)$/i;

/** Characters that some implementations interpret as a list or a pattern. */
const specialCharacters = /[,|*%!:<>()"]/;

/** Whether the record has the value itself: every implementation selects it. */
export function hasFilterValue({ property, value }: FilterProbe, record: Json): boolean {
  const values = isJsonArray(value) ? value : [value];
  return values.some((one) => hasItem(getMember(record, property), one));
}

function isSame(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonicalJson(a) === canonicalJson(b);
}

/** Undefined when the two types differ, or for dates and times, which may mean "before" or "after". */
export function filterComparison(
  { schema }: Pick<Parameter, 'schema'>,
  property: Schema | undefined,
): ListQueryFilter['comparison'] | undefined {
  if (schema === undefined || property === undefined) return undefined;
  const [parameterSchema, propertySchema] = [flattenSchema(schema), flattenSchema(property)];
  const type = singleType(parameterSchema);
  if (type === undefined || type !== singleType(propertySchema)) return undefined;
  if (/^(?:date|time|duration)/.test(`${parameterSchema.format ?? ''}${propertySchema.format ?? ''}`)) return undefined;
  if (propertySchema.enum !== undefined || parameterSchema.format === 'uuid' || propertySchema.format === 'uuid')
    return 'exact';
  if (type === 'boolean') return 'flag';
  return type === 'string' ? 'substring' : 'bound';
}

function singleType({ types, enum: values = [] }: Schema): string | undefined {
  const typeNames = types ?? new Set<string>(values.map((value) => (value === null ? 'null' : typeof value)));
  const [type, ...others] = [...typeNames].filter((one) => one !== 'null');
  return others.length === 0 && type !== 'array' && type !== 'object' ? type : undefined;
}
