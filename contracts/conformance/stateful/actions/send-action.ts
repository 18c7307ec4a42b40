/** Sends an action on a record, waits for its job, and reads that record and another one. */

import { statesResult } from '../../../../spec/described/allowed-states.ts';
import { mayEraseValues } from '../../../../spec/described/verb-forms.ts';
import { type Exchange, isClientError, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { KnownRecord, SentAction, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { validRequestSpec } from '../../request/build-request-spec.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { readRecord } from '../records/read-record.ts';
import { minimalRequestSpec, recordBaseline, withPathValues } from '../records/record-requests.ts';
import { followJob } from './follow-job.ts';
import { keptNames } from './kept-names.ts';
import type { StateAction } from './state-actions.ts';
import { stateOf, type TransitionContext } from './transition-context.ts';

export interface ActionOutcome {
  /** `unknown` where the record may have any state now, or none. */
  readonly result: 'accepted' | 'rejected' | 'unknown';
  /** As it was read afterwards. */
  readonly record: KnownRecord;
}

export function* sendAction(
  context: TransitionContext,
  record: KnownRecord,
  action: StateAction,
  { isRepeated = false }: { readonly isRepeated?: boolean } = {},
): StepGenerator<ActionOutcome> {
  const { property } = context.stateActions;
  const { lastShown } = record;
  const baseline = withPathValues(action.baseline, record.pathValues);
  if (baseline === undefined || lastShown === undefined) return { result: 'unknown', record };
  const { operation } = baseline;
  const requestSpec = actionRequest(baseline, context);
  const exchange: Exchange = yield {
    operation,
    requestSpec,
    description: `the action "${action.verb}" is sent`,
    expectation: 'unspecified',
    expectedState: { ...expectedResponse(context, record, action), isOnlyConflict: isRepeated && isLastState(context) },
  };
  const status = statusOf(exchange) ?? 0;
  const isExcluded = isConflict(context, record, action);
  const otherResults = otherResultsThan(context, action);
  const sent = {
    ...{ operation, requestSpec, exchange, property, isExcluded, otherResults },
    ...{ reached: action.reached, before: lastShown },
  };
  if (!isSuccessfulExchange(exchange) && status !== 409)
    return { result: isClientError(status) ? 'rejected' : 'unknown', record };
  if (status === 202) {
    const end = yield* followJob(context, { operation, requestSpec, exchange });
    if (end !== 'succeeded') return yield* readOpenResult(context, record);
  }
  const isControlled = yield* readControl(context, sent, action);
  const isDone = status === 202 || statesResult(action.text, action.reached);
  const kind = status === 409 ? 'rejected' : isDone ? 'done' : 'accepted';
  const mayErase = kind === 'rejected' || mayEraseValues(action.verb);
  const names = mayErase ? new Set<string>() : keptNames(record, action);
  const after = yield* readAfter(context, record, { ...sent, kind, isControlled, keptNames: names });
  if (after === undefined) return { result: 'unknown', record };
  return { result: kind === 'rejected' ? 'rejected' : 'accepted', record: after };
}

function actionRequest(baseline: BaselineRequest, { fresh }: TransitionContext) {
  return baseline.body === undefined ? minimalRequestSpec(baseline, fresh) : validRequestSpec(baseline, fresh);
}

/** Whether a sentence of the contract excludes the action in the state that the record has. */
export function isConflict({ stateActions }: TransitionContext, record: KnownRecord, { rule }: StateAction): boolean {
  const state = stateOf(record, stateActions);
  return rule !== undefined && state !== undefined && stateActions.states.includes(state) && !rule.allows.has(state);
}

/** Where a sentence says what the action leads to. */
function otherResultsThan({ stateActions }: TransitionContext, { reached, text }: StateAction): ReadonlySet<string> {
  if (reached === undefined || !statesResult(text, reached)) return new Set();
  return new Set(stateActions.actions.flatMap((other) => (other.reached === reached ? [] : (other.reached ?? []))));
}

function expectedResponse(context: TransitionContext, record: KnownRecord, action: StateAction) {
  const { property } = context.stateActions;
  const sentence = isConflict(context, record, action) ? action.rule?.sentence : undefined;
  return { expects: 'action', record, property, state: stateOf(record, context.stateActions) ?? '', sentence } as const;
}

/** Of two states the action was accepted in one and has led to the other. */
function isLastState({ stateActions: { states } }: TransitionContext): boolean {
  return states.length === 2;
}

/** The result is not known to be final, so that any state is correct. */
function* readOpenResult(context: TransitionContext, record: KnownRecord): StepGenerator<ActionOutcome> {
  const stepContext = { ...context, record, otherRecords: [] };
  const shown = yield* readRecord(stepContext, { ...record, hasStateChanged: true });
  return { result: shown.isMissing === true ? 'unknown' : 'accepted', record: shown };
}

/** Whether the other record still has the state that it had. */
function* readControl(
  context: TransitionContext,
  sent: Omit<SentAction, 'kind' | 'isControlled' | 'keptNames'>,
  { verb, text }: StateAction,
): StepGenerator<boolean> {
  const { control, stateActions } = context;
  if (control?.lastShown === undefined) return false;
  // The description may say what else changes.
  const effects = text.replaceAll(/\b(?:any|all|every) others? (?:\p{L}+ )?(?:status|state)\w*/giu, '');
  const concernsOthers =
    mayEraseValues(verb) || /\b(?:all|every|others?|siblings?|related|group|previous)\b/i.test(effects);
  const after = yield* readAfter(context, control, {
    ...sent,
    kind: 'about another',
    reached: concernsOthers ? undefined : sent.reached,
    before: control.lastShown,
    isControlled: false,
    keptNames: new Set(),
  });
  return after !== undefined && stateOf(after, stateActions) === stateOf(control, stateActions);
}

/** Undefined when it is not found. */
function* readAfter(
  { resourceOperations, fresh }: TransitionContext,
  record: KnownRecord,
  action: SentAction,
): StepGenerator<KnownRecord | undefined> {
  const baseline = recordBaseline(resourceOperations, 'read', record);
  if (baseline === undefined) return undefined;
  const exchange: Exchange = yield {
    operation: baseline.operation,
    requestSpec: minimalRequestSpec(baseline, fresh),
    description: action.kind === 'about another' ? 'another record is read' : 'it is read',
    tolerated: toleratesMissing,
    expectedState: { expects: 'action result', record, action },
  };
  return isSuccessfulExchange(exchange) ? { ...record, lastShown: exchange } : undefined;
}
