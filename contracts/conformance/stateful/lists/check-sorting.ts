/** Reads a list in each order that its parameters offer, and the pages of some sorted lists. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { checkFirstPage } from './first-page.ts';
import { getMember } from './list-shape.ts';
import { detectPagination } from './pagination.ts';
import { checkPagesOf, MAX_PAGES_OF_PART } from './query-pages.ts';
import { type ListContext, readItems } from './read-list.ts';
import { sortProbes } from './sorting.ts';

/** `unsorted` is the list without a sort parameter. */
export function* checkSorting(
  { context, unsorted }: { readonly context: ListContext; readonly unsorted: readonly Json[] },
  fresh: FreshValues,
): StepGenerator<void> {
  const { shape } = context;
  const paged = { tied: 0, untied: 0 };
  for (const { parameters, ...sort } of sortProbes(context.baseline, shape)) {
    const [first] = parameters;
    if (first === undefined) continue;
    const { parameter } = first;
    const { property, direction } = sort;
    const description = `the list is read with ${parameter.name}=${String(first.value)}`;
    const query = { kind: 'sort', shape, parameter, ...sort } as const;
    const whole = yield* readItems(context, fresh, description, query, parameters);
    yield* checkFirstPage(context, { parameters, whole, sortProperty: property }, fresh);
    if (whole === undefined || direction === undefined) continue;
    // Equal values on both sides of a border show whether a cursor keeps the place among them.
    const tie = findTie(whole, property);
    const kind = tie === undefined ? 'untied' : 'tied';
    const size = tie ?? sizeOfOtherBeginning(context, unsorted, whole);
    const paging = size === undefined ? undefined : detectPagination(context.baseline, shape, size);
    if (paging === undefined || paged[kind] >= MAX_PAGED_SORTS[kind]) continue;
    paged[kind]++;
    const order = isEnum(shape, property) ? undefined : { property, direction };
    yield* checkPagesOf(context, paging, { parameters, whole, query, order, maxPages: MAX_PAGES_OF_PART }, fresh);
  }
}

const MAX_PAGED_SORTS = { tied: 2, untied: 1 } as const;

/** The number of records before the second of two adjacent ones with equal values; undefined if there are none. */
function findTie(items: readonly Json[], property: string): number | undefined {
  const values = items.map((item) => getMember(item, property));
  const index = values.findIndex(
    (value, at) => at > 0 && value !== undefined && isEqualJson(value, values[at - 1] ?? null),
  );
  return index < 1 ? undefined : index;
}

/** A page size with which the sorted list begins with other records: a list that is sorted page by page shows it. */
function sizeOfOtherBeginning(
  { shape: { nameOf } }: ListContext,
  unsorted: readonly Json[],
  sorted: readonly Json[],
): number | undefined {
  const namesIn = (items: readonly Json[], size: number) => new Set(items.slice(0, size).map(nameOf));
  return [2, 1].find((size) => sorted.length > size && !namesIn(sorted, size).isSubsetOf(namesIn(unsorted, size)));
}

/** Some implementations sort enum values as text, others by their position in the enum. */
function isEnum({ item }: ListContext['shape'], property: string): boolean {
  const declared = declaredProperties(item).get(property);
  return declared !== undefined && flattenSchema(declared).enum !== undefined;
}
