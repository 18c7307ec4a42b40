/** Leads a record from state to state by its actions, and sends those that its state does not allow. */

import { isEnding } from '../../../../spec/described/verb-forms.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { createInSequence, createParents } from '../records/create-records.ts';
import { readRecord } from '../records/read-record.ts';
import { conflictGoals } from './conflict-goals.ts';
import { filterByState } from './filter-by-state.ts';
import { isConflict, sendAction } from './send-action.ts';
import { declaresExactly, findStateActions, type StateAction } from './state-actions.ts';
import { stateOf, type TransitionContext } from './transition-context.ts';

/** Undefined where the contract has no actions that lead to states. */
export function createTransitionSequence(
  resourceOperations: ResourceOperations,
  contract: Contract,
): Sequence | undefined {
  const stateActions = findStateActions(resourceOperations, contract);
  if (stateActions === undefined) return undefined;
  return {
    goals: conflictGoals(stateActions),
    requiresGoals: true,
    *generateSteps(freshValues) {
      const { isVerbatim, regeneratesTexts = false } = resourceOperations.createBaseline;
      const fresh = isVerbatim || regeneratesTexts ? { ...freshValues, isVerbatim, regeneratesTexts } : freshValues;
      const parentValues = yield* createParents(resourceOperations, fresh);
      const attempts = { left: MAX_ATTEMPTS };
      const context = { resourceOperations, fresh, parentValues, contract, stateActions, attempts, control: undefined };
      const control = yield* createAndRead(context);
      const record = control && (yield* createAndRead(context));
      if (control === undefined || record === undefined) return;
      const ending = stateActions.actions.filter(({ verb }) => isEnding(verb));
      const forward = stateActions.actions.filter((action) => !ending.includes(action));
      yield* sendInOrder({ ...context, control }, record, forward);
      const current = yield* readRecord({ ...context, record: control, otherRecords: [] }, control);
      if (current.isMissing !== true) yield* sendInOrder(context, current, ending.slice(0, 1));
    },
  };
}

/** Actions that a sequence sends. */
const MAX_ATTEMPTS = 30;

function* createAndRead(context: TransitionContext): StepGenerator<KnownRecord | undefined> {
  const stepContext = { ...context, record: undefined, otherRecords: [] };
  const created = yield* createInSequence(stepContext);
  if (created === 'unknown') return undefined;
  const shown = yield* readRecord(stepContext, created);
  return shown.isMissing === true || stateOf(shown, context.stateActions) === undefined ? undefined : shown;
}

/** Sends each action once it is accepted, and before it all actions that the state does not allow. */
function* sendInOrder(
  context: TransitionContext,
  first: KnownRecord,
  actions: readonly StateAction[],
): StepGenerator<void> {
  let [record, remaining] = [first, actions];
  for (;;) {
    const rejecting = yield* sendConflicts(context, record);
    if (rejecting === undefined) return;
    const next = yield* sendFirstAccepted(context, rejecting, remaining);
    if (next === undefined) return;
    if (record === first) yield* filterByState(context, { before: first, after: next.record });
    remaining = remaining.filter((action) => action !== next.action);
    const repeated = yield* repeatAction(context, next.record, next.action);
    if (repeated === undefined) return;
    record = repeated;
  }
}

/** Undefined when one was accepted: then the record is in no state that the contract leads to. */
function* sendConflicts(context: TransitionContext, first: KnownRecord): StepGenerator<KnownRecord | undefined> {
  let record = first;
  for (const action of context.stateActions.actions) {
    if (!isConflict(context, record, action) || context.attempts.left-- <= 0) continue;
    const outcome = yield* sendAction(context, record, action);
    if (outcome.result !== 'rejected') return undefined;
    ({ record } = outcome);
  }
  return record;
}

function* sendFirstAccepted(
  context: TransitionContext,
  first: KnownRecord,
  actions: readonly StateAction[],
): StepGenerator<{ readonly record: KnownRecord; readonly action: StateAction } | undefined> {
  let record = first;
  for (const action of actions) {
    if (isConflict(context, record, action) || context.attempts.left-- <= 0) continue;
    const outcome = yield* sendAction(context, record, action);
    if (outcome.result === 'unknown') return undefined;
    ({ record } = outcome);
    if (outcome.result === 'accepted') return { record, action };
  }
  return undefined;
}

/** Where no sentence says whether it may be sent twice: it is accepted, or a conflict that changes nothing. */
function* repeatAction(
  context: TransitionContext,
  record: KnownRecord,
  action: StateAction,
): StepGenerator<KnownRecord | undefined> {
  if (action.rule !== undefined || !declaresExactly(action.baseline.operation, 409)) return record;
  const isRepeated = action.reached !== undefined && stateOf(record, context.stateActions) === action.reached;
  const { result, record: after } = yield* sendAction(context, record, action, { isRepeated });
  return result === 'unknown' ? undefined : after;
}
