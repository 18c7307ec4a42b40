/** What was not recorded, or not all of it, and why: nothing is passed over in silence. */
import type { Place } from '../../../spec/model/contract.ts';

export interface Note {
  readonly place: Place;
  /** A noun phrase: `the body of the answer`. */
  readonly what: string;
  /** Completes "is left out: ". */
  readonly reason: string;
}
