/** What a recording consists of, before it is written. */

import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Note } from './note.ts';

/** `valid`, `invalid` and `refused` rest on the request alone, or on a state that the implementation is in. */
export type Kind = 'valid' | 'invalid' | 'refused' | 'state';

export interface RecordedInteraction {
  readonly kind: Kind;
  readonly description: string;
  readonly status: number;
  /** The answer does not follow from the request alone. */
  readonly needsState: boolean;
  readonly request: JsonObject;
  readonly response: JsonObject;
}

export interface RecordedOperation {
  readonly operation: Operation;
  readonly interactions: readonly RecordedInteraction[];
  /** Why nothing is recorded of invalid requests; undefined where something is. */
  readonly invalidSilence: string | undefined;
  readonly notes: readonly Note[];
}
