/** A short page from the start of a list, or of a part of it: it has what stands there first, however that was chosen. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListQuery } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { hasNext, isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { toleratesRejection } from '../model/tolerated-responses.ts';
import { getMember } from './list-shape.ts';
import { limitsToTry } from './pagination.ts';
import { type ListContext, listRequestSpec, readItems } from './read-list.ts';

interface ListPart {
  /** What chooses and sorts it; nothing for the list itself. */
  readonly parameters: readonly ParameterValue[];
  /** What it has, without a word on its length; undefined where that was refused. */
  readonly whole: readonly Json[] | undefined;
  /** The property that it is sorted by. */
  readonly sortProperty: string | undefined;
}

/** What is cached for a second is made anew by then. */
const CACHE_DELAY_MS = 1_200;

export function* checkFirstPage(
  context: ListContext,
  { parameters, whole = [], sortProperty }: ListPart,
  fresh: FreshValues,
): StepGenerator<void> {
  const [one, two] = limitsToTry(context.baseline, context.shape);
  const limit = sortProperty === undefined ? one : two;
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
  yield* readItems(context, fresh, 'all of that is read again', { ...query, firstPage: secondPage }, parameters);
}

interface FirstPageRequest extends Pick<ListPart, 'parameters'> {
  readonly query: ListQuery;
  readonly delayMs?: number;
}

/** Undefined where it tells that it goes on: then it may be as short as it likes. */
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

/** Something, where there is something; and in the order of the whole, where that has one. */
export function isBeginningOf(
  secondPage: readonly Json[],
  whole: readonly Json[],
  sortProperty: string | undefined,
): boolean {
  if (secondPage.length === 0) return whole.length === 0;
  return (
    sortProperty === undefined || secondPage.every((item, index) => hasSameMember(item, whole[index], sortProperty))
  );
}

/** A summary need not show it. */
function hasSameMember(one: Json, other: Json | undefined, name: string): boolean {
  const [a, b] = [getMember(one, name), getMember(other, name)];
  return a === undefined || b === undefined || isEqualJson(a, b);
}
