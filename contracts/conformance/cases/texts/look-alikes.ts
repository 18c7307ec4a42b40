import { type Specimen, specimen } from './specimen.ts';

/** Text that something on the way takes for more than text: markup, a query, a number, a date, nothing at all. */
export const lookAlikes: readonly Specimen[] = [
  specimen('markup', '<b>box</b> &amp; <script>alert(1)</script>'),
  specimen('percent signs', '%41 %20 100% %s %n'),
  specimen('percent-encoding', '%41%20box%C3%A9'),
  specimen('plus signs', 'a+b c'),
  specimen('a query', 'a=b&c=d?e#f;g', { words: 'a text that looks like a query' }),
  specimen('quotes around', '"Green box"', { words: 'a text with quotes around it' }),
  specimen('sql', `Robert'); DROP TABLE records;--`, { words: 'a text that would end an SQL string' }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that template engines fill in
  specimen('templates', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}', {
    words: 'a text that template engines fill in',
  }),
  specimen('null as text', 'null', { words: 'the word null' }),
  specimen('undefined as text', 'undefined', { words: 'the word undefined' }),
  specimen('true as text', 'true', { words: 'the word true' }),
  specimen('false as text', 'false', { words: 'the word false' }),
  specimen('zero as text', '0', { words: 'the text 0' }),
  specimen('number as text', '123', { words: 'the text 123' }),
  specimen('leading zeros as text', '0123', { words: 'a text of digits with leading zeros' }),
  specimen('trailing zeros as text', '1.50', {
    words: 'a text that looks like a number with a trailing zero',
  }),
  specimen('exponent as text', '1e3', { words: 'a text that looks like a number with an exponent' }),
  specimen('long number as text', '12345678901234567890', { words: 'a text of 20 digits' }),
  specimen('not a number as text', 'NaN', { words: 'the word NaN' }),
  specimen('no as text', 'no', { words: 'the word no' }),
  specimen('object as text', '{"name":"box"}', { words: 'a text that looks like a JSON object' }),
  specimen('array as text', '[]', { words: 'a text that looks like a JSON array' }),
  specimen('iso date as text', '2026-01-31', { words: 'a text that looks like a date' }),
  specimen('iso date and time as text', '2026-01-31T12:30:00+02:00', {
    words: 'a text that looks like a date and time',
  }),
  specimen('date as text', '2026-02-29T25:61:00Z', {
    words: 'a text that looks like a date and time that do not exist',
  }),
];
