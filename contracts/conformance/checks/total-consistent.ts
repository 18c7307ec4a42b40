import { isInteger, isJsonObject, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Check } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const totalConsistent: Check = {
  id: 'total-consistent',
  severity: 'warning',
  invariant: 'a total is at least the number of listed records',
  title: 'The total is less than the number of records',
  why: 'A client computes the number of pages from the total, and never requests the last ones. Likely cause: the total is the length of the page, or of another selection. Return the number of all records that the filters select, whatever the page size.',
  references:
    'OpenAPI, Schema Object: the total that the contract declares for the list. Only its name shows what it counts, so this is a warning',
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
              expected: `${name} of at least ${list.length}, because the list shows ${list.length} records`,
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
