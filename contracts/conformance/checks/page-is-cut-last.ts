import type { Json } from '../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { memberOf } from '../stateful/lists/query.ts';
import { isStartOf } from '../stateful/lists/starts.ts';
import type { Check } from './check.ts';
import { listIn } from './lists/list-in.ts';

export const pageIsCutLast: Check = {
  id: 'page-is-cut-last',
  severity: 'fault',
  holds: 'the first page of a list, chosen and sorted or not, has what stands first in the whole',
  title: 'A page is cut before it is chosen or sorted',
  why: 'A client that asks for one open ticket is told that there is none, and one that asks for the cheapest gets any. Likely causes: the database cuts the page, and the filter or the order is applied to what is left of it; a page that is one too short. Make the choice first, then the order, and cut the page from that.',
  restsOn:
    'OpenAPI, Parameter Object: the page size, the filter and the order that the contract declares for the list',
  appliesTo: (judged) => judged.query?.kind === 'start' && listIn(judged) !== undefined,
  violations(judged) {
    const { query } = judged;
    const whole = listIn(judged) ?? [];
    if (query?.kind !== 'start' || query.start === undefined) return [];
    if (isStartOf(query.start, whole, query.by)) return [];
    const { parameter, by } = query;
    return [
      {
        ...(by === undefined ? nothing(whole) : another({ ...query, by, start: query.start }, whole)),
        at: { in: 'body', path: [] },
        place: parameter.place,
        rule: `a page is a part of what "${parameter.name}" asks for`,
        key: `${parameter.name} ${by ?? ''}`,
      },
    ];
  },
};

function nothing({ length }: readonly Json[]) {
  return {
    expected: `a record, since there are ${length}`,
    received: 'an empty page, and no word that the list goes on',
  };
}

interface Sorted {
  readonly by: string;
  readonly limit: number;
  readonly start: readonly Json[];
}

function another({ by, limit, start }: Sorted, whole: readonly Json[]) {
  const shown = (list: readonly Json[]) =>
    list.map((item) => stringifyJson(memberOf(item, by) ?? null)).join(', ');
  return {
    expected: `${by} ${shown(whole.slice(0, limit))}, as in the whole`,
    received: `${by} ${shown(start)}`,
  };
}
