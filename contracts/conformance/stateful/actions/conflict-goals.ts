/**
 * Where the contract declares 409 for an action, but not in which state of the record it is a conflict: that a conflict
 * was seen. An implementation that accepts the action again may be right, but then the 409 was not tested.
 */
import { isSuccess, statusOf } from '../../model/exchange.ts';
import type { ExecutedStep, SequenceGoal } from '../../model/sequence.ts';
import { declaresExactly, type StateAction, type StateActions } from './state-actions.ts';

export function conflictGoals({ property, actions }: StateActions): readonly SequenceGoal[] {
  return actions
    .filter(({ baseline, rule }) => rule === undefined && declaresExactly(baseline.operation, 409))
    .flatMap(({ baseline, reached }) => (reached === undefined ? [] : [conflictGoal({ baseline, reached }, property)]));
}

function conflictGoal(
  { baseline: { operation }, reached }: Pick<StateAction, 'baseline'> & { readonly reached: string },
  property: string,
): SequenceGoal {
  const isOwn = ({ step }: ExecutedStep) => step.operation === operation;
  return {
    operation,
    description: 'it is rejected where it is a conflict',
    isReached: (steps) => steps.some((one) => isOwn(one) && statusOf(one.exchange) === 409),
    obstacle(steps) {
      const isAcceptedAgain = steps.some(
        (one) =>
          isOwn(one) &&
          one.step.expectedState?.expects === 'action' &&
          one.step.expectedState.state === reached &&
          isSuccess(statusOf(one.exchange) ?? 0),
      );
      if (!isAcceptedAgain) return undefined;
      return `the contract declares 409, but not for which ${property}, and it is accepted again when the ${property} is ${JSON.stringify(reached)}; state that in the description of 409, such as "Already ${reached}."`;
    },
  };
}
