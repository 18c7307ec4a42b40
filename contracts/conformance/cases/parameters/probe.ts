import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Expectation, ToleratedResponse } from '../../model/request-spec.ts';

/** A test value of a parameter. */
export interface ParameterProbe {
  /** Unique within the parameter. */
  readonly name: string;
  /** Completes "the query parameter is". */
  readonly description: string;
  readonly expectation: Expectation;
  readonly value: Json;
  /** As in `ParameterValue`. */
  readonly serialized?: string;
  readonly tolerated?: readonly ToleratedResponse[];
  /** The keyword of the schema under test, if there is one. */
  readonly keyword?: string;
}

/** A valid value that resembles no example of the contract: it may have a meaning that the schema does not state. */
export const toleratesUnusualValue: readonly ToleratedResponse[] = (
  ['declared client error', 400, 404, 422] as const
).map((status) => ({
  status,
  reason: 'the value may have a meaning that its schema does not specify',
}));

/** A made-up position in a list: only the implementation can supply one, so that a rejection says nothing. */
export const toleratesMadeUpPosition: readonly ToleratedResponse[] = (
  ['declared client error', 400, 404, 410, 422] as const
).map((status) => ({ status, reason: 'a position in a list comes from an earlier response', isExpected: true }));

/** A page after the last one: some services have none there. */
export const toleratesPageBeyondEnd: readonly ToleratedResponse[] = [404, 416].map((status) => ({
  status,
  reason: 'the list may end before that page',
  isExpected: true,
}));

/** The name of a record that may not exist. */
export const toleratesMissingRecord: readonly ToleratedResponse[] = [
  { status: 404, reason: 'the path may not match any resource', isExpected: true },
];

/** A value such as an idempotency key that an earlier run sent with another body. */
export const toleratesUsedValue: readonly ToleratedResponse[] = [400, 409, 422].map((status) => ({
  status,
  reason: 'the value may have been sent with another body',
  isExpected: true,
}));

/** Whether a text can be sent in this location and is read in the same way by all implementations. */
export function canBeSentIn({ in: location }: Parameter, text: string): boolean {
  if (location === 'header') return /^[!-~]([ -~]*[!-~])?$/.test(text);
  if (location === 'cookie') return /^[\w.-]+$/.test(text);
  if (location === 'path') return !/^\.{0,2}$|[/\\\x00-\x1f\x7f]/.test(text);
  return text !== '';
}
