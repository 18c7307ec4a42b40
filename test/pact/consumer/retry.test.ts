import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseRetryAfterMs } from '../../../contracts/pact/consumer/create-plant-response.ts';
import { backoffMs } from '../../../contracts/pact/consumer/retry.ts';

const now = Date.UTC(2026, 10, 11, 11, 11, 11);

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    ['Wed, 11 Nov 2026 11:11:41 GMT', 30_000],
    ['Wednesday, 11-Nov-26 11:11:41 GMT', 30_000],
    ['Wed, 11 Nov 2026 11:11:01 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['x1', undefined],
    ['1x', undefined],
    ['', undefined],
    ['soon', undefined],
    ['May 5', undefined],
    ['Wed, 99 Nov 2026 11:11:41 GMT', undefined],
    ['(not before) Wed, 11 Nov 2026 11:11:41 GMT', undefined],
    [undefined, undefined],
  ])('%j means %j ms', (header, ms) => {
    expect(parseRetryAfterMs(header, now)).toBe(ms);
  });
});

describe('without a Retry-After header', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    [0, 50],
    [1, 100],
    [5, 1_600],
    [6, 2_500],
    [2_000, 2_500],
  ])('the wait before retry %i is at least %i ms and randomly up to twice as long', (repeated, least) => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(backoffMs(repeated)).toBe(least);
    chance.mockReturnValue(1);
    expect(backoffMs(repeated)).toBe(2 * least);
  });
});
