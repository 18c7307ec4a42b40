/** Range bounds of a property, such as `minPrice`: values that exclude records whatever the unit, or within shared limits. */
import { isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { findRangeFilters, type RangeFilter } from '../../../../spec/resources/range-filters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { getMember } from './list-shape.ts';

interface BoundProbe extends Pick<RangeFilter, 'property' | 'side'> {
  readonly bound: number;
  readonly parameterValue: ParameterValue;
}

const MAX_BOUNDS = 4;

/** Larger than the ratio of cents and euros, or grams and kilograms, in case parameter and property differ in unit. */
const UNIT_FACTOR = 1_000;

/** The bounds that are tried. */
export function testableBounds({ operation }: BaselineRequest, { item }: ListShape): readonly RangeFilter[] {
  const queries = operation.parameters.filter(({ in: where, required }) => where === 'query' && !required);
  return findRangeFilters(queries, declaredProperties(item)).slice(0, MAX_BOUNDS);
}

/** One for each bound that has a valid value which excludes records of the list. */
export function boundProbes(list: BaselineRequest, shape: ListShape, whole: readonly Json[]): readonly BoundProbe[] {
  return testableBounds(list, shape).flatMap((declared) => {
    const { parameter, property, side, member } = declared;
    const { schema } = parameter;
    const asValue = (bound: number) => (member === undefined ? bound : { [member]: bound });
    const bound = possibleBounds(declared, shape, seenNumbers(whole, property)).find(
      (one) => schema !== undefined && isValid(schema, asValue(one), 'request'),
    );
    return bound === undefined ? [] : [{ property, side, bound, parameterValue: { parameter, value: asValue(bound) } }];
  });
}

export function seenNumbers(whole: readonly Json[], property: string): readonly number[] {
  return whole.map((record) => getMember(record, property)).filter(isPositive);
}

/**
 * First those that hold in any unit: an upper bound of zero, and a lower bound of a thousand times the largest value seen.
 * Each excludes every record whose value is above zero.
 */
function possibleBounds(declared: RangeFilter, { item }: ListShape, seen: readonly number[]): readonly number[] {
  if (seen.length === 0) return [];
  const { property, side, schema } = declared;
  const [limits, own] = [limitsOf(schema), limitsOf(declaredProperties(item).get(property))];
  const isSameUnit = limits !== undefined && limits.minimum === own?.minimum && limits.maximum === own.maximum;
  const largest = Math.max(...seen);
  if (side === 'from') {
    const inLimits = isSameUnit ? [largest + 1, limits.maximum].filter((one) => seen.some((value) => value < one)) : [];
    return [largest * UNIT_FACTOR, ...inLimits];
  }
  return [0, ...(isSameUnit && limits.minimum < largest ? [limits.minimum] : [])];
}

/** Undefined unless both are declared: equal limits show that two numbers have one unit. */
function limitsOf(schema: Schema | undefined): { readonly minimum: number; readonly maximum: number } | undefined {
  const { minimum, maximum } = schema === undefined ? {} : flattenSchema(schema);
  if (minimum === undefined || maximum === undefined || !isNumeric(minimum) || !isNumeric(maximum)) return undefined;
  return { minimum: Number(minimum), maximum: Number(maximum) };
}

export function isPositive(value: Json | undefined): value is number {
  return typeof value === 'number' && value > 0;
}
