/** The estimates by which patterns that may take too long are found. */
import { expect, test } from 'vitest';
import { estimatePatternCost } from '../../../spec/validation/pattern-cost.ts';

test.each([
  ['nothing', '', 1, 0],
  ['a constant', '^abc$', 0, 5],
  ['a search from every character', 'abc', 1, 3],
  ['a repetition', '^a+$', 1, 3],
  ['a repetition from every character', 'a+', 2, 1],
  ['three repetitions in sequence', '^a*b*?c+$', 3, 5],
  ['an optional character, which repeats nothing', '^a?b$', 0, 4],
  ['a fixed number', '^a{12}$', 0, 14],
  ['a lower limit', '^a{12,}$', 1, 14],
  ['both limits', '^a{2,5}$', 1, 7],
  ['at most two', '^a{1,2}$', 1, 4],
  ['equal limits', '^a{5,5}$', 0, 7],
  ['a group that is repeated a fixed number of times', '^(?:a*b){3}$', 3, 8],
  ['fixed numbers within each other', '^(?:(a{3}){4}b){5}$', 0, 67],
  ['a named group', '^(?<name>ab){3}$', 0, 8],
  ['an optional group with a repetition', '^(a+)?$', 1, 3],
  ['the costlier of a lookahead and the rest', '^(?=a*b*$)c*', 2, 5],
  ['the costlier of a lookahead and a longer rest', '^(?=a*)b*c*', 2, 4],
  ['a lookbehind', '^(?<=a*b*)c$', 2, 5],
  ['the costlier of two lookaheads within a group', '^(?:(?!a*b*)(?=c*)d)$', 2, 6],
  ['a character class, whatever it contains', '^[(a*)+\\]{2}]+$', 1, 3],
  ['escaped signs', '^\\(a\\)\\*\\+$', 0, 7],
  ['a property escape', '^\\p{Lu}{2,3}$', 1, 5],
  ['a code point escape', '^\\u{1f335}+$', 1, 3],
  ['a group that is not closed', '^(ab', 0, 3],
  ['a parenthesis too many', '^ab)c*', 1, 5],
])('%s', (_what, source, degree, size) => {
  expect(estimatePatternCost(source)).toEqual({ isNested: false, degree, size });
});

test.each([
  ['a repetition of a repetition', '^(a+)+$'],
  ['with a lower limit', '^(?:a*b){2,}$'],
  ['with both limits', '^(?:a*b){2,3}$'],
  ['deep within', '^(?:x(?:y|(?:a+b)*)z)$'],
  ['before other repetitions', '^(a+)+b*$'],
])('repetitions within each other are nested: %s', (_what, source) => {
  expect(estimatePatternCost(source).isNested).toBe(true);
});
