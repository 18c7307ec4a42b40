/** Actions on a record, which must change its ETag, and respect If-Match where they declare it. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { literalSuffix } from '../../../../spec/resources/path-templates.ts';
import { successResponses } from '../../../../spec/resources/record-views.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { readRecord } from '../records/read-record.ts';
import { minimalRequestSpec, recordBaseline, withPathValues } from '../records/record-requests.ts';
import type { SequenceContext, StepContext } from '../records/step-context.ts';
import { ifMatchStep } from './change-conditions.ts';
import { declaresEtag } from './declared-conditions.ts';
import { headerParameter, isAllowed, isStrong, shownEtag, unknownEtag } from './entity-tags.ts';

const MAX_ACTIONS = 4;

/** Such as `POST /orders/{id}/cancel`, but not `POST /orders/{id}/lines`, which creates another record. */
export function actionsOn(read: Operation, { operations }: Contract): readonly BaselineRequest[] {
  const actions = operations.filter(
    ({ method, path, ...rest }) =>
      method === 'POST' &&
      literalSuffix(read.path, path) !== undefined &&
      successResponses({ method, path, ...rest })[0]?.status !== '201' &&
      !operations.some((other) => other.path === path && other.method !== method),
  );
  return actions
    .filter((action) => declaresEtag(read) || headerParameter(action, 'if-match') !== undefined)
    .slice(0, MAX_ACTIONS)
    .flatMap((action) => {
      const baseline = deriveBaseline(action, [], operations);
      return isBaseline(baseline) ? [baseline] : [];
    });
}

/** Each action on the same new record, which is read before and after it. */
export function* executeActions(
  context: SequenceContext,
  actions: readonly BaselineRequest[],
  created: KnownRecord | undefined,
): StepGenerator<KnownRecord | undefined> {
  let record = created;
  for (const action of actions) {
    if (record === undefined) return;
    const baseline: BaselineRequest | undefined = withPathValues(action, record.pathValues);
    if (baseline === undefined) continue;
    record = yield* executeAction({ ...context, record, otherRecords: [] }, baseline, record);
  }
  return record;
}

function* executeAction(
  context: StepContext,
  baseline: BaselineRequest,
  record: KnownRecord,
): StepGenerator<KnownRecord | undefined> {
  const { operation } = baseline;
  const requestSpec = minimalRequestSpec(baseline, context.fresh);
  const parameter = headerParameter(operation, 'if-match');
  const etag = shownEtag(record.lastShown) ?? '';
  const stale = parameter === undefined ? undefined : unknownEtag(etag, parameter);
  const verb = 'used by an action';
  if (stale !== undefined) {
    const rejected = yield ifMatchStep({ operation, requestSpec, verb, condition: { text: stale, holds: false } });
    if (isSuccessfulExchange(rejected)) return undefined;
    const shown = yield* readRecord(context, record);
    if (shown.isMissing === true) return undefined;
  }
  const condition = { text: etag, holds: true };
  const exchange = yield parameter === undefined || !isStrong(etag) || !isAllowed(etag, parameter)
    ? { operation, requestSpec, description: `it is ${verb}`, tolerated: [...toleratesMissing, ...toleratesRejection] }
    : ifMatchStep({ operation, requestSpec, verb, condition });
  const read = recordBaseline(context.resourceOperations, 'read', record);
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202 || read === undefined) return record;
  const shown = yield {
    operation: read.operation,
    requestSpec: minimalRequestSpec(read, context.fresh),
    description: 'it is read',
    tolerated: toleratesMissing,
    expectedState: { expects: 'new etag', record, action: exchange },
  };
  return isSuccessfulExchange(shown) && shownEtag(shown) !== undefined ? { ...record, lastShown: shown } : undefined;
}
