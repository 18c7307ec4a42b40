import { isEqualJson, type Json } from '../../../spec/json/exact-json.ts';
import { headerValue } from '../../http/headers.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { getProperty, parseBody } from '../stateful/model/response-records.ts';
import type { Check } from './check.ts';

export const etagChanges: Check = {
  id: 'etag-changes',
  severity: 'fault',
  invariant: 'a record that has changed has another strong ETag',
  title: 'What has changed has the same ETag',
  why: 'A cache goes on showing the old record, since it asks with If-None-Match and hears that nothing has changed; and an update with If-Match overwrites what somebody else has written. Likely causes: a tag made of the id, of a time in whole seconds, or of some of the columns. Make the tag of all that the answer shows, or of a version that every write counts up.',
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
        expected: `another ETag than ${previousTag}, since ${name} has changed`,
        received: tag,
        responsePart: { in: 'header', name: 'ETag' },
        place: operation.place,
        requirement: 'a strong validator changes with what is shown (RFC 9110, section 8.8.1)',
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
