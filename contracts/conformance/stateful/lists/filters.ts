/** Parameters that have the name of a property and choose the records with that value, and those that are bounds of one. */
import { canonicalText, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { propertiesOf } from '../../../../spec/model/schema-view.ts';
import { boundsOf, type ListBound } from '../../../../spec/resources/bounds.ts';
import { type ListFilter, listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isAgreed } from '../../../../spec/wire/parameter-styles.ts';
import type { Filter, ListShape } from '../../model/list-query.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';
import { memberOf } from './query.ts';

export interface ChosenFilter extends Filter {
  readonly given: ParameterValue;
  /** One that has the value; undefined where none was seen. */
  readonly record: Json | undefined;
}

export function filtersOf(list: Twin, { item }: ListShape, whole: readonly Json[]): readonly ChosenFilter[] {
  return filteredProperties(list.operation, item)
    .slice(0, MOST_FILTERS)
    .flatMap(({ parameter, property }): readonly ChosenFilter[] => {
      const declared = propertiesOf(item).get(property);
      if (isList(parameter)) return chosenAmong(parameter, property, declared, whole);
      const means = meaningOf(parameter, declared);
      return means === undefined ? [] : chosenBy(parameter, means, whole);
    });
}

const MOST_FILTERS = 6;

/** Those that may be left out. */
export function filteredProperties(operation: Operation, item: Schema): readonly ListFilter[] {
  const { filters } = listParameters(operation, item);
  return filters.filter(({ parameter }) => !parameter.required && parameter.content.length === 0);
}

function isList({ schema }: Parameter): boolean {
  return schema !== undefined && flatten(schema).types?.has('array') === true;
}

/** Each value that is declared alone, and two of them. */
function chosenAmong(
  parameter: Parameter,
  property: string,
  declared: Schema | undefined,
  whole: readonly Json[],
): readonly ChosenFilter[] {
  const { schema } = parameter;
  const items = schema && flatten(schema).items;
  const values = items === undefined ? [] : (flatten(items).enum ?? []);
  const isOne = declared !== undefined && onlyType(flatten(declared)) !== undefined;
  if (schema === undefined || !isOne) return [];
  return (
    [...values.map((value) => [value]), values.slice(0, 2), values.slice(-2)]
      // A list of nothing is not sent at all.
      .filter((value) => value.length > 0 && isValid(schema, value, 'request') && isAgreed(parameter, value))
      .map((value) => {
        const record = whole.find((one) =>
          value.slice(-1).some((last) => isSame(memberOf(one, property), last)),
        );
        return { property, value, means: 'any of these', record, given: { parameter, value } };
      })
  );
}

function chosenBy(
  parameter: Parameter,
  means: Filter['means'],
  whole: readonly Json[],
): readonly ChosenFilter[] {
  const { name, schema } = parameter;
  if (schema === undefined) return [];
  const seen = whole.flatMap((record) => {
    const value = memberOf(record, name);
    return value === undefined || value === null || typeof value === 'object' ? [] : [value];
  });
  const all: readonly Json[] = [
    ...(flatten(schema).enum ?? []),
    ...(means === 'itself' ? seen : seen.slice(0, 2)),
  ];
  const values = [...new Map(all.map((value) => [canonicalText(value), value])).values()];
  return values
    .filter((value) => value !== null && value !== '' && isValid(schema, value, 'request'))
    .filter((value) => seen.some((one) => isSame(one, value)) || !everything.test(String(value)))
    .filter((value) => means !== 'a part' || !special.test(String(value)))
    .slice(0, MOST_VALUES)
    .map((value) => {
      const record = whole.find((one) => isSame(memberOf(one, name), value));
      return { property: name, value, means, record, given: { parameter, value } };
    });
}

const MOST_VALUES = 8;

/** Words for no choice at all, where no record was seen to have them for a value. */
const everything = /^(?:all|any|both|every|everything|\*)$/i;

/** A list of values, or a pattern, to those who have such. */
const special = /[,|*%!:<>()"]/;

function isSame(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonicalText(a) === canonicalText(b);
}

/** Undefined where the two do not agree, or where a time may stand for all that is before or after it. */
function meaningOf({ schema }: Parameter, property: Schema | undefined): Filter['means'] | undefined {
  if (schema === undefined || property === undefined) return undefined;
  const [asked, shown] = [flatten(schema), flatten(property)];
  const type = onlyType(asked);
  if (type === undefined || type !== onlyType(shown)) return undefined;
  if (/^(?:date|time|duration)/.test(`${asked.format ?? ''}${shown.format ?? ''}`)) return undefined;
  if (shown.enum !== undefined || asked.format === 'uuid' || shown.format === 'uuid') return 'itself';
  if (type === 'boolean') return 'a flag';
  return type === 'string' ? 'a part' : 'a bound';
}

function onlyType({ types, enum: values = [] }: Schema): string | undefined {
  const told = types ?? new Set<string>(values.map((value) => (value === null ? 'null' : typeof value)));
  const [type, ...others] = [...told].filter((one) => one !== 'null');
  return others.length === 0 && type !== 'array' && type !== 'object' ? type : undefined;
}

interface ChosenBound extends Pick<ListBound, 'property' | 'side'> {
  readonly bound: number;
  readonly given: ParameterValue;
}

const MOST_BOUNDS = 4;

/** Cents and euros, grams and kilogrammes are less than that apart. */
const UNITS = 1_000;

/**
 * Bounds that hold in any unit: nothing above zero is within zero, and nothing is above what is a thousand times the most.
 * With each of them no record is left of those that are above zero.
 */
export function boundsToTry(list: Twin, { item }: ListShape, whole: readonly Json[]): readonly ChosenBound[] {
  const queries = list.operation.parameters.filter(
    ({ in: where, required }) => where === 'query' && !required,
  );
  return boundsOf(queries, propertiesOf(item))
    .slice(0, MOST_BOUNDS)
    .flatMap((declared) => {
      const seen = whole.map((record) => memberOf(record, declared.property)).filter(isPositive);
      const bound = declared.side === 'to' ? 0 : Math.max(0, ...seen) * UNITS;
      const value = declared.member === undefined ? bound : { [declared.member]: bound };
      const { schema } = declared.parameter;
      if (seen.length === 0 || schema === undefined || !isValid(schema, value, 'request')) return [];
      const { parameter, property, side } = declared;
      return [{ property, side, bound, given: { parameter, value } }];
    });
}

export function isPositive(value: Json | undefined): value is number {
  return typeof value === 'number' && value > 0;
}
