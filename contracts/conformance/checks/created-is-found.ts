import { statusOf } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { isBehindPrefix } from '../stateful/records/read-record.ts';
import { type Check, downgradeIfTolerated } from './check.ts';
import { describeCreation } from './records/record-history.ts';
import {
  cacheReason,
  otherNameReason,
  stateChangeReason,
  unconfirmedCreationReason,
} from './records/tolerance-reasons.ts';

export const createdIsFound: Check = {
  id: 'created-is-found',
  severity: 'error',
  invariant: 'a record that was created and not deleted is found under its identifier',
  title: 'A created record is not found',
  why: 'The client continues with a record that does not exist: the data that it sent is lost. Likely causes: the record is never stored, or is stored under another identifier than the response returns; a numeric identifier is read as a double and rounded above 2^53; the record is looked up under another parent, or for another caller. Store the record before you respond, under the identifier that you return.',
  references: 'RFC 9110, section 9.3.1 (GET) and section 15.3.2 (201)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) => expectedState?.expects === 'record' && response !== undefined,
  violations(context) {
    const { expectedState, response, testCase } = context;
    if (expectedState?.expects !== 'record' || response === undefined) return [];
    if (response.status !== 404 && response.status !== 410) return [];
    const { record, location } = expectedState;
    const violation = {
      expected: `a success: the record ${describeCreation(record)}${location === undefined ? '' : ` with Location ${location}`}`,
      received: `status ${response.status}`,
      responsePart: { in: 'status' },
      place: testCase.operation.place,
      requirement:
        location === undefined
          ? 'a created record exists until it is deleted'
          : 'Location points to the created record (RFC 9110, section 15.3.2)',
      key: location === undefined ? 'missing' : 'location',
    } as const;
    const toleranceReason =
      location === undefined ? unconfirmedCreationReason(record) : locationToleranceReason(location, record);
    const reason = toleranceReason ?? stateChangeReason(record) ?? otherNameReason(context) ?? cacheReason(context);
    return [downgradeIfTolerated(violation, reason)];
  },
};

/** Why a `Location` may not be reachable here. */
function locationToleranceReason(location: string, record: KnownRecord): string | undefined {
  const [first] = record.writes;
  if (first !== undefined && statusOf(first.exchange) !== 201)
    return 'Location points to a created record only with 201';
  return isBehindPrefix(location, record) ? 'a proxy may remove its prefix' : undefined;
}
