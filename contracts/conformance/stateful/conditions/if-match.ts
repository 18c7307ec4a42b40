/**
 * Changes of a record with the ETags that were received: the current one, a stale one, several, and a star. Then its
 * actions, which must change its ETag.
 */
import type { Contract } from '../../../../spec/model/contract.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { KnownRecord, Sequence, SequenceGoal, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { createInSequence, createParents } from '../records/create-records.ts';
import { readRecord } from '../records/read-record.ts';
import {
  changeRequestSpec,
  minimalRequestSpec,
  recordBaseline,
  replaceRequestSpec,
} from '../records/record-requests.ts';
import type { SequenceContext, StepContext } from '../records/step-context.ts';
import { actionsOn, executeActions } from './actions.ts';
import { type Condition, checkConditions, ifMatchStep } from './change-conditions.ts';
import { ifMatchGoal } from './condition-goals.ts';
import { evaluatesIfMatch, evaluatesIfNoneMatch } from './declared-conditions.ts';
import { headerParameter, isStrong, shownEtag, unknownEtag } from './entity-tags.ts';
import { ifNoneMatchStep } from './if-none-match.ts';

interface ConditionalOperations {
  readonly resourceOperations: ResourceOperations;
  readonly writes: readonly (readonly ['change' | 'replace', BaselineRequest])[];
  readonly actions: readonly BaselineRequest[];
  readonly remove: BaselineRequest | undefined;
}

/** Undefined where no operation on a created record declares If-Match, and no action could keep its ETag. */
export function createIfMatchSequence(
  resourceOperations: ResourceOperations,
  contract: Contract,
): Sequence | undefined {
  const conditional = findConditionalOperations(resourceOperations, contract);
  if (conditional === undefined) return undefined;
  return {
    goals: conditionGoals(conditional),
    requiresGoals: true,
    *generateSteps(freshValues) {
      const { isVerbatim, regeneratesTexts = false } = resourceOperations.createBaseline;
      const fresh = isVerbatim || regeneratesTexts ? { ...freshValues, isVerbatim, regeneratesTexts } : freshValues;
      const parentValues = yield* createParents(resourceOperations, fresh);
      const context = { resourceOperations, fresh, parentValues };
      if (conditional.writes.length > 0 || conditional.remove !== undefined)
        yield* changeWithConditions(context, conditional);
      if (conditional.actions.length === 0) return;
      const acted = yield* executeActions(context, conditional.actions, yield* createWithEtag(context));
      if (acted !== undefined) yield* deleteRecord(context, acted, false);
    },
  };
}

function conditionGoals({ resourceOperations, writes, remove }: ConditionalOperations): readonly SequenceGoal[] {
  const { baselines, createBaseline } = resourceOperations;
  const [read, create] = [baselines.get('read')?.operation, createBaseline.operation];
  const operations = [
    ...writes.map(([, { operation }]) => operation),
    ...(remove === undefined ? [] : [remove.operation]),
  ];
  return read === undefined ? [] : operations.map((operation) => ifMatchGoal({ operation, read, create }));
}

function findConditionalOperations(
  resourceOperations: ResourceOperations,
  contract: Contract,
): ConditionalOperations | undefined {
  const { baselines } = resourceOperations;
  const read = baselines.get('read')?.operation;
  if (read === undefined) return undefined;
  const writes = (['change', 'replace'] as const).flatMap((kind) => {
    const baseline = baselines.get(kind);
    return baseline !== undefined && evaluatesIfMatch(baseline.operation, read) ? [[kind, baseline] as const] : [];
  });
  const removal = baselines.get('remove');
  const remove = evaluatesIfMatch(removal?.operation, read) ? removal : undefined;
  const actions = actionsOn(read, contract);
  if (writes.length === 0 && actions.length === 0 && remove === undefined) return undefined;
  return { resourceOperations, writes, actions, remove };
}

/** A new record that was read with an ETag. */
function* createWithEtag(context: SequenceContext): StepGenerator<KnownRecord | undefined> {
  const stepContext: StepContext = { ...context, record: undefined, otherRecords: [] };
  const created = yield* createInSequence(stepContext);
  if (created === 'unknown') return undefined;
  const record = yield* readRecord(stepContext, created);
  return record.isMissing === true || shownEtag(record.lastShown) === undefined ? undefined : record;
}

function* changeWithConditions(
  context: SequenceContext,
  { writes, remove }: ConditionalOperations,
): StepGenerator<void> {
  const created = yield* createWithEtag(context);
  if (created === undefined) return;
  let record: KnownRecord | undefined = created;
  for (const [kind, baseline] of writes) {
    const stepContext: StepContext = { ...context, record: undefined, otherRecords: [] };
    const requestSpecFor = kind === 'replace' ? replaceRequestSpec : changeRequestSpec;
    record = yield* checkConditions<KnownRecord>(
      {
        operation: baseline.operation,
        verb: kind === 'replace' ? 'replaced' : 'changed',
        etagOf: ({ lastShown }) => shownEtag(lastShown),
        requestSpecFor: (current) => requestSpecFor(baseline, current, context.fresh),
        *read(current) {
          const shown = yield* readRecord(stepContext, current);
          return shown.isMissing === true ? undefined : shown;
        },
        afterWrite: (current, requestSpec, exchange) => ({
          ...current,
          writes: [...current.writes, { kind, operation: baseline.operation, requestSpec, exchange }],
        }),
      },
      record,
    );
    if (record === undefined) return;
  }
  yield* readWithStale(context, created, record);
  yield* deleteRecord(context, record, remove !== undefined);
}

/** The client has the first version, which is not the current one. */
function* readWithStale(context: SequenceContext, first: KnownRecord, record: KnownRecord): StepGenerator<void> {
  const baseline = recordBaseline(context.resourceOperations, 'read', record);
  const [stale, shown] = [shownEtag(first.lastShown), record.lastShown];
  if (baseline === undefined || stale === undefined || shown === undefined || stale === shownEtag(shown)) return;
  if (!evaluatesIfNoneMatch(baseline.operation)) return;
  const { operation } = baseline;
  const requestSpec = minimalRequestSpec(baseline, context.fresh);
  yield ifNoneMatchStep({ operation, requestSpec, shown }, { condition: stale, hasCurrent: false });
}

/** With a stale ETag first, which must not delete it. */
function* deleteRecord(context: SequenceContext, record: KnownRecord, isConditional: boolean): StepGenerator<void> {
  const baseline = recordBaseline(context.resourceOperations, 'remove', record);
  if (baseline === undefined) return;
  const { operation } = baseline;
  const requestSpec = minimalRequestSpec(baseline, context.fresh);
  const tolerated = [...toleratesMissing, ...toleratesRejection];
  if (!isConditional) {
    yield { operation, requestSpec, description: 'it is deleted', tolerated };
    return;
  }
  const send = (condition: Condition) => ifMatchStep({ operation, requestSpec, verb: 'deleted', condition });
  const first = record.writes.map(({ exchange }) => shownEtag(exchange)).find((etag) => etag !== undefined);
  const current = shownEtag(record.lastShown) ?? '';
  const stale =
    first === undefined || first === current ? unknownEtag(current, headerParameter(operation, 'if-match')) : first;
  if (stale !== undefined) {
    const rejected = yield send({ text: stale, holds: false });
    if (isSuccessfulExchange(rejected)) return;
    const shown = yield* readRecord({ ...context, record, otherRecords: [] }, record);
    if (shown.isMissing === true) return;
    const etag = shownEtag(shown.lastShown) ?? current;
    if (isStrong(etag)) yield* deleteWithCurrent({ ...context, record: shown, otherRecords: [] }, shown, send);
  }
}

function* deleteWithCurrent(
  context: StepContext,
  record: KnownRecord,
  send: (condition: Condition) => ReturnType<typeof ifMatchStep>,
): StepGenerator<void> {
  const text = shownEtag(record.lastShown) ?? '';
  const exchange = yield send({ text, holds: true, isRepeated: true });
  if (statusOf(exchange) !== 412) return;
  const again = yield* readRecord(context, record);
  const etag = shownEtag(again.lastShown);
  if (again.isMissing !== true && etag !== undefined) yield send({ text: etag, holds: true });
}
