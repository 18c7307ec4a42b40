import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern } from '../../../mock/rules/text-match.ts';

const sources = [
  '^fern$',
  'a|bc',
  '^a{2,4}$',
  '^(?:ab){2}c$',
  '^[a-c]{20,}$',
  '^[^a-c]+$',
  '^(a|B)*c?$',
  'a{0}b',
  '^[\\dA-C_-]{1,3}?$',
  '\\ba.b\\b',
  '^\\x41\\u0042[\\x61-\\x63]$',
  '^(?<first>a)+B$',
  '(a{2}|b){2,3}c',
  '[\\]a]{2}',
  'a{b',
  '^É+$',
];
const flags = ['', 'i', 'm', 's', 'ims'];

describe('linearPattern', () => {
  it.each(sources)('/%s/ matches the same texts as the engine with backtracking', (source) => {
    const text = fc.string({ unit: fc.constantFrom(...'aAbBcC{é É]_\n17'), maxLength: 24 });
    fc.assert(
      fc.property(text, fc.constantFrom(...flags), (one, flag) => {
        expect([one, linearPattern(source, flag).test(one)]).toEqual([one, new RegExp(source, flag).test(one)]);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('matches a number of repetitions exactly', () => {
    const { test } = linearPattern('^[0-9]{20,22}$', '');
    expect([19, 20, 21, 22, 23].map((length) => test('1'.repeat(length)))).toEqual([false, true, true, true, false]);
  });

  it.each(['(', 'a)(b', '(?=a)', '(a)\\1', '(?<=a)b', '(?<a>x)\\k<a>', '(a{99}){999}', '[b-a]'])(
    'throws a SyntaxError for /%s/',
    (source) => {
      expect(() => linearPattern(source, '')).toThrow(SyntaxError);
    },
  );

  it.each(['^(a+)+$', '^(a|a)*$', '^(a?){30}a{30}$', '^(a|aa)+$'])(
    'matches /%s/ quickly against a text with exponential backtracking',
    (source) => {
      expect(linearPattern(source, 'i').test(`${'a'.repeat(20_000)}!`)).toBe(false);
    },
  );

  it('matches no text that would take too long', () => {
    expect(linearPattern('a', '').test('a'.repeat(50_000_000))).toBe(false);
  });
});
