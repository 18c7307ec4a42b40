import { isEqualJson, type Json } from '../../../spec/json/exact-json.ts';
import { headerValue } from '../../http/headers.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { getProperty, parseBody } from '../stateful/model/response-records.ts';
import type { Check } from './check.ts';

export const etagChanges: Check = {
  id: 'etag-changes',
  severity: 'error',
  invariant: 'a changed record has a new strong ETag',
  title: 'The record has changed, but its ETag has not',
  why: 'A cache keeps serving the old record, because If-None-Match reports no change. An update with If-Match overwrites changes of other clients. Likely causes: an ETag derived from the id, from a time in whole seconds, or from only some of the columns. Derive the ETag from the whole response, or from a version number that every write increments.',
  references: 'RFC 9110, section 8.8.1 (strong validators) and section 8.8.3 (ETag)',
  appliesTo: ({ expectedState, response }) =>
    expectedState?.expects === 'record' && response !== undefined && isSuccess(response.status),
  violations({ expectedState, exchange, response, testCase: { operation } }) {
    if (expectedState?.expects !== 'record' || response === undefined) return [];
    const { record } = expectedState;
    const [tag, previousTag] = [strongEtag(exchange), strongEtag(record.lastShown)];
    const isSameAddress = record.lastShown?.request.url === exchange.request.url;
    const name = tag === previousTag && isSameAddress ? changedProperty(record, exchange) : undefined;
    if (tag === undefined || name === undefined) return [];
    return [
      {
        expected: `an ETag other than ${previousTag}, because ${name} has changed`,
        received: tag,
        responsePart: { in: 'header', name: 'ETag' },
        place: operation.place,
        requirement: 'a strong validator changes with the representation (RFC 9110, section 8.8.1)',
        key: 'same',
      },
    ];
  },
};

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
