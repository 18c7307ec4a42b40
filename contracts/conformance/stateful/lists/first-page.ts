/** A short first page of a list, or of a filtered or sorted list, has the first records of the whole. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { ListQuery } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { hasNext } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import { toleratesRejection } from '../model/tolerated-responses.ts';
import { limitsToTry } from './limits.ts';
import { getMember } from './list-shape.ts';
import { CACHE_DELAY_MS, type ListContext, listRequestSpec, readItems } from './read-list.ts';

interface ListPart {
  /** The filter and sort parameters; empty for the list itself. */
  readonly parameters: readonly ParameterValue[];
  /** Its items, read without a limit; undefined when that was rejected. */
  readonly whole: readonly Json[] | undefined;
  /** The property that it is sorted by, if any. */
  readonly sortProperty: string | undefined;
}

export function* checkFirstPage(
  context: ListContext,
  { parameters, whole = [], sortProperty }: ListPart,
  fresh: FreshValues,
): StepGenerator<void> {
  const limits = limitsToTry(context.baseline, context.shape);
  const limit = limits.find((one) => sortProperty === undefined || one.limit > 1);
  if (limit === undefined || whole.length < limit.limit) return;
  const { parameter } = parameters[0] ?? limit;
  const query = {
    kind: 'start',
    shape: context.shape,
    parameter,
    sortProperty,
    limit: limit.limit,
  } as const;
  const page = { query: { ...query, firstPage: undefined }, parameters: [...parameters, limit] };
  const first = yield* readFirstPage(context, page, fresh);
  if (first === undefined || isBeginningOf(first, whole, sortProperty)) return;
  const secondPage = yield* readFirstPage(context, { ...page, delayMs: CACHE_DELAY_MS }, fresh);
  if (secondPage === undefined || isBeginningOf(secondPage, whole, sortProperty)) return;
  yield* readItems(context, fresh, 'the same list is read again', { ...query, firstPage: secondPage }, parameters);
}

interface FirstPageRequest extends Pick<ListPart, 'parameters'> {
  readonly query: ListQuery;
  readonly delayMs?: number;
}

/** Undefined when an empty page says that there is a next one, which is allowed. */
function* readFirstPage(
  context: ListContext,
  { parameters, ...stepOptions }: FirstPageRequest,
  fresh: FreshValues,
): StepGenerator<readonly Json[] | undefined> {
  const requestSpec = listRequestSpec(context.baseline, parameters, fresh);
  const { operation } = context.baseline;
  const description = 'its first page is read';
  const exchange: Exchange = yield {
    operation,
    requestSpec,
    description,
    tolerated: toleratesRejection,
    ...stepOptions,
  };
  const page = isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
  return page?.length === 0 && hasNext(exchange) ? undefined : page;
}

/** Not empty unless the whole is; and in the order of the whole when it is sorted. */
export function isBeginningOf(
  page: readonly Json[],
  whole: readonly Json[],
  sortProperty: string | undefined,
): boolean {
  if (page.length === 0) return whole.length === 0;
  return sortProperty === undefined || page.every((item, index) => hasSameMember(item, whole[index], sortProperty));
}

/** True when one of the two does not show the property. */
function hasSameMember(one: Json, other: Json | undefined, name: string): boolean {
  const [a, b] = [getMember(one, name), getMember(other, name)];
  return a === undefined || b === undefined || isEqualJson(a, b);
}
