import { statusOf } from '../model/exchange.ts';
import type { Known } from '../model/sequence.ts';
import { isBehindPrefix } from '../stateful/records/reading.ts';
import { type Check, weighed } from './check.ts';
import { cached, doubtedCreation, doubtedSince } from './records/doubts.ts';
import { createdWith } from './records/history.ts';

export const createdIsThere: Check = {
  id: 'created-is-there',
  severity: 'fault',
  holds: 'a record that was created, and not removed since, is found under its name',
  title: 'What was created is not there',
  why: 'The client was told that the record exists, goes on with it, and finds nothing: what it has sent is lost. Likely causes: the record is never stored, or stored under another name than the answer tells; its number is read as a double and rounded above 2^53; it is looked for below another parent, or by another caller. Store it before you answer, and under the name that you answer with.',
  restsOn: 'RFC 9110, section 9.3.1 (GET) and section 15.3.2 (201)',
  mayTakeTime: true,
  appliesTo: ({ recall, answer }) => recall?.expects === 'record' && answer !== undefined,
  violations(judged) {
    const { recall, answer, case: tried } = judged;
    if (recall?.expects !== 'record' || answer === undefined) return [];
    if (answer.status !== 404 && answer.status !== 410) return [];
    const { record, location } = recall;
    const violation = {
      expected: `a success, since the record ${createdWith(record)}${location === undefined ? '' : `, with the Location ${location}`}`,
      received: `status ${answer.status}`,
      at: { in: 'status' },
      place: tried.operation.place,
      rule:
        location === undefined
          ? 'what was created is there until it is removed'
          : 'Location names what was created (RFC 9110, section 15.3.2)',
      key: location === undefined ? 'missing' : 'location',
    } as const;
    const doubt = location === undefined ? doubtedCreation(record) : doubtedLocation(location, record);
    return [weighed(violation, doubt ?? doubtedSince(record) ?? cached(judged))];
  },
};

/** Why a `Location` may lead nowhere here. */
function doubtedLocation(location: string, record: Known): string | undefined {
  const [first] = record.writes;
  if (first !== undefined && statusOf(first.exchange) !== 201) return 'only 201 says what a Location names';
  return isBehindPrefix(location, record) ? 'a proxy may take away what stands before it' : undefined;
}
