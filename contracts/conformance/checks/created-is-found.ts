import { statusOf } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { isBehindPrefix } from '../stateful/records/read-record.ts';
import { type Check, downgradeIfTolerated } from './check.ts';
import { describeCreation } from './records/record-history.ts';
import { cacheReason, stateChangeReason, unconfirmedCreationReason } from './records/tolerance-reasons.ts';

export const createdIsFound: Check = {
  id: 'created-is-found',
  severity: 'error',
  invariant: 'a record that was created, and not removed since, is found under its name',
  title: 'What was created is not there',
  why: 'The client was told that the record exists, goes on with it, and finds nothing: what it has sent is lost. Likely causes: the record is never stored, or stored under another name than the answer tells; its number is read as a double and rounded above 2^53; it is looked for below another parent, or by another caller. Store it before you answer, and under the name that you answer with.',
  references: 'RFC 9110, section 9.3.1 (GET) and section 15.3.2 (201)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) => expectedState?.expects === 'record' && response !== undefined,
  violations(context) {
    const { expectedState, response, testCase } = context;
    if (expectedState?.expects !== 'record' || response === undefined) return [];
    if (response.status !== 404 && response.status !== 410) return [];
    const { record, location } = expectedState;
    const violation = {
      expected: `a success, since the record ${describeCreation(record)}${location === undefined ? '' : `, with the Location ${location}`}`,
      received: `status ${response.status}`,
      responsePart: { in: 'status' },
      place: testCase.operation.place,
      requirement:
        location === undefined
          ? 'what was created is there until it is removed'
          : 'Location names what was created (RFC 9110, section 15.3.2)',
      key: location === undefined ? 'missing' : 'location',
    } as const;
    const toleranceReason =
      location === undefined ? unconfirmedCreationReason(record) : locationToleranceReason(location, record);
    return [downgradeIfTolerated(violation, toleranceReason ?? stateChangeReason(record) ?? cacheReason(context))];
  },
};

/** Why a `Location` may not be reachable here. */
function locationToleranceReason(location: string, record: KnownRecord): string | undefined {
  const [first] = record.writes;
  if (first !== undefined && statusOf(first.exchange) !== 201) return 'only 201 says what a Location names';
  return isBehindPrefix(location, record) ? 'a proxy may take away what stands before it' : undefined;
}
