import { isEqualJson, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { findResponse } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import { type Exchange, isSuccess, statusOf } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { getProperty, parseBody } from '../stateful/model/response-records.ts';
import type { Check, CheckContext, Violation } from './check.ts';

export const etagChanges: Check = {
  id: 'etag-changes',
  severity: 'error',
  invariant: 'a changed record has a new strong ETag',
  title: 'The record has changed, but its ETag has not',
  why: 'A cache keeps serving the old record, because If-None-Match reports no change. An update with If-Match overwrites changes of other clients. Likely causes: an ETag derived from the id, from a time in whole seconds, or from only some of the columns; an ETag that is computed before the change. Derive the ETag from the whole response, or from a version number that every write increments.',
  references: 'RFC 9110, section 8.8.1 (strong validators) and section 8.8.3 (ETag)',
  appliesTo: ({ expectedState, response }) =>
    (expectedState?.expects === 'record' || expectedState?.expects === 'new etag') &&
    response !== undefined &&
    isSuccess(response.status),
  violations(context) {
    const { expectedState, exchange } = context;
    if (expectedState?.expects !== 'record' && expectedState?.expects !== 'new etag') return [];
    const { record } = expectedState;
    const tag = strongEtag(exchange);
    if (tag === undefined || record.lastShown?.request.url !== exchange.request.url) return [];
    const previousTag = strongEtag(record.lastShown);
    if (tag !== previousTag)
      return expectedState.expects === 'record' ? writeViolations(context, record, previousTag) : [];
    const changed =
      expectedState.expects === 'record'
        ? (changedProperty(record, exchange) ?? changedContent(record, exchange))
        : propertyChangedBy(expectedState.action, record, exchange);
    if (changed === undefined) return [];
    return [violationOf(context, `an ETag other than ${previousTag}, because ${changed} has changed`, tag, 'same')];
  },
};

function violationOf(
  { testCase: { operation } }: CheckContext,
  expected: string,
  received: string,
  key: string,
): Violation {
  return {
    expected,
    received,
    responsePart: { in: 'header', name: 'ETag' },
    place: operation.place,
    requirement: 'a strong validator changes with the representation (RFC 9110, section 8.8.1)',
    key,
  };
}

function strongEtag(exchange: Exchange | undefined): string | undefined {
  if (exchange?.outcome.kind !== 'response' || exchange.request.method !== 'GET') return undefined;
  const tag = headerValue(exchange.outcome.response.headers, 'etag');
  return tag?.startsWith('"') ? tag : undefined;
}

/**
 * A property that was written since: values that the implementation maintains, such as timestamps, may change by
 * themselves.
 */
function changedProperty({ lastShown, writes }: KnownRecord, exchange: Exchange): string | undefined {
  const sent: Json = writes.at(-1)?.requestSpec.value ?? {};
  const [previous, current] = [parseBody(lastShown), parseBody(exchange)];
  return Object.keys(sent).find((name) => {
    const [one, other] = [getProperty(previous, name), getProperty(current, name)];
    return one !== undefined && other !== undefined && !isEqualJson(one, other);
  });
}

/** The content is now what was written, and was something else before. */
function changedContent({ lastShown, writes }: KnownRecord, exchange: Exchange): string | undefined {
  const { body: sent, value } = writes.at(-1)?.requestSpec ?? {};
  if (sent === undefined || value !== undefined) return undefined;
  const [previous, current] = [contentOf(lastShown), contentOf(exchange)];
  if (previous === undefined || current === undefined) return undefined;
  return !previous.equals(current) && current.equals(Buffer.from(sent)) ? 'the content' : undefined;
}

function contentOf(exchange: Exchange | undefined): Buffer | undefined {
  return exchange?.outcome.kind === 'response' ? Buffer.from(exchange.outcome.response.body) : undefined;
}

/** Only what the response to the action shows too: other values may change by themselves. */
function propertyChangedBy(action: Exchange, { lastShown }: KnownRecord, exchange: Exchange): string | undefined {
  const [previous, shown, current] = [parseBody(lastShown), parseBody(action), parseBody(exchange)];
  if (!isJsonObject(current)) return undefined;
  return Object.keys(current).find((name) => {
    const [before, now, returned] = [previous, current, shown].map((body) => getProperty(body, name));
    if (before === undefined || now === undefined || returned === undefined) return false;
    return !isEqualJson(before, now) && isEqualJson(now, returned);
  });
}

/**
 * A write that returns the new record with the ETag of the old one, or with one that no read shows. Only where the
 * contract declares it: frameworks make an ETag of any body.
 */
function writeViolations(
  context: CheckContext,
  { writes, lastShown }: KnownRecord,
  previousTag: string | undefined,
): readonly Violation[] {
  const write = writes.at(-1);
  if (write === undefined || write.exchange === lastShown || write.exchange.outcome.kind !== 'response') return [];
  const { operation, exchange } = write;
  const declared = findResponse(operation, statusOf(exchange) ?? 0)?.headers.some(({ name }) => /^etag$/i.test(name));
  const tag = headerValue(write.exchange.outcome.response.headers, 'etag');
  const current = strongEtag(context.exchange);
  const [returned, read] = [parseBody(exchange), parseBody(context.exchange)];
  const isOld = tag !== undefined && tag === previousTag;
  if (declared !== true || !isOld || returned === undefined || read === undefined) return [];
  if (!isEqualJson(returned, read)) return [];
  const expected = `the ETag ${current}, which the read shows, in the response to ${operation.method} ${operation.path}`;
  return [violationOf(context, expected, tag, 'old')];
}
