/** Whether a process that ended is worth another try, and when. */

/** Milliseconds. Who ends this soon after it was ready, or before, will probably do so again. */
const QUICK_MS = 5_000;
const FIRST_DELAY_MS = 100;

/** In a row. */
const MOST_QUICK_ENDS = 4;

export interface Restarts {
  /** Milliseconds to wait, longer each time; undefined when there is no point. `lived` is since it was ready, 0 if it never was. */
  delayAfter(lived: number): number | undefined;
}

export function createRestarts(): Restarts {
  let quick = 0;
  return {
    delayAfter: (lived) => {
      quick = lived < QUICK_MS ? quick + 1 : 0;
      return quick > MOST_QUICK_ENDS ? undefined : FIRST_DELAY_MS * 2 ** Math.max(0, quick - 1);
    },
  };
}
