import { describe, expect, test } from 'vitest';
import { columnCount, createExcerpt } from '../../../contracts/render/text/terminal.ts';

test.each([
  ['fern', 4],
  ['café', 4],
  ['cafe\u0301', 4],
  ['🌵', 2],
  ['植物', 4],
  ['ｆｕｌｌ', 8],
])('%s has %i columns', (text, columns) => {
  expect(columnCount(text)).toBe(columns);
});

describe('an excerpt', () => {
  const long = `{"name":"${'x'.repeat(300)}","id":"7","tag":"${'y'.repeat(300)}"}`;
  const id = { start: long.indexOf('"7"'), end: long.indexOf('"7"') + 3 };

  test('of a short text is the whole text, with carets under the marked part', () => {
    expect(createExcerpt('{"id":"7"}', { start: 6, end: 9 }, 98)).toEqual({
      text: '{"id":"7"}',
      carets: '      ^^^',
    });
  });

  test('of a long text is truncated around the marked part, with its length', () => {
    const { text, carets } = createExcerpt(long, id, 98);
    expect(text).toMatch(/^\.\.\. x+","id":"7","tag":"y+\.\.\. \(\d+ characters\)$/);
    expect(text.slice(carets.indexOf('^'), carets.length)).toBe('"7"');
  });

  test('of a long text without a marked part is truncated at the end', () => {
    expect(createExcerpt(long, undefined, 98).text).toMatch(/^\{"name":"x+\.\.\. \(\d+ characters\)$/);
  });

  test('of a long marked part is truncated in the middle', () => {
    const { text, carets } = createExcerpt(long, { start: 8, end: 310 }, 98);
    expect(text).toMatch(/^\{"name":"x+\.\.\. \(302 characters\) \.\.\.x+","id"/);
    expect(carets).toMatch(/^ {8}\^+$/);
  });

  test.each([
    ['without a mark', undefined],
    ['with a mark', id],
    ['with a mark at the start', { start: 0, end: 1 }],
    ['with a mark at the end', { start: long.length - 1, end: long.length }],
    ['all marked', { start: 0, end: long.length }],
    ['with a mark behind the end', { start: 5_000, end: 5_001 }],
  ])('fits its width %s', (_name, mark) => {
    for (const width of [60, 98, 110])
      expect(columnCount(createExcerpt(long, mark, width).text)).toBeLessThanOrEqual(width);
  });

  test('shows raw white space as symbols that differ from escapes', () => {
    const { text, carets } = createExcerpt('{\r\n\t"a": 1}', { start: 9, end: 10 }, 98);
    expect([text, carets]).toEqual(['{␍␊␉"a": 1}', '         ^']);
  });

  test('puts carets under escapes and wide characters', () => {
    expect(createExcerpt('🌵\u0000x', { start: 2, end: 3 }, 98)).toEqual({
      text: '🌵\\u0000x',
      carets: '  ^^^^^^',
    });
  });
});
