/** Writes that follow each other: the same replacement again, and two writes without a read between them. */
import { isJsonObject, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Step, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { isVersion } from '../../request/values/identifier-names.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { readRecord } from './read-record.ts';
import { changeRequestSpec, replaceRequestSpec, withIfMatch } from './record-requests.ts';
import type { StepContext } from './step-context.ts';
import { uniqueValues } from './unique-values.ts';

type RecordContext = StepContext & { readonly record: KnownRecord };

/**
 * The same replacement again changes nothing. If it is rejected, replacements with other values are sent, the second of
 * which keeps the values that have to be unique: only then these must be the reason.
 */
export function* repeatReplacement(context: RecordContext): StepGenerator<KnownRecord> {
  const { resourceOperations, record, fresh } = context;
  const baseline = resourceOperations.baselines.get('replace');
  const requestSpec = baseline && sameReplacement(baseline, record);
  if (baseline === undefined || requestSpec === undefined || fresh.isVerbatim === true) return record;
  const description = 'it is replaced by the same values';
  const [repeated, isAccepted] = yield* replace(context, baseline, { requestSpec, description });
  return isAccepted ? repeated : yield* keepUniqueValue(context, baseline);
}

function* keepUniqueValue(context: RecordContext, baseline: BaselineRequest): StepGenerator<KnownRecord> {
  const { resourceOperations, record, fresh } = context;
  const requestSpec = replaceRequestSpec(baseline, record, fresh);
  if (requestSpec === undefined || baseline.body === undefined) return record;
  const unique = { body: baseline.body, operation: resourceOperations.createBaseline.operation };
  if (uniqueValues(unique, record).length === 0) return record;
  const [other, isReplaced] = yield* replace(context, baseline, { requestSpec, description: 'it is replaced' });
  const [own] = isReplaced && other.isMissing !== true ? uniqueValues(unique, other) : [];
  const next = own && replaceRequestSpec(baseline, other, fresh);
  if (own === undefined || next?.value === undefined) return other;
  const value = replaceAt(next.value, [own.property], own.value);
  const [last] = yield* replace({ ...context, record: other }, baseline, {
    requestSpec: { ...next, value, body: stringifyJson(value) },
    description: `it is replaced by other values, but the same ${own.property}`,
    expectation: 'accept',
    tolerated: toleratesMissing,
    expectedState: { expects: 'own unique value', record: other, property: own.property },
  });
  return last;
}

/** The last write, if it was a replacement; a version in it has changed meanwhile. */
function sameReplacement(baseline: BaselineRequest, record: KnownRecord): RequestSpec | undefined {
  const last = record.writes.at(-1);
  const sent = last?.requestSpec.value;
  if (last?.kind !== 'replace' || sent === undefined || !isJsonObject(sent)) return undefined;
  return Object.keys(sent).some(isVersion) ? undefined : withIfMatch(last.requestSpec, baseline, record);
}

/** A replacement and a change without a read between them: a change of an old copy undoes the replacement. */
export function* writeTwice(context: RecordContext): StepGenerator<KnownRecord> {
  const { resourceOperations, record, fresh } = context;
  const [replacement, change] = [
    resourceOperations.baselines.get('replace'),
    resourceOperations.baselines.get('change'),
  ];
  const requestSpec = replacement && replaceRequestSpec(replacement, record, fresh);
  if (replacement === undefined || change === undefined || requestSpec === undefined) return record;
  const { operation } = replacement;
  const exchange = yield { operation, requestSpec, description: 'it is replaced again', tolerated };
  if (!isSuccessfulExchange(exchange)) return record;
  const write = { kind: 'replace', operation, requestSpec, exchange } as const;
  // Its ETag is known from the response, if there is any.
  const replaced = { ...record, writes: [...record.writes, write], lastShown: exchange };
  const changeSpec = changeRequestSpec(change, replaced, fresh);
  const changed = changeSpec === undefined ? replaced : yield* changeRecord(change, replaced, changeSpec);
  return yield* readRecord(context, changed);
}

function* changeRecord(
  { operation }: BaselineRequest,
  record: KnownRecord,
  requestSpec: RequestSpec,
): StepGenerator<KnownRecord> {
  const exchange = yield { operation, requestSpec, description: 'it is changed right after that', tolerated };
  if (!isSuccessfulExchange(exchange)) return record;
  return { ...record, writes: [...record.writes, { kind: 'change', operation, requestSpec, exchange }] };
}

const tolerated = [...toleratesMissing, ...toleratesRejection];

/** Also reads it; with the record as it was when the replacement was rejected. */
function* replace(
  context: RecordContext,
  { operation }: BaselineRequest,
  step: Pick<Step, 'requestSpec' | 'description'> & Partial<Step>,
): StepGenerator<readonly [record: KnownRecord, isAccepted: boolean]> {
  const { record } = context;
  const exchange = yield { operation, tolerated, ...step };
  if (!isSuccessfulExchange(exchange)) return [record, false];
  const write = { kind: 'replace', operation, requestSpec: step.requestSpec, exchange } as const;
  return [yield* readRecord(context, { ...record, writes: [...record.writes, write] }), true];
}
