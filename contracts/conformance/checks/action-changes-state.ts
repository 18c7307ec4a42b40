import { isEqualJson, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { successMedia } from '../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isSuccess, isSuccessfulExchange } from '../model/exchange.ts';
import type { SentAction } from '../model/sequence.ts';
import { isCreationTime } from '../stateful/actions/kept-names.ts';
import { getProperty, parseBody } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { describeAction } from './records/record-history.ts';
import { cacheReason } from './records/tolerance-reasons.ts';

export const actionChangesState: Check = {
  id: 'action-changes-state',
  severity: 'error',
  invariant: 'after an action, a record is read in the state that the action returned, and the rest is kept',
  title: 'A record is not read as an action left it',
  why: 'The client continues in a state that the record does not have: it ships an order that was never placed. Likely causes: the new state is never stored; the response is built before the change; an UPDATE with the wrong condition changes other records too; the record is replaced by one without its other values. Store the new state and nothing else, and return the record as it is stored.',
  references: 'RFC 9110, section 9.3.1 (GET) and section 15.3.1 (200)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) =>
    expectedState?.expects === 'action result' && expectedState.action.kind !== 'rejected' && response !== undefined,
  violations(context) {
    const { expectedState, response } = context;
    if (expectedState?.expects !== 'action result' || response === undefined) return [];
    const { action } = expectedState;
    const found = isSuccess(response.status) ? changedViolations(context, action) : missingViolations(context, action);
    return found.map((violation) => downgradeIfTolerated(violation, cacheReason(context)));
  },
};

/** A record that the action has returned in one of its declared states can be read in it. */
function missingViolations({ response, testCase }: CheckContext, action: SentAction): readonly Violation[] {
  const status = response?.status ?? 0;
  const isMissing = status === 404 || status === 410;
  if (!isMissing || action.reached === undefined || shownState(action) !== action.reached) return [];
  if (/delet|remov|archiv|trash|purg|eras|expir/i.test(action.operation.path)) return [];
  return [
    {
      expected: `the record, whose ${action.property} is ${JSON.stringify(action.reached)} (${describeAction(action)})`,
      received: `status ${status}`,
      responsePart: { in: 'status' },
      place: testCase.operation.place,
      requirement: 'the record that an action returned exists',
      key: 'missing',
    },
  ];
}

function changedViolations(context: CheckContext, action: SentAction): readonly Violation[] {
  const { json, media, testCase } = context;
  if (json?.ok !== true) return [];
  const { kind, property, reached } = action;
  const violationAt = (name: string, found: Omit<Violation, 'responsePart' | 'place' | 'requirement'>): Violation => ({
    ...found,
    responsePart: { in: 'body', path: [name] },
    place: media?.place ?? testCase.operation.place,
    requirement: 'an action changes what its response shows, and nothing else',
  });
  const expectedState = expectedStateAfter(action, getProperty(json.value, property));
  const wrongState =
    expectedState === undefined
      ? []
      : [
          violationAt(property, {
            expected: `${property}: ${JSON.stringify(expectedState)} (${describeAction(action)}${kind === 'about another' ? ' on another record' : ''})`,
            received: JSON.stringify(getProperty(json.value, property) ?? null),
            key: `${kind} state`,
          }),
        ];
  const lost = kind === 'about another' || reached === undefined ? [] : lostNames(action, context);
  const unstored = kind === 'about another' ? undefined : unstoredText(action, json.value);
  return [
    ...wrongState,
    ...(unstored === undefined
      ? []
      : [
          violationAt(unstored.holder, {
            expected: `${unstored.holder}.${unstored.name}: ${JSON.stringify(unstored.sent)} (${describeAction(action)})`,
            received: 'no such property',
            key: `${unstored.name} not stored`,
          }),
        ]),
    ...lost.map((name) => {
      const [old, current] = [getProperty(parseBody(action.before), name), getProperty(json.value, name)];
      return violationAt(name, {
        expected: `${name}: ${JSON.stringify(old)}, as before (${describeAction(action)})`,
        received: current === undefined ? 'no such property' : JSON.stringify(current),
        key: `${name} lost`,
      });
    }),
  ];
}

/**
 * The state that the record should have in place of this one; undefined if this one is possible. A state may move on by
 * itself: only the state before the action is wrong after it, and for another record that of the action.
 */
function expectedStateAfter(action: SentAction, current: unknown): string | undefined {
  const { kind, reached, exchange } = action;
  const before = stateIn(action, action.before);
  if (reached === undefined || before === undefined || before === reached) return undefined;
  if (kind === 'about another') return isSuccessfulExchange(exchange) && current === reached ? before : undefined;
  const isOtherResult = typeof current === 'string' && current !== before && action.otherResults.has(current);
  if (kind !== 'rejected' && isOtherResult) return reached;
  if (kind === 'done') return current === before ? reached : undefined;
  const shown = shownState(action);
  if (shown === reached && current === before) return reached;
  return shown === before && current === reached ? before : undefined;
}

/** What the response to the action shows. */
function shownState(action: SentAction): string | undefined {
  return stateIn(action, action.exchange);
}

function stateIn({ property }: SentAction, exchange: SentAction['exchange']): string | undefined {
  const state = getProperty(parseBody(exchange), property);
  return typeof state === 'string' ? state : undefined;
}

function lostNames({ keptNames, before }: SentAction, { json }: CheckContext): readonly string[] {
  if (json?.ok !== true) return [];
  return [...keptNames].filter((name) => {
    const [old, current] = [getProperty(parseBody(before), name), getProperty(json.value, name)];
    if (typeof old !== 'string' || old === '' || (current !== undefined && isEqualJson(old, current))) return false;
    if (!isCreationTime(name)) return current === undefined || current === null || current === '';
    const [oldTime, time] = [Date.parse(old), typeof current === 'string' ? Date.parse(current) : Number.NaN];
    return Math.abs(time - oldTime) >= 1_000;
  });
}

/**
 * A text that the action sent, and that is missing in the object of the record that has the other values of the request:
 * the `payment` of `pay`.
 */
function unstoredText({ requestSpec, operation }: SentAction, body: Json) {
  const schema = successMedia(operation)?.schema;
  const sent = requestSpec.value;
  if (!isJsonObject(sent) || schema === undefined) return undefined;
  const names = Object.keys(sent);
  for (const [holder, given] of flattenSchema(schema).properties) {
    const [declared, stored] = [flattenSchema(given).properties, getProperty(body, holder)];
    if (!isJsonObject(stored) || names.length < 2 || !names.every((name) => declared.has(name))) continue;
    const missing = names.filter((name) => stored[name] === undefined);
    const others = names.filter((name) => !missing.includes(name));
    const [name, ...more] = missing;
    if (
      name === undefined ||
      more.length > 0 ||
      !others.every((one) => isEqualJson(stored[one] ?? null, sent[one] ?? null))
    )
      continue;
    const text = sent[name];
    if (typeof text === 'string' && declared.get(name)?.writeOnly !== true) return { holder, name, sent: text };
  }
  return undefined;
}
