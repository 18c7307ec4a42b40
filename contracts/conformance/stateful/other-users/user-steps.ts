/** Requests of the two users. */
import type { Contract, Operation, SecurityScheme } from '../../../../spec/model/contract.ts';
import { type Exchange, isClientError, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { IsolationRule } from '../../model/isolation-state.ts';
import type { CredentialPlan, FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { Step, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { CONSISTENCY_DELAY_MS, toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';

/** What a sequence with both users is about. */
export interface IsolationContext {
  readonly contract: Contract;
  readonly rule: IsolationRule;
  /** Those of the second user. */
  readonly schemes: readonly SecurityScheme[];
  /** The valid request about a record that the first user has created. */
  readonly baseline: BaselineRequest;
  /** Texts that the run generated for the record. */
  readonly texts: readonly string[];
  readonly fresh: FreshValues;
}

/** The credentials of the second user. */
export function otherUserPlan({ schemes }: Pick<IsolationContext, 'schemes'>): CredentialPlan {
  return { schemes, user: 'other' };
}

export function asOtherUser(
  context: IsolationContext,
  {
    operation,
    requestSpec,
    description,
    expectedState,
  }: Pick<Step, 'operation' | 'requestSpec' | 'description' | 'expectedState'>,
): Step {
  return {
    operation,
    requestSpec: { ...requestSpec, credentials: otherUserPlan(context) },
    description,
    expectation: 'unspecified',
    ...(expectedState && { expectedState }),
  };
}

/** Undefined unless it is shown, at the latest after a moment. */
export function* showToFirstUser(operation: Operation, requestSpec: RequestSpec): StepGenerator<Exchange | undefined> {
  const step = { operation, requestSpec, tolerated: [...toleratesMissing, ...toleratesRejection] };
  const shown = yield { ...step, description: 'the first user reads it' };
  if (isSuccessfulExchange(shown)) return shown;
  const description = 'the first user reads it after a delay';
  const later = yield { ...step, description, delayMs: CONSISTENCY_DELAY_MS };
  return isSuccessfulExchange(later) ? later : undefined;
}

/** A rejection that may be about the record: the credentials themselves are accepted. */
export function isRejected(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return isClientError(status) && status !== 401 && status !== 429;
}
