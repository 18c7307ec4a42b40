import { headerValue } from '../../http/headers.ts';
import type { ByteRange } from '../model/condition-state.ts';
import type { ReceivedResponse } from '../model/exchange.ts';
import { acceptsBytes, shownEtag } from '../stateful/conditions/entity-tags.ts';
import type { Check, CheckContext, Violation } from './check.ts';
import { type PartProblem, partViolations } from './records/parts.ts';

export const rangeRespected: Check = {
  id: 'range-respected',
  severity: 'error',
  invariant: 'a request for a range gets these bytes, the whole content, or 416 if no byte is within the range',
  title: 'A range of a content is wrong',
  why: 'A client that resumes a download, or jumps within a video, joins wrong bytes without noticing. Likely causes: an end that is read as exclusive, a suffix that is counted from the beginning, a size that is the length of the part, a cache that ignores Range. Let the HTTP library or the web server serve ranges, or return the whole content with 200.',
  references:
    'RFC 9110, section 14.1.2 (byte ranges), section 14.2 (Range), section 14.4 (Content-Range), section 15.3.7 (206) and section 15.5.17 (416)',
  appliesTo: (context) => {
    const { expectedState, response } = context;
    const isAboutRange = expectedState?.expects === 'range' || expectedState?.expects === 'whole';
    return response !== undefined && (isAboutRange || isUnrequestedPart(context));
  },
  violations(context) {
    const { expectedState, response } = context;
    if (isUnrequestedPart(context))
      return [violationOf(context, statusProblem('status 200, because no range is requested', 'part as whole'))];
    if (response === undefined || isOtherVersion(context)) return [];
    const problems =
      expectedState?.expects === 'whole' ? wholeProblems(response, wholeOf(context)) : rangeProblems(context, response);
    return problems.map((problem) => violationOf(context, problem));
  },
};

/** Bytes: some implementations return a page of a list with 206. */
function isUnrequestedPart({ response, requestSpec, expectedState }: CheckContext): boolean {
  if (expectedState?.expects === 'range') return false;
  if (response?.status !== 206 || headerValue(requestSpec.headers, 'range') !== undefined) return false;
  return /^bytes /i.test(headerValue(response.headers, 'content-range') ?? '');
}

/** Of the same version, as far as the ETags show. */
function isOtherVersion({ expectedState, exchange }: CheckContext): boolean {
  if (expectedState?.expects !== 'range' && expectedState?.expects !== 'whole') return true;
  const [before, now] = [shownEtag(expectedState.whole), shownEtag(exchange)];
  return before !== undefined && now !== undefined && before !== now;
}

function wholeOf({ expectedState }: CheckContext): Buffer {
  if (expectedState?.expects !== 'range' && expectedState?.expects !== 'whole') return Buffer.alloc(0);
  const { outcome } = expectedState.whole;
  return Buffer.from(outcome.kind === 'response' ? outcome.response.body : []);
}

function rangeProblems(context: CheckContext, response: ReceivedResponse): readonly PartProblem[] {
  if (context.expectedState?.expects !== 'range') return [];
  const { range, whole: wholeExchange } = context.expectedState;
  const whole = wholeOf(context);
  const { status } = response;
  if (status === 200) return range.kind === 'one' ? fullProblems(response, whole, range.bytes) : [];
  if (range.kind === 'unknown unit')
    return status === 206 || status === 416
      ? [statusProblem('status 200 with the whole content, because the unit of the range is unknown', 'unknown unit')]
      : [];
  if (status === 206) {
    if (range.kind === 'beyond the end')
      return [statusProblem('status 416 or 200, because no byte is within the range', 'beyond the end')];
    return partViolations(response, whole, range.kind === 'one' ? [range.bytes] : range.bytes);
  }
  // Some implementations count something else than bytes, and reject a range of them.
  if (status !== 416 || ![wholeExchange, context.exchange].some(acceptsBytes)) return [];
  if (range.kind === 'one')
    return [statusProblem('status 206 or 200, because the content has bytes within the range', 'unsatisfied')];
  return sizeProblems(response, whole);
}

/** RFC 9110, section 15.5.17: a 416 should give the size. */
function sizeProblems({ headers }: ReceivedResponse, whole: Buffer): readonly PartProblem[] {
  const text = headerValue(headers, 'content-range');
  const right = `bytes */${whole.length}`;
  if (text === undefined || text.trim() === right) return [];
  return [{ expected: `Content-Range ${right}`, received: text, header: 'Content-Range', key: 'size in 416' }];
}

/** All the bytes are right too; a part of them is not the content. */
function fullProblems({ body }: ReceivedResponse, whole: Buffer, { first, last }: ByteRange): readonly PartProblem[] {
  const part = whole.subarray(first, last + 1);
  if (part.length === whole.length || !part.equals(body)) return [];
  return [
    {
      ...statusProblem(`status 206 with these bytes, or 200 with all ${whole.length} bytes`, 'part as 200'),
      received: `status 200 with ${body.length} of ${whole.length} bytes`,
    },
  ];
}

/** A request without Range. */
function wholeProblems({ status }: ReceivedResponse, whole: Buffer): readonly PartProblem[] {
  if (status !== 206) return [];
  return [statusProblem(`status 200 with all ${whole.length} bytes, because no range is requested`, 'part as whole')];
}

function statusProblem(expected: string, key: string): PartProblem {
  return { expected, received: undefined, header: undefined, key };
}

function violationOf({ response, declared, testCase }: CheckContext, problem: PartProblem): Violation {
  const { expected, received, header, key } = problem;
  return {
    expected,
    received: received ?? `status ${response?.status}`,
    responsePart: header === undefined ? { in: 'status' } : { in: 'header', name: header },
    place: declared?.place ?? testCase.operation.place,
    requirement: 'a range is a part of the whole content (RFC 9110, section 14)',
    key,
  };
}
