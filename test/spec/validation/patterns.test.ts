/** Patterns whose matching could take too long, and patterns that V8 would read differently. */
import { describe, expect, test } from 'vitest';
import {
  canGenerateMatches,
  canMatchInTime,
  compilePattern,
  intersectPatterns,
} from '../../../spec/validation/patterns.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseSchema } from '../support.ts';

// A backreference cannot be matched in linear time.
const cubic = compilePattern('^(a*)(b*)(c*)\\1$');
const nested = compilePattern('^(a+)+\\1$');

describe('matching is bounded in time', () => {
  test('for a linear pattern and any text', () => {
    expect(canMatchInTime(compilePattern('^(a+)+$'), 'a'.repeat(1_000_000))).toBe(true);
  });

  test('by a hundred million steps otherwise', () => {
    expect([464, 465].map((length) => canMatchInTime(cubic, 'a'.repeat(length)))).toEqual([true, false]);
  });

  test('by 24 characters if each may double the steps', () => {
    expect([24, 25].map((length) => canMatchInTime(nested, 'a'.repeat(length)))).toEqual([true, false]);
  });

  test('for every text of 16 characters if no repetition contains another', () => {
    const long = compilePattern(`^${'(a*)'.repeat(12)}\\1$`);
    expect([16, 17].map((length) => canMatchInTime(long, 'a'.repeat(length)))).toEqual([true, false]);
  });

  test('for two patterns, if it is for both', () => {
    const linear = compilePattern('^a');
    expect(canMatchInTime(intersectPatterns(linear, nested), 'a'.repeat(25))).toBe(false);
    expect(canMatchInTime(intersectPatterns(nested, linear), 'a'.repeat(25))).toBe(false);
    expect(canMatchInTime(intersectPatterns(linear, linear), 'a'.repeat(25))).toBe(true);
  });

  test('so a longer text is not a violation in a response, but must not be sent in a request', () => {
    const schema = parseSchema('pattern: "^(a+)+\\\\1$"');
    const text = `${'a'.repeat(40)}b`;
    expect(isValid(schema, text, 'response')).toBe(true);
    expect(isValid(schema, text, 'request')).toBe(false);
    expect(isValid(schema, 'b', 'response')).toBe(false);
  });
});

describe('two patterns', () => {
  test('match what both match', () => {
    const both = intersectPatterns(compilePattern('^a'), compilePattern('z$'));
    expect(['az', 'a', 'z', 'a\nz'].map((text) => both.test(text))).toEqual([true, false, false, true]);
  });

  test('have one source that means the same', () => {
    const { source, flags } = intersectPatterns(compilePattern('^a|b'), compilePattern('z$'));
    const both = new RegExp(source, flags);
    expect(['az', 'b z', 'a', 'z', 'a\nz'].map((text) => both.test(text))).toEqual([true, true, false, false, true]);
  });

  test('that are very long are only the first', () => {
    const [first, second] = [compilePattern('a'.repeat(15_000)), compilePattern('b'.repeat(15_000))];
    expect(intersectPatterns(first, second)).toBe(first);
  });
});

test.each([
  ['a few', '^a{5}$', true],
  ['thousands', '^a{4000}$', true],
  ['too many', '^a{5001}$', false],
  ['a product', '^(?:a{100}){100}$', false],
])('whether matches can be generated: %s', (_what, source, can) => {
  expect(canGenerateMatches(compilePattern(source))).toBe(can);
});

/** Each also with a repetition, which V8 then matches in linear time with another pattern. */
test.each([
  ['.', ['\u{1F335}', 'a', '\ud83c'], ['\n', '\u2028', '', 'ab']],
  ['[^a]', ['\u{1F335}', 'b', '\n'], ['a', '']],
  ['\\D', ['\u{1F335}', 'a', ' '], ['1', '']],
  ['\\W', ['\u{1F335}', '-'], ['a', '_']],
  ['\\S', ['\u{1F335}', 'a'], [' ', '\u00a0']],
  ['[^\\d-]', ['\u{1F335}', 'a'], ['1', '-']],
  ['[\\D]', ['\u{1F335}', 'a'], ['1']],
  ['\\.', ['.'], ['a', '\u{1F335}']],
  ['[.]', ['.'], ['a', '\u{1F335}']],
  ['\\u{1f335}', ['\u{1F335}'], ['u{1f335}', 'u']],
  ['\\p{Lu}', ['\u00dc'], ['\u00fc', 'p{Lu}']],
  ['\u{1F335}', ['\u{1F335}'], ['\ud83c']],
  ['[\u{1F335}]', ['\u{1F335}'], ['\udf35']],
  ['\\-', ['-'], ['\\-']],
])('%s matches whole characters', (source, matching, others) => {
  for (const pattern of [`^${source}$`, `^(?:${source})$`, `^(?:${source}){1}$`].map(compilePattern)) {
    expect(matching.filter((text) => !pattern.test(text))).toEqual([]);
    expect(others.filter((text) => pattern.test(text))).toEqual([]);
    expect(matching.map((text) => pattern.exec(text)?.[0])).toEqual(matching);
  }
});
