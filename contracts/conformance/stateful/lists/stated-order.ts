/** Reads a list whose contract states its order, as it is without parameters. */
import { findListOrder } from '../../../../spec/described/list-orders.ts';
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { type ListContext, readItems } from './read-list.ts';

export function* checkStatedOrder(
  context: ListContext,
  whole: readonly Json[],
  fresh: FreshValues,
): StepGenerator<void> {
  const { baseline, shape } = context;
  const order = shape.uncertainty === undefined ? findListOrder(baseline.operation, shape.item) : undefined;
  if (order === undefined || whole.length < 2) return;
  yield* readItems(context, fresh, 'the list is read in its stated order', { kind: 'stated order', shape, ...order });
}
