import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { ListQuery } from '../model/list-query.ts';
import { getMember } from '../stateful/lists/list-shape.ts';
import { findDisorder, findStatedDisorder } from '../stateful/lists/sort-order.ts';
import type { Check } from './check.ts';
import { listItems, locateInList } from './lists/list-items.ts';

export const sortRespected: Check = {
  id: 'sort-respected',
  severity: 'error',
  invariant: 'a list is in the requested order, or in the one that the contract states',
  title: 'A list is in the wrong order',
  why: 'A client that shows the newest or the cheapest records shows others. Likely causes: the parameter is not read, the direction is ignored, numbers are sorted as strings, or only the page is sorted and not the whole list. Sort the whole list, then paginate.',
  references: 'OpenAPI, Parameter Object: the order that the contract declares for the list',
  // The order of a single record shows nothing.
  appliesTo: (context) =>
    (context.query?.kind === 'sort' || context.query?.kind === 'stated order') && (listItems(context)?.length ?? 0) > 1,
  violations(context) {
    const { query } = context;
    const list = listItems(context) ?? [];
    if (query?.kind !== 'sort' && query?.kind !== 'stated order') return [];
    if (isEnumProperty(query)) return [];
    const { property, direction } = query;
    const values = list.map((record) => getMember(record, property));
    const index = query.kind === 'sort' ? findDisorder(values, direction) : findStatedDisorder(values, direction);
    if (index === undefined) return [];
    const directionText =
      direction === undefined ? 'in one direction' : direction === 'up' ? 'ascending' : 'descending';
    const [one, other] = values.slice(index - 1).map((value) => stringifyJson(value ?? null));
    return [
      {
        expected: `records sorted by ${property}, ${directionText}`,
        received: `${one} before ${other}`,
        responsePart: locateInList(context, list[index], property),
        place: query.kind === 'sort' ? query.parameter.place : context.testCase.operation.place,
        requirement:
          query.kind === 'sort'
            ? `"${query.parameter.name}" names a property of the records`
            : `the contract states the order: ${query.sentence}`,
        key: `${property} ${directionText}`,
      },
    ];
  },
};

/** Some implementations sort enum values as text, others by their position in the enum. */
function isEnumProperty({ shape, property }: Extract<ListQuery, { kind: 'sort' | 'stated order' }>): boolean {
  const declared = declaredProperties(shape.item).get(property);
  return declared !== undefined && flattenSchema(declared).enum !== undefined;
}
