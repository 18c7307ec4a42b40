/** A line of a document as it is quoted. Some documents are one line of megabytes: of a long one, the part that is meant. */
import { beginningOf } from '../../text.ts';
import { memberAt } from './member-at.ts';
import type { Place } from './source-file.ts';

/** Longer than what people write, such as a description. */
const LONGEST_LINE = 4_000;
const LONGEST_PART = 400;

/** The line of the text at a place, trimmed; of a very long one of JSON the member at the place, as a line of its own. */
export function quotedLine(text: string, { line, pointer }: Pick<Place, 'line' | 'pointer'>): string {
  const whole = linesFrom(text, line, 1)[0]?.trim() ?? '';
  if (whole.length <= LONGEST_LINE) return whole;
  const part = memberAt(text, pointer);
  const meant = part === undefined ? whole : text.slice(part.start, part.end);
  return meant.length <= LONGEST_PART ? meant : `${beginningOf(meant, LONGEST_PART)}...`;
}

/** So many lines at most, the first of them that of the given number, from 1. */
export function linesFrom(text: string, line: number, count: number): readonly string[] {
  const starts = startsIn(text);
  return starts.slice(line - 1, line - 1 + count).map((start, index) => {
    const next = starts[line + index];
    if (next === undefined) return text.slice(start);
    return text.slice(start, text[next - 2] === '\r' ? next - 2 : next - 1);
  });
}

/** Where each line begins: of the text that was asked for last, since one is mostly asked for many times. */
function startsIn(text: string): readonly number[] {
  if (last.text === text) return last.starts;
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  last = { text, starts };
  return starts;
}

let last: { readonly text: string; readonly starts: readonly number[] } = { text: '', starts: [0] };
