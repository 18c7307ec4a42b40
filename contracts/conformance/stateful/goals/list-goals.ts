/**
 * What the list queries have to show: a limit that is lower than the number of records, pages, filters that leave out
 * records, bounds that exclude all of them, and records in an order.
 */
import { isEqualJson, isJsonArray, type Json } from '../../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { ListQuery, ListShape } from '../../model/list-query.ts';
import type { ExecutedStep, SequenceGoal } from '../../model/sequence.ts';
import { seenNumbers, testableBounds } from '../lists/bounds.ts';
import { testableFilters } from '../lists/filters.ts';
import { hasFixedPages } from '../lists/fixed-pages.ts';
import { certainDefault, limitsToTry } from '../lists/limits.ts';
import { getMember, recordNames } from '../lists/list-shape.ts';
import { detectFixedPages, detectPagination } from '../lists/pagination.ts';
import type { ListContext } from '../lists/read-list.ts';
import { compareIfUnambiguous, findDisorder } from '../lists/sort-order.ts';
import { sortProbes } from '../lists/sorting.ts';
import { parseBody } from '../model/response-records.ts';
import { describeRejection } from './obstacle.ts';

/** What a goal needs of the whole list, and of the responses to one kind of query. */
interface QueryGoal {
  readonly description: string;
  isOwnQuery(query: ListQuery): boolean;
  /** What the list lacks for these queries to show anything; undefined when it lacks nothing. */
  missingIn(whole: readonly Json[], queries: readonly ListQuery[]): string | undefined;
  /** Whether the response to one of these queries is evidence; by default any list is. */
  isEvidence?(response: QueryResponse): boolean;
  /** By default `the responses do not show it`. */
  readonly lackOfEvidence?: string;
  /** Why there is no such query; by default the kit has none. */
  readonly lackOfQueries?: string;
}

interface QueryResponse {
  readonly query: ListQuery;
  readonly items: readonly Json[];
  readonly whole: readonly Json[];
}

/** What a list shows about its default page size. */
export function defaultLimitGoals(context: ListContext): readonly SequenceGoal[] {
  return limitByDefaultGoals(context).map((goal) => createGoal(context, goal));
}

export function listGoals(context: ListContext): readonly SequenceGoal[] {
  const goals = [
    ...limitGoals(context),
    ...limitByDefaultGoals(context),
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
      isOwnQuery: (query) => query.kind === 'limit' && query.isDefault !== true,
      missingIn: (whole) => tooFew(whole, lowest + 1),
      isEvidence: ({ query, items, whole }) =>
        query.kind === 'limit' && items.length >= query.limit && whole.length > query.limit,
    },
  ];
}

function limitByDefaultGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  const limit = certainDefault(baseline, shape)?.limit;
  if (limit === undefined) return [];
  return [
    {
      description: `a page has at most ${limit} records by default`,
      isOwnQuery: (query) => query.kind === 'limit' && query.isDefault === true,
      missingIn: (whole) => tooFew(whole, limit),
      isEvidence: ({ items }) => items.length >= limit,
    },
  ];
}

function pageGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  const pagination = detectPagination(baseline, shape) ?? detectFixedPages(baseline, shape);
  if (pagination === undefined) return [];
  const minimum = hasFixedPages(pagination) ? 1 : pagination.limit + 1;
  return [
    {
      description: 'pages together contain each record once',
      isOwnQuery: ({ kind }) => kind === 'pages',
      missingIn: (whole, queries) => (queries.length > 0 ? undefined : tooFew(whole, minimum)),
      isEvidence: ({ query, whole }) =>
        query.kind === 'pages' && query.pages.length > 1 && recordNames(whole, shape).length > 0,
      lackOfEvidence: 'its items show nothing that names them',
      ...(pagination.isByCursor && { lackOfQueries: 'no response shows how to request the next page' }),
      ...(hasFixedPages(pagination) && !pagination.isByCursor && { lackOfQueries: ONE_PAGE }),
    },
  ];
}

const ONE_PAGE = 'the next page has the same records as the first one, which may be the only one';

function filterGoals({ baseline, shape }: ListContext): readonly QueryGoal[] {
  // What can only be a warning is not required.
  if (shape.uncertainty !== undefined) return [];
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
  if (shape.uncertainty !== undefined) return [];
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
    isEvidence: (response) => showsOrder(response, property, shape),
    lackOfEvidence: `no two records of the sorted list differ clearly in ${property}, or the list has the same order without it`,
  }));
}

/** In a long list both may show similar values only: then the whole is out of order. */
function showsOrder({ query, items, whole }: QueryResponse, property: string, shape: ListShape): boolean {
  if (query.kind !== 'sort') return false;
  const differs = [items, whole].some((list) => differClearly(valuesOf(list, property)));
  // A list that is in order anyway, and is returned as it is, shows nothing.
  const unsorted = whole.map((item) => getMember(item, property));
  const isOrdered = findDisorder(unsorted, query.direction) === undefined;
  const isUnchanged = isEqualJson([...recordNames(items, shape)], [...recordNames(whole, shape)]);
  return differs && !(isOrdered && isUnchanged);
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
        const [items, { query }] = [itemsIn(own), own.step];
        if (items === undefined || query === undefined) return false;
        return goal.isEvidence?.({ query, items, whole: wholeIn(steps) }) ?? true;
      }),
    obstacle: (steps) => {
      const rejected = ownSteps(steps).findLast(({ exchange }) => !isSuccessfulExchange(exchange));
      const reason = missingIn(steps) ?? (rejected === undefined ? undefined : describeRejection(rejected));
      const hasQueries = ownSteps(steps).length > 0;
      return reason ?? (hasQueries ? (goal.lackOfEvidence ?? 'the responses do not show it') : goal.lackOfQueries);
    },
  };
}
