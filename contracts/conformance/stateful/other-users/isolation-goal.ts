import type { Operation } from '../../../../spec/model/contract.ts';
import { statusOf } from '../../model/exchange.ts';
import type { ExecutedStep, SequenceGoal } from '../../model/sequence.ts';
import { isOfOther } from '../../request/credentials/apply-credentials.ts';

/** `reasonUntested`: why no request was sent; undefined if there was one. */
export function isolationGoal(operation: Operation, reasonUntested: () => string | undefined): SequenceGoal {
  return {
    operation,
    description: 'records of the first user are out of reach of the second',
    isReached: (steps) => steps.some((step) => isOfOtherUser(step) && statusOf(step.exchange) !== 401),
    obstacle: (steps) => {
      const untested = reasonUntested();
      if (untested !== undefined) return untested;
      return steps.some(isOfOtherUser)
        ? 'the credentials of the second user are rejected (401)'
        : 'the first user is not shown its own record';
    },
  };
}

function isOfOtherUser({ step }: ExecutedStep): boolean {
  return isOfOther(step.requestSpec.credentials);
}
