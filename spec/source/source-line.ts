/**
 * Quotes a line of a document. Some documents are a single line of megabytes: of a long line, only the relevant part is
 * quoted.
 */
import { truncate } from '../../sanitize.ts';
import { findJsonMember } from './find-json-member.ts';
import type { Place } from './source-file.ts';

/** Longer than lines that people write, such as descriptions. */
const MAX_LINE_LENGTH = 4_000;
const MAX_QUOTE_LENGTH = 400;

/** Returns the trimmed line of the text at a place; for a very long line of JSON, only the member at the place. */
export function quoteLine(text: string, { line, pointer }: Pick<Place, 'line' | 'pointer'>): string {
  const fullLine = sliceLines(text, line, 1)[0]?.trim() ?? '';
  if (fullLine.length <= MAX_LINE_LENGTH) return fullLine;
  const memberRange = findJsonMember(text, pointer);
  const member = memberRange === undefined ? fullLine : text.slice(memberRange.start, memberRange.end);
  return member.length <= MAX_QUOTE_LENGTH ? member : `${truncate(member, MAX_QUOTE_LENGTH)}...`;
}

/** Returns at most `count` lines, starting at `line`, from 1. */
export function sliceLines(text: string, line: number, count: number): readonly string[] {
  const starts = findLineStarts(text);
  return starts.slice(line - 1, line - 1 + count).map((start, index) => {
    const next = starts[line + index];
    if (next === undefined) return text.slice(start);
    return text.slice(start, text[next - 2] === '\r' ? next - 2 : next - 1);
  });
}

/** Returns the start of each line. Caches the last texts: callers quote a few texts many times, such as two versions. */
function findLineStarts(text: string): readonly number[] {
  const known = lastIndexed.find((one) => one.text === text);
  if (known !== undefined) return known.starts;
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  lastIndexed = [{ text, starts }, ...lastIndexed.slice(0, MAX_INDEXED - 1)];
  return starts;
}

const MAX_INDEXED = 4;

let lastIndexed: readonly { readonly text: string; readonly starts: readonly number[] }[] = [];
