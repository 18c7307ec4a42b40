/** What conditional requests have to show: a change with an ETag that is not current was sent, and so was a read. */
import type { Operation } from '../../../../spec/model/contract.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { ExecutedStep, SequenceGoal } from '../../model/sequence.ts';
import { describeRejection, hasDefiniteStatus } from '../goals/obstacle.ts';
import { shownEtag } from './entity-tags.ts';

interface ConditionalOperation {
  readonly operation: Operation;
  /** It reads the ETag. */
  readonly read: Operation;
  /** It creates the record; undefined where the path is read and written as it is. */
  readonly create?: Operation;
}

/** A stale ETag, or one that no version has, was sent in If-Match. */
export function ifMatchGoal(conditional: ConditionalOperation): SequenceGoal {
  const { operation } = conditional;
  return {
    operation,
    description: 'a change with an ETag that is not current is rejected',
    isReached: (steps) =>
      steps.some(
        ({ step: { operation: sent, expectedState }, exchange }) =>
          sent === operation &&
          expectedState?.expects === 'if-match' &&
          !expectedState.holds &&
          hasDefiniteStatus(exchange),
      ),
    obstacle: (steps) => conditionObstacle(steps, conditional),
  };
}

/** The current ETag was sent in If-None-Match. */
export function ifNoneMatchGoal(read: Operation): SequenceGoal {
  return {
    operation: read,
    description: 'a read with the current ETag in If-None-Match returns 304',
    isReached: (steps) =>
      steps.some(
        ({ step: { expectedState }, exchange }) =>
          expectedState?.expects === 'if-none-match' && expectedState.hasCurrent && hasDefiniteStatus(exchange),
      ),
    obstacle: (steps) => conditionObstacle(steps, { operation: read, read }),
  };
}

/** Undefined where the schema of the header allows no ETag that could be sent. */
function conditionObstacle(steps: readonly ExecutedStep[], { read, create }: ConditionalOperation): string | undefined {
  const isPlain = ({ step }: ExecutedStep) => step.expectation !== 'unspecified' && step.expectation !== 'reject';
  const reads = steps.filter(({ step, exchange }) => step.operation === read && isSuccessfulExchange(exchange));
  if (reads.length > 0 && !reads.some(({ exchange }) => shownEtag(exchange) !== undefined))
    return `${read.method} ${read.path} returned no ETag: return one, or leave the condition out of the contract`;
  const rejected = steps.find((one) => isPlain(one) && !isSuccessfulExchange(one.exchange));
  if (rejected !== undefined) return describeRejection(rejected);
  return create !== undefined && reads.length === 0
    ? `the response to ${create.method} ${create.path} does not identify the new record`
    : undefined;
}
