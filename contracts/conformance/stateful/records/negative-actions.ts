/** Replaces a record, changes it property by property, creates a near duplicate, and sends requests to be rejected. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { isSecured } from '../../../../spec/model/contract.ts';
import { declaresStatus } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { invalidBodyVariants } from '../../cases/shared/invalid-requests.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Step, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { isInvalidCredential } from '../../request/credentials/security-alternatives.ts';
import { differentValue } from '../../request/values/alternative-values.ts';
import { withOrderedBounds } from '../../request/values/bound-pairs.ts';
import { freshenAll } from '../../request/values/freshen.ts';
import { isIdentifier, isSameName, isVersion } from '../../request/values/identifier-names.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import type { NegativeAction } from '../model/actions.ts';
import { createdRecord } from '../model/response-records.ts';
import { toleratesConflict, toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { alternativeRequestSpec, propertyChanges } from './alternative-values.ts';
import { filterByChanges } from './filtered-lists.ts';
import { changeOneOfNearDuplicates } from './near-duplicates.ts';
import { omittableRequestSpec, requiredRequestSpec } from './omitted-properties.ts';
import { readRecord } from './read-record.ts';
import { minimalRequestSpec, recordBaseline, withIfMatch, withPathValues } from './record-requests.ts';
import { repeatReplacement, writeTwice } from './repeated-writes.ts';
import type { ActionResult, SequenceContext, StepContext } from './step-context.ts';
import { sendTakenValues } from './unique-values.ts';

type RecordContext = StepContext & { readonly record: KnownRecord };

/** The record must exist. */
export function* executeNegativeAction(
  kind: Exclude<NegativeAction, 'read below other parent'>,
  context: RecordContext,
): StepGenerator<ActionResult> {
  if (kind === 'create near duplicate') return yield* createNearDuplicate(context);
  if (kind === 'send taken values') {
    yield* sendTakenValues(context);
    return undefined;
  }
  if (kind === 'change one of near duplicates') return yield* changeOneOfNearDuplicates(context);
  if (kind === 'repeat replacement') return yield* repeatReplacement(context);
  if (kind === 'write twice') return yield* writeTwice(context);
  if (kind === 'send rejected') return yield* sendRejected(context);
  return kind === 'replace all' ? yield* replaceAll(context) : yield* changeOneByOne(context);
}

/** Replaces all properties in one request, before and after a replacement that omits the optional ones. */
function* replaceAll(context: RecordContext): StepGenerator<ActionResult> {
  const baseline = context.resourceOperations.baselines.get('replace');
  if (baseline === undefined) return undefined;
  const replaced = yield* replaceWithAlternatives(context, baseline);
  const filled = yield* replaceWithOmittable({ ...context, record: replaced }, baseline);
  const omitted = yield* replaceWithRequired({ ...context, record: filled }, baseline);
  const last = filled.writes.at(-1);
  if (omitted === filled || omitted.isMissing === true || last?.kind !== 'replace') return omitted;
  return yield* replaceRecord({ ...context, record: omitted }, baseline, {
    requestSpec: withIfMatch(last.requestSpec, baseline, omitted),
    description: 'all its properties are replaced again',
  });
}

/** With another value for each property; unchanged when there is none, or when it was rejected. */
function* replaceWithAlternatives(context: RecordContext, baseline: BaselineRequest): StepGenerator<KnownRecord> {
  const { record, fresh } = context;
  const requestSpec = record.isMissing === true ? undefined : alternativeRequestSpec(baseline, record, fresh);
  const description = 'all its properties are replaced';
  return requestSpec === undefined ? record : yield* replaceRecord(context, baseline, { requestSpec, description });
}

/** With values that differ from omitted ones, where the record has none: items, and flags unlike their default. */
function* replaceWithOmittable(context: RecordContext, baseline: BaselineRequest): StepGenerator<KnownRecord> {
  const { record, fresh } = context;
  const requestSpec = record.isMissing === true ? undefined : omittableRequestSpec(baseline, record, fresh);
  if (requestSpec === undefined) return record;
  const description = 'its arrays get items again, and its flags other values than their defaults';
  return yield* replaceRecord(context, baseline, { requestSpec, description });
}

/** A replacement that omits every optional property, after the record had values of them. */
function* replaceWithRequired(context: RecordContext, baseline: BaselineRequest): StepGenerator<KnownRecord> {
  const { record, fresh } = context;
  const requestSpec = record.isMissing === true ? undefined : requiredRequestSpec(baseline, record, fresh);
  if (requestSpec === undefined) return record;
  const description = 'it is replaced, without the optional properties';
  return yield* replaceRecord(context, baseline, { requestSpec, description });
}

/** Also reads it; unchanged when the replacement was rejected. */
function* replaceRecord(
  context: RecordContext,
  { operation }: BaselineRequest,
  request: Pick<Step, 'requestSpec' | 'description'>,
): StepGenerator<KnownRecord> {
  const { record } = context;
  const exchange = yield { operation, ...request, tolerated: [...toleratesMissing, ...toleratesRejection] };
  if (!isSuccessfulExchange(exchange)) return record;
  const write = { kind: 'replace', operation, requestSpec: request.requestSpec, exchange } as const;
  const replaced = yield* readRecord(context, { ...record, writes: [...record.writes, write], hasStateChanged: true });
  yield* filterByChanges(context, record, replaced);
  return replaced;
}

/** Changes one property after the other; each is checked alone, since other properties may depend on it. */
function* changeOneByOne(context: RecordContext): StepGenerator<ActionResult> {
  const { resourceOperations, fresh, record } = context;
  const baseline = resourceOperations.baselines.get('change');
  if (baseline === undefined) return undefined;
  const { operation } = baseline;
  let current = record;
  for (const change of propertyChanges(baseline, record, fresh)) {
    const { property, changedProperty = property, requestSpec: changeRequest } = change;
    if (current.isMissing === true) return current;
    // The version differs after each change.
    const requestSpec = withIfMatch(changeRequest, baseline, current);
    const tolerated = [...toleratesMissing, ...toleratesRejection];
    const exchange = yield { operation, requestSpec, description: `its ${changedProperty} is changed`, tolerated };
    if (!isSuccessfulExchange(exchange)) continue;
    const write = { kind: 'change', operation, requestSpec, exchange } as const;
    const before = current;
    current = yield* readRecord(
      context,
      { ...current, writes: [...current.writes, write], hasStateChanged: true },
      property,
    );
    yield* filterByChanges(context, before, current);
  }
  return current;
}

/** A rejected request has no effect (RFC 9110, section 15.5; RFC 5789, section 2). */
function* sendRejected(context: RecordContext): StepGenerator<ActionResult> {
  let { record } = context;
  for (const step of rejectedSteps(context)) {
    const exchange = yield { ...step, expectation: 'unspecified' };
    // The success is reported by another check; the record is deleted, so that no other case uses it.
    if (isSuccessfulExchange(exchange)) return yield* deleteAndForget(context, record, 'it is deleted');
    record = yield* readRecord(context, record);
    if (record.isMissing === true) return record;
  }
  return record;
}

function* rejectedSteps({ resourceOperations, record, fresh }: RecordContext): Generator<Step> {
  for (const kind of ['change', 'replace'] as const) {
    const baseline = resourceOperations.baselines.get(kind);
    const requestSpec = baseline && alternativeRequestSpec(baseline, record, fresh);
    const [invalid] =
      baseline === undefined || requestSpec === undefined ? [] : invalidBodyVariants(baseline, requestSpec);
    if (baseline === undefined || requestSpec === undefined || invalid === undefined) continue;
    const { body, value } = invalid;
    const description = `it is ${kind}d with one invalid value`;
    yield { operation: baseline.operation, requestSpec: { ...requestSpec, body, value }, description };
  }
  const itemBaseline = recordBaseline(resourceOperations, 'remove', record);
  if (itemBaseline === undefined || !isSecured(itemBaseline.operation)) return;
  if (!isInvalidCredential(itemBaseline, { schemes: [] })) return;
  const requestSpec: RequestSpec = {
    ...minimalRequestSpec(itemBaseline, fresh),
    credentials: { schemes: [] },
  };
  yield { operation: itemBaseline.operation, requestSpec, description: 'it is deleted without credentials' };
}

/** Where 409 is declared, a near duplicate may be rejected or stored; it must not replace the first record. */
function* createNearDuplicate(context: RecordContext): StepGenerator<ActionResult> {
  const { resourceOperations, record, parentValues } = context;
  const { operation } = resourceOperations.createBaseline;
  const requestSpec = declaresStatus(operation, 409) ? nearDuplicateRequestSpec(context, record) : undefined;
  if (requestSpec === undefined) return undefined;
  const createdFrom = (exchange: Exchange) =>
    createdRecord(resourceOperations, { operation, requestSpec, exchange }, parentValues);
  const identify = (exchange: Exchange) => createdFrom(exchange)?.pathValues.at(-1);
  const expectedState = {
    expects: 'new',
    otherRecords: [record],
    requestSpec,
    isNearDuplicate: true,
    identify,
  } as const;
  const description = 'another record with the same strings is created';
  const exchange = yield {
    operation,
    requestSpec,
    description,
    tolerated: [...toleratesConflict, ...toleratesRejection],
    expectedState,
  };
  if (!isSuccessfulExchange(exchange)) return yield* readRecord(context, record);
  const duplicate = createdFrom(exchange);
  const name = identify(exchange);
  // Either it is the same record, whose state is now unknown, or its name is unknown.
  if (duplicate === undefined || name === undefined || isSameName(name, record.pathValues.at(-1) ?? ''))
    return { ...record, isMissing: true };
  const after = yield* readRecord(context, record);
  if (after.isMissing === true) return after;
  yield* deleteAndForget(context, duplicate, 'the new record is deleted');
  return yield* readRecord(context, after);
}

/** Deletes the record; with any response, the sequence does not use it again. */
function* deleteAndForget(
  { resourceOperations, fresh }: RecordContext,
  record: KnownRecord,
  description: string,
): StepGenerator<KnownRecord> {
  const itemBaseline = recordBaseline(resourceOperations, 'remove', record);
  const tolerated = [...toleratesMissing, ...toleratesRejection];
  if (itemBaseline !== undefined)
    yield {
      operation: itemBaseline.operation,
      requestSpec: minimalRequestSpec(itemBaseline, fresh),
      description,
      tolerated,
    };
  return { ...record, isMissing: true };
}

/**
 * Undefined when bodies must stay unchanged, when the path names the record (PUT), and when a name has several
 * versions. When clients choose names, dates and enum values stay too: a name may be unique only together with them.
 */
function nearDuplicateRequestSpec(
  { resourceOperations, parentValues, fresh }: SequenceContext,
  { writes: [first] }: KnownRecord,
): RequestSpec | undefined {
  const { createBaseline, isPut, idName = '' } = resourceOperations;
  const itemBaseline = withPathValues(createBaseline, parentValues);
  const sent = first?.requestSpec.value;
  if (itemBaseline?.body === undefined || isPut || fresh.isVerbatim === true || !isJsonObject(sent)) return undefined;
  if (Object.keys(sent).some(isVersion)) return undefined;
  const { schema } = itemBaseline.body;
  const { properties } = flattenSchema(schema);
  const value = Object.entries(sent).reduce(
    (whole: Json, [name, part]) => {
      const declared = properties.get(name);
      const other = declared === undefined || isIdentifier(name) ? undefined : differentValue(part, declared);
      const isText = typeof part === 'string' && (other === undefined || Object.hasOwn(sent, idName));
      const replacement = name === idName || isText ? part : other;
      const current = replacement === undefined ? whole : replaceAt(whole, [name], replacement);
      return isValid(schema, current, 'request') ? current : whole;
    },
    freshenAll(sent, schema, fresh),
  );
  return withFreshUuids(jsonRequestSpec(itemBaseline, withOrderedBounds(value, schema)), fresh);
}
