/** Mismatches of Pact's verifier, as the kit describes them. */
import { expect, test } from 'vitest';
import { parseMismatch } from '../../../contracts/pact/provider/verifier-report.ts';

test.each([
  [
    'an array that is too short',
    {
      path: '$.items',
      expected: ['{"id":1}'],
      actual: '[]',
      mismatch: 'Expected [] (size 0) to have minimum size of 1',
    },
    'body $.items: received []; the pact expects at least 1 item',
  ],
  [
    'an array that is too long',
    {
      path: '$.items',
      expected: ['{"id":1}'],
      actual: '[1,2,3]',
      mismatch: 'Expected [1,2,3] (size 3) to have maximum size of 2',
    },
    'body $.items: received [1,2,3]; the pact expects at most 2 items',
  ],
  [
    'one missing key',
    { path: '$', expected: {}, actual: {}, mismatch: 'Actual map is missing the following keys: author' },
    'body $: received no author; the pact expects author',
  ],
  [
    'several missing keys',
    { path: '$', expected: {}, actual: {}, mismatch: 'Actual map is missing the following keys: a, b, c' },
    'body $: received no a, b or c; the pact expects a, b and c',
  ],
])('describes %s', (_what, raw, message) => {
  expect(parseMismatch({ type: 'BodyMismatch', ...raw }).message).toBe(message);
});
