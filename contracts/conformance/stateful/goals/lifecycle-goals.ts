/**
 * What the sequences have to show about the operations of a resource. Without these observations a lifecycle has tested
 * nothing, although all its responses conform.
 */
import type { Operation } from '../../../../spec/model/contract.ts';
import type { ExecutedStep, RecordWrite, SequenceGoal } from '../../model/sequence.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { containsRecord, isSuccessfulExchange } from '../model/response-records.ts';
import { hasDefiniteStatus, obstacleIn } from './obstacle.ts';

export function lifecycleGoals({
  createBaseline,
  baselines,
  identifierTarget,
}: ResourceOperations): readonly SequenceGoal[] {
  const operationFor = (role: 'read' | 'list' | 'replace' | 'change' | 'remove') => baselines.get(role)?.operation;
  const [create, read, list] = [createBaseline.operation, operationFor('read'), operationFor('list')];
  const [remove, observer] = [operationFor('remove'), read ?? list];
  const idNames = [identifierTarget?.idName, identifierTarget?.parameter.name].filter((name) => name !== undefined);
  const writes = [
    { kind: 'create', operation: create, description: 'a created record can be read' },
    {
      kind: 'replace',
      operation: operationFor('replace'),
      description: 'a replaced record is read with the new values',
    },
    { kind: 'change', operation: operationFor('change'), description: 'a changed record is read with the new values' },
  ] as const;
  const goals = [
    ...writes.flatMap((write) =>
      write.operation === undefined || read === undefined
        ? []
        : [readBackGoal({ ...write, operation: write.operation, create, read, idNames })],
    ),
    // Without an item path, no identifier is known.
    ...(list === undefined || identifierTarget === undefined ? [] : [listGoal(list, { create, idNames })]),
    ...(remove === undefined || observer === undefined ? [] : [removalGoal(remove, { create, idNames }, [observer])]),
  ];
  return goals.filter(({ operation }) => declaresSuccess(operation));
}

/** What the contract does not declare cannot be required. */
function declaresSuccess({ responses }: Operation): boolean {
  return responses.length === 0 || responses.some(({ status }) => !/^[145]/.test(status));
}

interface ReadBack extends Pick<RecordWrite, 'kind' | 'operation'> {
  readonly description: string;
  readonly create: Operation;
  readonly read: Operation;
  readonly idNames: readonly string[];
}

function readBackGoal({ kind, operation, description, create, read, idNames }: ReadBack): SequenceGoal {
  return {
    operation,
    description,
    isReached: (steps) =>
      steps.some(({ step: { expectedState }, exchange }) => {
        if (expectedState?.expects !== 'record' || !hasDefiniteStatus(exchange)) return false;
        const last = expectedState.record.writes.at(-1);
        return last?.kind === kind && last.operation === operation;
      }),
    obstacle: (steps) => obstacleIn(steps, { operation, create, observers: [read], idNames }),
  };
}

type Creation = Pick<ReadBack, 'create' | 'idNames'>;

function listGoal(list: Operation, creation: Creation): SequenceGoal {
  return {
    operation: list,
    description: 'the list contains created records',
    isReached: (steps) =>
      steps.some(({ step: { expectedState }, exchange }) => {
        if (expectedState?.expects !== 'list' || !isSuccessfulExchange(exchange)) return false;
        const { records, pages } = expectedState;
        const existing = records.filter(({ removal }) => removal === undefined);
        const items = [...pages.previousPages, exchange].flatMap((page) => pages.itemsIn(page) ?? []);
        return (
          existing.length > 0 && (pages.isEnd(exchange) || existing.some((record) => containsRecord(items, record)))
        );
      }),
    obstacle: (steps) => obstacleIn(steps, { operation: list, observers: [list], ...creation }),
  };
}

function removalGoal(remove: Operation, creation: Creation, observers: readonly Operation[]): SequenceGoal {
  const showsRemoval = ({ step: { expectedState }, exchange }: ExecutedStep): boolean => {
    if (expectedState?.expects === 'nothing') return hasDefiniteStatus(exchange);
    return (
      expectedState?.expects === 'list' &&
      isSuccessfulExchange(exchange) &&
      expectedState.records.some(({ removal }) => removal !== undefined)
    );
  };
  return {
    operation: remove,
    description: 'a deleted record is no longer found',
    isReached: (steps) => steps.some(showsRemoval),
    obstacle: (steps) => obstacleIn(steps, { operation: remove, observers, ...creation }),
  };
}
