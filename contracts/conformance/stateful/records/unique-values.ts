/** Sends a value that another record has, for properties that the contract describes as unique. */
import { comparesWithoutCase, takenValueRejection, uniqueTexts } from '../../../../spec/described/unique-values.ts';
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { swapCase } from '../../request/values/alternative-values.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { createdRecord, getProperty, parseBody } from '../model/response-records.ts';
import { type CreationVariant, createInSequence, recordCreator } from './create-records.ts';
import { buildCreateRequest } from './create-request.ts';
import { minimalRequestSpec, recordBaseline, withIfMatch, withPathValues } from './record-requests.ts';
import type { StepContext } from './step-context.ts';

type RecordContext = StepContext & { readonly record: KnownRecord };

interface UniqueValue {
  readonly property: string;
  readonly value: Json;
}

/** The record must exist and be shown with the values. The records that are created are deleted. */
export function* sendTakenValues(context: RecordContext): StepGenerator<void> {
  for (const unique of takenValues(context).slice(0, MAX_PROPERTIES)) {
    yield* createWithTakenValue(context, unique, 'another record with the same');
    const swapped = swapCase(String(unique.value));
    if (comparesWithoutCaseIn(context, unique.property) && swapped !== unique.value)
      yield* createWithTakenValue(
        context,
        { ...unique, value: swapped },
        'another record with the same, in another case,',
      );
    yield* changeToTakenValue(context, unique);
  }
}

const MAX_PROPERTIES = 2;

function takenValues({ resourceOperations, record, fresh }: RecordContext): readonly UniqueValue[] {
  const { createBaseline, isPut } = resourceOperations;
  const { body, operation } = createBaseline;
  if (body === undefined || isPut || fresh.isVerbatim === true || takenValueRejection(operation) === undefined)
    return [];
  return uniqueValues({ body, operation }, record);
}

/** The texts of the record that the contract describes as unique. */
export function uniqueValues(
  { body, operation }: { readonly body: BaselineBody; readonly operation: Operation },
  record: KnownRecord,
): readonly UniqueValue[] {
  return uniqueTexts(body.schema, { operation, idName: record.idName }).flatMap((property) => {
    const sent = record.writes.map(({ requestSpec }) => getProperty(requestSpec.value, property)).at(-1);
    const shown = getProperty(parseBody(record.lastShown), property);
    // A value that was changed, or is hidden, may be free.
    return typeof sent === 'string' && sent !== '' && sent === shown ? [{ property, value: sent }] : [];
  });
}

function comparesWithoutCaseIn({ resourceOperations: { createBaseline } }: RecordContext, property: string): boolean {
  const schema = createBaseline.body && flattenSchema(createBaseline.body.schema).properties.get(property);
  return comparesWithoutCase(createBaseline.operation, schema);
}

function* createWithTakenValue(
  context: RecordContext,
  { property, value }: UniqueValue,
  description: string,
): StepGenerator<void> {
  const { resourceOperations, parentValues, fresh } = context;
  const { operation } = resourceOperations.createBaseline;
  const requestSpec = buildCreateRequest(recordCreator(resourceOperations), {
    parentValues,
    fresh,
    changeBody: (sent, { schema }) => withValue(sent, { property, value }, (one) => isValid(schema, one, 'request')),
  })?.requestSpec;
  if (requestSpec === undefined || getProperty(requestSpec.value, property) !== value) return;
  const exchange = yield {
    operation,
    requestSpec,
    description: `${description} ${property} is created`,
    expectation: 'reject',
  };
  const record = isSuccessfulExchange(exchange)
    ? createdRecord(resourceOperations, { operation, requestSpec, exchange }, parentValues)
    : undefined;
  if (record !== undefined) yield* deleteRecord(context, record);
}

function withValue(sent: Json, { property, value }: UniqueValue, isAllowed: (body: Json) => boolean): Json {
  if (!isJsonObject(sent)) return sent;
  const changed = replaceAt(sent, [property], value);
  return Object.hasOwn(sent, property) && isAllowed(changed) ? changed : sent;
}

/** Another record gets the value by a change. */
function* changeToTakenValue(context: RecordContext, { property, value }: UniqueValue): StepGenerator<void> {
  const { resourceOperations, fresh } = context;
  const change = resourceOperations.baselines.get('change');
  if (
    change === undefined ||
    takenValueRejection(change.operation) === undefined ||
    /json-patch/.test(change.body?.media.range ?? '')
  )
    return;
  const other = yield* createInSequence({ ...context, otherRecords: [context.record] }, secondVariant);
  if (other === 'unknown') return;
  const baseline = withPathValues(change, other.pathValues);
  const requestSpec = baseline && changeRequest(baseline, { property, value }, other);
  if (baseline !== undefined && requestSpec !== undefined)
    yield {
      operation: change.operation,
      requestSpec: withIfMatch(withFreshUuids(requestSpec, fresh), baseline, other),
      description: `its ${property} is changed to that of another record`,
      expectation: 'reject',
    };
  yield* deleteRecord(context, other);
}

const secondVariant: CreationVariant = { description: 'a second record is created', changeBody: (sent) => sent };

/** With the required properties. */
function changeRequest(baseline: BaselineRequest, { property, value }: UniqueValue, { writes: [first] }: KnownRecord) {
  const { body } = baseline;
  const sent = first?.requestSpec.value;
  if (body === undefined || sent === undefined || !isJsonObject(sent)) return undefined;
  const { required, properties } = flattenSchema(body.schema);
  if (!properties.has(property)) return undefined;
  const members = Object.entries(sent).filter(([name]) => required.has(name));
  const changed = { ...Object.fromEntries(members), [property]: value };
  return isValid(body.schema, changed, 'request') ? jsonRequestSpec(baseline, changed) : undefined;
}

function* deleteRecord({ resourceOperations, fresh }: RecordContext, record: KnownRecord): StepGenerator<void> {
  const itemBaseline = recordBaseline(resourceOperations, 'remove', record);
  if (itemBaseline === undefined) return;
  const { operation } = itemBaseline;
  const requestSpec = minimalRequestSpec(itemBaseline, fresh);
  yield { operation, requestSpec, description: 'the new record is deleted', expectation: 'unspecified' };
}
