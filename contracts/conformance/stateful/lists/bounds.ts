/** Bounds that hold in any unit: nothing above zero is within zero, and nothing is above what is a thousand times the most. */
import type { Json } from '../../../../spec/exact-json.ts';
import { boundsOf, type ListBound } from '../../../../spec/resources/bounds.ts';
import { propertiesOf } from '../../../../spec/schema-view.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';
import { memberOf } from './query.ts';

export interface ChosenBound extends Pick<ListBound, 'property' | 'side'> {
  readonly bound: number;
  readonly given: ParameterValue;
}

const MOST_BOUNDS = 4;
/** Cents and euros, grams and kilogrammes are less than that apart. */
const UNITS = 1_000;

/** With each of them no record is left of those that are above zero. */
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
