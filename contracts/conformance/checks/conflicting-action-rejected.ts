import { stateNames } from '../../../spec/described/state-actions.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { successResponses } from '../../../spec/resources/record-views.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { ExpectedState, SentAction } from '../model/sequence.ts';
import { getProperty, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { describeAction } from './records/record-history.ts';
import { cacheReason } from './records/tolerance-reasons.ts';

type ExpectedAction = Extract<ExpectedState, { expects: 'action' }>;

export const conflictingActionRejected: Check = {
  id: 'conflicting-action-rejected',
  severity: 'error',
  invariant: 'an action is rejected in a state that the contract excludes, and then changes nothing',
  title: 'An action ignores the state of the record, or changes it although it is rejected',
  why: 'An order is paid twice, or a cancelled one is shipped. Likely causes: the handler does not read the state before it changes it; only the user interface hides the action; the change is stored before the state is compared, and is not rolled back. Compare the state and change it in one transaction, and return the declared error for every other state.',
  references: 'RFC 9110, section 15.5.10 (409); OpenAPI, Operation Object: the description states the behavior',
  appliesTo: ({ expectedState, response }) => {
    if (response === undefined) return false;
    if (expectedState?.expects === 'action')
      return expectedState.sentence !== undefined || expectedState.isOnlyConflict === true;
    const isRead = expectedState?.expects === 'action result' && expectedState.action.kind === 'rejected';
    return isRead && isSuccess(response.status);
  },
  violations(context) {
    const { expectedState, response } = context;
    if (response === undefined || !isSuccess(response.status)) return [];
    if (expectedState?.expects === 'action') {
      return acceptedViolations(context, expectedState);
    }
    if (expectedState?.expects !== 'action result' || expectedState.action.kind !== 'rejected') return [];
    return rejectedViolations(context, expectedState.action).map((violation) =>
      downgradeIfTolerated(violation, cacheReason(context)),
    );
  },
};

function acceptedViolations(
  { response, testCase: { operation } }: CheckContext,
  { property, state, sentence, isOnlyConflict = false }: ExpectedAction,
): readonly Violation[] {
  if (sentence === undefined && !isOnlyConflict) return [];
  const violation = {
    expected: `a rejection: the ${property} of the record is ${JSON.stringify(state)}`,
    received: `status ${response?.status}`,
    responsePart: { in: 'status' },
    place: operation.place,
    requirement:
      sentence === undefined
        ? `the contract declares 409, and the other ${property} allows the action`
        : `the contract says "${sentence}"`,
    key: 'accepted',
  } as const;
  const reason = sentence === undefined ? `the contract does not say which ${property} is a conflict` : undefined;
  return [downgradeIfTolerated(violation, reason)];
}

function rejectedViolations({ json, media, testCase }: CheckContext, action: SentAction): readonly Violation[] {
  if (json?.ok !== true) return [];
  const { property, before, exchange, isControlled, isExcluded, reached } = action;
  const [old, current] = [getProperty(parseBody(before), property), getProperty(json.value, property)];
  if (typeof old !== 'string' || typeof current !== 'string') return [];
  const place = media?.place ?? testCase.operation.place;
  if (old !== current) {
    // A state may move on by itself, and then that of a record in the same state does too.
    if (!isControlled && !(isExcluded && current === reached && !isJob(action))) return [];
    return [
      {
        expected: `${property}: ${JSON.stringify(old)}, as before (${describeAction(action)})`,
        received: JSON.stringify(current),
        responsePart: { in: 'body', path: [property] },
        place,
        requirement: 'a rejected action changes nothing',
        key: 'changed',
      },
    ];
  }
  const returned = returnedState(action);
  if (returned === undefined || returned.value === old) return [];
  return [
    {
      expected: `${JSON.stringify(old)} as "${returned.name}" in the response with status ${statusOf(exchange)}, since that is the ${property} of the record`,
      received: `${JSON.stringify(returned.value)} (${describeAction(action)})`,
      responsePart: { in: 'body', path: [property] },
      place: action.operation.place,
      requirement: `"${returned.name}" is named after the ${property} of the record`,
      key: 'returned',
    },
  ];
}

/** A job that another request has started may end meanwhile. */
function isJob({ operation }: SentAction): boolean {
  return successResponses(operation).some(({ status }) => status === '202');
}

/** The state that the error shows. */
function returnedState({ exchange, operation, property }: SentAction): { name: string; value: string } | undefined {
  const body = parseBody(exchange);
  const names = stateNames(operation, property);
  const members = isJsonObject(body) ? Object.entries(body) : [];
  const found = members.find(([name]) => names.includes(name.replaceAll(/[_-]/g, '').toLowerCase()));
  return found !== undefined && typeof found[1] === 'string' ? { name: found[0], value: found[1] } : undefined;
}
