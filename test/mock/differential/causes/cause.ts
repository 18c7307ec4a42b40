/** Why two answers differ: what Prism does, and what says that ours is right. */
import type { Aspect, Pair } from '../compare.ts';

export interface Cause {
  readonly id: string;
  readonly prism: string;
  readonly why: string;
  /** Of an aspect in which the two do differ. */
  readonly explains: (aspect: Aspect, pair: Pair) => boolean;
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

export function isRefusal({ status }: { readonly status: number }): boolean {
  return status >= 400 && status < 500;
}

/** A difference of status for requests of these kinds. */
export function ofKinds(kinds: readonly string[], holds: (pair: Pair) => boolean): Cause['explains'] {
  return (aspect, pair) => aspect === 'status' && kinds.includes(pair.probe.kind) && holds(pair);
}

export const passesInPrism = ({ ours, prisms }: Pair) => isSuccess(prisms) && isRefusal(ours);
export const refusedByPrism = ({ ours, prisms }: Pair) => isRefusal(prisms) && isSuccess(ours);
