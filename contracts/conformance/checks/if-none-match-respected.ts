import { headerValue } from '../../http/headers.ts';
import { isSuccess, type ReceivedResponse } from '../model/exchange.ts';
import { headerParameter, opaqueTag, shownEtag } from '../stateful/conditions/entity-tags.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';

export const ifNoneMatchRespected: Check = {
  id: 'if-none-match-respected',
  severity: 'error',
  invariant: 'a read with If-None-Match returns 304 if the client has the current version, and the version otherwise',
  title: 'If-None-Match is not respected',
  why: 'A client that gets 304 keeps a version that is not current. A client that never gets 304 reads what it has again and again. Likely causes: a test whether the header is present, a comparison of the whole header with one ETag, quotes that were removed on one side. Compare each ETag of the header with that of the current version, both without W/, and send the ETag with 304 too.',
  references: 'RFC 9110, section 13.1.2 (If-None-Match), section 8.8.3.2 (comparison) and section 15.4.5 (304)',
  appliesTo: ({ expectedState, response }) => expectedState?.expects === 'if-none-match' && response !== undefined,
  violations(context) {
    const { expectedState, response } = context;
    if (expectedState?.expects !== 'if-none-match' || response === undefined) return [];
    const { condition, hasCurrent } = expectedState;
    if (response.status === 304) return hasCurrent ? missingEtag(context) : [wrongStatus(context, 'other')];
    if (!hasCurrent || !isCurrent(context)) return [];
    const violation = wrongStatus(context, condition === shownEtag(expectedState.shown) ? 'current' : 'list');
    return [downgradeIfTolerated(violation, ignoredReason(context, response))];
  },
};

/** 412 is for changes; a success is wrong only with the ETag that was sent, since the record may have changed. */
function isCurrent({ expectedState, exchange, response }: CheckContext): boolean {
  if (expectedState?.expects !== 'if-none-match' || response === undefined) return false;
  if (response.status === 412) return true;
  const [shown, current] = [shownEtag(expectedState.shown), shownEtag(exchange)];
  if (!isSuccess(response.status) || shown === undefined || current === undefined) return false;
  return opaqueTag(shown) === opaqueTag(current);
}

/** A server that ignores the header repeats what the client has, which harms nothing but the speed. */
function ignoredReason(
  { expectedState, testCase: { operation } }: CheckContext,
  { status }: ReceivedResponse,
): string | undefined {
  const isExact =
    expectedState?.expects === 'if-none-match' && expectedState.condition === shownEtag(expectedState.shown);
  const description = headerParameter(operation, 'if-none-match')?.description ?? '';
  const isPromised = /\b304\b|not modified|unchanged|has(?:n't| not) changed|rfc ?(?:7232|9110)/i.test(description);
  if (!isExact || isPromised || !isSuccess(status)) return undefined;
  return 'the contract does not say that the header is respected';
}

function wrongStatus(context: CheckContext, key: string): Violation {
  const { expectedState, response, testCase } = context;
  const { operation } = testCase;
  const condition = expectedState?.expects === 'if-none-match' ? expectedState.condition : '';
  const parameter = headerParameter(operation, 'if-none-match');
  const expected =
    key === 'other'
      ? `no status 304, because If-None-Match ${condition} does not name the current version`
      : `status 304, because If-None-Match ${condition} names the current version`;
  return {
    expected,
    received: `status ${response?.status}`,
    responsePart: { in: 'status' },
    place: parameter?.place ?? operation.place,
    requirement: 'a read returns 304 only if the client has the current version (RFC 9110, section 13.1.2)',
    key,
  };
}

/** A declared header that is required is reported as such. */
function missingEtag({ response, declared, testCase: { operation } }: CheckContext): readonly Violation[] {
  const isReported = declared?.headers.some(({ name, required }) => required && /^etag$/i.test(name)) === true;
  if (isReported || headerValue(response?.headers ?? [], 'etag') !== undefined) return [];
  return [
    {
      expected: 'the ETag of the 200, because a 304 has it too',
      received: 'no such header',
      responsePart: { in: 'header', name: 'ETag' },
      place: declared?.place ?? operation.place,
      requirement: 'a 304 has the ETag that the 200 would have (RFC 9110, section 15.4.5)',
      key: 'no ETag',
    },
  ];
}
