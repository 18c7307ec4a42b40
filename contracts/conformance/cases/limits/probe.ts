import type { Json } from '../../../../spec/json/exact-json.ts';

/** One value to put in a place, at a bound of its schema or just beyond. */
export interface Probe {
  readonly keyword: string;
  /** Unique within the keyword; completes "the value is". */
  readonly words: string;
  readonly value: Json;
  /** On which side of the bound it is meant to be; what turns out to be on the other side, for another reason, is left out. */
  readonly side?: 'within' | 'beyond';
  /** Why it may be refused with the declared error, where the contract leaves that open. */
  readonly open?: string;
}
