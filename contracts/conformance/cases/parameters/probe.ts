import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Expectation, ToleratedResponse } from '../../model/request-spec.ts';

/** One value of a parameter to send. */
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
  /** Of the schema, where it rests on one. */
  readonly keyword?: string;
}

/** A valid value that no example of the contract is like: it may mean something that the schema does not tell. */
export const toleratesUnusualValue: readonly ToleratedResponse[] = (
  ['declared client error', 400, 404, 422] as const
).map((status) => ({
  status,
  reason: 'the value may mean something that its schema does not tell',
}));

/** The name of a record that may not exist. */
export const toleratesMissingRecord: readonly ToleratedResponse[] = [
  { status: 404, reason: 'a path that fits no resource may be not found', isExpected: true },
];

/** Whether a text can be sent in this place, and means the same to everybody there. */
export function canBeSentIn({ in: where }: Parameter, text: string): boolean {
  if (where === 'header') return /^[!-~]([ -~]*[!-~])?$/.test(text);
  if (where === 'cookie') return /^[\w.-]+$/.test(text);
  if (where === 'path') return !/^\.{0,2}$|[/\\\x00-\x1f\x7f]/.test(text);
  return text !== '';
}
