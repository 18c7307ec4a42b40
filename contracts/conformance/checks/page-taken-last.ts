import type { Json } from '../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { isBeginningOf } from '../stateful/lists/first-page.ts';
import { getMember } from '../stateful/lists/list-shape.ts';
import type { Check } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const pageTakenLast: Check = {
  id: 'page-taken-last',
  severity: 'error',
  invariant: 'the first page of a list contains the first records of the filtered and sorted list',
  title: 'A page is cut before filtering or sorting',
  why: 'A client that requests one open ticket gets none. A client that requests the cheapest item gets another one. Likely causes: the database paginates first, and the filter or sort order is applied to that page; a page that is one record too short. Filter first, then sort, then paginate.',
  references:
    'OpenAPI, Parameter Object: the page size, the filter and the sort order that the contract declares for the list',
  appliesTo: (context) => context.query?.kind === 'start' && listItems(context) !== undefined,
  violations(context) {
    const { query } = context;
    const whole = listItems(context) ?? [];
    if (query?.kind !== 'start' || query.firstPage === undefined) return [];
    if (isBeginningOf(query.firstPage, whole, query.sortProperty)) return [];
    const { parameter, sortProperty } = query;
    return [
      {
        ...(sortProperty === undefined
          ? emptyPageDifference(whole)
          : sortedPageDifference({ ...query, sortProperty, start: query.firstPage }, whole)),
        responsePart: { in: 'body', path: [] },
        place: parameter.place,
        requirement: `a page is a part of the list that "${parameter.name}" selects`,
        key: `${parameter.name} ${sortProperty ?? ''}`,
      },
    ];
  },
};

function emptyPageDifference({ length }: readonly Json[]) {
  return {
    expected: `a record, because the whole list has ${length}`,
    received: 'an empty page, with no sign that the list continues',
  };
}

interface SortedPage {
  readonly sortProperty: string;
  readonly limit: number;
  readonly start: readonly Json[];
}

function sortedPageDifference({ sortProperty, limit, start }: SortedPage, whole: readonly Json[]) {
  const shown = (list: readonly Json[]) =>
    list.map((item) => stringifyJson(getMember(item, sortProperty) ?? null)).join(', ');
  return {
    expected: `${sortProperty} ${shown(whole.slice(0, limit))}, as in the whole list`,
    received: `${sortProperty} ${shown(start)}`,
  };
}
