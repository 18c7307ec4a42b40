/** Bounds of a date or a time that exclude records of the list. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import type { TimeBound } from '../../../../spec/resources/time-bounds.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { FilterProbe } from './filters.ts';
import { getMember } from './list-shape.ts';

const MAX_BOUNDS = 4;

/** The optional ones. */
export function testableTimeBounds(operation: Operation, item: Schema): readonly TimeBound[] {
  return listParameters(operation, item)
    .timeBounds.filter(({ parameter }) => !parameter.required)
    .slice(0, MAX_BOUNDS);
}

/** One for each bound that a time of the list excludes other records with. */
export function timeBoundProbes(
  { operation }: BaselineRequest,
  { item }: ListShape,
  whole: readonly Json[],
): readonly FilterProbe[] {
  return testableTimeBounds(operation, item).flatMap(({ parameter, property, comparison }): readonly FilterProbe[] => {
    const times = whole
      .map((record) => ({ record, value: getMember(record, property) }))
      .flatMap(({ record, value }) => (typeof value === 'string' ? [{ record, value, time: Date.parse(value) }] : []))
      .filter(({ time }) => !Number.isNaN(time))
      .toSorted((one, other) => one.time - other.time);
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined || first.time === last.time) return [];
    // The largest one with others below it, or the smallest one with others above it.
    const { value, record } = comparison === 'to' ? first : last;
    const isAllowed = parameter.schema !== undefined && isValid(parameter.schema, value, 'request');
    // A shown time may be rounded down, so that an inclusive upper bound may exclude its record.
    const included = comparison === 'from' ? record : undefined;
    return isAllowed
      ? [{ property, value, comparison, record: included, parameterValue: { parameter, value }, isStated: true }]
      : [];
  });
}
