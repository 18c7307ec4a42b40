/**
 * What the list queries have to show: a limit that is lower than the number of records, pages, filters that leave out
 * records, bounds that exclude all of them, and records in an order.
 */
import { isJsonArray, type Json } from '../../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { ListQuery, ListShape } from '../../model/list-query.ts';
import type { ExecutedStep, SequenceGoal } from '../../model/sequence.ts';
import { seenNumbers, testableBounds } from '../lists/bounds.ts';
import { testableFilters } from '../lists/filters.ts';
import { getMember } from '../lists/list-shape.ts';
import { detectPagination, limitsToTry } from '../lists/pagination.ts';
import type { ListContext } from '../lists/read-list.ts';
import { compareIfUnambiguous } from '../lists/sort-order.ts';
import { sortProbes } from '../lists/sorting.ts';
import { isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { describeRejection } from './obstacle.ts';

/** What a goal needs of the whole list, and of the responses to one kind of query. */
interface QueryGoal {
  readonly description: string;
  isOwnQuery(query: ListQuery): boolean;
  /** What the list lacks for these queries to show anything; undefined when it lacks nothing. */
  missingIn(whole: readonly Json[], queries: readonly ListQuery[]): string | undefined;
  /** Whether the items are evidence; by default any list is. */
  isEvidence?(items: readonly Json[], whole: readonly Json[]): boolean;
  /** By default `the responses do not show it`. */
  readonly lackOfEvidence?: string;
  /** Why there is no such query; by default the kit has none. */
  readonly lackOfQueries?: string;
}

export function listGoals(context: ListContext): readonly SequenceGoal[] {
  const goals = [
    ...limitGoals(context),
    ...pageGoals(context),
    ...filterGoals(context),
    ...boundGoals(context),
    ...sortGoals(context),
  ];
  return goals.map((goal) => createGoal(context, goal));
}

function limitGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  const limits = limitsToTry(baseline, shape).map(({ limit }) => limit);
  if (limits.length === 0) return [];
  const lowest = Math.min(...limits);
  return [
    {
      description: 'a page has at most as many records as requested',
      isOwnQuery: ({ kind }) => kind === 'limit',
      missingIn: (whole) => tooFew(whole, lowest + 1),
      isEvidence: (items) => items.length >= lowest,
    },
  ];
}

function pageGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  const pagination = detectPagination(baseline, shape);
  if (pagination === undefined) return [];
  return [
    {
      description: 'pages together contain each record once',
      isOwnQuery: ({ kind }) => kind === 'pages',
      missingIn: (whole, queries) => (queries.length > 0 ? undefined : tooFew(whole, pagination.limit + 1)),
      ...(pagination.isByCursor && { lackOfQueries: 'no response shows how to request the next page' }),
    },
  ];
}

function filterGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  return testableFilters(baseline, shape).map(({ parameter, property }) => ({
    description: `the filter ${parameter.name} leaves out other records`,
    isOwnQuery: (query) => query.kind === 'filter' && query.parameter === parameter,
    missingIn: (whole, queries) => {
      const values = valuesOf(whole, property);
      if (values.length === 0) return `no record of the list has ${property}`;
      const leavesOut = (query: ListQuery) => values.some((value) => !filterValues(query).includes(String(value)));
      return queries.some(leavesOut) ? undefined : `all records of the list have the same ${property}`;
    },
  }));
}

function boundGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  return testableBounds(baseline, shape).map(({ parameter, member, property, side }) => ({
    description: `the bound ${member === undefined ? parameter.name : `${parameter.name}[${member}]`} leaves out records`,
    isOwnQuery: (query) => query.kind === 'bound' && query.parameter === parameter && query.side === side,
    missingIn: (whole) =>
      seenNumbers(whole, property).length > 0 ? undefined : `no record of the list has a ${property} above zero`,
    lackOfQueries: `no valid value certainly leaves out records: declare for the parameter the minimum and maximum of ${property}`,
  }));
}

function filterValues(query: ListQuery): readonly string[] {
  if (query.kind !== 'filter') return [];
  return isJsonArray(query.value) ? query.value.map(String) : [String(query.value)];
}

function sortGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  const properties = new Set(sortProbes(baseline, shape).map(({ property }) => property));
  return [...properties.difference(enumProperties(shape))].map((property) => ({
    description: `the list is sorted by ${property}`,
    isOwnQuery: (query) => query.kind === 'sort' && query.property === property,
    // A sorted list shows other records than the beginning of a long one.
    missingIn: () => undefined,
    // In a long list both may show similar values only: then the whole is out of order.
    isEvidence: (items, whole) => differClearly(valuesOf(items, property)) || differClearly(valuesOf(whole, property)),
    lackOfEvidence: `no two records of the sorted list differ clearly in ${property}`,
  }));
}

/** Some implementations sort enum values as text, others by their position in the enum. */
function enumProperties({ item }: ListShape): ReadonlySet<string> {
  const declared = [...declaredProperties(item)].filter(([, schema]) => flattenSchema(schema).enum !== undefined);
  return new Set(declared.map(([name]) => name));
}

/** Whether the order of two of the values is certain. */
function differClearly(values: readonly Json[]): boolean {
  return values.some((one, index) => values.slice(index + 1).some((other) => compareIfUnambiguous(one, other) !== 0));
}

function tooFew(whole: readonly Json[], count: number): string | undefined {
  return whole.length < count
    ? `the list has ${whole.length === 1 ? 'one record' : `${whole.length} records`}`
    : undefined;
}

function valuesOf(items: readonly Json[], property: string): readonly Json[] {
  return items.flatMap((item) => {
    const value = getMember(item, property);
    return value === undefined || value === null || typeof value === 'object' ? [] : [value];
  });
}

function createGoal({ baseline: { operation }, shape }: ListContext, goal: QueryGoal): SequenceGoal {
  const itemsIn = ({ exchange }: ExecutedStep) =>
    isSuccessfulExchange(exchange) ? shape.itemsIn(parseBody(exchange)) : undefined;
  const readsWhole = ({ step }: ExecutedStep) => step.operation === operation && step.query === undefined;
  const ownSteps = (steps: readonly ExecutedStep[]) =>
    steps.filter(({ step: { query } }) => query !== undefined && goal.isOwnQuery(query));
  // The first read may not show the latest records yet, and pages are parts of the list.
  const wholeIn = (steps: readonly ExecutedStep[]) =>
    steps
      .filter(readsWhole)
      .map((read) => itemsIn(read) ?? [])
      .reduce((longest, items) => (items.length > longest.length ? items : longest), []);
  const missingIn = (steps: readonly ExecutedStep[]) => {
    const first = steps.find(readsWhole);
    const queries = ownSteps(steps).flatMap(({ step: { query } }) => query ?? []);
    if (first !== undefined && itemsIn(first) !== undefined) return goal.missingIn(wholeIn(steps), queries);
    return first === undefined ? 'the list was not read' : describeRejection(first);
  };
  return {
    operation,
    description: goal.description,
    isReached: (steps) =>
      missingIn(steps) === undefined &&
      ownSteps(steps).some((own) => {
        const items = itemsIn(own);
        return items !== undefined && (goal.isEvidence?.(items, wholeIn(steps)) ?? true);
      }),
    obstacle: (steps) => {
      const rejected = ownSteps(steps).findLast(({ exchange }) => !isSuccessfulExchange(exchange));
      const reason = missingIn(steps) ?? (rejected === undefined ? undefined : describeRejection(rejected));
      const hasQueries = ownSteps(steps).length > 0;
      return reason ?? (hasQueries ? (goal.lackOfEvidence ?? 'the responses do not show it') : goal.lackOfQueries);
    },
  };
}
