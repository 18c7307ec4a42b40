import { describe, expect, it } from 'vitest';
import { usageOf, wordsOf } from '../../../../mock/console/client/rule-summary.js';

const fresh = { id: '1', skipped: 0, taken: 0 };

describe('the summary of a rule', () => {
  it.each([
    [{ then: { status: 503 } }, 'Any request: responds with 503'],
    [
      {
        when: { operation: 'createBed', body: { soil: '/^loam/i' } },
        then: { status: 400, delay: '100-300' },
      },
      'createBed, body soil = /^loam/i: responds with 400, after 100-300 ms',
    ],
    [
      { when: { method: 'GET', path: '/beds', valid: false }, then: { fault: 'reset' } },
      'GET /beds, invalid: the connection is reset',
    ],
    [{ then: { delay: 250 } }, 'Any request: after 250 ms'],
    [{ then: { body: null, headers: { 'X-A': '1' } } }, 'Any request: with its own body, with X-A'],
  ] as const)('%j', (rule, expected) => {
    expect(wordsOf({ ...fresh, ...rule })).toBe(expected);
  });

  it.each([
    [{}, 'used 0 times, no limit'],
    [{ times: 3, taken: 1 }, 'used 1 of 3'],
    [{ times: 1, taken: 1 }, 'used up (1 of 1)'],
    [{ times: 1, skip: 2, skipped: 1 }, 'used 0 of 1, skips 1 first'],
  ])('with %j: %s', (change, expected) => {
    expect(usageOf({ ...fresh, then: {}, ...change })).toBe(expected);
  });
});
