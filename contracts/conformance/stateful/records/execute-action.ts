/** Executes one action on a record, existing or deleted. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { type Action, isNegativeAction } from '../model/actions.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { createDistinct, createInSequence } from './create-records.ts';
import { executeNegativeAction } from './negative-actions.ts';
import { readListPages } from './read-pages.ts';
import { readRecord } from './read-record.ts';
import {
  changeRequestSpec,
  minimalRequestSpec,
  recordBaseline,
  replaceRequestSpec,
  withPathValues,
} from './record-requests.ts';
import type { ActionResult, StepContext } from './step-context.ts';

export function* executeAction(
  kind: Exclude<Action['kind'], 'list' | 'read earlier record'>,
  context: StepContext,
): StepGenerator<ActionResult> {
  const { record } = context;
  if (record === undefined) return kind === 'create' ? yield* createDistinct(context) : undefined;
  if (kind === 'create' || record.isMissing === true) return undefined;
  if (kind === 'read below other parent') return yield* readBelowOtherParent(context, record);
  if (record.removal !== undefined) return yield* actOnDeleted(kind, context, record);
  if (isNegativeAction(kind)) return yield* executeNegativeAction(kind, { ...context, record });
  if (kind === 'read')
    return context.resourceOperations.baselines.has('read')
      ? yield* readRecord(context, record)
      : yield* readInList(context, record);
  if (kind === 'remove') return yield* deleteRecord(context, record);
  return yield* writeRecord(kind, context, record);
}

function* writeRecord(
  kind: 'replace' | 'change',
  { resourceOperations, fresh }: StepContext,
  record: KnownRecord,
): StepGenerator<ActionResult> {
  const baseline = resourceOperations.baselines.get(kind);
  const requestSpec =
    baseline && (kind === 'replace' ? replaceRequestSpec : changeRequestSpec)(baseline, record, fresh);
  if (baseline === undefined || requestSpec === undefined) return undefined;
  const { operation } = baseline;
  const description = kind === 'replace' ? 'it is replaced' : 'it is changed';
  const exchange = yield {
    operation,
    requestSpec,
    description,
    tolerated: [...toleratesMissing, ...toleratesRejection],
    ...(kind === 'replace' && isKnownToExist(record) && { expectedState: { expects: 'replaced', record } as const }),
  };
  if (!isSuccessfulExchange(exchange)) return undefined;
  const write = { kind, operation, requestSpec, exchange } as const;
  return { ...record, writes: [...record.writes, write] };
}

/** It was read since it was created. */
function isKnownToExist({ read, lastShown }: KnownRecord): boolean {
  return read !== undefined && lastShown?.request.method === 'GET';
}

/** Where only the list shows a record: after a change, since the list is read after the creation anyway. */
function* readInList(
  { resourceOperations: { baselines }, fresh, parentValues }: StepContext,
  record: KnownRecord,
): StepGenerator<ActionResult> {
  const list = baselines.get('list');
  const baseline = list && withPathValues(list, parentValues);
  if (baseline === undefined || record.writes.at(-1)?.kind === 'create') return undefined;
  yield* readListPages({
    baseline,
    fresh,
    records: [record],
    isAppendOnly: false,
    description: 'it is read in the list',
  });
  return undefined;
}

function* deleteRecord({ resourceOperations, fresh }: StepContext, record: KnownRecord): StepGenerator<ActionResult> {
  const baseline = recordBaseline(resourceOperations, 'remove', record);
  if (baseline === undefined) return undefined;
  const { operation } = baseline;
  const requestSpec = minimalRequestSpec(baseline, fresh);
  const exchange = yield {
    operation,
    requestSpec,
    description: 'it is deleted',
    tolerated: [...toleratesMissing, ...toleratesRejection],
  };
  if (!isSuccessfulExchange(exchange)) return undefined;
  // 202 means accepted, not done: from now on it is unknown whether the record exists.
  return exchange.outcome.kind === 'response' && exchange.outcome.response.status === 202
    ? 'unknown'
    : { ...record, removal: exchange };
}

/** Reads the record below a newly created parent, where it should not exist. */
function* readBelowOtherParent(
  { resourceOperations, fresh, parentValues }: StepContext,
  record: KnownRecord,
): StepGenerator<ActionResult> {
  const { parent } = resourceOperations;
  if (parent === undefined || parentValues.length === 0) return undefined;
  const parentContext = {
    resourceOperations: parent,
    fresh,
    parentValues: parentValues.slice(0, -1),
    record: undefined,
    otherRecords: [],
  };
  const otherParent = yield* createInSequence(parentContext);
  if (otherParent !== 'unknown' && otherParent.pathValues.length === parentValues.length)
    yield* readBelowParent(resourceOperations, record, otherParent.pathValues, fresh);
  return undefined;
}

function* actOnDeleted(
  kind: Action['kind'],
  { resourceOperations, fresh }: StepContext,
  record: KnownRecord,
): StepGenerator<ActionResult> {
  if (kind !== 'read' && kind !== 'remove') return undefined;
  // Some implementations reuse names, and the run must not delete a record that it did not create.
  if (kind === 'remove' && resourceOperations.baselines.has('read') && record.isConfirmedDeleted !== true)
    return undefined;
  const baseline = recordBaseline(resourceOperations, kind, record);
  if (baseline === undefined) return undefined;
  const expects = kind === 'read' ? 'nothing' : 'rejection';
  const exchange = yield {
    operation: baseline.operation,
    requestSpec: minimalRequestSpec(baseline, fresh),
    description: kind === 'read' ? 'it is read' : 'it is deleted again',
    expectation: 'unspecified',
    expectedState: { expects, record },
  };
  if (kind !== 'read') return undefined;
  return isSuccessfulExchange(exchange) ? { ...record, isStillShown: true } : { ...record, isConfirmedDeleted: true };
}

/** With any status: only the record must not be shown. */
function* readBelowParent(
  { baselines }: ResourceOperations,
  record: KnownRecord,
  parents: readonly Json[],
  fresh: FreshValues,
): StepGenerator<void> {
  const [item, list] = [baselines.get('read'), baselines.get('list')];
  const read = item && withPathValues(item, [...parents, ...record.pathValues.slice(-1)]);
  if (read !== undefined)
    yield {
      operation: read.operation,
      requestSpec: minimalRequestSpec(read, fresh),
      description: 'it is read below another parent',
      expectation: 'unspecified',
      expectedState: { expects: 'absent below other parent', record },
    };
  const whole = list && withPathValues(list, parents);
  if (whole === undefined) return;
  yield* readListPages({
    baseline: whole,
    fresh,
    records: [record],
    isAppendOnly: false,
    description: 'the list below another parent is read',
    // The parent is new, and may not be visible everywhere yet.
    tolerated: toleratesMissing,
    expectedState: ({ itemsIn }) => ({ expects: 'absent below other parent', record, itemsIn }),
  });
}
