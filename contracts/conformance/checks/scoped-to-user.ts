import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Exchange, isSuccess, statusOf } from '../model/exchange.ts';
import type { IsolationRule, IsolationState, OwnContent } from '../model/isolation-state.ts';
import type { ExpectedState } from '../model/sequence.ts';
import { showsEffect, showsOwnContent } from '../stateful/other-users/shows-own-content.ts';
import type { Check, CheckContext, Violation } from './check.ts';

export const scopedToUser: Check = {
  id: 'scoped-to-user',
  severity: 'error',
  invariant: 'a record is neither shown to another user nor changed or deleted by it, where the contract excludes that',
  title: 'A record is within reach of another user',
  why: 'Each user can read, change or delete the data of all others, by counting through identifiers or by using one that leaked. Likely cause: the record is looked up by its identifier alone, and only whether the caller is logged in is checked. Compare the owner of the record with the caller in every operation, and return 404 or 403 for the records of others.',
  references:
    'OWASP API Security Top 10, API1:2023 (broken object level authorization); RFC 9110, section 15.5.4 (403)',
  appliesTo: ({ expectedState, response }) => response !== undefined && isIsolationState(expectedState),
  violations(context) {
    const { expectedState, testCase } = context;
    if (!isIsolationState(expectedState)) return [];
    const found = describeViolation(context, expectedState);
    const { rule } = expectedState;
    return found === undefined
      ? []
      : [{ ...found, place: testCase.operation.place, requirement: describeRule(rule), key: keyOf(expectedState) }];
  },
};

function isIsolationState(state: ExpectedState | undefined): state is IsolationState {
  return state !== undefined && 'rule' in state;
}

/** A change and a deletion have different causes, although the same read shows both. */
function keyOf(state: IsolationState): string {
  return state.expects === 'kept from other user' ? `${state.expects} ${state.write.request.method}` : state.expects;
}

function describeRule({ sentence }: IsolationRule): string {
  return sentence === undefined ? 'you declared its records as isolated' : `the contract says "${sentence}"`;
}

type IsolationViolation = Pick<Violation, 'expected' | 'received' | 'responsePart'>;

function describeViolation(
  { exchange, response }: CheckContext,
  state: IsolationState,
): IsolationViolation | undefined {
  const status = response?.status ?? 0;
  switch (state.expects) {
    case 'hidden from other user':
      if (!isSuccess(status) || !showsOwnContent(exchange, state.content)) return undefined;
      return {
        expected: 'a rejection such as 404 or 403, since the second user requests a record of the first one',
        received: `status ${status} with the record`,
        responsePart: { in: 'body', path: [] },
      };
    case 'not listed for other user':
      if (!isSuccess(status) || !isOwnItem(state.findItem(exchange), state.content)) return undefined;
      return {
        expected: 'a list without the records of the first user, or a rejection',
        received: 'a list that contains a record of the first user',
        responsePart: { in: 'body', path: [] },
      };
    case 'rejection for other user':
      if (!isSuccess(status) || status === 202) return undefined;
      return {
        expected: `a rejection such as ${statusOf(state.rejection)}, which the second user got for a record that does not exist`,
        received: `status ${status} for a record of the first user`,
        responsePart: { in: 'status' },
      };
    case 'kept from other user':
      return describeEffect(exchange, state);
  }
}

type KeptState = Extract<IsolationState, { expects: 'kept from other user' }>;

function describeEffect(exchange: Exchange, state: KeptState): IsolationViolation | undefined {
  const effect = showsEffect(exchange, state);
  if (effect === undefined) return undefined;
  const { write } = state;
  const sent = `${write.request.method} -> ${statusOf(write)}`;
  const expected = `the record as it was before the request of the second user (${sent})`;
  return effect === 'deleted'
    ? {
        expected,
        received: `status ${statusOf(exchange)}: the second user has deleted it`,
        responsePart: { in: 'status' },
      }
    : { expected, received: 'what the second user has sent', responsePart: { in: 'body', path: [] } };
}

/** Where ids are numbers, the second user may have a record with the same one. */
function isOwnItem(item: Json | undefined, { texts, uniqueName }: Pick<OwnContent, 'texts' | 'uniqueName'>): boolean {
  if (item === undefined) return false;
  const text = stringifyJson(item);
  return uniqueName !== undefined || texts.some((one) => text.includes(one));
}
