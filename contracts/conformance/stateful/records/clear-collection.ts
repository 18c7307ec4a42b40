/** Creates records, deletes all of their collection, and looks for them. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { findClearedResource, statesAll } from '../../../../spec/resources/cleared-collections.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { ExpectedState, KnownRecord, Sequence, SequenceGoal, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { describeRejection, hasDefiniteStatus, obstacleIn } from '../goals/obstacle.ts';
import { createResourceOperations, type ResourceOperations } from '../model/resource-operations.ts';
import { shownIdentifier } from '../model/response-records.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { type ClearedList, clearList, findClearedList } from './clear-list.ts';
import { createInSequence, createParents } from './create-records.ts';
import { executeAction } from './execute-action.ts';
import { findInList } from './find-in-list.ts';
import { minimalRequestSpec, withPathValues } from './record-requests.ts';
import type { SequenceContext } from './step-context.ts';

/** Undefined unless a name or a sentence of the contract says that a DELETE of a collection deletes everything. */
export function createClearSequence(clear: BaselineRequest, contract: Contract): Sequence | undefined {
  const resourceOperations = operationsOnRecords(clear.operation, contract);
  const clearedList = statesAll(clear.operation) ? findClearedList(clear, contract) : undefined;
  if (resourceOperations === undefined)
    return (
      clearedList && {
        goals: [clearedListGoal(clearedList)],
        requiresGoals: true,
        generateSteps: (fresh) => clearList(clearedList, fresh),
      }
    );
  return {
    goals: [clearGoal(clear.operation, resourceOperations)],
    requiresGoals: true,
    *generateSteps(fresh) {
      const parentValues = yield* createParents(resourceOperations, fresh);
      const context = { resourceOperations, fresh, parentValues };
      const records = yield* createTwo(context);
      const below = withPathValues(clear, parentValues);
      if (records.length === 0 && clearedList !== undefined) yield* clearList(clearedList, fresh);
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

/** A list whose items have no identifier shows nothing about the deleted records, unless it is empty. */
function showsDeletions(expectedState: ExpectedState, exchange: Exchange): boolean {
  if (expectedState.expects === 'cleared list') return true;
  if (expectedState.expects !== 'list') return false;
  const items = expectedState.pages.itemsIn(exchange) ?? [];
  return (
    items.length === 0 ||
    expectedState.records.some((record) => items.some((item) => shownIdentifier(item, record) !== undefined))
  );
}

function clearedListGoal({ clear, list }: ClearedList): SequenceGoal {
  return {
    operation: clear.operation,
    description: DELETED,
    isReached: (steps) =>
      steps.some(
        ({ step, exchange }) => step.expectedState?.expects === 'cleared list' && isSuccessfulExchange(exchange),
      ),
    obstacle(steps) {
      const rejected = steps.find(({ exchange }) => !isSuccessfulExchange(exchange));
      if (rejected !== undefined) return describeRejection(rejected);
      const isCleared = steps.some(({ step }) => step.operation === clear.operation);
      return isCleared ? undefined : `${list.operation.method} ${list.operation.path} returned no records before`;
    },
  };
}

const DELETED = 'deleted records are no longer found';

function clearGoal(
  clear: Operation,
  { createBaseline, baselines, identifierTarget }: ResourceOperations,
): SequenceGoal {
  const create = createBaseline.operation;
  const observers = (['read', 'list'] as const).flatMap((role) => baselines.get(role)?.operation ?? []);
  const idNames = [identifierTarget?.idName, identifierTarget?.parameter.name].filter((name) => name !== undefined);
  return {
    operation: clear,
    description: DELETED,
    isReached: (steps) =>
      steps.some(({ step: { expectedState }, exchange }) =>
        expectedState?.expects === 'nothing'
          ? hasDefiniteStatus(exchange)
          : isSuccessfulExchange(exchange) && expectedState !== undefined && showsDeletions(expectedState, exchange),
      ),
    obstacle: (steps) =>
      steps.some(({ step, exchange }) => step.operation === clear && statusOf(exchange) === 202)
        ? undefined
        : obstacleIn(steps, { operation: clear, create, observers, idNames }),
  };
}
