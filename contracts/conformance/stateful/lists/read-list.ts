/** Reads a list, or a part of it. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { ListQuery, ListShape, PagesOrder } from '../../model/list-query.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec, validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { parseBody } from '../model/response-records.ts';
import { CONSISTENCY_DELAY_MS, toleratesRejection } from '../model/tolerated-responses.ts';

export interface ListContext {
  readonly baseline: BaselineRequest;
  readonly shape: ListShape;
  /** Undefined when records cannot be created. */
  readonly createBaseline: BaselineRequest | undefined;
}

/** The part of a list that is paged. */
export interface PagedPart {
  /** Those that select and sort it; empty for the whole list. */
  readonly parameters: readonly ParameterValue[];
  /** Its items, read without a limit. */
  readonly whole: readonly Json[];
  /** What each page is checked for. */
  readonly query: ListQuery | undefined;
  readonly order: PagesOrder | undefined;
  readonly isWholeComplete?: boolean;
  /** The list is known to have more than one page. */
  readonly isLong?: boolean;
  /** Further pages would show nothing more. */
  readonly maxPages: number;
}

/**
 * The items of the list; undefined when the response has no list. `added`: parameters in addition to the required ones.
 */
export function* readItems(
  context: ListContext,
  fresh: FreshValues,
  description: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<readonly Json[] | undefined> {
  return context.shape.itemsIn(yield* readList(context, fresh, description, query, added));
}

export function* readList(
  context: ListContext,
  fresh: FreshValues,
  description: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<Json | undefined> {
  const exchange = yield* requestList(context, fresh, description, query, added);
  return isSuccessfulExchange(exchange) ? parseBody(exchange) : undefined;
}

export function* requestList(
  context: ListContext,
  fresh: FreshValues,
  description: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<Exchange> {
  const { operation } = context.baseline;
  const requestSpec = listRequestSpec(context.baseline, added, fresh);
  const tolerated = added.length === 0 ? [] : toleratesRejection;
  return yield {
    operation,
    requestSpec,
    description,
    tolerated,
    ...(query && { query }),
  };
}

export function listRequestSpec(
  list: BaselineRequest,
  added: readonly ParameterValue[],
  fresh: FreshValues,
): RequestSpec {
  const others = list.parameters.filter(({ parameter }) => !added.some((one) => one.parameter === parameter));
  const chosen = added.map((one) => ({ ...one, isChosen: true }) as const);
  const request = { ...list, parameters: [...others, ...chosen] };
  const needsBody = list.operation.requestBody?.required === true;
  return withFreshUuids(
    needsBody ? validRequestSpec(request, fresh) : rawRequestSpec(request, { content: undefined }),
    fresh,
  );
}

/** A cache of one second has expired by then. */
export const CACHE_DELAY_MS = 1_200;

/** The list after a delay in milliseconds, so that the whole and its pages come from the same state. */
export function* readAfterDelay(
  context: ListContext,
  fresh: FreshValues,
  delayMs = CONSISTENCY_DELAY_MS,
  added: readonly ParameterValue[] = [],
): StepGenerator<readonly Json[] | undefined> {
  const { operation } = context.baseline;
  const requestSpec = listRequestSpec(context.baseline, added, fresh);
  const description = 'the list is read after a delay';
  const exchange: Exchange = yield {
    operation,
    requestSpec,
    description,
    delayMs,
    ...(added.length > 0 && { tolerated: toleratesRejection }),
  };
  return isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
}
