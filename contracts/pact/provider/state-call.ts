/** A call for a provider state, as the verifier makes it, and what comes of it. */
import { type Json, type JsonObject, sameJson } from '../../../spec/json/exact-json.ts';

export interface StateCall {
  /** Empty for an interaction without a provider state, for which the verifier calls too. */
  readonly state: string;
  readonly params: JsonObject;
  readonly action: 'setup' | 'teardown';
}

/** What a state gives for the generators of its interaction: `${token}` takes the value of `token`. */
export type StateValues = Readonly<Record<string, Json>>;

/** Whether a call was for that state. */
export function isOf(call: StateCall, state: string, params: JsonObject): boolean {
  return call.state === state && sameJson(call.params, params);
}
