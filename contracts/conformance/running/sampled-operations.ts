/** Samples the operations of a run whose budget allows fewer cases than there are operations. */
import type { Operation } from '../../../spec/model/contract.ts';
import { createDrawInteger } from '../request/values/fresh-value-source.ts';

/** The seed decides where in the first of the equal parts of the document the sample begins. */
const STARTS = 1_000_000;

/** `count` of the operations, evenly distributed over the document; the same for the same seed. */
export function sampleOperations(operations: readonly Operation[], count: number, seed: number): readonly Operation[] {
  if (count >= operations.length) return operations;
  const start = createDrawInteger(`operations ${seed}`)(STARTS) / STARTS;
  const chosen = new Set(
    Array.from({ length: count }, (_, index) => Math.floor(((index + start) * operations.length) / count)),
  );
  return operations.filter((_, index) => chosen.has(index));
}
