import { describe, expect, it } from 'vitest';
import { code, plain } from '../../../contracts/render/github/summary.ts';
import { markdownHarm } from '../../evals/hostile/text/sinks.ts';

/** As a browser reads it. */
const read = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_all, number: string) => String.fromCodePoint(Number(number)));

describe('text of others in Markdown', () => {
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
    expect(markdownHarm(plain(text))).toEqual([]);
    expect(markdownHarm(code(text))).toEqual([]);
    expect(read(plain(text)).replaceAll('\u200b', '')).toBe(text.replaceAll('\n', ' '));
  });

  it('is found where it is as it came', () => {
    expect(markdownHarm('thanks @octocat')).not.toEqual([]);
    expect(markdownHarm('thanks &#64;octocat')).not.toEqual([]);
    expect(markdownHarm('&#35;12')).not.toEqual([]);
  });

  it('can be copied out of code without what is not seen', () => {
    expect(read(code('a@b #1'))).toBe('<code>a@b #1</code>');
  });
});
