/** A waiver: a finding that is known, for a reason and until a day. */
import type { Place } from '../../spec/model/contract.ts';

/** One entry of a waivers file. */
export interface Waiver {
  /** Of the finding, as reports give it: exactly one, so that nothing new hides behind it. */
  readonly id: string;
  readonly reason: string;
  /** The last day on which it holds, UTC: `2027-01-31`. */
  readonly expires: string;
  /** In the waivers file. */
  readonly place: Place;
  /** The text of that line. */
  readonly line: string;
}

/** A waiver, and what became of it in a run. */
export interface WaiverUse extends Waiver {
  /**
   * `stale`: nothing was found that it waives; `expired`: its day has passed, and what it names counts again;
   * `not looked for`: nothing was found, but the run did not try all that could have shown it.
   */
  readonly state: 'used' | 'stale' | 'expired' | 'not looked for';
}
