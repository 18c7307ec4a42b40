import type { Json } from '../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { isBeginningOf } from '../stateful/lists/first-page.ts';
import { getMember } from '../stateful/lists/list-shape.ts';
import type { Check } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const pageTakenLast: Check = {
  id: 'page-taken-last',
  severity: 'error',
  invariant: 'the first page of a list, chosen and sorted or not, has what stands first in the whole',
  title: 'A page is cut before it is chosen or sorted',
  why: 'A client that asks for one open ticket is told that there is none, and one that asks for the cheapest gets any. Likely causes: the database cuts the page, and the filter or the order is applied to what is left of it; a page that is one too short. Make the choice first, then the order, and cut the page from that.',
  references:
    'OpenAPI, Parameter Object: the page size, the filter and the order that the contract declares for the list',
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
        requirement: `a page is a part of what "${parameter.name}" asks for`,
        key: `${parameter.name} ${sortProperty ?? ''}`,
      },
    ];
  },
};

function emptyPageDifference({ length }: readonly Json[]) {
  return {
    expected: `a record, since there are ${length}`,
    received: 'an empty page, and no word that the list goes on',
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
    expected: `${sortProperty} ${shown(whole.slice(0, limit))}, as in the whole`,
    received: `${sortProperty} ${shown(start)}`,
  };
}
