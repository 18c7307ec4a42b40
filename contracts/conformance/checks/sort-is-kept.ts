import type { Json } from '../../../spec/json/exact-json.ts';
import { compareNumbers, isNumeric, stringifyJson } from '../../../spec/json/exact-json.ts';
import { propertiesOf } from '../../../spec/model/schema-view.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import type { ListQuery } from '../model/list-query.ts';
import { memberOf } from '../stateful/lists/query.ts';
import type { Check } from './check.ts';
import { listIn, partOfList } from './lists/list-in.ts';

export const sortIsKept: Check = {
  id: 'sort-is-kept',
  severity: 'fault',
  holds: 'a list is in the order that was asked for',
  title: 'A list is in another order',
  why: 'A client that shows the newest or the cheapest shows something else. Likely causes: the parameter is not read, the direction is ignored, numbers are sorted as text, or only the page is sorted and not the whole. Make one order of the whole, and cut the pages from it.',
  restsOn: 'OpenAPI, Parameter Object: the order that the contract declares for the list',
  appliesTo: (judged) => judged.query?.kind === 'sort' && listIn(judged) !== undefined,
  violations(judged) {
    const { query } = judged;
    const list = listIn(judged) ?? [];
    if (query?.kind !== 'sort' || isRanked(query)) return [];
    const { property, direction, parameter } = query;
    const values = list.map((record) => memberOf(record, property));
    const steps = values.slice(1).map((value, index) => [values[index], value] as const);
    const up = steps.find(([one, other]) => order(one, other) > 0);
    const down = steps.find(([one, other]) => order(one, other) < 0);
    // Where no direction is told, either is one.
    const wrong = direction === undefined ? down && up : direction === 'up' ? up : down;
    if (wrong === undefined) return [];
    const way =
      direction === undefined ? 'in one direction' : direction === 'up' ? 'ascending' : 'descending';
    const [one, other] = wrong.map((value) => stringifyJson(value ?? null));
    return [
      {
        expected: `records sorted by ${property}, ${way}`,
        received: `${one} before ${other}`,
        at: partOfList(judged, list[steps.indexOf(wrong) + 1], property),
        place: parameter.place,
        rule: `"${parameter.name}" names a property of the records`,
        key: `${property} ${way}`,
      },
    ];
  },
};

/** Values of a list are sorted as text by some, and by their place in the list by others. */
function isRanked({ shape, property }: ListQuery & { readonly kind: 'sort' }): boolean {
  const declared = propertiesOf(shape.item).get(property);
  return declared !== undefined && flatten(declared).enum !== undefined;
}

/** Positive where the first belongs behind the second in every usual order; 0 where orders may differ. */
function order(one: Json | undefined, other: Json | undefined): number {
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  if (TIME.test(one) && TIME.test(other)) return Math.sign(Date.parse(one) - Date.parse(other)) || 0;
  return collates(one) && collates(other) ? one.charCodeAt(0) - other.charCodeAt(0) : 0;
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** By its first letter, which no language sorts elsewhere, alone or with the second (Danish aa, Czech ch, ...). */
function collates(text: string): boolean {
  return /^[befikmoprtuvx][aeiou]/.test(text);
}
