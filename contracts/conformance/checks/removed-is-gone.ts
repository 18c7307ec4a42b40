import { isSuccess } from '../model/exchange.ts';
import { itemFor } from '../stateful/model/records.ts';
import { type Check, type Judged, type Violation, weighed } from './check.ts';
import { partOfList } from './lists/list-in.ts';
import { cached, doubtedRemoval, markedRemoved } from './records/doubts.ts';
import { doubtedSameness, isSameRecord, removedWith } from './records/history.ts';

export const removedIsGone: Check = {
  id: 'removed-is-gone',
  severity: 'fault',
  holds: 'a record that was removed is neither read nor listed any more',
  title: 'What was removed is still there',
  why: 'The client was told that the record is gone: a person who has deleted something finds it again. Likely causes: a DELETE that answers and does nothing; a read that is answered from a copy, or from an index that is not told of removals; a mark that reads and lists do not look at. Answer when it is gone, everywhere where it is read.',
  restsOn: 'RFC 9110, section 9.3.5 (DELETE), section 15.5.5 (404) and section 15.5.11 (410)',
  mayTakeTime: true,
  appliesTo: ({ recall, answer }) =>
    answer !== undefined &&
    isSuccess(answer.status) &&
    (recall?.expects === 'nothing' ||
      (recall?.expects === 'list' && recall.records.some(({ removal }) => removal !== undefined))),
  violations(judged) {
    const { recall } = judged;
    if (recall?.expects === 'nothing') return stillRead(judged);
    return recall?.expects === 'list' ? stillListed(judged) : [];
  },
};

function stillRead(judged: Judged): readonly Violation[] {
  const { recall, answer, json, case: tried } = judged;
  // No content is as good as nothing.
  if (recall?.expects !== 'nothing' || answer === undefined || answer.body.length === 0) return [];
  const { record } = recall;
  const violation = {
    expected: `404 or 410, since the record ${removedWith(record)}`,
    received: `status ${answer.status}`,
    at: { in: 'status' },
    place: tried.operation.place,
    rule: 'what was removed is not there any more',
    key: 'read',
  } as const;
  const shown = json?.ok === true ? json.value : undefined;
  if (isSameRecord(shown, record) === false) return [];
  const doubt = markedRemoved(record, shown) ?? doubtedSameness(shown, record);
  return [weighed(violation, doubtedRemoval(record) ?? doubt ?? cached(judged))];
}

/** What was read after its removal too is told by that. */
function stillListed(judged: Judged): readonly Violation[] {
  const { recall, exchange, case: tried } = judged;
  if (recall?.expects !== 'list') return [];
  const items = recall.pages.itemsIn(exchange) ?? [];
  const removed = recall.records.filter(({ removal, lingers }) => removal !== undefined && !lingers);
  return removed
    .flatMap((record) => {
      const item = itemFor(items, record);
      if (item === undefined || isSameRecord(item, record) === false) return [];
      const violation = {
        expected: `no such record, since it ${removedWith(record)}`,
        received: 'a list that has it',
        at: partOfList(judged, item),
        place: tried.operation.place,
        rule: 'what was removed is not there any more',
        key: 'list',
      } as const;
      return [
        weighed(
          violation,
          doubtedRemoval(record) ??
            markedRemoved(record, item) ??
            doubtedSameness(item, record) ??
            cached(judged),
        ),
      ];
    })
    .slice(0, 1);
}
