import { isInteger, isJsonObject, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Check } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const totalConsistent: Check = {
  id: 'total-consistent',
  severity: 'warning',
  invariant: 'a total is not less than the records that the list shows',
  title: 'The total is less than what is there',
  why: 'A client counts its pages by the total, and never asks for the last ones. Likely cause: the length of the page, or of another selection, told as the total. Return the number of all that the filters choose, whatever a page holds.',
  references:
    'OpenAPI, Schema Object: the total that the contract declares for the list. What it counts is said by its name alone, so this is advice',
  appliesTo: (context) => context.query?.kind === 'pages' && listItems(context) !== undefined,
  violations(context) {
    const { query, json } = context;
    const list = listItems(context) ?? [];
    if (query === undefined || json?.ok !== true || !isJsonObject(json.value)) return [];
    return findTotals(json.value).flatMap(([name, total]) =>
      total >= list.length
        ? []
        : [
            {
              expected: `${name} of at least ${list.length}, since so many records are shown`,
              received: String(total),
              responsePart: { in: 'body', path: [] },
              place: context.media?.place ?? query.parameter.place,
              requirement: `"${name}" counts the records of the list`,
              key: name,
            } as const,
          ],
    );
  },
};

function findTotals(body: JsonObject): readonly (readonly [string, number])[] {
  return [body, ...Object.values(body).filter(isJsonObject)].flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      /^total(?:_?(?:count|items|results|records|elements|hits))?$/i.test(name) && isInteger(value)
        ? [[name, Number(value)] as const]
        : [],
    ),
  );
}
