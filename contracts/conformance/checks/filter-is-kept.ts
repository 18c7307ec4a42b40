import {
  compareNumbers,
  isJsonArray,
  isNumeric,
  type Json,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Filter, ListQuery } from '../model/list-query.ts';
import { isPositive } from '../stateful/lists/filters.ts';
import { memberOf } from '../stateful/lists/query.ts';
import { type Check, type Judged, type Violation, weighed } from './check.ts';
import { listIn, partOfList } from './lists/list-in.ts';

export const filterIsKept: Check = {
  id: 'filter-is-kept',
  severity: 'fault',
  holds: 'a list has the records that its filter asks for, and no others',
  title: 'A filter does not choose',
  why: 'A client that asks for the open ones gets others with them, or misses some. Likely causes: the parameter is read under another name or not at all, compared with another property, or applied to one page after it was cut. Make the choice before the list is sorted and cut.',
  restsOn: 'OpenAPI, Parameter Object: the filter that the contract declares for the list',
  appliesTo: (judged) =>
    ['filter', 'left out', 'bound'].includes(judged.query?.kind ?? '') && listIn(judged) !== undefined,
  violations(judged) {
    const { query } = judged;
    if (query?.kind === 'filter') return wrongIn(query, judged);
    if (query?.kind === 'bound') return beyond(query, judged);
    return query?.kind === 'left out' ? leftOut(query, judged) : [];
  },
};

function wrongIn(query: Extract<ListQuery, { kind: 'filter' }>, judged: Judged): readonly Violation[] {
  const { property, value, parameter } = query;
  const list = listIn(judged) ?? [];
  const values = list.map((record) => memberOf(record, property));
  // A summary need not show it.
  const others = values.filter((one) => one !== undefined && one !== null && typeof one !== 'object');
  const wrong = others.find((one) => one !== undefined && !fits(query, one));
  if (wrong === undefined) return [];
  const violation: Violation = {
    expected: `records whose ${property} is ${stringifyJson(value)}`,
    received: `one whose ${property} is ${stringifyJson(wrong)}`,
    at: partOfList(judged, list[values.indexOf(wrong)], property),
    place: parameter.place,
    rule: `"${parameter.name}" has the name of a property of the records`,
    key: `${parameter.name} others`,
  };
  return [weighed(violation, whyOpen(query, others))];
}

function beyond(query: Extract<ListQuery, { kind: 'bound' }>, judged: Judged): readonly Violation[] {
  const { property, side, bound, parameter } = query;
  const list = listIn(judged) ?? [];
  const values = list.map((record) => memberOf(record, property));
  const wrong = values.find(isPositive);
  if (wrong === undefined || (side === 'from' && wrong >= bound)) return [];
  return [
    {
      expected: `no record whose ${property} is ${wrong}, ${side} ${bound}`,
      received: `one whose ${property} is ${wrong}`,
      at: partOfList(judged, list[values.indexOf(wrong)], property),
      place: parameter.place,
      rule: `"${parameter.name}" is named as a bound of "${property}"`,
      key: `${parameter.name} ${side}`,
    },
  ];
}

function fits({ means, value }: Filter, one: Json | undefined): boolean {
  if (isJsonArray(value)) return value.some((part) => plain(part) === plain(one));
  const [shown, asked] = [plain(one), plain(value)];
  return means === 'a part' ? shown.includes(asked) : shown === asked;
}

/** Stores may compare without regard to case and accents. */
function plain(value: Json | undefined): string {
  return String(value).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

function whyOpen({ means, value }: Filter, others: readonly (Json | undefined)[]): string | undefined {
  if (means === 'a flag' && value === true) return 'the flag may ask for these as well';
  if (means !== 'a bound') return undefined;
  const sides = others.filter(isNumeric).map((one) => (isNumeric(value) ? compareNumbers(one, value) : 0));
  const isBothSides = sides.some((side) => side < 0) && sides.some((side) => side > 0);
  return isBothSides ? undefined : 'the number may be a bound';
}

function leftOut(query: Extract<ListQuery, { kind: 'left out' }>, judged: Judged): readonly Violation[] {
  const { property, value, parameter, record, shape } = query;
  const name = shape.nameOf(record);
  const now = listIn(judged)?.find((one) => shape.nameOf(one) === name);
  const shown = stringifyJson(memberOf(now, property) ?? null);
  const asked = isJsonArray(value) ? value : [value];
  if (now === undefined || !asked.some((one) => stringifyJson(one) === shown)) return [];
  const violation: Violation = {
    expected: `the record ${name} where ${parameter.name} is ${stringifyJson(value)}, since its ${property} is ${shown}`,
    received: 'a list without it',
    at: partOfList(judged, now, property),
    place: parameter.place,
    rule: `"${parameter.name}" has the name of a property of the records`,
    key: `${parameter.name} left out`,
  };
  const isOpen = query.means === 'a bound' || query.means === 'a flag';
  return [weighed(violation, isOpen ? 'the parameter may mean something else' : undefined)];
}
