/**
 * Deletes a record, then reads what is below it without a parameter of its own: the content of a file. Writes are not sent:
 * some implementations store such contents also for records that never existed.
 */
import type { Contract } from '../../../../spec/model/contract.ts';
import { statesDeletion } from '../../../../spec/resources/deletion-sentences.ts';
import { lastLiteral } from '../../../../spec/resources/path-templates.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { createResourceOperations } from '../model/resource-operations.ts';
import { readRecord } from '../records/read-record.ts';
import { minimalRequestSpec, withPathValues } from '../records/record-requests.ts';
import { type DeletionContext, removeParent } from './below-deleted-parent.ts';
import { findItemOperations, type ItemOperations } from './item-operations.ts';
import { createParent, readBelow, type ShownBelow, stepContext } from './related-records.ts';

/** Undefined unless the run can create, read and delete the record, and the contract has something below it. */
export function createDeletedItemSequence(create: BaselineRequest, contract: Contract): Sequence | undefined {
  const parent = createResourceOperations(create, contract);
  const item = parent?.baselines.get('read')?.operation.path;
  if (parent === undefined || item === undefined || !parent.baselines.has('remove')) return undefined;
  const { reads, writes } = findItemOperations(item, contract);
  const parts = {
    reads,
    writes: writes.filter(({ operation: { method, path } }) => method === 'PUT' && path !== item),
  };
  if (parts.reads.length === 0) return undefined;
  const parentName = lastLiteral(create.operation.path);
  const relation = { parent, parentName, create, child: undefined, reference: undefined, isDeletionStated: false };
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(freshValues) {
      yield* deleteItem({ ...relation, contract, fresh: adaptFreshValues(create, freshValues) }, parts);
    },
  };
}

function* deleteItem(context: DeletionContext, parts: ItemOperations): StepGenerator<void> {
  const { parent, fresh } = context;
  const created = yield* createParent(context, fresh);
  const record = created && (yield* readRecord(stepContext(parent, [], fresh), created));
  if (record === undefined || record.isMissing === true) return;
  const shown = yield* readBelow(parts, record, fresh);
  const removed = yield* removeParent(context, record);
  if (removed === undefined) return;
  yield* readParts(context, removed, shown);
}

function* readParts(context: DeletionContext, removed: KnownRecord, shown: readonly ShownBelow[]): StepGenerator<void> {
  const { contract, parent, parentName, fresh } = context;
  const remove = parent.baselines.get('remove')?.operation;
  for (const { baseline, record } of shown) {
    const target = withPathValues(baseline, removed.pathValues);
    if (target === undefined) continue;
    const { operation } = target;
    const belonging = { owners: parentName, dependents: lastLiteral(operation.path), isNested: true };
    // Other contents may stay: some implementations store them also for records that never existed.
    if (remove === undefined || !statesDeletion(contract.operations, remove, belonging)) continue;
    yield {
      operation,
      requestSpec: minimalRequestSpec(target, fresh),
      description: 'what is below it is read',
      expectation: 'unspecified',
      expectedState: {
        expects: 'nothing',
        record: { ...record, remove: removed.remove, removal: removed.removal, deletedWithParent: 'stated' },
      },
    };
  }
}
