import { describe, expect, it } from 'vitest';
import { escapeRegExp, formatJson, sanitizeJson, sanitizeLine, sanitizeLines } from '../sanitize.ts';

/** Every code point of the Basic Multilingual Plane, and those beyond that are not seen. */
const all = [...Array(0x10000).keys(), 0x1d173, 0x1f33f, 0x1fffe, 0xe0001, 0xe0041, 0x10ffff].map((code) =>
  String.fromCodePoint(code),
);

describe('a line of others', () => {
  it.each([
    ['a terminal sequence', 'a\u001b[31mb', 'a\\u001b[31mb'],
    ['one in a single byte', 'a\u009b31mb', 'a\\u009b31mb'],
    ['a line break', 'a\r\nb', 'a\\u000d\\u000ab'],
    ['text that turns', '\u202ea\u2066b\u061cc', '\\u202ea\\u2066b\\u061cc'],
    ['what no eye sees', 'a\u00adb\u2060c\u{e0041}d', 'a\\u00adb\\u2060c\\udb40\\udc41d'],
    ['half a character', 'a\ud800b', 'a\\ud800b'],
    ['no character', 'a\uffffb\ufdd0', 'a\\uffffb\\ufdd0'],
    ['a command to GitHub', '  ::error::a', '  \\u003a:error::a'],
    ['an old one', 'a ##[add-matcher]b', 'a \\u0023#[add-matcher]b'],
    ['one to Azure', '##vso[a]b', '\\u0023#vso[a]b'],
    ['one to TeamCity', '##teamcity[a]', '\\u0023#teamcity[a]'],
    ['a file to attach', '[[ATTACHMENT|/etc/passwd]]', '\\u005b[ATTACHMENT|/etc/passwd]]'],
    ['letters, signs and emoji', 'Gärtner 植物 \u{1f33f} <&> a::b #1', 'Gärtner 植物 \u{1f33f} <&> a::b #1'],
  ])('%s', (_name, text, shown) => {
    expect(sanitizeLine(text)).toBe(shown);
    expect(sanitizeLine(shown)).toBe(shown);
  });

  it('keeps its line breaks where it may have several', () => {
    expect(sanitizeLines('a\n::b\n\tc')).toBe('a\n\\u003a:b\n\\u0009c');
  });
});

describe('JSON', () => {
  const value = { [all.join('')]: all, commands: ['##vso[a]', '[[ATTACHMENT|a]]', '\\##[', '"##['] };

  it('says the same when it is printed', () => {
    expect(JSON.parse(formatJson(value))).toEqual(value);
    expect(JSON.parse(sanitizeJson(JSON.stringify(value)))).toEqual(value);
  });

  it('has nothing in it that is not seen, and no command', () => {
    expect(formatJson(value)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|##\w*\[/u);
  });
});

describe('escapeRegExp', () => {
  it('escapes every character as RegExp.escape does', () => {
    const units = Array.from({ length: 0x1_00_00 }, (_unused, code) => String.fromCharCode(code));
    const texts = [...units.map((unit) => `-${unit}`), ...units, 'a\u{1f331}b', '\ud83c\udf31', ''];
    expect(texts.filter((text) => escapeRegExp(text) !== RegExp.escape(text))).toEqual([]);
  });
});
