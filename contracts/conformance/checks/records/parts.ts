/** The parts of a content in a 206: one with Content-Range, or several as multipart/byteranges (RFC 9110, section 15.3.7). */
import { headerValue } from '../../../http/headers.ts';
import type { ByteRange } from '../../model/condition-state.ts';
import type { ReceivedResponse } from '../../model/exchange.ts';

export interface PartProblem {
  readonly expected: string;
  /** The status where it is undefined. */
  readonly received: string | undefined;
  /** The header that is wrong; undefined for the status. */
  readonly header: string | undefined;
  readonly key: string;
}

/** A server may send less than was requested, but nothing else (RFC 9110, section 15.3.7). */
export function partViolations(
  { headers, body }: ReceivedResponse,
  whole: Buffer,
  requested: readonly ByteRange[],
): readonly PartProblem[] {
  // Each part has its own Content-Range.
  if (/^multipart\/byteranges/i.test(headerValue(headers, 'content-type') ?? '') && requested.length > 1) return [];
  const text = headerValue(headers, 'content-range');
  if (text === undefined) return [contentRangeProblem('a Content-Range, because it is one part', 'no such header')];
  const range = parseContentRange(text);
  if (range === undefined) return isBytes(text) ? [contentRangeProblem('bytes <first>-<last>/<size>', text)] : [];
  const { first, last, size } = range;
  if (size !== undefined && size !== whole.length)
    return [contentRangeProblem(`the size ${whole.length} of the whole content`, text, 'size')];
  if (last - first + 1 !== body.length)
    return [contentRangeProblem(`a range of ${body.length} bytes, as many as the body has`, text, 'length')];
  const limits = {
    first: Math.min(...requested.map((one) => one.first)),
    last: Math.max(...requested.map((one) => one.last)),
  };
  if (first < limits.first || last > limits.last)
    return [contentRangeProblem(`bytes from ${limits.first} to ${limits.last}, as requested`, text, 'other range')];
  if (whole.subarray(first, last + 1).equals(body)) return [];
  return [contentRangeProblem('the bytes that the whole content has there', `other bytes as ${text}`, 'other bytes')];
}

function contentRangeProblem(expected: string, received: string, key = 'Content-Range'): PartProblem {
  return { expected, received, header: 'Content-Range', key };
}

function isBytes(text: string): boolean {
  return /^\s*bytes\b/i.test(text);
}

/** Undefined when it is malformed; the size is undefined when the server does not know it. */
function parseContentRange(text: string): (ByteRange & { readonly size: number | undefined }) | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(text.trim()) ?? [];
  if (first === undefined || last === undefined || Number(last) < Number(first)) return undefined;
  return { first: Number(first), last: Number(last), size: size === '*' ? undefined : Number(size) };
}
