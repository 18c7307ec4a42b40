/** Requests for parts of a content that was read as a whole (RFC 9110, section 14). */
import type { RequestedRange } from '../../model/condition-state.ts';
import { type Exchange, statusOf } from '../../model/exchange.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { minimalRequestSpec } from '../records/record-requests.ts';
import { evaluatesRange } from './declared-conditions.ts';
import { acceptsBytes, headerParameter, isAllowed, withHeader } from './entity-tags.ts';
import { withoutHeaders } from './if-none-match.ts';

/** Undefined unless the operation declares Range, 206 or 416, or returns a content that may have ranges. */
export function createRangesSequence(baseline: BaselineRequest): Sequence | undefined {
  const { operation } = baseline;
  const support = evaluatesRange(operation);
  if (support === 'no') return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      const requestSpec = withoutHeaders(minimalRequestSpec(baseline, fresh), /^(?:if-.*|range)$/i);
      const whole = yield { operation, requestSpec, description: 'it is read', tolerated: toleratesMissing };
      if (statusOf(whole) !== 200 || (support === 'perhaps' && !acceptsBytes(whole))) return;
      const parameter = headerParameter(operation, 'range');
      let knowsBytes = acceptsBytes(whole);
      for (const range of rangesOf(contentLength(whole))) {
        if (!isAllowed(range.text, parameter)) continue;
        const response = yield {
          operation,
          requestSpec: withHeader(requestSpec, 'Range', range.text),
          description: `it is read with Range ${range.text}`,
          expectation: 'unspecified',
          expectedState: { expects: 'range', whole, range },
        };
        knowsBytes ||= acceptsBytes(response);
        // Some implementations ignore ranges, or count something else than bytes.
        if (!knowsBytes) return;
      }
      yield {
        operation,
        requestSpec,
        description: 'it is read again',
        tolerated: toleratesMissing,
        expectedState: { expects: 'whole', whole },
      };
    },
  };
}

function contentLength({ outcome }: Exchange): number {
  return outcome.kind === 'response' ? outcome.response.body.length : 0;
}

/** Of a content with at least three bytes, so that each part is another one; otherwise only what has no bytes. */
function rangesOf(size: number): readonly RequestedRange[] {
  const last = size - 1;
  const one = (text: string, first: number, end: number): RequestedRange => {
    return { kind: 'one', text: `bytes=${text}`, bytes: { first, last: end } };
  };
  const parts = [
    one('0-0', 0, 0),
    one('1-2', 1, 2),
    one('1-', 1, last),
    one('-2', size - 2, last),
    one(`1-${size + 9}`, 1, last),
    one(`-${size + 9}`, 0, last),
    {
      kind: 'several',
      text: `bytes=0-0,${last}-${last}`,
      bytes: [0, last].map((index) => ({ first: index, last: index })),
    } as const,
  ];
  return [
    ...(size < 3 ? [] : parts),
    { kind: 'beyond the end', text: `bytes=${size + 9}-` },
    { kind: 'unknown unit', text: 'none-of-these=0-0' },
  ];
}
