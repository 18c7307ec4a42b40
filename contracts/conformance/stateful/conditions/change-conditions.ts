/** One change, sent with each condition: the current ETag, a stale one, both in a list, and a star. */
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { Step, StepGenerator } from '../../model/sequence.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { headerParameter, isAllowed, isStrong, nearEtag, unknownEtag, withHeader } from './entity-tags.ts';

export interface Condition {
  /** The text of If-Match. */
  readonly text: string;
  readonly holds: boolean;
  readonly wasAccepted?: boolean;
  readonly isRepeated?: boolean;
}

interface ConditionalRequest {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  /** `replaced`. */
  readonly verb: string;
  readonly condition: Condition;
}

export function ifMatchStep({ operation, requestSpec, verb, condition }: ConditionalRequest): Step {
  const { text, holds, wasAccepted = false, isRepeated = false } = condition;
  const state = { expects: 'if-match', condition: text, holds, wasAccepted } as const;
  return {
    operation,
    requestSpec: withHeader(requestSpec, 'If-Match', text),
    description: `it is ${verb} with If-Match ${text}`,
    expectation: holds ? 'accept' : 'unspecified',
    tolerated: [...toleratesMissing, ...toleratesRejection],
    expectedState: isRepeated ? { ...state, isRepeated } : state,
  };
}

/** How the state of a record is changed, read and kept. */
interface ConditionalChange<State> extends Pick<ConditionalRequest, 'operation' | 'verb'> {
  /** Of its last read. */
  etagOf(state: State): string | undefined;
  /** Undefined where there is nothing to change. */
  requestSpecFor(state: State): RequestSpec | undefined;
  /** Undefined when it does not exist any more. */
  read(state: State): StepGenerator<State | undefined>;
  afterWrite(state: State, requestSpec: RequestSpec, exchange: Exchange): State;
}

/** The state at the end; undefined when it is unknown. */
export function* checkConditions<State>(
  change: ConditionalChange<State>,
  initial: State,
): StepGenerator<State | undefined> {
  const parameter = headerParameter(change.operation, 'if-match');
  const first = change.etagOf(initial);
  if (first === undefined) return initial;
  const star = { text: '*', holds: true };
  const any = isAllowed('*', parameter) ? yield* sendWith(change, initial, star) : undefined;
  if (any === 'unknown') return undefined;
  const current = yield* sendCurrent(change, any?.state ?? initial, any?.isAccepted === true);
  if (current === 'unknown') return undefined;
  let { state } = current;
  const { isAccepted } = current;
  for (const condition of otherConditions(first, change.etagOf(state) ?? first, parameter)) {
    if (condition.holds && !isAccepted) continue;
    const next = yield* sendWith(
      change,
      state,
      condition.holds ? condition : { ...condition, wasAccepted: isAccepted },
    );
    if (next === 'unknown') return undefined;
    state = next.state;
  }
  return state;
}

/**
 * A stale ETag, or one that no version had where the changes kept theirs; then one that differs from the
 * current one in its last character alone, and the stale one before the current one.
 */
function otherConditions(first: string, current: string, parameter: Parameter | undefined): readonly Condition[] {
  const isStale = first !== current && isAllowed(first, parameter);
  const stale = isStale ? first : unknownEtag(current, parameter);
  if (stale === undefined) return [];
  const list = `${stale}, ${current}`;
  const isComparable = isStrong(current) && isAllowed(list, parameter);
  const near = nearEtag(current);
  const isNearComparable = near !== undefined && near !== stale && isAllowed(near, parameter);
  return [
    { text: stale, holds: false },
    // Before a change that is made, after which the current one is another.
    ...(isNearComparable ? [{ text: near, holds: false }] : []),
    ...(isComparable ? [{ text: list, holds: true }] : []),
  ];
}

interface Outcome<State> {
  readonly state: State;
  readonly isAccepted: boolean;
  readonly status: number | undefined;
}

/** Again with the ETag of another read after 412: the record may have changed by itself. */
function* sendCurrent<State>(
  change: ConditionalChange<State>,
  state: State,
  wasAccepted: boolean,
): StepGenerator<Outcome<State> | 'unknown'> {
  const text = change.etagOf(state);
  const parameter = headerParameter(change.operation, 'if-match');
  if (text === undefined || !isStrong(text) || !isAllowed(text, parameter))
    return { state, isAccepted: false, status: undefined };
  const condition = { text, holds: true, wasAccepted };
  const first = yield* sendWith(change, state, { ...condition, isRepeated: true });
  if (first === 'unknown' || first.isAccepted || first.status === undefined) return first;
  const again = change.etagOf(first.state) ?? text;
  return yield* sendWith(change, first.state, { ...condition, text: again });
}

/** Sends the change and reads the record: unchanged if it was rejected. */
function* sendWith<State>(
  change: ConditionalChange<State>,
  state: State,
  condition: Condition,
): StepGenerator<Outcome<State> | 'unknown'> {
  const requestSpec = change.requestSpecFor(state);
  if (requestSpec === undefined) return { state, isAccepted: false, status: undefined };
  const { operation, verb } = change;
  const exchange = yield ifMatchStep({ operation, requestSpec, verb, condition });
  const status = statusOf(exchange);
  const isAccepted = isSuccessfulExchange(exchange);
  // 202 means accepted, not done.
  if (status === 202) return 'unknown';
  const read = yield* change.read(isAccepted ? change.afterWrite(state, requestSpec, exchange) : state);
  return read === undefined ? 'unknown' : { state: read, isAccepted, status };
}
