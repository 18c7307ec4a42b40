import { compareNumbers, isJsonArray, isNumeric, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import type { ListQuery, ListQueryFilter } from '../model/list-query.ts';
import { isPositive } from '../stateful/lists/bounds.ts';
import { matchesFilterValue, selectsOnly } from '../stateful/lists/filter-values.ts';
import { describeName, getMember } from '../stateful/lists/list-shape.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { listItems, locateInList } from './lists/list-items.ts';

export const filterRespected: Check = {
  id: 'filter-respected',
  severity: 'error',
  invariant: 'a list contains the records that match its filter, and no others',
  title: 'A filter is not applied correctly',
  why: 'A client that requests the open records also gets others, or misses some. Likely causes: the parameter is read under another name or not at all, is compared with another property, or is applied after pagination. Filter before you sort and paginate.',
  references: 'OpenAPI, Parameter Object: the filter that the contract declares for the list',
  appliesTo: (context) =>
    ['filter', 'omitted', 'bound'].includes(context.query?.kind ?? '') && listItems(context) !== undefined,
  violations(context) {
    const { query } = context;
    if (query?.kind === 'filter') return filterViolations(query, context);
    if (query?.kind === 'bound') return boundViolations(query, context);
    return query?.kind === 'omitted' ? leftOutViolations(query, context) : [];
  },
};

function filterViolations(query: Extract<ListQuery, { kind: 'filter' }>, context: CheckContext): readonly Violation[] {
  const { property, value, parameter } = query;
  const list = listItems(context) ?? [];
  const values = list.map((record) => getMember(record, property));
  // A list may show summaries without the property.
  const others = values.filter(
    (one) => one !== undefined && one !== null && (typeof one !== 'object' || isJsonArray(one)),
  );
  const wrong = others.find((one) => one !== undefined && !matchesFilterValue(query, one));
  if (wrong === undefined) return [];
  const violation: Violation = {
    expected: `records whose ${property} is ${describeBound(query)}${stringifyJson(value)}`,
    received: `one whose ${property} is ${stringifyJson(wrong)}`,
    responsePart: locateInList(context, list[values.indexOf(wrong)], property),
    place: parameter.place,
    requirement: requirementFor(query),
    key: `${filterName(query)} others`,
  };
  return [downgradeIfTolerated(violation, query.shape.uncertainty ?? toleranceReason(query, others))];
}

/** `status`, or `filter.status` for a member of an object. */
function filterName({
  parameter,
  member,
}: { readonly parameter: Parameter } & Pick<ListQueryFilter, 'member'>): string {
  return member === undefined ? parameter.name : `${parameter.name}.${member}`;
}

function describeBound({ comparison }: ListQueryFilter): string {
  if (comparison === 'substring') return 'or contains ';
  return comparison === 'from'
    ? 'at least '
    : comparison === 'to'
      ? 'at most '
      : comparison === 'before'
        ? 'before '
        : '';
}

function requirementFor(query: Extract<ListQuery, { kind: 'filter' | 'omitted' }>): string {
  return query.isStated === true
    ? `the description of "${query.parameter.name}" says how it bounds "${query.property}"`
    : query.comparison === 'flag' && selectsOnly(query.parameter)
      ? `the description of "${query.parameter.name}" says what it selects: "${query.parameter.description}"`
      : `"${filterName(query)}" has the name of a property of the records`;
}

function boundViolations(query: Extract<ListQuery, { kind: 'bound' }>, context: CheckContext): readonly Violation[] {
  const { property, side, bound, parameter, shape } = query;
  const list = listItems(context) ?? [];
  const values = list.map((record) => getMember(record, property));
  const wrong = values.filter(isPositive).find((value) => (side === 'from' ? value < bound : value > bound));
  if (wrong === undefined) return [];
  const violation: Violation = {
    expected: `no record whose ${property} is ${wrong} (filter: ${side} ${bound})`,
    received: `one whose ${property} is ${wrong}`,
    responsePart: locateInList(context, list[values.indexOf(wrong)], property),
    place: parameter.place,
    requirement: `"${parameter.name}" has the name of a bound of "${property}"`,
    key: `${parameter.name} ${side}`,
  };
  return [downgradeIfTolerated(violation, shape.uncertainty)];
}

function toleranceReason(
  { comparison, value, parameter }: ListQueryFilter & { readonly parameter: Parameter },
  others: readonly (Json | undefined)[],
): string | undefined {
  if (comparison === 'flag' && value === true && !selectsOnly(parameter)) return 'the flag may include these records';
  if (comparison !== 'bound') return undefined;
  const sides = others.filter(isNumeric).map((one) => (isNumeric(value) ? compareNumbers(one, value) : 0));
  const isBothSides = sides.some((side) => side < 0) && sides.some((side) => side > 0);
  return isBothSides ? undefined : 'the number may be a bound';
}

function leftOutViolations(
  query: Extract<ListQuery, { kind: 'omitted' }>,
  context: CheckContext,
): readonly Violation[] {
  const { property, value, parameter, record, shape } = query;
  const name = shape.nameOf(record);
  const currentRecord = listItems(context)?.find((one) => shape.nameOf(one) === name);
  const current = getMember(currentRecord, property);
  const shown = stringifyJson(current ?? null);
  const expectedValues = isJsonArray(value) ? value : [value];
  const isExact =
    expectedValues.some((one) => stringifyJson(one) === shown) ||
    (isJsonArray(current) && isJsonArray(value) && matchesFilterValue(query, current));
  const isSearched = query.comparison === 'substring' && current !== undefined && matchesFilterValue(query, current);
  if (name === undefined || currentRecord === undefined || !(isExact || isSearched)) return [];
  const violation: Violation = {
    expected: `the record ${describeName(name)} if ${filterName(query)} is ${stringifyJson(value)}: its ${property} is ${shown}`,
    received: 'a list without it',
    responsePart: locateInList(context, currentRecord, property),
    place: parameter.place,
    requirement: requirementFor(query),
    key: `${filterName(query)} left out`,
  };
  const isClear = value === true && selectsOnly(parameter);
  const isTolerated = query.comparison === 'bound' || (query.comparison === 'flag' && !isClear);
  const reason = isTolerated ? 'the parameter may have another meaning' : shape.uncertainty;
  return [downgradeIfTolerated(violation, reason)];
}
