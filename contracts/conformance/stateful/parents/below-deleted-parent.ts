/** Deletes a record, then reads what belonged to it, and creates something below it. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { namesMissingOwner } from '../../../../spec/resources/deletion-sentences.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { followJob } from '../actions/follow-job.ts';
import { recordRequestSpec } from '../model/non-json-bodies.ts';
import { CONSISTENCY_DELAY_MS } from '../model/tolerated-responses.ts';
import { recordCreator } from '../records/create-records.ts';
import { buildCreateRequest } from '../records/create-request.ts';
import { readListPages } from '../records/read-pages.ts';
import { readRecord } from '../records/read-record.ts';
import { minimalRequestSpec, recordBaseline, withPathValues } from '../records/record-requests.ts';
import { findItemOperations } from './item-operations.ts';
import { createChild, createParent, isNotFound, readBelow, type ShownBelow, stepContext } from './related-records.ts';
import {
  createsSomething,
  declaresNotFound,
  findPathRelation,
  findReferenceRelation,
  type Relation,
} from './relations.ts';

export interface DeletionContext extends Relation {
  readonly contract: Contract;
  readonly fresh: FreshValues;
}

/** Undefined unless the run can create, read and delete what the created record belongs to. */
export function createDeletedParentSequence(create: BaselineRequest, contract: Contract): Sequence | undefined {
  const relations = [findPathRelation(create, contract), findReferenceRelation(create, contract)];
  const relation = relations.find((one) => one !== undefined && isTestable(one));
  if (relation === undefined) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(freshValues) {
      yield* deleteParent({ ...relation, contract, fresh: adaptFreshValues(create, freshValues) });
    },
  };
}

function isTestable(relation: Relation): boolean {
  const { baselines } = relation.parent;
  return baselines.has('read') && baselines.has('remove') && (relation.child !== undefined || canCreateBelow(relation));
}

/** Its only known record is the parent in its path, so that a declared 404 is about that. */
function canCreateBelow({ reference, child, create: { operation } }: Relation): boolean {
  const isCreation = child !== undefined || createsSomething(operation);
  return reference === undefined && isCreation && declaresNotFound(operation);
}

function* deleteParent(context: DeletionContext): StepGenerator<void> {
  const { parent, child, contract, fresh } = context;
  const created = yield* createParent(context, fresh);
  const shownParent = created && (yield* readRecord(stepContext(parent, [], fresh), created));
  if (shownParent === undefined || shownParent.isMissing === true) return;
  const record = yield* createChild(context, shownParent, fresh);
  if (child !== undefined && record === undefined) return;
  const item = child?.baselines.get('read')?.operation.path;
  const operations = item === undefined ? undefined : findItemOperations(item, contract);
  const shown = record === undefined || operations === undefined ? [] : yield* readBelow(operations, record, fresh);
  const removed = yield* removeParent(context, shownParent);
  if (removed === undefined) return;
  if (record !== undefined) yield* readOrphan({ ...context, removed, record, shown });
  if (canCreateBelow(context)) yield* createBelowDeleted(context, removed);
}

/** Undefined unless it does not exist afterwards. Some implementations reject the deletion of what is not empty. */
export function* removeParent(context: DeletionContext, record: KnownRecord): StepGenerator<KnownRecord | undefined> {
  const { parent, fresh } = context;
  const [remove, read] = [recordBaseline(parent, 'remove', record), recordBaseline(parent, 'read', record)];
  if (remove === undefined || read === undefined) return undefined;
  const removal: Exchange = yield {
    operation: remove.operation,
    requestSpec: minimalRequestSpec(remove, fresh),
    description: `${parentWords(context)} is deleted`,
    expectation: 'unspecified',
  };
  // 202 means accepted, not done.
  if (!isSuccessfulExchange(removal) || statusOf(removal) === 202) return undefined;
  const removed = { ...record, removal };
  const exchange: Exchange = yield {
    ...parentRead(context, read),
    expectedState: { expects: 'nothing', record: removed },
  };
  return isNotFound(exchange) ? removed : undefined;
}

function parentRead(context: DeletionContext, read: BaselineRequest) {
  return {
    operation: read.operation,
    requestSpec: minimalRequestSpec(read, context.fresh),
    description: `${parentWords(context)} is read`,
    expectation: 'unspecified',
  } as const;
}

function parentWords({ child, reference }: Relation): string {
  if (reference !== undefined) return 'the record that it refers to';
  return child === undefined ? 'it' : 'its parent';
}

interface OrphanContext extends DeletionContext {
  readonly removed: KnownRecord;
  readonly record: KnownRecord;
  readonly shown: readonly ShownBelow[];
}

function* readOrphan(context: OrphanContext): StepGenerator<void> {
  const { child, record, shown, fresh } = context;
  const read = child && recordBaseline(child, 'read', record);
  const exchange: Exchange | undefined =
    read &&
    (yield {
      operation: read.operation,
      requestSpec: minimalRequestSpec(read, fresh),
      description: 'it is read',
      expectation: 'unspecified',
      expectedState: { expects: 'nothing', record: asDeleted(context, read.operation) },
    });
  for (const { baseline, record: written } of shown) {
    const target = withPathValues(baseline, record.pathValues);
    if (target !== undefined)
      yield {
        operation: target.operation,
        requestSpec: minimalRequestSpec(target, fresh),
        description: 'what is below it is read',
        expectation: 'unspecified',
        expectedState: { expects: 'nothing', record: asDeleted({ ...context, record: written }, target.operation) },
      };
  }
  // What can still be read is reported already.
  if (exchange === undefined || !isSuccessfulExchange(exchange)) yield* listOrphans(context);
}

function* listOrphans(context: OrphanContext): StepGenerator<void> {
  const { child, record, fresh } = context;
  const list = child?.baselines.get('list');
  const baseline = list && withPathValues(list, record.pathValues.slice(0, -1));
  if (baseline === undefined) return;
  const deleted = asDeleted(context, baseline.operation);
  yield* readListPages({
    baseline,
    records: [deleted],
    fresh,
    isAppendOnly: false,
    description: 'the list is read',
    expectation: 'unspecified',
  });
}

function asDeleted(
  { record, removed, parentName, isDeletionStated, reference }: OrphanContext,
  operation: Operation,
): KnownRecord {
  const isStated = isDeletionStated || (reference === undefined && namesMissingOwner(operation, parentName));
  const { remove, removal } = removed;
  return { ...record, remove, removal, deletedWithParent: isStated ? 'stated' : 'implied' };
}

/** A success is only wrong if it has not created the parent again. */
function* createBelowDeleted(context: DeletionContext, removed: KnownRecord): StepGenerator<void> {
  const { contract, fresh, parent, create } = context;
  const { operation } = create;
  const requestSpec = creationRequest(context, removed);
  const read = recordBaseline(parent, 'read', removed);
  if (requestSpec === undefined || read === undefined) return;
  const step = { operation, expectation: 'unspecified' } as const;
  const exchange: Exchange = yield { ...step, requestSpec, description: 'a record is created below what was deleted' };
  if (!isSuccessfulExchange(exchange)) return;
  if (statusOf(exchange) === 202) {
    const end = yield* followJob({ contract, fresh }, { operation, requestSpec, exchange });
    if (end !== 'succeeded') return;
  }
  const after: Exchange = yield { ...parentRead(context, read), delayMs: CONSISTENCY_DELAY_MS };
  const again = isNotFound(after) ? creationRequest(context, removed) : undefined;
  if (again === undefined) return;
  yield {
    ...step,
    requestSpec: again,
    description: 'another record is created below what was deleted',
    expectedState: { expects: 'nothing below', record: removed },
  };
}

function creationRequest(
  { child, create, fresh }: DeletionContext,
  { pathValues }: KnownRecord,
): RequestSpec | undefined {
  if (child !== undefined)
    return buildCreateRequest(recordCreator(child), { parentValues: pathValues, fresh })?.requestSpec;
  const target = withPathValues(create, pathValues);
  return target && recordRequestSpec(target, fresh);
}
