import { type Json, sameJson } from '../../../spec/json/exact-json.ts';
import { headerOf } from '../../http/headers.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { Known } from '../model/sequence.ts';
import { jsonOf, partOf } from '../stateful/model/records.ts';
import type { Check } from './check.ts';

export const etagChanges: Check = {
  id: 'etag-changes',
  severity: 'fault',
  holds: 'a record that has changed has another strong ETag',
  title: 'What has changed has the same ETag',
  why: 'A cache goes on showing the old record, since it asks with If-None-Match and hears that nothing has changed; and an update with If-Match overwrites what somebody else has written. Likely causes: a tag made of the id, of a time in whole seconds, or of some of the columns. Make the tag of all that the answer shows, or of a version that every write counts up.',
  restsOn: 'RFC 9110, section 8.8.1 (strong validators) and section 8.8.3 (ETag)',
  appliesTo: ({ recall, answer }) =>
    recall?.expects === 'record' && answer !== undefined && isSuccess(answer.status),
  violations({ recall, exchange, answer, case: { operation } }) {
    if (recall?.expects !== 'record' || answer === undefined) return [];
    const { record } = recall;
    const [tag, before] = [strongTag(exchange), strongTag(record.shown)];
    const isSameAddress = record.shown?.request.url === exchange.request.url;
    const name = tag === before && isSameAddress ? changedBy(record, exchange) : undefined;
    if (tag === undefined || name === undefined) return [];
    return [
      {
        expected: `another ETag than ${before}, since ${name} has changed`,
        received: tag,
        at: { in: 'header', name: 'ETag' },
        place: operation.place,
        rule: 'a strong validator changes with what is shown (RFC 9110, section 8.8.1)',
        key: 'same',
      },
    ];
  },
};

function strongTag(exchange: Exchange | undefined): string | undefined {
  if (exchange?.outcome.kind !== 'answer' || exchange.request.method !== 'GET') return undefined;
  const tag = headerOf(exchange.outcome.answer.headers, 'etag');
  return tag?.startsWith('"') ? tag : undefined;
}

/** A property that was written in the meantime: what a store adds of its own, such as the time, may change by itself. */
function changedBy({ shown, writes }: Known, exchange: Exchange): string | undefined {
  const sent: Json = writes.at(-1)?.draft.value ?? {};
  const [before, now] = [jsonOf(shown), jsonOf(exchange)];
  return Object.keys(sent).find((name) => {
    const [one, other] = [partOf(before, name), partOf(now, name)];
    return one !== undefined && other !== undefined && !sameJson(one, other);
  });
}
