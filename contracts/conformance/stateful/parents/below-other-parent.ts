/** Reads, writes and deletes a record, and what is below it, with the path of another parent. */
import type { Contract } from '../../../../spec/model/contract.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { CONSISTENCY_DELAY_MS } from '../model/tolerated-responses.ts';
import { minimalRequestSpec, withPathValues } from '../records/record-requests.ts';
import { findItemOperations, type ItemOperations, writeRequestSpec } from './item-operations.ts';
import { createChild, createParent, isNotFound, readBelow, type ShownBelow } from './related-records.ts';
import { findPathRelation, type Relation } from './relations.ts';

/** What is requested below another parent. */
interface Probes extends ItemOperations {
  readonly read: BaselineRequest;
  readonly remove: BaselineRequest | undefined;
}

interface ProbeContext extends Probes {
  /** The record below its own parent. */
  readonly record: KnownRecord;
  /** Its name below the other parent. */
  readonly elsewhere: KnownRecord;
  readonly fresh: FreshValues;
}

/** Undefined unless the path names a parent that the run can create, and a record below it that can be read. */
export function createOtherParentSequence(create: BaselineRequest, contract: Contract): Sequence | undefined {
  const relation = findPathRelation(create, contract);
  const probes = relation?.child && findProbes(relation.child, contract);
  if (relation === undefined || probes === undefined) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(freshValues) {
      const fresh = adaptFreshValues(create, freshValues);
      yield* probeRelation(relation, probes, fresh);
    },
  };
}

function findProbes({ baselines, parent, isPut }: ResourceOperations, contract: Contract): Probes | undefined {
  const [read, remove] = [baselines.get('read'), baselines.get('remove')];
  if (read === undefined) return undefined;
  const { path } = read.operation;
  const { reads, writes: all } = findItemOperations(path, contract);
  // A PUT that creates may do so below any parent.
  const writes = all.filter(({ operation }) => !isPut || operation.path !== path);
  // Another sequence reads the records of a resource below another parent.
  const isReadAlready = parent !== undefined && reads.length === 0 && writes.length === 0 && remove === undefined;
  return isReadAlready ? undefined : { read, reads, writes, remove };
}

function* probeRelation(relation: Relation, probes: Probes, fresh: FreshValues): StepGenerator<void> {
  const own = yield* createParent(relation, fresh);
  const record = own && (yield* createChild(relation, own, fresh));
  if (own === undefined || record === undefined) return;
  const shown = yield* readBelow(probes, record, fresh);
  const other = yield* createParent(relation, fresh, own.pathValues.slice(0, -1));
  if (other === undefined || String(other.pathValues.at(-1)) === String(own.pathValues.at(-1))) return;
  const elsewhere = { ...record, pathValues: [...other.pathValues, ...record.pathValues.slice(-1)] };
  const context = { ...probes, record, elsewhere, fresh };
  if (!(yield* isAbsent(context))) return;
  for (const one of shown) yield* readElsewhere(context, one);
  for (const write of probes.writes) if (!(yield* writeElsewhere(context, write))) return;
  yield* deleteElsewhere(context);
}

/** Whether no record has its name below the other parent. */
function* isAbsent({ read, record, elsewhere, fresh }: ProbeContext, delayMs?: number): StepGenerator<boolean> {
  const target = withPathValues(read, elsewhere.pathValues);
  if (target === undefined) return false;
  const exchange: Exchange = yield {
    operation: target.operation,
    requestSpec: minimalRequestSpec(target, fresh),
    description: 'it is read below another parent',
    expectation: 'unspecified',
    expectedState: { expects: 'absent below other parent', record },
    ...(delayMs !== undefined && { delayMs }),
  };
  return isNotFound(exchange);
}

function* readElsewhere(
  { elsewhere, fresh }: ProbeContext,
  { baseline, record, exchange }: ShownBelow,
): StepGenerator<void> {
  const target = withPathValues(baseline, elsewhere.pathValues);
  if (target === undefined) return;
  yield {
    operation: target.operation,
    requestSpec: minimalRequestSpec(target, fresh),
    description: 'what is below it is read below another parent',
    expectation: 'unspecified',
    expectedState: { expects: 'absent below other parent', record, ownResponse: exchange },
  };
}

/** A success is only wrong if it has created nothing there. Returns whether there still is nothing. */
function* writeElsewhere(context: ProbeContext, baseline: BaselineRequest): StepGenerator<boolean> {
  const { record, elsewhere, fresh } = context;
  const step = () => {
    const requestSpec = writeRequestSpec(baseline, elsewhere, fresh);
    return requestSpec && ({ operation: baseline.operation, requestSpec, expectation: 'unspecified' } as const);
  };
  const first = step();
  if (first === undefined) return true;
  const exchange: Exchange = yield { ...first, description: 'it is written below another parent' };
  // 202 means accepted, not done.
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return true;
  if (!(yield* isAbsent(context, CONSISTENCY_DELAY_MS)) || (yield* isShownElsewhere(context, baseline))) return false;
  const second = step();
  if (second !== undefined)
    yield {
      ...second,
      description: 'it is written below another parent again',
      expectedState: { expects: 'absent below other parent', record, isWritten: true },
    };
  return true;
}

/** Whether what was written can be read below the other parent, so that it was stored there. */
function* isShownElsewhere(
  { reads, elsewhere, fresh }: ProbeContext,
  { operation: { path } }: BaselineRequest,
): StepGenerator<boolean> {
  const baseline = reads.find(({ operation }) => operation.path === path);
  const target = baseline && withPathValues(baseline, elsewhere.pathValues);
  if (target === undefined) return false;
  const exchange: Exchange = yield {
    operation: target.operation,
    requestSpec: minimalRequestSpec(target, fresh),
    description: 'what was written is read below another parent',
    expectation: 'unspecified',
  };
  return isSuccessfulExchange(exchange);
}

/** A deletion may succeed where nothing is deleted (RFC 9110, section 9.2.2): then the record is still there. */
function* deleteElsewhere({ remove, read, record, elsewhere, fresh }: ProbeContext): StepGenerator<void> {
  const target = remove && withPathValues(remove, elsewhere.pathValues);
  const own = withPathValues(read, record.pathValues);
  if (target === undefined || own === undefined) return;
  const readStep = {
    operation: own.operation,
    requestSpec: minimalRequestSpec(own, fresh),
    expectation: 'unspecified',
  } as const;
  const before: Exchange = yield { ...readStep, description: 'it is read below its own parent' };
  if (!isSuccessfulExchange(before)) return;
  const deletion: Exchange = yield {
    operation: target.operation,
    requestSpec: minimalRequestSpec(target, fresh),
    description: 'it is deleted below another parent',
    expectation: 'unspecified',
  };
  if (!isSuccessfulExchange(deletion)) return;
  yield {
    ...readStep,
    description: 'it is read below its own parent',
    expectedState: { expects: 'kept below own parent', record, deletion },
  };
}
