/** A line of a document as it is quoted. Some documents are one line of megabytes: of a long one, the part that is meant. */
import { truncate } from '../../sanitize.ts';
import { findJsonMember } from './find-json-member.ts';
import type { Place } from './source-file.ts';

/** Longer than what people write, such as a description. */
const MAX_LINE_LENGTH = 4_000;
const MAX_QUOTE_LENGTH = 400;

/** The line of the text at a place, trimmed; of a very long one of JSON the member at the place, as a line of its own. */
export function quoteLine(text: string, { line, pointer }: Pick<Place, 'line' | 'pointer'>): string {
  const fullLine = sliceLines(text, line, 1)[0]?.trim() ?? '';
  if (fullLine.length <= MAX_LINE_LENGTH) return fullLine;
  const memberRange = findJsonMember(text, pointer);
  const member = memberRange === undefined ? fullLine : text.slice(memberRange.start, memberRange.end);
  return member.length <= MAX_QUOTE_LENGTH ? member : `${truncate(member, MAX_QUOTE_LENGTH)}...`;
}

/** So many lines at most, the first of them that of the given number, from 1. */
export function sliceLines(text: string, line: number, count: number): readonly string[] {
  const starts = findLineStarts(text);
  return starts.slice(line - 1, line - 1 + count).map((start, index) => {
    const next = starts[line + index];
    if (next === undefined) return text.slice(start);
    return text.slice(start, text[next - 2] === '\r' ? next - 2 : next - 1);
  });
}

/** Where each line begins: of the text that was asked for last, since one is mostly asked for many times. */
function findLineStarts(text: string): readonly number[] {
  if (lastIndexed.text === text) return lastIndexed.starts;
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  lastIndexed = { text, starts };
  return starts;
}

let lastIndexed: { readonly text: string; readonly starts: readonly number[] } = { text: '', starts: [0] };
