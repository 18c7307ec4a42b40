import type { Json } from '../../../spec/json/exact-json.ts';
import type { ListQuery } from '../model/list-query.ts';
import { countRecords, findTotals, isPossibleTotal, type Total } from '../stateful/lists/totals.ts';
import { hasNext } from '../stateful/model/continuation.ts';
import type { Check, CheckContext, Violation } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const totalConsistent: Check = {
  id: 'total-consistent',
  severity: 'warning',
  invariant: 'a total is at least the number of listed records',
  title: 'The total is less than the number of records',
  why: 'A client computes the number of pages from the total, and never requests the last ones. Likely cause: the total is the length of the page, or of another selection. Return the number of all records that the filters select, whatever the page size.',
  references:
    'OpenAPI, Schema Object: the total that the contract declares for the list. If only its name shows what it counts, this is a warning; a declared `X-Total-Count`, or a description, says that it counts the records of all pages',
  appliesTo: (context) => listItems(context) !== undefined && comparedTotals(context).length > 0,
  violations(context) {
    const { query } = context;
    const list = listItems(context) ?? [];
    if (query?.kind === 'filter') return filteredTotalViolations(query, list, context);
    if (query?.kind === 'whole') return wholeTotalViolations(list, context);
    if (query?.kind !== 'pages' || context.response === undefined) return [];
    const counted = countRecords(query, list, query.shape);
    const current = findTotals(context.response, context).filter(
      (total) => !isPossibleTotal(total, { ...counted, minimum: list.length }),
    );
    const wrongOnPages = query.pageExchanges.flatMap(({ outcome }, index) =>
      outcome.kind === 'response'
        ? findTotals(outcome.response, context)
            .filter((total) => !isPossibleTotal(total, counted))
            .map((total) => ({ ...total, page: index + 1 }))
        : [],
    );
    const wrong = [...current.map((total) => ({ ...total, page: undefined })), ...wrongOnPages];
    return [...new Map(wrong.map((total) => [total.name, total])).values()].map((total): Violation => {
      const { name, value, isStated, page } = total;
      const least = page === undefined ? list.length : counted.minimum;
      const onPage = page === undefined ? '' : ` on page ${page}`;
      return {
        expected:
          counted.exact === undefined || !isStated
            ? `${name} of at least ${least}, because the list shows ${least} records`
            : `${name} of ${counted.exact}, because all pages together show ${counted.exact} records`,
        received: `${value}${onPage}`,
        responsePart: total.isHeader && page === undefined ? { in: 'header', name } : { in: 'body', path: [] },
        place: context.media?.place ?? query.parameter.place,
        requirement: `"${name}" counts the records of the list`,
        key: name,
        ...(isStated && { severity: 'error' as const }),
      };
    });
  },
};

/** The totals that a check of this response compares with its records. */
function comparedTotals(context: CheckContext): readonly Total[] {
  const { query, response } = context;
  const current = response === undefined ? [] : findTotals(response, context);
  if (query?.kind === 'filter') return query.checksTotal === true ? current : [];
  if (query?.kind === 'whole') return current;
  if (query?.kind !== 'pages') return [];
  const onPages = query.pageExchanges.flatMap(({ outcome }) =>
    outcome.kind === 'response' ? findTotals(outcome.response, context) : [],
  );
  return [...current, ...onPages];
}

function wholeTotalViolations({ length }: readonly Json[], context: CheckContext): readonly Violation[] {
  return comparedTotals(context)
    .filter(({ value }) => value < length)
    .map(({ name, value, isHeader, isStated }) => ({
      expected: `${name} of at least ${length}, because the list shows ${length} records`,
      received: String(value),
      responsePart: isHeader ? { in: 'header', name } : { in: 'body', path: [] },
      place: context.media?.place ?? context.testCase.operation.place,
      requirement: `"${name}" counts the records of the list`,
      key: name,
      ...(isStated && { severity: 'error' as const }),
    }));
}

/** A filtered list that is shorter than another page of the same list, with no sign that it continues, is complete. */
function filteredTotalViolations(
  { wholeLength, checksTotal, parameter }: Extract<ListQuery, { kind: 'filter' }>,
  { length }: readonly Json[],
  context: CheckContext,
): readonly Violation[] {
  if (
    checksTotal !== true ||
    wholeLength === undefined ||
    length >= wholeLength ||
    context.response === undefined ||
    hasNext(context.exchange)
  )
    return [];
  return findTotals(context.response, context)
    .filter(({ value, isStated }) => isStated && value !== length)
    .map(({ name, value, isHeader }) => ({
      expected: `${name} of ${length}, because the filter ${parameter.name} selects ${length} records`,
      received: String(value),
      responsePart: isHeader ? { in: 'header', name } : { in: 'body', path: [] },
      place: context.media?.place ?? parameter.place,
      requirement: `"${name}" counts the records of the list`,
      key: name,
      severity: 'error' as const,
    }));
}
