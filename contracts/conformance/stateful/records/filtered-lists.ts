/** Reads the list of a record by values that its property had and has. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListQueryFilter, ListShape } from '../../model/list-query.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { filterComparison, filteredProperties } from '../lists/filters.ts';
import { limitsToTry } from '../lists/limits.ts';
import { detectListShape } from '../lists/list-shape.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import { minimalRequestSpec, withPathValues } from './record-requests.ts';
import type { SequenceContext } from './step-context.ts';

export interface ReadList {
  readonly baseline: BaselineRequest;
  readonly shape: ListShape;
}

/** Undefined where no list shows the records of the resource. */
export function findReadList({ resourceOperations, parentValues }: SequenceContext): ReadList | undefined {
  const { idName, baselines } = resourceOperations;
  const list = baselines.get('list');
  const baseline = list && withPathValues(list, parentValues);
  const shape = list && detectListShape(list.operation, { idName });
  return baseline === undefined || shape === undefined ? undefined : { baseline, shape };
}

export interface PropertyFilter {
  readonly parameter: Parameter;
  readonly property: string;
  readonly comparison: ListQueryFilter['comparison'];
}

export function* readFilteredBy(
  { fresh }: Pick<SequenceContext, 'fresh'>,
  { baseline, shape }: ReadList,
  filter: PropertyFilter,
  values: readonly Json[],
): StepGenerator<void> {
  const { parameter, property } = filter;
  // On a large page the record is also where other cases create records meanwhile.
  const [largest] = limitsToTry(baseline, shape).slice(-1);
  const replaced = new Set([parameter.name, largest?.parameter.name]);
  const others = baseline.parameters.filter((one) => one.parameter.in !== 'query' || !replaced.has(one.parameter.name));
  for (const value of values) {
    const parameters = [...others, { parameter, value }, ...(largest === undefined ? [] : [largest])];
    yield {
      operation: baseline.operation,
      requestSpec: minimalRequestSpec({ ...baseline, parameters }, fresh),
      description: `the list is filtered by the ${property} ${String(value)}`,
      query: { kind: 'filter', shape, value, ...filter },
    };
  }
}

/** By the old and the new value of each enum, flag or reference that a write has changed: an index may be of before it. */
export function* filterByChanges(
  context: SequenceContext,
  before: KnownRecord,
  after: KnownRecord,
): StepGenerator<void> {
  const list = findReadList(context);
  if (list === undefined || after === before || after.isMissing === true) return;
  const declared = declaredProperties(list.shape.item);
  for (const { parameter, property } of filteredProperties(list.baseline.operation, list.shape.item)) {
    const comparison = filterComparison(parameter, declared.get(property));
    if (comparison !== 'exact' && comparison !== 'flag') continue;
    const [old, current] = [before, after].map(({ lastShown }) => getProperty(parseBody(lastShown), property));
    if (old === current) continue;
    const values = [old, current].flatMap((value) => (isSendable(parameter, value) ? [value] : []));
    yield* readFilteredBy(context, list, { parameter, property, comparison }, values);
  }
}

function isSendable({ schema }: Parameter, value: Json | undefined): value is string | number | boolean {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar && schema !== undefined && value !== undefined && isValid(schema, value, 'request');
}
