/** The lines of the contract that a finding rests on, with a caret under the part that is meant. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import { visible } from '../../../text.ts';
import type { Finding, Quote } from '../../finding/finding.ts';
import { markIn } from '../../finding/quote.ts';
import { excerptOf, WIDTH } from './columns.ts';
import type { Style } from './style.ts';

/** The place, the lines and the caret. */
export function quoteLines(
  { place, line, quote, otherPlace, otherLine }: Finding,
  style: Style,
): readonly string[] {
  const { lines, mark } = quote ?? plainQuote(place.line, line, place.pointer);
  const gutter = Math.max(...lines.map((one) => String(one.line).length));
  const row = (number: string, text: string) => `  ${number.padStart(gutter)} ${style.dim('|')} ${text}`;
  const quoted = lines.map((one, index) => {
    const isLast = index === lines.length - 1;
    return {
      number: String(one.line),
      ...excerptOf(one.text, isLast ? mark : undefined, WIDTH - gutter - 5),
    };
  });
  return [
    `  ${' '.repeat(gutter)}${style.dim('-->')} ${visible(formatPlace(place))}  ${style.dim(visible(place.pointer || '/'))}`,
    ...quoted.map(({ number, text }) => row(number, text)),
    row('', style.red(quoted.at(-1)?.carets || '^')),
    ...(otherPlace === undefined ? [] : otherLines(otherPlace, otherLine, style)),
  ];
}

/** The other side, with its line where it is at hand. */
function otherLines(place: Place, line: string | undefined, style: Style): readonly string[] {
  const head = `   ${style.dim('also')} ${visible(formatPlace(place))}`;
  if (line === undefined || line === '') return [head];
  const number = String(place.line);
  const { text } = excerptOf(line, undefined, WIDTH - number.length - 5);
  return [head, `  ${number} ${style.dim('|')} ${text}`];
}

/** For findings of stages that keep one line. */
function plainQuote(number: number, text: string, pointer: string): Quote {
  return { lines: [{ line: number, text }], mark: markIn(text, pointer) };
}
