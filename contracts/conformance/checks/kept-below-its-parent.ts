import { declares } from '../../../spec/resources/views.ts';
import { isSuccess } from '../model/exchange.ts';
import { itemFor, jsonOf } from '../stateful/model/records.ts';
import { type Check, type Judged, weighed } from './check.ts';
import { doubtedCreation } from './records/doubts.ts';
import { createdWith, isSameRecord } from './records/history.ts';

export const keptBelowItsParent: Check = {
  id: 'kept-below-its-parent',
  severity: 'fault',
  holds: 'a record is neither read nor listed below another parent than the one it was created below',
  title: 'A record is found below another parent',
  why: 'Whoever may see one parent sees what belongs to another: the orders of another customer, the files of another project. Likely cause: the record is looked for by its own name alone, and the rest of the path is not looked at. Answer for records below the parent that the path names, and 404 for all others.',
  restsOn: 'OpenAPI, Paths Object; RFC 3986, section 3.3 (a path is a hierarchy)',
  appliesTo: ({ recall, answer }) =>
    recall?.expects === 'nothing elsewhere' && answer !== undefined && isSuccess(answer.status),
  violations(judged) {
    const { recall, exchange, case: tried } = judged;
    if (recall?.expects !== 'nothing elsewhere') return [];
    const { record, itemsIn } = recall;
    const found = itemsIn === undefined ? jsonOf(exchange) : itemFor(itemsIn(exchange) ?? [], record);
    // A number may be another record's below each parent; the texts that were sent tell.
    if (isSameRecord(found, record) !== true) return [];
    const violation = {
      expected: `nothing of the record that ${createdWith(record)}, below another parent`,
      received: itemsIn === undefined ? 'that record' : 'a list that has it',
      at: { in: 'body', path: [] },
      place: tried.operation.place,
      rule: 'the path names the parent that a record is kept below',
      key: itemsIn === undefined ? 'read' : 'list',
    } as const;
    return [weighed(violation, doubtedCreation(record) ?? doubted(judged))];
  },
};

function doubted({ recall, case: { operation } }: Judged): string | undefined {
  const isList = recall?.expects === 'nothing elsewhere' && recall.itemsIn !== undefined;
  if (isList || declares(operation, 404) || declares(operation, 410)) return undefined;
  return 'no answer is declared to what is not there';
}
