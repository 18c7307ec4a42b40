import { describe, expect, it } from 'vitest';
import { escapePattern, toRustPattern } from '../../../contracts/pact/record/expected-body/string-patterns.ts';

describe('a pattern for the engine of Rust', () => {
  it.each([
    [/^[a-z]+-\d{2,4}$/, '^[a-z]+-[0-9]{2,4}$'],
    [/^\w+\.\w+$/, '^[A-Za-z0-9_]+\\.[A-Za-z0-9_]+$'],
    [/^[^\d/]+$/, '^[^0-9/]+$'],
    [/^a?.$/, '^a?[^\\n\\r\\u2028\\u2029]$'],
    [/b/, '^[\\s\\S]*(?:b)[\\s\\S]*$'],
    [/^a|b$/, '^[\\s\\S]*(?:^a|b$)[\\s\\S]*$'],
    [/^\/a\.b$/, '^\\/a\\.b$'],
  ])('is equivalent: %s', (pattern, expected) => {
    expect(toRustPattern(pattern)).toBe(expected);
  });

  it.each([
    /^(?=.*a)b/,
    /(?<!a)b/,
    /(a)\1/,
    /^(?<name>a)$/,
    /^\s+$/,
    /^\p{L}+$/u,
    /\bword\b/,
    /^[a&&b]$/,
    /^[[:alpha:]]$/,
    /^é$/,
    /^a{1,5000}$/,
    /a/i,
  ])('is not used if it could have another meaning: %s', (pattern) => {
    expect(toRustPattern(pattern)).toBeUndefined();
  });

  it('matches exactly one string, whatever it contains', () => {
    const text = 'a.b*c+(d)[e]{f}|g^h$i\\j-k#l&m~n?';
    expect(new RegExp(`^${escapePattern(text)}$`).test(text)).toBe(true);
    expect(new RegExp(`^${escapePattern('a.b')}$`).test('axb')).toBe(false);
  });
});
