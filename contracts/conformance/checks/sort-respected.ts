import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { ListQuery } from '../model/list-query.ts';
import { getMember } from '../stateful/lists/list-shape.ts';
import { findDisorder } from '../stateful/lists/sort-order.ts';
import type { Check } from './check.ts';
import { listItems, locateInList } from './lists/list-items.ts';

export const sortRespected: Check = {
  id: 'sort-respected',
  severity: 'error',
  invariant: 'a list is in the requested order',
  title: 'A list is in the wrong order',
  why: 'A client that shows the newest or the cheapest records shows others. Likely causes: the parameter is not read, the direction is ignored, numbers are sorted as strings, or only the page is sorted and not the whole list. Sort the whole list, then paginate.',
  references: 'OpenAPI, Parameter Object: the order that the contract declares for the list',
  // The order of a single record shows nothing.
  appliesTo: (context) => context.query?.kind === 'sort' && (listItems(context)?.length ?? 0) > 1,
  violations(context) {
    const { query } = context;
    const list = listItems(context) ?? [];
    if (query?.kind !== 'sort' || isEnumProperty(query)) return [];
    const { property, direction, parameter } = query;
    const values = list.map((record) => getMember(record, property));
    const index = findDisorder(values, direction);
    if (index === undefined) return [];
    const directionText =
      direction === undefined ? 'in one direction' : direction === 'up' ? 'ascending' : 'descending';
    const [one, other] = values.slice(index - 1).map((value) => stringifyJson(value ?? null));
    return [
      {
        expected: `records sorted by ${property}, ${directionText}`,
        received: `${one} before ${other}`,
        responsePart: locateInList(context, list[index], property),
        place: parameter.place,
        requirement: `"${parameter.name}" names a property of the records`,
        key: `${property} ${directionText}`,
      },
    ];
  },
};

/** Some implementations sort enum values as text, others by their position in the enum. */
function isEnumProperty({ shape, property }: ListQuery & { readonly kind: 'sort' }): boolean {
  const declared = declaredProperties(shape.item).get(property);
  return declared !== undefined && flattenSchema(declared).enum !== undefined;
}
