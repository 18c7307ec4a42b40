import { type Specimen, specimen } from './specimen.ts';

/** Text that something on the way takes for more than text: markup, a query, a number, a date, nothing at all. */
export const lookAlikes: readonly Specimen[] = [
  specimen('markup', '<b>fern</b> &amp; <script>alert(1)</script>'),
  specimen('percent signs', '%41 %20 100% %s %n'),
  specimen('percent-encoding', '%41%20fern%C3%A9'),
  specimen('plus signs', 'a+b c'),
  specimen('a query', 'a=b&c=d?e#f;g'),
  specimen('quotes around', '"Boston fern"'),
  specimen('sql', `Robert'); DROP TABLE plants;--`),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that template engines fill in
  specimen('templates', '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}'),
  specimen('null as text', 'null'),
  specimen('undefined as text', 'undefined'),
  specimen('true as text', 'true'),
  specimen('false as text', 'false'),
  specimen('zero as text', '0'),
  specimen('number as text', '123'),
  specimen('leading zeros as text', '0123'),
  specimen('trailing zeros as text', '1.50'),
  specimen('exponent as text', '1e3'),
  specimen('long number as text', '12345678901234567890'),
  specimen('not a number as text', 'NaN'),
  specimen('no as text', 'no'),
  specimen('object as text', '{"name":"fern"}'),
  specimen('array as text', '[]'),
  specimen('iso date as text', '2026-01-31'),
  specimen('iso date and time as text', '2026-01-31T12:30:00+02:00'),
  specimen('date as text', '2026-02-29T25:61:00Z'),
];
