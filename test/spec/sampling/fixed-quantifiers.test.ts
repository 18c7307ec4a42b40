import { expect, it } from 'vitest';
import { withFewestRepetitions, withMoreRepetitions } from '../../../spec/sampling/fixed-quantifiers.ts';

it.each([
  ['.*a+b?c{2,5}d{3}', '.{0}a{1}b{0}c{2}d{3}'],
  [String.raw`^\*[+*]+(?:x|y){2,}\{1}$`, String.raw`^\*[+*]{1}(?:x|y){2}\{1}$`],
  ['(?<name>a)*?', '(?<name>a){0}'],
])('the shortest texts of %s are those of %s', (source, expected) => {
  expect(withFewestRepetitions(source)).toBe(expected);
});

it('repeats one part that may occur more often', () => {
  expect(withMoreRepetitions('a+b{2}c{0,2}', 5)).toEqual(['a{6}b{2}c{0}', 'a{1}b{2}c{2}']);
});
