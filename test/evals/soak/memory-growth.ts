/** Whether memory stays where it was. */

/**
 * The mean of the last third is not above that of the first third after the warm-up (a fifth of all looks) by more than
 * chance. A leak of 1 kB with each of 50 requests a second is 10 MB between the middles of the two, in five minutes.
 */
export function isStable(samples: readonly number[], { share, noiseMB } = heapTolerance): boolean {
  const { start, end } = startAndEndMeans(samples);
  return end <= start * (1 + share) + noiseMB;
}

/** As a share of what it was, and in MB. */
interface Tolerance {
  readonly share: number;
  readonly noiseMB: number;
}

/** Garbage is taken away before each look: what is left to chance is up to 3 MB, and caches that are filled by what comes seldom. */
export const heapTolerance: Tolerance = { share: 0.05, noiseMB: 6 };

/** Of what the system sees nothing is taken away: heaps grow to what the load needs, and memory is given back late. */
export const residentTolerance: Tolerance = { share: 0.15, noiseMB: 60 };

/** Means of the first third after the warm-up, and of the last third. */
export function startAndEndMeans(samples: readonly number[]): {
  readonly start: number;
  readonly end: number;
} {
  const afterWarmUp = samples.slice(Math.floor(samples.length / 5));
  const third = Math.max(1, Math.floor(afterWarmUp.length / 3));
  return { start: mean(afterWarmUp.slice(0, third)), end: mean(afterWarmUp.slice(-third)) };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
