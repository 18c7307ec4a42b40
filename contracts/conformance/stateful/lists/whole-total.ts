/** A total that is less than the number of records in the same response. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { CACHE_DELAY_MS, type ListContext, listRequestSpec } from './read-list.ts';
import { totalsIn } from './totals.ts';

interface ListResponse {
  readonly exchange: Exchange;
  readonly items: readonly Json[];
}

/** Reads the list again: a total from a cache is right after a moment. */
export function* checkTotal(
  { baseline, shape }: ListContext,
  { exchange: { outcome }, items }: ListResponse,
  fresh: FreshValues,
): StepGenerator<void> {
  const totals = outcome.kind === 'response' ? totalsIn(outcome.response) : [];
  if (!totals.some(({ value }) => value < items.length)) return;
  yield {
    operation: baseline.operation,
    requestSpec: listRequestSpec(baseline, [], fresh),
    description: 'the list is read after a delay',
    delayMs: CACHE_DELAY_MS,
    query: { kind: 'whole', shape },
  };
}
