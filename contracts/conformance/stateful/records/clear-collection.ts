/** Creates records, deletes all of their collection, and looks for them. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { findClearedResource } from '../../../../spec/resources/cleared-collections.ts';
import { statusOf } from '../../model/exchange.ts';
import type { KnownRecord, Sequence, SequenceGoal, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { hasDefiniteStatus, obstacleIn } from '../goals/obstacle.ts';
import { createResourceOperations, type ResourceOperations } from '../model/resource-operations.ts';
import { isSuccessfulExchange } from '../model/response-records.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { createInSequence, createParents } from './create-records.ts';
import { executeAction } from './execute-action.ts';
import { findInList } from './find-in-list.ts';
import { minimalRequestSpec, withPathValues } from './record-requests.ts';
import type { SequenceContext } from './step-context.ts';

/** Undefined unless a name or a sentence of the contract says that a DELETE of a collection deletes everything. */
export function createClearSequence(clear: BaselineRequest, contract: Contract): Sequence | undefined {
  const resourceOperations = operationsOnRecords(clear.operation, contract);
  if (resourceOperations === undefined) return undefined;
  return {
    goals: [clearGoal(clear.operation, resourceOperations)],
    requiresGoals: true,
    *generateSteps(fresh) {
      const parentValues = yield* createParents(resourceOperations, fresh);
      const context = { resourceOperations, fresh, parentValues };
      const records = yield* createTwo(context);
      const below = withPathValues(clear, parentValues);
      if (records.length === 0 || below === undefined) return;
      const exchange = yield {
        operation: clear.operation,
        requestSpec: minimalRequestSpec(below, fresh),
        description: 'all records are deleted',
        tolerated: [...toleratesMissing, ...toleratesRejection],
      };
      // 202 means accepted, not done.
      if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return;
      const removed = records.map((record) => ({ ...record, remove: clear.operation, removal: exchange }));
      for (const record of removed) yield* executeAction('read', { ...context, record, otherRecords: [] });
      yield* findInList({ ...context, records: removed });
    },
  };
}

function operationsOnRecords(clear: Operation, contract: Contract): ResourceOperations | undefined {
  const create = findClearedResource(contract, clear)?.roles.get('create');
  const baseline = create && deriveBaseline(create, [], contract.operations);
  return baseline !== undefined && isBaseline(baseline) ? createResourceOperations(baseline, contract) : undefined;
}

function* createTwo(context: SequenceContext): StepGenerator<readonly KnownRecord[]> {
  const records: KnownRecord[] = [];
  for (let count = 0; count < 2; count++) {
    const record = yield* createInSequence({ ...context, record: undefined, otherRecords: records });
    if (record === 'unknown') return [];
    records.push(record);
  }
  return records;
}

function clearGoal(
  clear: Operation,
  { createBaseline, baselines, identifierTarget }: ResourceOperations,
): SequenceGoal {
  const create = createBaseline.operation;
  const observers = (['read', 'list'] as const).flatMap((role) => baselines.get(role)?.operation ?? []);
  const idNames = [identifierTarget?.idName, identifierTarget?.parameter.name].filter((name) => name !== undefined);
  return {
    operation: clear,
    description: 'deleted records are no longer found',
    isReached: (steps) =>
      steps.some(({ step: { expectedState }, exchange }) =>
        expectedState?.expects === 'nothing'
          ? hasDefiniteStatus(exchange)
          : expectedState?.expects === 'list' && isSuccessfulExchange(exchange),
      ),
    obstacle: (steps) =>
      steps.some(({ step, exchange }) => step.operation === clear && statusOf(exchange) === 202)
        ? undefined
        : obstacleIn(steps, { operation: clear, create, observers, idNames }),
  };
}
