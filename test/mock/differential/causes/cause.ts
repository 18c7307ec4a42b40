/** Why two responses differ: what Prism does, and why ours is correct. */
import type { Aspect, ResponsePair } from '../compare.ts';

export interface Cause {
  readonly id: string;
  readonly prismBehavior: string;
  readonly reason: string;
  /** Whether the cause explains a difference in this aspect. */
  readonly explains: (aspect: Aspect, pair: ResponsePair) => boolean;
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

export function isRejection({ status }: { readonly status: number }): boolean {
  return status >= 400 && status < 500;
}

/** A difference of status for requests of these kinds. */
export function ofKinds(kinds: readonly string[], holds: (pair: ResponsePair) => boolean): Cause['explains'] {
  return (aspect, pair) => aspect === 'status' && kinds.includes(pair.probe.kind) && holds(pair);
}

export const passesInPrism = ({ mockResponse, prismResponse }: ResponsePair) =>
  isSuccess(prismResponse) && isRejection(mockResponse);
export const rejectedByPrism = ({ mockResponse, prismResponse }: ResponsePair) =>
  isRejection(prismResponse) && isSuccess(mockResponse);
