/** Patterns of other engines: translated or reported. */
import { describe, expect, it } from 'vitest';
import { findForeignEscapes, suggestPatternFix, translateAnchors } from '../../../spec/validation/pattern-dialects.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseSchema } from '../support.ts';

describe('the anchors of other engines', () => {
  it.each([
    [String.raw`\Aab\z`, 'ab', true],
    [String.raw`\Aab\z`, 'xab', false],
    [String.raw`\Aab\z`, 'ab\n', false],
    [String.raw`\Aab\Z`, 'ab\n', true],
    [String.raw`\Aab\Z`, 'ab\n\n', false],
    [String.raw`^[\w]+\Z`, 'ab', true],
  ])('have the same meaning: %j and %j', (pattern, text, expected) => {
    expect(isValid(parseSchema(JSON.stringify({ pattern })), text, 'request')).toBe(expected);
  });

  it.each([String.raw`\\A`, String.raw`[\A]`, String.raw`[^\]\Z]`, 'A-Z', String.raw`\p{Lu}\d`])(
    'are not changed if they are not anchors: %s',
    (source) => expect(translateAnchors(source)).toBe(source),
  );
});

describe('the syntax of other engines', () => {
  it.each([
    [String.raw`^\h+$`, ['\\h']],
    ['^[[:alpha:][:^digit:]]+$', ['[:alpha:]', '[:^digit:]']],
    [String.raw`\Q.\E`, ['\\Q', '\\E']],
    [String.raw`\A\d\w\s\S\b\t\n\x41\u0041\p{L}\cA\k<n>\z`, []],
    [String.raw`\\h \/ \- \.`, []],
  ])('is found in %s', (source, signs) => expect(findForeignEscapes(source)).toEqual(signs));

  it.each([
    ['(?i)abc', '(?i:...)'],
    ['(?sx)abc', 'no flags'],
    ['(?P<name>a)', '(?<name>...)'],
    ['(?>a)', 'atomic'],
    ['a++', 'possessive'],
    ['(?#note)a', 'comments'],
  ])('has a hint with the replacement: %s', (source, words) => expect(suggestPatternFix(source)).toContain(words));

  it('has no hint if it is invalid in every engine', () => expect(suggestPatternFix('(a')).toBeUndefined());
});
