import { expect, test } from 'vitest';
import { parseCsv } from '../../../spec/wire/csv.ts';

test.each<[string, string, readonly (readonly string[])[]]>([
  [
    'line ends after every line',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no line end after the last line',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a byte order mark', '\ufeffa\r\n', [['a']]],
  [
    'empty fields',
    'a,,\r\n,',
    [
      ['a', '', ''],
      ['', ''],
    ],
  ],
  [
    'quoted fields',
    '"a","b ""c"", d"\r\n"1\r\n2",""',
    [
      ['a', 'b "c", d'],
      ['1\r\n2', ''],
    ],
  ],
])('reads %s', (_title, text, rows) => {
  expect(parseCsv(text)).toEqual({ ok: true, rows });
});

test.each<[string, string, string, number]>([
  ['a quote in a field without quotes', 'a\n1 "x"', 'a quote in a field without quotes', 2],
  ['text after a quoted field', '"a"b', 'text after the quote that ends a field', 1],
  ['a quoted field that does not end', 'a\nb\n"c', 'a quoted field that does not end', 3],
])('rejects %s', (_title, text, reason, row) => {
  expect(parseCsv(text)).toMatchObject({ ok: false, reason, row });
});
