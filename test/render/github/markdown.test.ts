import { describe, expect, it } from 'vitest';
import { codeMarkup, escapeMarkdown } from '../../../contracts/render/markdown/markdown-text.ts';
import { markdownProblems } from '../../evals/hostile/text/output-problems.ts';

/** As a browser reads it. */
const read = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_all, number: string) => String.fromCodePoint(Number(number)));

describe('untrusted text in Markdown', () => {
  it.each([
    ['a mention', 'thanks @octocat'],
    ['an issue', 'fixes #12 and octo/repo#12'],
    ['an issue by letters', 'gh-12'],
    ['an address', 'http://canary.invalid'],
    ['an address without a scheme', 'see www.canary.invalid'],
    ['a mail address', 'a@canary.invalid'],
    ['an image', '![x](http://canary.invalid/y)'],
    ['markup', '<img src=http://canary.invalid/y>'],
    ['code that ends', 'a`b``c'],
    ['another cell', 'a | b\n| c |'],
    ['mathematics', '$x$'],
    ['a character reference', '&#64;octocat'],
  ])('is text: %s', (_name, text) => {
    expect(markdownProblems(escapeMarkdown(text))).toEqual([]);
    expect(markdownProblems(codeMarkup(text))).toEqual([]);
    expect(read(escapeMarkdown(text)).replaceAll('\u200b', '')).toBe(text.replaceAll('\n', ' '));
  });

  it('is unchanged where it is harmless', () => {
    expect(markdownProblems('thanks @octocat')).not.toEqual([]);
    expect(markdownProblems('thanks &#64;octocat')).not.toEqual([]);
    expect(markdownProblems('&#35;12')).not.toEqual([]);
  });

  it('can be copied from code without invisible characters', () => {
    expect(read(codeMarkup('a@b #1'))).toBe('<code>a@b #1</code>');
  });
});
