/** Statuses, ranges of them, and `default`. */
import type { Response } from '../../model/contract.ts';

/**
 * The response that a status falls under: its own, its range, `default`. Where a success is declared, `default` is for
 * the rest: the errors.
 */
export function governing(responses: readonly Response[], status: string): Response | undefined {
  const find = (key: string) => responses.find((response) => response.status === key);
  const own = find(status) ?? find(`${status[0]}XX`);
  if (own !== undefined) return own;
  if (status === 'default') return find('5XX') === undefined ? undefined : find('4XX');
  return isSuccess(status) && responses.some((other) => isSuccess(other.status))
    ? undefined
    : find('default');
}

/** 2xx, and 3xx, which are no errors either. */
export function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

/** Whether the first is a range (or `default`) that the second is a part of. */
export function isRangeOf(range: string, status: string): boolean {
  if (range === status) return false;
  return range === 'default' || (range.endsWith('XX') && range[0] === status[0]);
}
