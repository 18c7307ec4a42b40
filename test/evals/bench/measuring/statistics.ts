/** The arithmetic of the tables. */

/** Throws where there are none; the upper one of two in the middle. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Of values in ascending order; `part` is from 0 to 1. Throws where there are none. */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

/** Null where one of them could not be measured. */
export function ratioOf(value: number | null, baseline: number | null): number | null {
  return value === null || baseline === null ? null : value / baseline;
}

/** Null where there are none, or one of them is null. */
export function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = knownOf(values);
  return known.length === 0 ? null : median(known);
}

/** Likewise. */
export function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = knownOf(values);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** All or none. */
function knownOf(values: readonly (number | null)[]): readonly number[] {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? [] : known;
}
